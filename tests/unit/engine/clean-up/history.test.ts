/** An interruption waits for answers, and a sweep finds the bookings of Preflight on any account. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Ledger, memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Binding } from '../../../../contracts/bindings.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import type { Runner } from '../../../../engine/run.ts';
import type { RunOptions } from '../../../../engine/run-options.ts';
import type { Session } from '../../../../engine/session.ts';
import { dayAfter } from '../../../../generators/calendar.ts';
import type { StoredBooking } from '../../../../sandbox/hotels/state.ts';
import type { World } from '../../../../sandbox/world.ts';
import type { WorldOptions } from '../../../../sandbox/worlds.ts';
import { bookable, closeSandbox, type Placed, placed, story } from '../../flows/hotel-world.ts';
import { flown, flyable, openFlights, ticketed } from '../effects/bookable.ts';

after(closeSandbox);

type Ending = {
  readonly trace: Trace;
  readonly ledger: Ledger;
  readonly warned: readonly string[];
};

/** Plays a story, and ends its run once the world shows that an effect is under way. */
const endedDuring = async (
  { running: runningHere, time, world }: Placed,
  tell: (session: Session) => Promise<unknown>,
  {
    isUnderWay,
    end = (running) => running.interrupt(),
    ...more
  }: {
    readonly isUnderWay: (world: World) => boolean;
    readonly end?: (running: Runner) => Promise<unknown>;
  } & Partial<RunOptions>,
): Promise<Ending> => {
  const ledger = memoryLedger(time.now);
  const warned: string[] = [];
  const logger = { debug: () => {}, warn: (line: unknown) => warned.push(String(line)) } as never;
  const running = runningHere({ ledger, ...more, transport: { proxy: 'none', logger } });
  const recording = running.record(story(tell));
  while (!isUnderWay(world)) await new Promise((resolve) => setImmediate(resolve));
  await end(running);
  const trace = await recording;
  await running.close();
  return { trace, ledger, warned };
};

const ticketsOf = ({ flights }: World) =>
  flights.pnrs.all().flatMap(({ number, tickets }) => (number > 0 ? tickets : []));

const exchanged = async (session: Session): Promise<void> => {
  const intent = await flyable(session);
  const { booking = {} } = await session.bookFlight(intent);
  const [ticket = {}] = (await session.issueTickets(booking)).tickets;
  const search = { ...intent.search, departure: dayAfter(intent.search.departure, 7) };
  const { facts } = await session.ask('ticket-exchange-calculation', { booking, ticket, search });
  const { exchangeId, offers: [offer] = [] } = facts.exchange ?? {};
  await session.exchangeTicket({ booking, ticket, exchangeId: String(exchangeId), offer: offer?.reference ?? null });
};

const effects = [
  {
    name: 'create_booking',
    tell: async (session: Session) => session.book(await bookable(session)),
    isUnderWay: ({ bookings }: World) => bookings.all().length > 0,
  },
  { name: 'pnr_create', tell: flown, isUnderWay: (world: World) => openFlights(world).bookings > 0 },
  { name: 'ticket_issue', tell: ticketed, isUnderWay: (world: World) => ticketsOf(world).length > 0 },
  { name: 'ticket_exchange', tell: exchanged, isUnderWay: (world: World) => ticketsOf(world).length > 1 },
] as const;

for (const { name, tell, isUnderWay } of effects) {
  test(`an interruption during ${name} waits for its answer, and leaves nothing open or unknown`, async () => {
    const place = placed({ oddities: ['answers-slowly'] });
    const { trace, ledger, warned } = await endedDuring(place, tell, { isUnderWay });
    const last = trace.exchanges.findLast(({ operation }) => operation === name.replaceAll('_', '-'));
    ok(last?.response);
    // The deadline of this target is shorter than a minute.
    deepEqual(warned, [`waiting for the answer of ${name} (at most 10 s); Ctrl-C (SIGINT) ends it now`]);
    deepEqual(place.open(), []);
    deepEqual(openFlights(place.world), { bookings: 0, tickets: 0 });
    deepEqual(await ledger.entries(), []);
    ok(trace.exchanges.slice(trace.exchanges.indexOf(last) + 1).every(({ durationMs }) => durationMs === 0));
  });
}

const [{ tell: books, isUnderWay: isBooking }] = effects;
const hanging = { troubles: [{ id: 'hangs', operations: ['create-booking'] }] } as const;

test('an answer that does not come is awaited no longer than allowed, and then looked up', async () => {
  const place = placed({ troubles: [...hanging.troubles] });
  const { trace, ledger, warned } = await endedDuring(place, books, { isUnderWay: isBooking, awaitMs: 40 });
  equal(trace.exchanges.find(({ operation }) => operation === 'create-booking')?.failure?.kind, 'aborted');
  match(warned[0] ?? '', /\(at most 1 s\)/);
  equal(trace.cleanUp?.map(({ operation }) => operation).join(' '), 'search-bookings cancel-booking');
  deepEqual(place.open(), []);
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
  deepEqual(await ledger.entries(), []);
});

test('a run that gives up waits for nothing, and learns what may be open', async () => {
  const place = placed({ troubles: [...hanging.troubles] });
  let open: Awaited<ReturnType<Runner['giveUp']>> = [];
  const { trace, ledger } = await endedDuring(place, books, {
    isUnderWay: isBooking,
    end: async (running) => {
      void running.interrupt();
      open = await running.giveUp();
    },
  });
  equal(trace.exchanges.find(({ operation }) => operation === 'create-booking')?.failure?.kind, 'aborted');
  equal(open.map((each) => each.mark).join(), trace.attempts?.map((each) => each.mark).join());
  equal((await ledger.entries()).length, 1, 'the next sweep finds it');
  equal(place.open().length, 1);
});

test('the deadline of a run waits like an interruption, and offers no key for it', async (t) => {
  // Nothing else waits exactly so long.
  const runDeadlineMs = 12_347;
  let strike = (): void => {};
  const { setTimeout: real } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (...[work, ms, ...args]: Parameters<typeof setTimeout>) => {
    if (ms === runDeadlineMs) strike = () => work(...args);
    return real(work, ms, ...args);
  });
  const place = placed({ oddities: ['answers-slowly'] }, ({ limits }) => ({ limits: { ...limits, runDeadlineMs } }));
  const end = async (): Promise<void> => strike();
  const { trace, warned, ledger } = await endedDuring(place, books, { isUnderWay: isBooking, end });
  ok(trace.exchanges.find(({ operation }) => operation === 'create-booking')?.response);
  deepEqual(warned, ['waiting for the answer of create_booking (at most 10 s)']);
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
  deepEqual([place.open(), await ledger.entries()], [[], []]);
});

const mark = 'Pfqabcdefghijkl';
const dayMs = 86_400_000;
const oldCount = 2_000;
/** Within a day of the clock of the run: a few that live, and many that have ended. */
const [livingCount, endedCount] = [8, 300];

type Account = {
  readonly name: string;
  readonly oddities: NonNullable<WorldOptions['oddities']>;
  readonly showsNoCreation?: true;
  readonly sendsNoFilter?: true;
  /** Of the list and of views together. */
  readonly requestsMax: number;
};

const accounts: readonly Account[] = [
  { name: 'a list with names', oddities: [], requestsMax: 16 },
  {
    name: 'a list without names and pages, oldest first, that is not filtered',
    oddities: ['lists-bookings-without-guests', 'lists-all-bookings-on-one-page', 'lists-the-oldest-bookings-first'],
    sendsNoFilter: true,
    requestsMax: 12,
  },
  {
    name: 'a list without names, newest first, that is not filtered',
    oddities: ['lists-bookings-without-guests'],
    sendsNoFilter: true,
    requestsMax: 26,
  },
  {
    name: 'a list without names and moments of creation',
    oddities: ['lists-bookings-without-guests', 'lists-all-bookings-on-one-page'],
    showsNoCreation: true,
    requestsMax: 12,
  },
];

type Seen = { readonly viewed: unknown[]; listed: number };

/** Notes what is asked for, and leaves out what the account does not have. */
const bindingsOf = (
  { bindings }: Target,
  { showsNoCreation, sendsNoFilter }: Account,
  seen: Seen,
): Target['bindings'] => {
  const list = bindings['search-bookings'] as Binding<'search-bookings'>;
  const view = bindings['view-booking'] as Binding<'view-booking'>;
  return {
    ...bindings,
    'view-booking': {
      ...view,
      request: (intent) => {
        seen.viewed.push(intent.booking.bookingId);
        return view.request(intent);
      },
    },
    'search-bookings': {
      request: ({ createdFrom, createdTo, ...rest }) => {
        seen.listed += 1;
        return list.request(sendsNoFilter ? rest : ({ ...rest, createdFrom, createdTo } as typeof rest));
      },
      response: (body, intent) => {
        const facts = list.response?.(body, intent) ?? {};
        const { bookings = [] } = facts;
        return showsNoCreation
          ? { ...facts, bookings: bookings.map(({ createdAt: _, ...booking }) => booking) }
          : facts;
      },
    },
  };
};

for (const account of accounts) {
  test(`a sweep finds the bookings of Preflight on an account with a history: ${account.name}`, async () => {
    const seen: Seen = { viewed: [], listed: 0 };
    const { target, time, world, play, sweep } = placed({ oddities: account.oddities });
    await play(async (session) => session.book(await bookable(session)));
    const [template] = world.bookings.all();
    ok(template);
    let { number } = template;
    const put = (change: Partial<StoredBooking>): StoredBooking => {
      number += 1;
      const { cancelledAtMs: _, ...living } = template;
      const made = { ...living, number, bookingId: `history-${number}`, ...change };
      world.bookings.put(made);
      return made;
    };
    const present = time.now();
    for (let at = 0; at < oldCount; at += 1) put({ createdAtMs: present - (4 + (oldCount - at) / 20) * dayMs });
    const around = present - dayMs / 2;
    for (let at = 0; at < endedCount; at += 1) put({ createdAtMs: around, cancelledAtMs: around });
    const living = Array.from({ length: livingCount }, () => put({ createdAtMs: around }).bookingId);
    const guests = template.guests.map((room) => room.map((guest) => ({ ...guest, lastName: mark })));
    const ours = put({ createdAtMs: present, guests });

    const ledger = memoryLedger(time.now);
    const at = new Date(present).toISOString();
    const times = { begunAt: at, settledBy: at, createdAt: at, checkIn: '2027-01-01', endsBy: present };
    await ledger.begin({ mark, run: 'r1', partner: 'own', ...times }, { perRun: 1 });
    await ledger.release([mark]);
    const swept = await sweep({ target: { ...target, bindings: bindingsOf(target, account, seen) }, ledger });
    deepEqual([swept.length, swept[0]?.cancelled, swept[0]?.left], [1, 1, undefined]);
    ok(world.bookings.find(ours.bookingId)?.cancelledAtMs !== undefined);
    ok(living.every((id) => world.bookings.find(id)?.cancelledAtMs === undefined));
    deepEqual(await ledger.entries(), []);
    const ofTheTime = new Set<unknown>([...living, ours.bookingId]);
    ok(
      seen.viewed.every((id) => ofTheTime.has(id)),
      'viewed although it has ended or is older',
    );
    ok(seen.listed + seen.viewed.length <= account.requestsMax, `${seen.listed} lists, ${seen.viewed.length} views`);
  });
}
