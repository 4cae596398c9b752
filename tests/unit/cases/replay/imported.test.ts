/** An imported booking is sent again in its own spelling: for nobody real, with ids, dates and a token of now. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { replayEnding } from '../../../../cases/replay/replay.ts';
import { dialectIds } from '../../../../sandbox/dialects.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { endingOf, isOf, planted, realGuest, realPassenger, saved, sentAgain } from './saved-bookings.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const assertNobodyReal = (received: string): void => {
  for (const real of planted) assert.ok(!received.toLowerCase().includes(real.toLowerCase()), `${real} was sent`);
};

for (const dialect of dialectIds) {
  describe(`a file of a ${dialect} service`, () => {
    const oddities = ['refuses-every-booking'] as const;
    const refused = () =>
      saved(sandbox, { dialect, oddities }, async ({ hotels }) => hotels.book(await hotels.choose(isOf('NWR')), realGuest));

    test('one refused booking is still refused, and succeeds where the service is healthy', async () => {
      const sought = endingOf(await refused());
      assert.equal(sought.ended.operation, 'create-booking');
      const again = await sentAgain(sandbox, { dialect, oddities }, (parts) => replayEnding(sought, parts));
      assert.deepEqual([again.made.outcome, again.made.reason], ['same', undefined]);
      assert.equal(again.made.ended.now, 'refused with SUPPLIER_ERROR');
      assertNobodyReal(again.received);
      const healthy = await sentAgain(sandbox, { dialect }, (parts) => replayEnding(sought, parts));
      assert.deepEqual([healthy.made.outcome, healthy.made.reason], ['fixed', undefined]);
      assert.deepEqual([healthy.made.trace.bookings?.requested, healthy.made.trace.bookings?.left], [1, 0]);
      assertNobodyReal(healthy.received);
    });
  });
}
void realPassenger;
