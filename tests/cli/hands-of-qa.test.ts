/** From the gate to the letter, by the commands that QA uses: a read, a stay and a ticket. The long tests walk it for many more. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FaultId } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { throughTheHands } from './hands-of-qa.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const faults: readonly FaultId[] = [
  'rounds-the-price-of-an-offer-up',
  'tells-a-new-booking-a-cent-dearer',
  'refunds-twice-what-was-paid',
];

for (const fault of faults) {
  test(`${fault} is found, judged, shown, sent again, made smaller and exported`, async () => {
    const [before, left] = await throughTheHands(sandbox, fault);
    assert.ok(left > 0 && left <= before, `${left} of ${before}`);
  });
}
