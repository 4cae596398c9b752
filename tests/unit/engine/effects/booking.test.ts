/** Booking from a story: what must be there before a request, what becomes of it, and what is left after it. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Bindings } from '../../../../contracts/bindings.ts';
import { guestMarksIn } from '../../../../contracts/name-words.ts';
import type { Target } from '../../../../contracts/target.ts';
import { type Attempt, type Trace, trace as traceSchema } from '../../../../contracts/trace.ts';
import type { Booked, Session } from '../../../../engine/session.ts';
import { bookable, closeSandbox, placed } from '../../flows/hotel-world.ts';

after(closeSandbox);

const bookOne = async (session: Session): Promise<Booked> => session.book(await bookable(session));

const foundIn = ({ attempts = [] }: Trace): string => attempts.map(({ found }) => found).join();

/** A target that binds some operation otherwise. */
const bound =
  (change: (bindings: Required<Bindings>) => Bindings) =>
  ({ bindings }: Target): Partial<Target> => ({ bindings: { ...bindings, ...change(bindings as Required<Bindings>) } });

test('a booking is found once by its mark, and cancelled when the story is over', async () => {
  const { play, open, world } = placed();
  let booked: Booked | undefined;
  const trace = await play(async (session) => {
    booked = await bookOne(session);
    equal(open().length, 1);
  });
  equal(trace.error, undefined);
  equal(booked?.attempt.found, 'once');
  equal(world.bookings.all()[0]?.bookingId, booked?.booking?.bookingId);
  deepEqual(guestMarksIn(world.bookings.all()[0]?.guests[0]?.[0]?.lastName ?? ''), [booked?.attempt.mark]);
  deepEqual(open(), []);
  deepEqual(
    trace.cleanUp?.map(({ operation, response }) => [operation, response?.status]),
    [['cancel-booking', 200]],
  );
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
  deepEqual(trace.attempts, [booked?.attempt]);
  traceSchema.parse(trace);
});

test('at any end of a story, what it booked is cancelled, the last first', async () => {
  const endings: readonly ((session: Session) => Promise<unknown>)[] = [
    () => Promise.reject(new Error('boom')),
    (session) => session.ask('hotel-search', { region: 1, stay: undefined as never }).then(() => Promise.reject(1)),
    (session) => session.advanceClock(0).then(() => session.book({} as never)),
  ];
  for (const ending of endings) {
    const { play, open, world } = placed();
    const trace = await play(async (session) => {
      const intent = await bookable(session);
      await session.book(intent);
      await session.book(intent);
      await ending(session);
    });
    ok(trace.error ?? trace.stopped);
    deepEqual(open(), []);
    const cancelled = trace.cleanUp?.map(
      ({ intent }) => (intent as { booking: { bookingId: string } }).booking.bookingId,
    );
    deepEqual(
      cancelled,
      world.bookings.all().map(({ bookingId }) => bookingId),
    );
  }
});

/** The service answers, and the answer is lost. */
const deaf: Parameters<typeof placed>[0] = {
  troubles: [{ id: 'resets-connection', operations: ['create-booking'] }],
};

/** Refused by every service, so that nothing comes about. */
const nonsense = bound(({ 'create-booking': create }) => ({
  'create-booking': { request: (intent) => [create.request(intent)] },
}));

test('a request that came to nothing is looked for until an effect would show, and kept until none can', async () => {
  const { play, time } = placed(deaf, (target) => ({
    ...nonsense(target),
    limits: { ...target.limits, settleMs: 7_000 },
  }));
  const ledger = memoryLedger(time.now);
  const trace = await play(
    async (session) => {
      const { attempt, booking } = await bookOne(session);
      equal(attempt.found, 'not');
      equal(booking, undefined);
      ok(attempt.lookedUpBy.length > 3);
    },
    { ledger },
  );
  equal(time.waitedMs(), 7_000);
  deepEqual(trace.bookings, { requested: 1, cancelled: 0, left: 1 });
  const [entry] = (await ledger.entries()).filter((each) => each.kind !== 'flight');
  deepEqual([entry?.bookings, entry?.isLookedUp], [[], false]);
  ok(entry && Date.parse(entry.settledBy) > time.now());
});

test('a clear refusal closes the entry once a look has shown that nothing came about', async () => {
  const { play, time } = placed({}, nonsense);
  const ledger = memoryLedger(time.now);
  const trace = await play((session) => bookOne(session), { ledger });
  equal(foundIn(trace), 'not');
  deepEqual(await ledger.entries(), []);
  deepEqual(trace.bookings, { requested: 1, cancelled: 0, left: 0 });
});

const blind = bound(({ 'search-bookings': list, 'view-booking': view }) => ({
  'search-bookings': { request: list.request },
  'view-booking': { request: view.request },
}));

/** The one documented name is found wherever it stands, so the body says it is another. */
const unnamed = bound(({ 'create-booking': create }) => ({
  'create-booking': { request: create.request, response: () => ({ booking: { bookingId: null } }) },
}));

type Way = {
  readonly options?: Parameters<typeof placed>[0];
  readonly changed?: (target: Target) => Partial<Target>;
  readonly bearer?: 'missing' | 'tampered-claims';
  readonly found?: Attempt['found'];
  readonly count?: number;
};

const ways: Readonly<Record<string, Way>> = {
  'whose answer was lost': { options: deaf },
  'that was refused': { options: { faults: ['answers-bookings-with-a-refusal'] } },
  'that was made twice': { options: { faults: ['books-every-request-twice'] }, found: 'twice', count: 2 },
  'that was made without a token': { options: { faults: ['books-without-a-token'] }, bearer: 'missing' },
  'that was made with an altered token': {
    options: { faults: ['accepts-altered-tokens-on-new-bookings'] },
    bearer: 'tampered-claims',
  },
  'that only the look-up names': { changed: unnamed },
  'that only the answer names': { changed: blind, found: 'unknown' },
};

for (const [what, { options, changed, bearer = 'own', found = 'once', count = 1 }] of Object.entries(ways)) {
  test(`a booking ${what} is asked for once, found ${found}, and cancelled`, async () => {
    const { play, open, world, time } = placed(options, changed);
    const trace = await play(async (session) => {
      const { booking } = await session.book(await bookable(session), { bearer });
      ok(world.bookings.all().some(({ bookingId }) => bookingId === booking?.bookingId));
    });
    equal(trace.error, undefined);
    equal(foundIn(trace), found);
    equal(trace.exchanges.filter(({ operation }) => operation === 'create-booking').length, 1);
    equal(world.bookings.all().length, count);
    equal(time.waitedMs(), 0);
    deepEqual(open(), []);
    deepEqual(trace.bookings, { requested: 1, cancelled: count, left: 0 });
  });
}

test('without names of guests a booking whose answer was lost stays unknown', async () => {
  const { attempts, bookings } = await placed(deaf, blind).play(bookOne);
  equal(attempts?.[0]?.found, 'unknown');
  deepEqual(bookings, { requested: 1, cancelled: 0, left: 1 });
});

test('nothing is sent that cannot be cancelled free of charge, and the reason says what was offered', async () => {
  const cases = [
    [{ freeCancellationUntil: null }, /always costs: set known\.stayDaysAhead/],
    [{ freeCancellationUntil: undefined }, /to read freeCancellationUntil/],
    [{ freeCancellationUntil: 'soon' }, /as an ISO 8601 moment, and it is "soon"/],
    [{ hours: 23 }, /for 24 hours from now, and this one can until 20\d\d-/],
    [{ hours: 25 }, undefined],
    // Without a zone it may be meant in any.
    [{ hours: 25, zone: '' }, /can until/],
    [{ hours: 41, zone: '' }, undefined],
  ] as const;
  for (const [offered, reason] of cases) {
    const { play, world, time } = placed();
    const trace = await play(async (session) => {
      const intent = await bookable(session);
      const until =
        'hours' in offered
          ? new Date(time.now() + offered.hours * 3_600_000).toISOString().slice(0, 19) + ('zone' in offered ? '' : 'Z')
          : offered.freeCancellationUntil;
      const { freeCancellationUntil: _, ...offer } = intent.offer;
      await session.book({
        ...intent,
        offer: { ...offer, ...(until !== undefined && { freeCancellationUntil: until }) },
      });
    });
    equal(world.bookings.all().length, reason ? 0 : 1, JSON.stringify(offered));
    if (!reason) continue;
    equal(trace.stopped?.because, 'needs');
    match(trace.stopped?.reason ?? '', reason);
  }
});

test('the present is that of the service, also where a lever moved it and its Date header did not', async () => {
  for (const isTold of [true, false]) {
    const { play, world, target } = placed();
    const advanceClock = async (ms: number) => isTold && world.advance(ms);
    const trace = await play(
      async (session) => {
        const intent = await bookable(session);
        const until = Date.parse(intent.offer.freeCancellationUntil ?? '');
        await session.advanceClock(until - session.targetNowMs() - 12 * 3_600_000);
        await session.book(intent);
      },
      { target: { ...target, levers: { advanceClock: async (ms) => void (await advanceClock(ms)) } } },
    );
    equal(trace.stopped?.because, 'needs');
    match(trace.stopped?.reason ?? '', /for 24 hours from now/);
  }
});
