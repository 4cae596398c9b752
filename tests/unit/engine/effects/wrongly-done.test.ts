/** What must be refused and is done by a faulty service all the same is known to the clean-up, and nothing is left. */
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Flow } from '../../../../engine/flow.ts';
import { bookThenCancel } from '../../../../flows/book-then-cancel.ts';
import { bookThenVoid } from '../../../../flows/book-then-void.ts';
import { refundTicket } from '../../../../flows/refund-ticket.ts';
import type { FaultId } from '../../../../sandbox/faults.ts';
import { closeSandbox, placed } from '../../flows/hotel-world.ts';
import { openFlights } from './flyable.ts';

after(closeSandbox);

const recorded = async (flow: Flow, faults: readonly FaultId[]) => {
  const place = placed({ faults });
  const ledger = memoryLedger(place.time.now);
  const trace = await place.record(flow, { ledger });
  equal(trace.error, undefined);
  return { ...place, bookings: trace.bookings, entries: await ledger.entries() };
};

test('a ticket that is refunded before it was calculated is closed, and another one takes its place', async () => {
  const { world, bookings, entries } = await recorded(refundTicket, ['refunds-what-nobody-calculated']);
  // One booking for each row, and one that takes the place of the first.
  const tickets = { requested: 11, closed: 11, left: 0 };
  deepEqual(bookings, { requested: 6, cancelled: 6, left: 0, tickets });
  deepEqual([openFlights(world), entries], [{ bookings: 0, tickets: 0 }, []]);
});

test('a ticket that is voided in a booking that does not exist is known to be closed', async () => {
  const { world, bookings, entries } = await recorded(bookThenVoid, ['voids-a-ticket-whatever-booking-is-named']);
  deepEqual([bookings?.left, bookings?.tickets?.left], [0, 0]);
  deepEqual([openFlights(world), entries], [{ bookings: 0, tickets: 0 }, []]);
});

test('of two bookings at a time neither is left', async () => {
  const { open, bookings, entries } = await recorded(bookThenCancel, []);
  // One is asked for by somebody who may not have it, and is refused.
  deepEqual([bookings?.left, (bookings?.requested ?? 0) > 2], [0, true]);
  deepEqual([open(), entries], [[], []]);
});
