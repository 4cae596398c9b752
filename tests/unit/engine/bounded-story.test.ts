/** A story that may send only so many requests ends there, and leaves nothing behind wherever that is. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../client/ledgers/booking-ledger.ts';
import { bookThenCancel } from '../../../flows/book-then-cancel.ts';
import { bookThenVoid } from '../../../flows/book-then-void.ts';
import { closeSandbox, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

for (const flow of [bookThenCancel, bookThenVoid]) {
  test(`${flow.id} ends where it may send no more, with an empty ledger`, async () => {
    for (let requestsMax = 1; requestsMax <= 16; requestsMax += 1) {
      const { record, open, time } = placed();
      const ledger = memoryLedger(time.now);
      const { exchanges, stopped, error } = await record({ ...flow, requestsMax }, { ledger });
      equal(error, undefined);
      equal(stopped?.reason, `needs more than ${requestsMax} requests`);
      // A login comes with the request that needs it.
      ok(exchanges.length <= requestsMax + 1, `${exchanges.length} of ${requestsMax}`);
      deepEqual(open(), []);
      deepEqual(await ledger.entries(), []);
    }
  });
}
