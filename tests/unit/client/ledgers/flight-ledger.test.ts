/** Flights in the booking ledger: the unknown is kept apart from what can be ended; older ledgers stay readable. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  isBeyondUs,
  isFlight,
  type Ledger,
  ledgerWithin,
  memoryLedger,
} from '../../../../client/ledgers/booking-ledger.ts';
import { startMs } from '../test-server.ts';
import { inFile, intendedFlight as intended, marks, plenty } from './ledger-place.ts';

const dayMs = 24 * 3_600_000;
const at = new Date(startMs).toISOString();

const { mark, departure } = intended('a');
const booking = { bookingId: '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a11' };
const ticket = { ticketNumber: '0001234567890', issuedAt: at };
const tickets = (count: number) => ({ ...intended('a'), operation: 'ticket-issue', booking, count }) as const;

const flight = async (ledger: Ledger) => (await ledger.entries()).find(isFlight);

test('a flight stays until its tickets are closed and its booking is cancelled', async () => {
  const ledger = memoryLedger(() => startMs);
  equal((await ledger.begin(intended('a'), plenty))?.for, 'pnr-create');
  equal((await flight(ledger))?.unknown, 'booking');
  await ledger.note(mark, { booking, unknown: null });
  equal((await ledger.beginTickets(tickets(1), plenty))?.for, 'ticket-issue');
  equal((await flight(ledger))?.unknown, 'tickets', 'before anything is sent');
  await ledger.note(mark, { tickets: [ticket], unknown: null });
  await ledger.note(mark, { isCancelled: true });
  deepEqual((await flight(ledger))?.tickets, [ticket], 'a ticket outlives its booking');
  await ledger.note(mark, { tickets: [] });
  deepEqual(await ledger.entries(), []);
  await ledger.note(mark, { booking });
  deepEqual(await ledger.entries(), [], 'what was closed does not come back');
});

test('tickets for a booking that is closed make a separate entry', async () => {
  const ledger = memoryLedger(() => startMs);
  ok(await ledger.beginTickets({ ...tickets(1), operation: 'ticket-exchange' }, plenty));
  const entry = await flight(ledger);
  deepEqual([entry?.booking, entry?.isCancelled, entry?.unknown], [booking, true, 'tickets']);
  await ledger.note(mark, { unknown: null });
  deepEqual(await ledger.entries(), []);
});

test('each passenger takes one ticket off the budget, and what was not sent is given back', async () => {
  const ledger = memoryLedger(() => startMs);
  await ledger.begin(intended('a'), plenty);
  await ledger.note(mark, { booking, unknown: null });
  const budget = { perRun: 3, perDay: 3 };
  equal(await ledger.beginTickets(tickets(4), budget), undefined);
  equal((await flight(ledger))?.unknown, null, 'nothing is written of what may not be sent');
  ok(await ledger.beginTickets(tickets(2), budget));
  deepEqual(await ledger.left('ticket', 'r1', budget), { ofRun: 1, ofDay: 1 });
  equal(await ledger.beginTickets(tickets(2), budget), undefined);
  await ledger.withdrawTickets(mark, 2);
  deepEqual(await ledger.left('ticket', 'r1', budget), { ofRun: 3, ofDay: 3 });
  equal((await flight(ledger))?.unknown, null);
  deepEqual(await ledger.left('booking', 'r1', plenty), { ofRun: 99, ofDay: 99 }, 'bookings are counted apart');
});

test('what is unknown stays, long after its day too, and no sweep is handed it', async () => {
  let nowMs = startMs;
  const ledger = memoryLedger(() => nowMs);
  await ledger.begin(intended('a'), plenty);
  await ledger.release([mark]);
  for (nowMs of [startMs, Date.parse(departure) + 300 * dayMs]) {
    deepEqual(await ledger.adopt(nowMs), []);
    const [entry] = await ledger.entries();
    ok(entry && isBeyondUs(entry) && !ledger.isInUse(entry));
  }
});

test('what a person has forgotten is kept, with the time and all that was known', async () => {
  const ledger = memoryLedger(() => startMs);
  await ledger.begin(intended('a'), plenty);
  const [entry] = await ledger.entries();
  await ledger.forget(mark);
  await ledger.forget(mark);
  deepEqual(await ledger.entries(), []);
  deepEqual(await ledger.forgotten(), [{ at: new Date(startMs).toISOString(), entry }]);
});

test('a flight whose booking is known is never taken for unknown', async () => {
  const ledger = memoryLedger(() => startMs);
  await ledger.begin(intended('a'), plenty);
  await ledger.note(mark, { booking, unknown: null });
  await ledger.beginTickets(tickets(1), plenty);
  const before = await flight(ledger);
  equal(before && isBeyondUs(before), false, 'a retrieval may tell its tickets');
  await ledger.note(mark, { isCancelled: true });
  const after = await flight(ledger);
  equal(after && isBeyondUs(after), true);
});

test('a ledger within another spends of that one, and keeps its entries to itself', async () => {
  const outer = memoryLedger(() => startMs);
  const inner = ledgerWithin(outer, () => startMs);
  const budget = { perRun: 2, perDay: 2 };
  ok(await inner.beginTickets(tickets(2), budget));
  for (const ledger of [inner, outer]) equal(await ledger.beginTickets(tickets(1), budget), undefined);
  ok(await inner.begin(intended('b'), { perRun: 1, perDay: 1 }));
  for (const ledger of [inner, outer]) equal(await ledger.begin(intended('c'), { perRun: 1, perDay: 1 }), undefined);
  deepEqual([(await inner.entries()).length, await outer.entries()], [2, []]);
});

test('a ledger of the first version is read, and goes on as one of today', async (t) => {
  const { ledger, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  const former = {
    mark: `Pfq${'b'.repeat(12)}`,
    run: 'r0',
    partner: 'own',
    owner: null,
    begunAt: at,
    settledBy: at,
    createdAt: at,
    checkIn: departure,
    bookings: [{ bookingId: 7 }],
    isLookedUp: true,
  };
  const spent = [{ what: 'booking', at, run: 'r0', mark: former.mark }];
  await writeFile(await path(), JSON.stringify({ schema: 'preflight.ledger/1', entries: [former], spent }));
  deepEqual(await ledger.entries(), [former]);
  deepEqual(await ledger.left('booking', 'r0', plenty), { ofRun: 99, ofDay: 99 });
  await ledger.begin(intended('a'), plenty);
  const written = JSON.parse(await readFile(await path(), 'utf8'));
  equal(written.schema, 'preflight.ledger/5');
  deepEqual(await marks(ledger), [former.mark, mark]);
  deepEqual(await ledger.damaged(), []);
});

const until = new Date(startMs + 4 * dayMs).toISOString();

test('a flight left on purpose is no orphan before its time, and the run that goes on with it owns it', async () => {
  let nowMs = startMs;
  const ledger = memoryLedger(() => nowMs);
  await ledger.begin(intended('a'), plenty);
  await ledger.note(mark, { booking, unknown: null });
  await ledger.leave(mark, until);
  equal((await ledger.adopt(nowMs + 60_000)).length, 0);
  const resumed = await ledger.resume(mark, nowMs + 60_000);
  deepEqual(resumed?.booking, booking);
  equal(resumed?.leftUntil, undefined);
  equal(await ledger.resume(mark, nowMs + 60_000), undefined, 'it is in use');
  await ledger.leave(mark, until);
  nowMs = startMs + 4 * dayMs;
  equal((await ledger.adopt(nowMs + 60_000)).length, 1);
  await ledger.leave(mark, new Date(startMs + 8 * dayMs).toISOString());
  equal((await ledger.adopt(nowMs + 60_000)).length, 0);
  await ledger.recall();
  equal((await ledger.adopt(nowMs + 60_000)).length, 1, 'what is recalled is an orphan at once');
});
