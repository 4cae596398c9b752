/** What was recorded answers a story again, and nobody is asked for the rest of it. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { evidence } from '../../../explore/evidence.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { exploreCities } from '../../../explore/explorations/explore-cities.ts';
import { exploreViewDetails } from '../../../explore/explorations/explore-view-details.ts';
import { exploreVoids } from '../../../explore/explorations/explore-voids.ts';
import { flowOf } from '../../../explore/input.ts';
import { closeSandbox, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

const asked: string[] = [];
const target = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(500).end();
}).listen(0, '127.0.0.1');
after(() => target.close());

/** Records a story, and recalls it as if its target were a service that counts what it is asked. */
const recalled = async (one: Exploration) => {
  const place = placed();
  const answers = evidence();
  const [input] = fc.sample(one.input, { seed: 1, numRuns: 1 });
  const flow = flowOf(one, input);
  const trace = await place.record(flow, { createClient: answers.remembering });
  asked.length = 0;
  const baseUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const again = await answers.recall(flow, trace, { target: { ...place.target, baseUrl }, seed: 1 });
  return { trace, again };
};

test('a story without an effect comes out as it did', async () => {
  const { trace, again } = await recalled(exploreCities);
  assert.ok(trace.exchanges.length > 1);
  assert.deepEqual(
    again?.exchanges.map(({ response }) => response?.body),
    trace.exchanges.filter(({ operation }) => operation !== 'token').map(({ response }) => response?.body),
  );
  assert.deepEqual(asked, []);
});

for (const one of [exploreViewDetails, exploreVoids]) {
  test(`what ${one.id} books is recalled by nothing, and looked for nowhere`, async () => {
    const { trace, again } = await recalled(one);
    assert.ok((trace.bookings?.requested ?? 0) > 0);
    assert.equal(again, undefined);
    assert.deepEqual(asked, []);
  });
}
