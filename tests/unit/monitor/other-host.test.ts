/** Whose network is broken: asked of another host, and only where that can tell. */
import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { isNetworkBroken } from '../../../monitor/other-host.ts';

const otherHost = 'https://other.example/';

it('our network is broken where another host does not answer, either', async () => {
  const asked: string[] = [];
  const answers = (isThere: boolean) => async (url: string) => {
    asked.push(url);
    if (!isThere) throw new Error('connect ENETUNREACH');
  };
  const found = [];
  for (const isThere of [true, false])
    found.push(await isNetworkBroken({ baseUrl: 'https://service.example', otherHost }, answers(isThere)));
  deepEqual(
    [found, asked],
    [
      [false, true],
      [otherHost, otherHost],
    ],
  );
});

it('a service on this machine or in its own network says nothing of the way out', async () => {
  const never = async () => {
    throw new Error('it was asked');
  };
  const found = [];
  for (const host of ['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', '10.1.2.3', '192.168.0.9', '172.20.1.1'])
    found.push(await isNetworkBroken({ baseUrl: `http://${host}`, otherHost }, never));
  deepEqual(new Set(found), new Set([false]));
});
