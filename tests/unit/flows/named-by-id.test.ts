/** Where an exchange or a refund is named by its own id alone, a wrong request may be the right one: it is not sent. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../../sandbox/server.ts';
import { blamedIn, gateOf, namedById } from './named-by-id.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

for (const odd of namedById) {
  test(`nobody is blamed in gates of any budget where a service ${odd}`, async () => {
    const gates = [2, 3, 4, 6, 9, 24, 60].map((tickets, at) => ({ odd, tickets, seed: at + 1 }));
    assert.deepEqual(await blamedIn(sandbox, gates), []);
  });
}

const cannotSay = "this target's request cannot say it";

test('the right request is sent, and what the wrong one was meant to show is inconclusive', async () => {
  for (const [odd, unsaid, works] of [
    [
      'exchanges-by-the-exchange-id-alone',
      'ticket-exchange.calculation-of-another-ticket-is-refused',
      'ticket-exchange.works-with-a-calculation',
    ],
    [
      'refunds-by-the-id-of-the-calculation-alone',
      'ticket-refund.uncalculated-refund-is-refused',
      'ticket-refund.works-after-a-calculation',
    ],
  ] as const) {
    const { standings, traces } = await gateOf(sandbox, { odd, tickets: 60, seed: 7 });
    const standing = (clause: string) => standings.find((each) => each.clause === clause);
    assert.equal(standing(works)?.outcome, 'pass', works);
    const [operation = ''] = works.split('.');
    const sent = traces.flatMap(({ exchanges }) => exchanges).filter((each) => each.operation === operation);
    assert.deepEqual([...new Set(sent.map(({ request }) => Object.keys(request.body ?? {}).length))], [1]);
    assert.equal(standing(unsaid)?.outcome, 'inconclusive', unsaid);
    assert.equal(standing(unsaid)?.decisive.reason, cannotSay);
  }
});
