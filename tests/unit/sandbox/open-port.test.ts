/** A port that is open ahead: nothing is loaded until somebody asks, and then once. */
import { equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { openPort, type Service } from '../../../sandbox/open-port.ts';

/** A service that tells its address, counted as often as it is loaded. */
const counted = () => {
  const loaded: string[] = [];
  let closed = 0;
  const service = async (url: string): Promise<Service> => {
    loaded.push(url);
    return {
      handle: (_request, response) => response.end(url),
      close: async () => {
        closed += 1;
      },
    };
  };
  return { loaded, service, closed: () => closed };
};

test('the first requests wait until what answers is loaded, once', async () => {
  const { loaded, service, closed } = counted();
  const port = await openPort(service);
  equal(loaded.length, 0);
  const answers = await Promise.all([fetch(port.url), fetch(`${port.url}/again`)]);
  for (const answer of answers) equal(await answer.text(), port.url);
  await port.load();
  equal(loaded.join(), port.url);
  await port.close();
  equal(closed(), 1);
  await rejects(fetch(port.url));
});

test('it is loaded ahead of any request for who asks, and not at all for who does not', async () => {
  const [asked, unasked] = [counted(), counted()];
  const [ahead, never] = [await openPort(asked.service), await openPort(unasked.service)];
  await ahead.load();
  await Promise.all([ahead.close(), never.close()]);
  equal(asked.loaded.length, 1);
  equal(unasked.loaded.length + unasked.closed(), 0);
});
