/** The ledger of bookings and flights: what it keeps of each, for how long, and what it reports as lost. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import {
  bookingLedger,
  type IntendedFlight,
  type IntendedHotel,
  isBeyondUs,
  isFlight,
  type Ledger,
  ledgerWithin,
  memoryLedger,
} from '../../../../client/ledgers/booking-ledger.ts';
import { thisProcess } from '../../../../client/ledgers/owner.ts';
import { fileStoresOf } from '../../stores/stored.ts';
import { startMs } from '../test-server.ts';

const account = { baseUrl: 'https://a.test/base', clientId: 'client-1234567890' };
const plenty = { perRun: 100, perDay: 100 };

/** Of every request. */
const requested = (letter: string) =>
  ({
    mark: `Pfq${letter.repeat(12)}`,
    run: 'r1',
    partner: 'own',
    begunAt: new Date(startMs).toISOString(),
    settledBy: new Date(startMs + 60_000).toISOString(),
    createdAt: new Date(startMs).toISOString(),
    endsBy: startMs + 600_000,
  }) as const;

const intended = (letter: string, more: Partial<IntendedHotel> = {}): IntendedHotel => ({
  ...requested(letter),
  checkIn: '2027-01-01',
  ...more,
});

const intendedFlight = (letter: string): IntendedFlight => ({
  ...requested(letter),
  kind: 'flight',
  route: { from: 'AAA', to: 'BBB' },
  departure: '2027-01-01',
});

const markOf = (letter: string): string => intended(letter).mark;
const marks = async (ledger: Ledger): Promise<string[]> => (await ledger.entries()).map(({ mark }) => mark);

const inFile = async (t: TestContext, now = () => startMs) => {
  const place = await fileStoresOf(t, 'ledger');
  const ledgerOf = (whom = account) => bookingLedger({ stores: place.open(), account: whom, now });
  return { ...place, ledgerOf, ledger: ledgerOf() };
};

const dayMs = 24 * 3_600_000;

const hotels = async (ledger: Ledger) => (await ledger.entries()).filter((each) => each.kind !== 'flight');
const makers = {
  memory: async (_: TestContext, now: () => number) => memoryLedger(now),
  file: async (t: TestContext, now: () => number) => (await inFile(t, now)).ledger,
};

for (const [kind, make] of Object.entries(makers)) {
  test(`${kind}: an entry lasts from its intent to the last of its bookings`, async (t) => {
    const ledger = await make(t, () => startMs);
    ok(await ledger.begin(intended('a'), plenty));
    ok(await ledger.begin(intended('b'), plenty));
    deepEqual(await marks(ledger), [markOf('a'), markOf('b')]);
    deepEqual((await hotels(ledger))[0]?.bookings, []);
    await ledger.know(markOf('a'), [{ bookingId: 7 }]);
    await ledger.know(markOf('b'), []);
    const known = (await hotels(ledger)).map(({ bookings, isLookedUp }) => `${bookings.length} ${isLookedUp}`);
    deepEqual(known, ['1 false', '0 false'], 'as long as nobody has looked there may be others');
    await ledger.settle(markOf('a'), [{ bookingId: 7 }, { reference: { r: 'x' } }]);
    deepEqual((await hotels(ledger))[0]?.bookings, [{ bookingId: 7 }, { reference: { r: 'x' } }]);
    equal((await hotels(ledger))[0]?.isLookedUp, true);
    await ledger.settle(markOf('a'), [{ bookingId: 7 }]);
    await ledger.settle(markOf('a'), []);
    deepEqual(await marks(ledger), [markOf('b')]);
    await ledger.settle(markOf('z'), [{ bookingId: 1 }]);
    deepEqual(await marks(ledger), [markOf('b')], 'what was never begun is not made up');
  });

  test(`${kind}: a budget counts by run and by day, and what was not sent is given back`, async (t) => {
    let nowMs = startMs;
    const ledger = await make(t, () => nowMs);
    const budget = { perRun: 2, perDay: 3 };
    deepEqual(await ledger.left('booking', 'r1', budget), { ofRun: 2, ofDay: 3 });
    ok(await ledger.begin(intended('a'), budget));
    ok(await ledger.begin(intended('b'), budget));
    equal(await ledger.begin(intended('c'), budget), undefined);
    deepEqual(await marks(ledger), [markOf('a'), markOf('b')], 'nothing is written of what may not be sent');
    deepEqual(await ledger.left('booking', 'r1', budget), { ofRun: 0, ofDay: 1 });
    await ledger.withdraw(markOf('b'));
    deepEqual(await ledger.left('booking', 'r1', budget), { ofRun: 1, ofDay: 2 });
    deepEqual(await marks(ledger), [markOf('a')]);
    ok(await ledger.begin(intended('c', { run: 'r2' }), budget));
    ok(await ledger.begin(intended('d', { run: 'r2' }), budget));
    equal(await ledger.begin(intended('e', { run: 'r3' }), budget), undefined);
    await ledger.settle(markOf('a'), []);
    const left = await ledger.left('booking', 'r3', budget);
    deepEqual(left, { ofRun: 2, ofDay: 0 }, 'what is closed was spent all the same');
    nowMs += dayMs;
    deepEqual(await ledger.left('booking', 'r3', budget), { ofRun: 2, ofDay: 3 });
  });

  test(`${kind}: tokens and bookings are counted apart`, async (t) => {
    const ledger = await make(t, () => startMs);
    ok(await ledger.spend('token', 'r1', { perRun: 1, perDay: 2 }));
    equal(await ledger.spend('token', 'r1', { perRun: 1, perDay: 2 }), false);
    ok(await ledger.spend('token', 'r2', { perRun: 1, perDay: 2 }));
    equal(await ledger.spend('token', 'r3', { perRun: 1, perDay: 2 }), false);
    ok(await ledger.spend('token', 'r3', { perRun: 1 }), 'without a limit for a day');
    deepEqual(await ledger.left('booking', 'r1', plenty), { ofRun: 100, ofDay: 100 });
  });

  test(`${kind}: what a living process owns is not adopted, until it is given free`, async (t) => {
    const ledger = await make(t, () => startMs);
    await ledger.begin(intended('a'), plenty);
    await ledger.begin(intended('b'), plenty);
    deepEqual(await ledger.adopt(startMs), []);
    await ledger.release([markOf('b')]);
    const adopted = await ledger.adopt(startMs + 5);
    deepEqual([adopted.length, adopted[0]?.mark], [1, markOf('b')]);
    equal(adopted[0]?.owner?.pid, process.pid);
    deepEqual(await ledger.adopt(startMs), [], 'it is ours now');
  });

  test(`${kind}: what is asked for at once is written one after the other`, async (t) => {
    const ledger = await make(t, () => startMs);
    const letters = [...'abcdefghij'];
    const permits = await Promise.all(
      letters.map((letter) => ledger.begin(intended(letter), { perRun: 6, perDay: 9 })),
    );
    equal(permits.filter(Boolean).length, 6);
    equal((await ledger.entries()).length, 6);
  });
}

test('a mere look leaves no folder behind', async (t) => {
  const { root, ledger } = await inFile(t);
  deepEqual(await ledger.entries(), []);
  deepEqual(await ledger.adopt(startMs), []);
  deepEqual(await ledger.left('booking', 'r', plenty), { ofRun: 100, ofDay: 100 });
  deepEqual(await ledger.damaged(), []);
  await rejects(stat(root), /ENOENT/);
});

test('an intent is on disk when its permit is given out, for its account only', async (t) => {
  const { ledger, ledgerOf, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  ok(!(await readFile(await path(), 'utf8')).includes(account.clientId));
  deepEqual(await marks(ledgerOf()), [markOf('a')]);
  deepEqual(await marks(ledgerOf({ ...account, clientId: 'another' })), []);
  deepEqual(await marks(ledgerOf({ ...account, baseUrl: 'https://b.test' })), []);
});

test('entries of processes that are gone are adopted, however they look', async (t) => {
  const { ledger, path } = await inFile(t);
  const here = thisProcess(startMs + dayMs);
  const later = new Date(startMs + 1).toISOString();
  const past = new Date(startMs - 1).toISOString();
  const owners = {
    a: { ...here, startedAt: '5' },
    b: { ...here, pid: 2 ** 22 + 5 },
    c: { ...here, host: 'elsewhere', endsBy: past },
    d: { ...here, host: 'elsewhere', endsBy: later },
    e: here,
    f: { ...here, startedAt: null, endsBy: past },
    g: { ...here, startedAt: null, endsBy: later },
    // Of another computer with the name of this one, which has been started at another time.
    h: { ...here, host: here.host.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'another'), pid: 2 ** 22 + 5, endsBy: later },
  };
  for (const letter of Object.keys(owners)) await ledger.begin(intended(letter), plenty);
  const state = JSON.parse(await readFile(await path(), 'utf8'));
  for (const [i, owner] of Object.values(owners).entries()) state.entries[i].owner = owner;
  await writeFile(await path(), JSON.stringify(state));
  const adopted = (await ledger.adopt(startMs)).map(({ mark }) => mark);
  deepEqual(adopted, ['a', 'b', 'c', 'f'].map(markOf));
});

const ticketsOfB = { ...intendedFlight('b'), operation: 'ticket-issue', booking: {}, count: 1 } as const;

test('of a damaged ledger nothing is known: nothing begins or is spent until a person has looked', async (t) => {
  const { ledger, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  await writeFile(await path(), '{"schema":"preflight.ledger/99","entries":[],"spent":[]}');
  deepEqual(await marks(ledger), []);
  const [aside = '', ...more] = await ledger.damaged();
  deepEqual(more, []);
  const says = { name: 'UsageError', message: /was damaged and set aside as \S+\.damaged-\S+: .*budget is unknown/ };
  await rejects(ledger.begin(intended('b'), plenty), says);
  await rejects(ledger.beginTickets(ticketsOfB, plenty), says);
  await rejects(ledger.spend('token', 'r1', plenty), says);
  await rejects(ledger.left('booking', 'r1', plenty), says, 'what was spent today is not taken for nothing');
  deepEqual(await marks(ledger), []);
  await rm(aside);
  ok(await ledger.begin(intended('b'), plenty), 'and life goes on');
  await writeFile(await path(), '');
  await rejects(ledger.begin(intended('c'), plenty), says, 'also when the damage is found just then');
});

const at = new Date(startMs).toISOString();

const { mark, departure } = intendedFlight('a');
const booking = { bookingId: '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a11' };
const ticket = { ticketNumber: '0001234567890', issuedAt: at };
const tickets = (count: number) => ({ ...intendedFlight('a'), operation: 'ticket-issue', booking, count }) as const;

const flight = async (ledger: Ledger) => (await ledger.entries()).find(isFlight);

test('a flight stays until its tickets are closed and its booking is cancelled', async () => {
  const ledger = memoryLedger(() => startMs);
  equal((await ledger.begin(intendedFlight('a'), plenty))?.for, 'pnr-create');
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
  await ledger.begin(intendedFlight('a'), plenty);
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
  await ledger.begin(intendedFlight('a'), plenty);
  await ledger.release([mark]);
  for (nowMs of [startMs, Date.parse(departure) + 300 * dayMs]) {
    deepEqual(await ledger.adopt(nowMs), []);
    const [entry] = await ledger.entries();
    ok(entry && isBeyondUs(entry) && !ledger.isInUse(entry));
  }
});

test('what a person has forgotten is kept, with the time and all that was known', async () => {
  const ledger = memoryLedger(() => startMs);
  await ledger.begin(intendedFlight('a'), plenty);
  const [entry] = await ledger.entries();
  await ledger.forget(mark);
  await ledger.forget(mark);
  deepEqual(await ledger.entries(), []);
  deepEqual(await ledger.forgotten(), [{ at: new Date(startMs).toISOString(), entry }]);
});

test('a flight whose booking is known is never taken for unknown', async () => {
  const ledger = memoryLedger(() => startMs);
  await ledger.begin(intendedFlight('a'), plenty);
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
  ok(await inner.begin(intendedFlight('b'), { perRun: 1, perDay: 1 }));
  for (const ledger of [inner, outer])
    equal(await ledger.begin(intendedFlight('c'), { perRun: 1, perDay: 1 }), undefined);
  deepEqual([(await inner.entries()).length, await outer.entries()], [2, []]);
});

test('a ledger of the first version is read, and goes on as one of today', async (t) => {
  const { ledger, path } = await inFile(t);
  await ledger.begin(intendedFlight('a'), plenty);
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
  await ledger.begin(intendedFlight('a'), plenty);
  const written = JSON.parse(await readFile(await path(), 'utf8'));
  equal(written.schema, 'preflight.ledger/5');
  deepEqual(await marks(ledger), [former.mark, mark]);
  deepEqual(await ledger.damaged(), []);
});

const until = new Date(startMs + 4 * dayMs).toISOString();

test('a flight left on purpose is no orphan before its time, and the run that goes on with it owns it', async () => {
  let nowMs = startMs;
  const ledger = memoryLedger(() => nowMs);
  await ledger.begin(intendedFlight('a'), plenty);
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
