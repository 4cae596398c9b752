/** Wrong requests and refused effects leave nothing behind that is not looked up. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Bindings } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import { judge } from '../../../../contracts/judge.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { BookingTotals, Exchange, Trace } from '../../../../contracts/trace.ts';
import { isRefused } from '../../../../engine/effects/effect.ts';
import { ticketReported } from '../../../../engine/effects/refs.ts';
import type { Flow } from '../../../../engine/flow.ts';
import { askFlightsBadly } from '../../../../flows/ask-flights-badly.ts';
import { askHotelsBadly } from '../../../../flows/ask-hotels-badly.ts';
import { bookThenCancel } from '../../../../flows/book-then-cancel.ts';
import { bookThenVoid } from '../../../../flows/book-then-void.ts';
import { bookWithIncompleteGuests } from '../../../../flows/book-with-incomplete-guests.ts';
import { exchangeThenRefund } from '../../../../flows/exchange-then-refund.ts';
import type { FaultId } from '../../../../sandbox/faults.ts';
import type { PlannedTrouble } from '../../../../sandbox/troubles.ts';
import { bookable, closeSandbox, placed, story } from '../../flows/hotel-world.ts';
import { openFlights } from './bookable.ts';

after(closeSandbox);

const answered = (status: number, body: Json): Exchange =>
  ({ response: { status, headers: {}, body, bytes: 2 } }) as unknown as Exchange;
const error = { code: 'NO_ROOM_LEFT', message: 'No room is left.' };

const refusals = [
  [400, { error }, true],
  [409, { error }, true],
  [422, { error }, true],
  [429, { error }, true],
  [404, {}, true],
  [200, { error }, true],
  [502, { error: { code: 'SUPPLIER_ERROR', message: 'No.' } }, true],
  [429, {}, false],
  [500, { error }, false],
  [200, {}, false],
] as const;

test('a refusal of a booking is known by its status and its code', () => {
  for (const [status, body, is] of refusals) equal(isRefused(answered(status, body)), is, `${status}`);
});

/** What no service books, and a view that reports no names. */
const refusing = ({ bindings }: Target): Partial<Target> => ({
  bindings: {
    ...bindings,
    'create-booking': {
      ...bindings['create-booking'],
      request: ({ guests }) => ({ nonsense: guests.flat().map(({ lastName }) => lastName) }),
    },
    'view-booking': { request: ({ booking }) => ({ bookingId: booking.bookingId ?? null }) },
  },
});

const bookOne = story(async (session) => session.book(await bookable(session)));

test('a look that does not show whose bookings are listed settles a refusal', async () => {
  const place = placed({ oddities: ['lists-bookings-without-guests'] }, refusing);
  const before = placed({}, () => ({ baseUrl: place.target.baseUrl }));
  const ledger = memoryLedger(place.time.now);
  let seen: string | undefined;
  await before.play(async (session) => {
    await session.book(await bookable(session));
    seen = (await place.record(bookOne, { ledger })).attempts?.[0]?.found;
  });
  equal(seen, 'unknown', 'a living booking of the time may be anybody’s');
  deepEqual(await ledger.entries(), []);
});

test('as long as no look is possible it stays, and the first sweep that can look settles it', async () => {
  const troubles: PlannedTrouble[] = [{ id: 'answers-503', operations: ['search-bookings'] }];
  const place = placed({ troubles }, refusing);
  const ledger = memoryLedger(place.time.now);
  await place.record(bookOne, { ledger });
  const sweeping = async () => (await place.sweep({ ledger }))[0]?.left;
  match((await sweeping()) ?? '', /unknown what became of it: search-bookings ended in trouble/);
  troubles.length = 0;
  equal(await sweeping(), undefined, 'although the service could work on an answer that was lost');
  deepEqual(await ledger.entries(), []);
});

const withoutCitizenship = 'create-booking.guest-without-citizenship-is-refused';
const cannotSay = { outcome: 'inconclusive', because: 'unshown', reason: "this target's request cannot say it" };

/** Sends nothing of the citizenship of guests. */
const silentOfCitizenship = ({ bindings }: Target): Pick<Target, 'bindings'> => {
  const binding = bindings['create-booking'] as NonNullable<Bindings['create-booking']>;
  const request: typeof binding.request = (intent) =>
    binding.request({
      ...intent,
      guests: intent.guests.map((room) => room.map(({ citizenship: _, ...guest }) => guest)),
    });
  return { bindings: { ...bindings, 'create-booking': { ...binding, request } } };
};

const bodiesOf = ({ exchanges }: Trace): (string | undefined)[] =>
  exchanges
    .filter(({ operation }) => operation === 'create-booking')
    .map(({ request }) => JSON.stringify(request.body));

test('guests that lack what the request never says are not booked, and the rest of the story goes on', async () => {
  const ledger = memoryLedger(Date.now);
  const trace = await placed({}, silentOfCitizenship).record(bookWithIncompleteGuests, { ledger, depth: 'standard' });
  equal(trace.error, undefined);
  const { outcome, because, reason } = judge(withoutCitizenship, trace);
  deepEqual({ outcome, because, reason }, cannotSay);
  equal(trace.unsaid?.includes('create-booking.guest-without-gender-is-refused'), false);
  equal(bodiesOf(trace).length, 2, 'without a gender, and with all that the request can say');
  equal(trace.bookings?.requested, 2, 'what was not sent is not counted');
  deepEqual([trace.bookings?.left, await ledger.entries()], [0, []]);
});

test('what is spelled like a right request, said or sent before, is not sent, and costs no budget', async () => {
  const sent: (boolean | number)[] = [];
  const trace = await placed({}, silentOfCitizenship).play(async (session) => {
    const right = await bookable(session);
    const lacking = right.guests.map((room) => room.map(({ citizenship: _, ...guest }) => guest));
    const before = await session.bookingsLeft();
    const unsaid = await session.wrong({ clauses: [withoutCitizenship], unlike: [right] }, (options) =>
      session.book({ ...right, guests: lacking }, options),
    );
    sent.push(unsaid !== undefined, before - (await session.bookingsLeft()));
    const { search } = right;
    const again = await session.wrong({ clauses: [], unlike: [] }, (options) =>
      session.ask('hotel-search', search, options),
    );
    const other = await session.wrong({ clauses: [], unlike: [search] }, (options) =>
      session.ask('hotel-search', { ...search, region: 'nowhere' }, options),
    );
    const foreign = await session.wrong({ clauses: [], unlike: [] }, (options) =>
      session.ask('hotel-search', search, { ...options, bearer: 'other' }),
    );
    sent.push(again !== undefined, other !== undefined, foreign !== undefined);
  });
  deepEqual(sent, [false, 0, false, true, true], 'whose key a request carries is a part of it');
  deepEqual([bodiesOf(trace), trace.unsaid], [[], [withoutCitizenship]]);
});

test('a binding that breaks on what is wrong cannot say it; one that breaks on what it is unlike can', async () => {
  const numbered = ({ bindings }: Target): Pick<Target, 'bindings'> => ({
    bindings: { ...bindings, 'pnr-retrieve': { request: ({ booking }) => Number(BigInt(String(booking.bookingId))) } },
  });
  const unknownIsRefused = 'avia-booking.unknown-booking-is-refused';
  const askedFor = (bookingId: string, other: string) =>
    placed({}, numbered).play((session) =>
      session.wrong({ clauses: [unknownIsRefused], unlike: [{ booking: { bookingId: other } }] }, (options) =>
        session.ask('pnr-retrieve', { booking: { bookingId } }, options),
      ),
    );
  const unnamed = await askedFor('none', '7');
  deepEqual([unnamed.exchanges, unnamed.error, unnamed.unsaid], [[], undefined, [unknownIsRefused]]);
  const named = await askedFor('7', 'none');
  deepEqual([named.exchanges.at(-1)?.request.body, named.error, named.unsaid], [7, undefined, undefined]);
});

test('a target that can say all that is wrong is asked all of it, at any seed', async () => {
  const here = placed();
  const unsaid: unknown[] = [];
  for (const flow of [askFlightsBadly, askHotelsBadly, bookWithIncompleteGuests, exchangeThenRefund]) {
    for (let seed = 1; seed <= 2; seed += 1) {
      const trace = await here.record(flow, { seed, depth: 'standard' });
      if (trace.unsaid ?? trace.error) unsaid.push([flow.id, seed, trace.unsaid, trace.error]);
    }
  }
  deepEqual(unsaid, []);
});

/** Of a row two bookings, and what takes the place of the first; five exchanges are refused, and issue nothing. */
const refunding = { requested: 12, cancelled: 12, left: 0, tickets: { requested: 25, closed: 17, left: 0 } };

const wholeFlows: readonly (readonly [what: string, Flow, FaultId[], BookingTotals?])[] = [
  [
    'a ticket that is refunded before it was calculated',
    exchangeThenRefund,
    ['refunds-what-nobody-calculated'],
    refunding,
  ],
  ['a ticket that is voided in no booking', bookThenVoid, ['voids-a-ticket-whatever-booking-is-named']],
  ['two bookings at a time', bookThenCancel, []],
];

for (const [what, flow, faults, totals] of wholeFlows) {
  test(`of ${what} nothing is left`, async () => {
    const place = placed({ faults });
    const ledger = memoryLedger(place.time.now);
    const { error, bookings } = await place.record(flow, { ledger });
    equal(error, undefined);
    if (totals) deepEqual(bookings, totals);
    deepEqual([(bookings?.requested ?? 0) > 1, bookings?.left, bookings?.tickets?.left ?? 0], [true, 0, 0]);
    deepEqual([openFlights(place.world), place.open()], [{ bookings: 0, tickets: 0 }, []]);
    deepEqual(await ledger.entries(), []);
  });
}

const wanted = { ticketNumber: '0001234567890' };

test('a ticket is known by its number in either form, and another number is another ticket', () => {
  const other = { at: [], ticketNumber: '0001234567891', isOpen: false };
  equal(ticketReported([other], wanted), undefined, 'also where it is the only one');
  const same = { at: [], ticketNumber: 'AA-1234567890', isOpen: true };
  deepEqual(ticketReported([other, same], wanted), same);
});

test('the only one need not repeat its number, and of several none is picked', () => {
  const nameless = { at: [], isOpen: false };
  deepEqual(ticketReported([nameless], wanted), nameless);
  equal(ticketReported([nameless, nameless], wanted), undefined);
  equal(ticketReported(undefined, wanted), undefined);
});
