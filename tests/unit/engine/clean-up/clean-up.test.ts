/** Clean-up cancels what a run has booked, tickets first. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { type FlightEntry, memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Facts } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { OperationId } from '../../../../contracts/operations.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { closeFlight } from '../../../../engine/clean-up/close-flight.ts';
import type { Session } from '../../../../engine/session.ts';
import { aviaOperations } from '../../../../flows/steps/token-asks.ts';
import type { PlannedTrouble } from '../../../../sandbox/troubles.ts';
import { bookable, closeSandbox, type Placed, placed, story } from '../../flows/hotel-world.ts';

after(closeSandbox);

const bookOne = async (session: Session) => session.book(await bookable(session));

/** Plays a story and ends the run while the story goes on. */
const interrupted = async (place: Placed, tell: (session: Session, end: () => void) => Promise<unknown>) => {
  const ending = new AbortController();
  return place.record(
    story((session) => tell(session, () => ending.abort())),
    { transport: { proxy: 'none', signal: ending.signal } },
  );
};

const logins = ({ world }: Placed): number => world.counted('tokens requested');

test('an interruption keeps a story from going on, and its clean-up from nothing', async () => {
  const place = placed();
  const trace = await interrupted(place, async (session, end) => {
    await bookOne(session);
    end();
    equal((await bookOne(session)).exchange.failure?.kind, 'aborted');
  });
  match(trace.stopped?.reason ?? '', /interrupted/);
  deepEqual(place.open(), []);
  equal(logins(place), 1, 'the token that is held will do');
});

test('a cancellation in trouble is tried once more a while later', async () => {
  const place = placed();
  const { target, time } = place;
  const cancel = target.bindings['cancel-booking'];
  let asks = 0;
  const request = (intent: Parameters<NonNullable<typeof cancel>['request']>[0]) => {
    asks += 1;
    // A binding that breaks is as much in the way as a service that does.
    if (asks === 1 || !cancel) throw new Error('in the way');
    return cancel.request(intent);
  };
  const bindings = { ...target.bindings, 'cancel-booking': { request } };
  const trace = await place.play(bookOne, { target: { ...target, bindings } });
  equal(trace.error, undefined);
  deepEqual(place.open(), []);
  equal(asks, 2);
  equal(time.waitedMs(), 1_000);
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
});

test('many cancellations in trouble keep none from being tried', async () => {
  const place = placed({ troubles: [{ id: 'resets-connection', operations: ['cancel-booking'] }] });
  const trace = await place.play(async (session) => {
    const intent = await bookable(session);
    for (let time = 0; time < 6; time += 1) await session.book(intent);
  });
  deepEqual(place.open(), []);
  deepEqual(trace.bookings, { requested: 6, cancelled: 6, left: 0 });
});

test('what cannot be cancelled stays in the ledger, and is reported; a sweep finishes it once it can', async () => {
  const troubles: PlannedTrouble[] = [{ id: 'answers-503', operations: ['cancel-booking', 'view-booking'] }];
  const place = placed({ troubles });
  const { time, world } = place;
  const ledger = memoryLedger(time.now);
  const trace = await place.play(bookOne, { ledger });
  deepEqual(trace.bookings, { requested: 1, cancelled: 0, left: 1 });
  const [entry] = (await ledger.entries()).filter((each) => each.kind !== 'flight');
  equal(entry?.owner, null, 'given free when the run was closed');
  deepEqual(entry?.bookings, [{ bookingId: world.bookings.all()[0]?.bookingId }]);

  const sweeping = async () => (await place.sweep({ ledger })).map(({ cancelled, left }) => ({ cancelled, left }));
  const [troubled] = await sweeping();
  match(troubled?.left ?? '', /cancelling ended with HTTP 503/);
  troubles.length = 0;
  deepEqual(await sweeping(), [{ cancelled: 1, left: undefined }]);
  deepEqual(await ledger.entries(), []);
  deepEqual(await sweeping(), []);
});

test('an intent with an unknown outcome is dropped only when the service must have ended with it', async () => {
  const place = placed();
  const { time } = place;
  const ledger = memoryLedger(time.now);
  const at = new Date(time.now()).toISOString();
  const mark = 'Pfqabcdefghijkl';
  const begun = { mark, run: 'r1', partner: 'own', begunAt: at, createdAt: at, checkIn: '2027-01-01' } as const;
  const settledBy = new Date(time.now() + 60_000).toISOString();
  await ledger.begin({ ...begun, settledBy, endsBy: time.now() }, { perRun: 1 });
  await ledger.release([mark]);
  const sweeping = async () => (await place.sweep({ ledger }))[0]?.left;
  match((await sweeping()) ?? '', /not found, and the service may work on it until/);
  await time.delay(60_001);
  equal(await sweeping(), undefined);
  deepEqual(await ledger.entries(), []);
});

test('a run sweeps before its first story that is not about logins, and says so', async () => {
  const place = placed();
  const { time, world } = place;
  const ledger = memoryLedger(time.now);
  const lost = placed({ troubles: [{ id: 'answers-503', operations: ['cancel-booking', 'view-booking'] }] });
  equal((await lost.play(bookOne, { ledger })).bookings?.left, 1);
  const reported: unknown[] = [];
  const logger = { debug: () => {}, warn: (what: unknown) => reported.push(what) };
  const running = place.running({ ledger, transport: { proxy: 'none', logger: logger as never } });
  await running.record(story(async () => {}, 'tokens'));
  equal(world.counted('requests'), 0);
  await running.record(story(async () => {}));
  await running.record(story(async () => {}));
  await running.close();
  // Another world knows no such booking, so it is still left.
  deepEqual(reported, [{ cancelled: 0, left: 1 }]);
});

test('a refused cancellation of what is cancelled already is enough', async () => {
  const place = placed({ oddities: ['refuses-to-cancel-twice'] });
  const trace = await place.play(async (session) => {
    const { booking = {} } = await bookOne(session);
    // As if the answer to a first cancellation had been lost.
    await fetch(`${place.target.baseUrl}/api/hotels/cancel_booking`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${place.world.tokens.all()[0]?.presented}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ bookingId: booking.bookingId }),
    });
    equal((await session.cancel(booking)).exchange.response?.status, 409);
  });
  equal(trace.cleanUp?.map(({ operation }) => operation).join(' '), 'cancel-booking view-booking');
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
});

test('a token that another run has revoked is replaced for the clean-up', async () => {
  const place = placed();
  const trace = await place.play(async (session) => {
    await bookOne(session);
    for (const token of place.world.tokens.all()) token.isRevoked = true;
  });
  deepEqual(place.open(), []);
  equal(trace.bookings?.cancelled, 1);
});

const at = '2026-09-01T12:00:00.000Z';
const booking = { bookingId: '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a11' };
const ticketNumber = '0001234567890';
const entry = {
  ...({ kind: 'flight', mark: 'Pfqabcdefghijk', run: 'r', partner: 'own', owner: null } as const),
  begunAt: at,
  settledBy: at,
  createdAt: at,
  route: 'AAA-BBB',
  departure: '2026-10-01',
  booking,
  isCancelled: false,
  tickets: [{ ticketNumber, issuedAt: at }],
  unknown: null,
};

/** Each operation hears its answers one after the other, and the last from then on: a text is the code of a refusal. */
type Answers = Partial<Record<OperationId, readonly (Facts | string)[]>>;

const closed = async (answers: Answers, about: Partial<FlightEntry> = {}, isShown = false) => {
  const sent: OperationId[] = [];
  const hear = (operation: OperationId) => {
    const heard = answers[operation] ?? [{}];
    const answer = heard[Math.min(sent.filter((each) => each === operation).length, heard.length - 1)] ?? {};
    sent.push(operation);
    const isRefused = typeof answer === 'string';
    const body: Json = isRefused ? { error: { code: answer, message: 'no' } } : {};
    const exchange: Exchange = {
      index: sent.length,
      operation,
      bearer: 'own',
      tokenSerial: 1,
      sentAt: at,
      durationMs: 1,
      request: { method: 'POST', path: '/', query: [], headers: {} },
      response: { status: isRefused ? 409 : 200, headers: {}, body, bytes: 2 },
    };
    return { exchange, facts: isRefused ? {} : answer };
  };
  const result = await closeFlight(
    {
      ask: async (operation) => hear(operation),
      send: async () => hear('ticket-cancel'),
      bindings: Object.fromEntries(aviaOperations.map((operation) => [operation, { request: () => ({}) }])),
      voidWindowMs: 86_400_000,
      settleMs: 0,
      foreignBookings: new Set<string>(),
      isShown: () => isShown,
      now: () => Date.parse(at),
      pause: async () => {},
      ledger: memoryLedger(() => Date.parse(at)),
    },
    { ...entry, ...about },
  );
  return { ...result, sent };
};

const open = { tickets: [{ at: [], ticketNumber, isOpen: true }] };

test('a ticket whose void is refused, and that is not there any more, is gone; and so is its booking', async () => {
  const { left, cancelled } = await closed({
    'ticket-cancel': ['INVALID_TICKET_STATE'],
    'ticket-info': ['TICKET_NOT_FOUND'],
    'pnr-cancel': ['BOOKING_NOT_FOUND'],
    'pnr-retrieve': ['BOOKING_NOT_FOUND'],
  });
  equal(left, undefined);
  equal(cancelled, 1);
});

test('a booking that is not found is gone where it was shown before, and is left to a person where it never was', async () => {
  const answers: Answers = { 'pnr-cancel': ['BOOKING_NOT_FOUND'], 'pnr-retrieve': ['BOOKING_NOT_FOUND'] };
  const { left, cancelled } = await closed(answers, { tickets: [] });
  match(left ?? '', /cancelling ended with refused with BOOKING_NOT_FOUND, and no answer has shown it since/);
  equal(cancelled, 0);
  const shown = await closed(answers, { tickets: [] }, true);
  deepEqual([shown.left, shown.cancelled], [undefined, 1]);
});

test('a ticket that is too late to be voided is refunded, though no look finds it', async () => {
  const { left, sent } = await closed({ 'ticket-cancel': ['VOID_TIME_EXPIRED'], 'ticket-info': ['TICKET_NOT_FOUND'] });
  equal(left, undefined);
  equal(sent.includes('ticket-refund'), true);
});

test('a void or a refund that is shown to have done nothing leaves the ticket and its booking open', async () => {
  const { left, sent, ticketsClosed } = await closed({ 'ticket-info': [open] });
  match(left ?? '', /it was voided, and is still open/);
  deepEqual([ticketsClosed, sent.includes('pnr-cancel')], [0, false]);
});

test('a void that the supplier refuses is asked for once more, and then the ticket is refunded', async () => {
  const once = await closed({ 'ticket-cancel': ['SUPPLIER_ERROR', {}], 'ticket-info': [open, {}] });
  deepEqual([once.left, once.sent.includes('ticket-refund')], [undefined, false]);
  const ever = await closed({ 'ticket-cancel': ['SUPPLIER_ERROR'], 'ticket-info': [open, open, {}] });
  equal(ever.left, undefined);
  deepEqual(
    ever.sent.filter((operation) => operation === 'ticket-cancel' || operation === 'ticket-refund'),
    ['ticket-cancel', 'ticket-cancel', 'ticket-refund'],
  );
  const lasting = await closed({ 'ticket-cancel': ['TICKET_USED'], 'ticket-info': [open] });
  deepEqual([lasting.sent.filter((operation) => operation === 'ticket-cancel').length, lasting.ticketsClosed], [1, 0]);
});

test('tickets of an invented booking whose answer was lost are none where the booking is not there', async () => {
  const invented: Partial<FlightEntry> = { route: null, isCancelled: true, tickets: [], unknown: 'tickets' };
  const { left } = await closed({ 'pnr-retrieve': ['BOOKING_NOT_FOUND'] }, invented);
  equal(left, undefined);
  const { left: kept } = await closed({ 'pnr-retrieve': ['BOOKING_NOT_FOUND'] }, { ...invented, route: 'AAA-BBB' });
  match(kept ?? '', /unknown whether tickets were issued/);
});
