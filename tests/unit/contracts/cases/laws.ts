/** Literal traces for the laws: clauses that hold for every thing of a kind. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import * as hotel from '../booking-trace.ts';
import { attempt, type Body, cancel, create, created, guest, list, view, viewed } from '../booking-trace.ts';
import * as avia from '../flight-trace.ts';
import { bookingId, made, retrieve, secondId } from '../flight-trace.ts';
import { ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const stays = (...steps: Step[]): Trace => traceOf([create(created()), ...steps], { attempts: [attempt()] });
const completed = (part: Body = {}): Step => view(viewed({ bookingInfo: { status: 'completed' }, ...part }));
const room = (roomId: Json, part: Body = {}): Step => completed({ hotel: { room: { roomId } }, ...part });
const elsewhere = cancel(ok({}), {}, {}, { bookingId: 'b-2' });
const own = cancel(ok({}));

const since = (was: string, exchange: number, act: string): string =>
  `${was}, as in exchange ${exchange}: nothing was done to it since, only ${act}`;

const flights = (...steps: Step[]): Trace => avia.flights([avia.creation, ...steps]);

const ticket = (part: Body = {}): Step =>
  avia.info(ok({}), { reported: { tickets: [{ at: [], ticketNumber: avia.ticketNumber, isOpen: true, ...part }] } });
const otherVoid = avia.voided(ok({}), { number: avia.secondNumber });

const booked = (id: Json, lastName: string): Step =>
  create(created({ bookingId: id }), { guests: [guest({ lastName })] });

const page = (...ids: Json[]): Step =>
  list(ok({ bookings: ids.map((id) => ({ bookingId: id, status: 'completed' })) }));

const priced = (offerId: string, mealTypeId: Json, room: string, operation: 'search' | 'pricing'): Step =>
  operation === 'search'
    ? hotel.asking('hotel-search', ok({ offers: [{ offerId, mealTypeId, room }] }), {})
    : hotel.asking('hotel-pricing', ok({ offers: [{ offerId, mealTypeId, room }] }), {});
const searched = (offerId: string, mealTypeId: Json, room = offerId): Step =>
  priced(offerId, mealTypeId, room, 'search');
const priceOf = (offerId: string, mealTypeId: Json, room = offerId): Step =>
  priced(offerId, mealTypeId, room, 'pricing');
/** Four offers on whose meals both operations agree. */
const agreed = [1, 2, 3, 4].flatMap((meal) => [searched(`o-${meal}`, meal, 'x'), priceOf(`o-${meal}`, meal, 'x')]);

/** One name of the room in the search, and another in the pricing. */
const unlike = (meal: number): Step[] => [
  searched(`o-${meal}`, meal, `a${meal}`),
  priceOf(`o-${meal}`, meal, `b${meal}`),
];

const flightOffer = (step: typeof avia.search, reference: string, from: Json): Step =>
  step(ok({ offers: [{ from }] }), { reported: { flightOffers: [{ at: ['offers', 0], reference }] } });
const agreedFlights = ['HEL', 'FCO', 'OSL', 'ARN'].flatMap((from) => [
  flightOffer(avia.search, from, from),
  flightOffer(avia.offerPrice, from, from),
]);

const branded = (reference: string, brand: Json): Step =>
  avia.search(ok({ offers: [{ brand }] }), { reported: { flightOffers: [{ at: ['offers', 0], reference }] } });
const rulesOf = (reference: string, brand: Json): Step =>
  avia.fareRules(ok({ brand }), { intent: avia.ofOffer({ reference }), reported: { fareRules: [] } });
const ruledFlights = ['Basic', 'Classic', 'Promo'].flatMap((brand) => [branded(brand, brand), rulesOf(brand, brand)]);

const scheduled = (step: typeof avia.schedule, reference: string, to: Json): Step =>
  step(ok({ flights: [{ to }] }), { reported: { flights: [{ at: ['flights', 0], reference }] } });
const scheduledFlights = ['HEL', 'FCO', 'OSL'].flatMap((to) => [
  scheduled(avia.schedule, to, to),
  scheduled(avia.availability, to, to),
]);

const bothAt = (day: string): Step[] =>
  [avia.schedule, avia.availability].map((step) => scheduled(step, day, `${day}T10:00:00Z`));

const people = [guest({ firstName: 'Ann' }), guest({ firstName: 'Bob' })];
const staysOf = (...steps: Step[]): Trace =>
  traceOf([create(created(), { guests: people }), ...steps], { attempts: [attempt()] });
const showing = (...firstNames: Json[]): Step => viewOf(firstNames.map((firstName) => ({ firstName })));
const viewOf = (guests: Json): Step => completed({ guests });

const passengers = { ...avia.ofOffer(), passengers: [{ firstName: 'Ann' }, { firstName: 'Bob' }] };
const flownBy = (...names: Json[]): Step => retrieve(ok({ bookingId, people: names.map((first) => ({ first })) }));
const flownFor = (...steps: Step[]): Trace => avia.flights([avia.create(made(), { intent: passengers }), ...steps]);

const refusedCancel = (id: string): Step => cancel(refusal(409, 'NO'), {}, {}, { bookingId: id });
const completedIn = (id: string): Step =>
  view(viewed({ bookingId: id, bookingInfo: { status: 'completed' } }), { booking: { bookingId: id } });
const cancelledBoth = (...steps: Step[]): Trace =>
  traceOf([
    booked('b-1', hotel.mark),
    booked('b-2', hotel.otherMark),
    completedIn('b-1'),
    completedIn('b-2'),
    ...steps,
  ]);

const lastSeen = (second: string): Step => room(7, { lastSeen: `2026-08-30T10:00:${second}Z` });

export const lawCases = {
  'view-booking.acts-elsewhere-change-nothing': {
    passes: {
      'through the cancellation of another': stays(room(7), room(7), elsewhere, room(7)),
      'people in one text are a list': stays(
        completed({ guests: 'Ann Berg; Bob Berg' }),
        completed({ guests: 'Ann Berg; Bob Berg' }),
        elsewhere,
        completed({ guests: 'Bob Berg; Ann Berg' }),
      ),
      'what is another in each answer': stays(room(7, { id: 1 }), room(7, { id: 2 }), elsewhere, room(7, { id: 3 })),
      'what goes on with the clock': stays(lastSeen('01'), lastSeen('01'), elsewhere, lastSeen('03')),
      'what counts the entries of a list': stays(
        completed({ guests: [{ room: 1 }, { room: 2 }] }),
        completed({ guests: [{ room: 1 }, { room: 2 }] }),
        elsewhere,
        completed({ guests: [{ room: 2 }, { room: 2 }] }),
      ),
    },
    fails: {
      'another room once another booking is cancelled': breaks(
        'response.body.hotel.room.roomId',
        since('7', 1, 'cancel-booking (exchange 3)'),
        '9',
        stays(room(7), room(7), elsewhere, room(9)),
      ),
      'another guest in place of one of two with one name': breaks(
        'response.body.guests[1].firstName',
        since('"Ann"', 1, 'cancel-booking (exchange 3)'),
        '"Bob"',
        stays(showing('Ann', 'Ann'), showing('Ann', 'Ann'), elsewhere, showing('Ann', 'Bob')),
      ),
      'a later moment than the clock has reached': breaks(
        'response.body.lastSeen',
        since('"2026-08-30T10:00:01Z"', 1, 'cancel-booking (exchange 3)'),
        '"2026-08-30T10:00:59Z"',
        stays(lastSeen('01'), lastSeen('01'), elsewhere, lastSeen('59')),
      ),
      'an earlier moment': breaks(
        'response.body.lastSeen',
        since('"2026-08-30T10:00:03Z"', 1, 'cancel-booking (exchange 3)'),
        '"2026-08-30T10:00:01Z"',
        stays(lastSeen('03'), lastSeen('03'), elsewhere, lastSeen('01')),
      ),
      'a refusal of what was answered': breaks(
        'response.body',
        since('"answered"', 1, 'cancel-booking (exchange 3)'),
        '"refused"',
        stays(room(7), room(7), elsewhere, view(refusal(404, 'NO'))),
      ),
    },
    nothing: {
      'nothing is done elsewhere': stays(room(7), room(9)),
      'it is cancelled in between': stays(room(7), room(7), own, room(9)),
      'it is in work': stays(view(viewed()), view(viewed()), elsewhere, view(viewed({ hotel: {} }))),
    },
    unshown: { 'nothing is asked twice': stays(room(7), elsewhere, room(9)) },
  },
  'ticket-info.acts-elsewhere-change-nothing': {
    passes: { 'through the void of another': avia.ticketed([ticket(), ticket(), otherVoid, ticket()]) },
    fails: {
      'voided with another': breaks(
        'response.body',
        since('true', 3, 'ticket-cancel (exchange 4)'),
        'false',
        avia.ticketed([ticket(), ticket(), otherVoid, ticket({ isOpen: false })]),
      ),
    },
    nothing: {
      'it is voided': avia.ticketed([ticket(), ticket(), avia.voided(), ticket({ isOpen: false })]),
      'the first look after its issue may be late': avia.ticketed([ticket(), otherVoid, ticket({ isOpen: false })]),
    },
  },
  'search-bookings.no-booking-twice': {
    passes: { 'two bookings': traceOf([page('b-1', 'b-2')]) },
    fails: {
      'one of them twice': breaks(
        'response.body.bookings[2]',
        'each booking once',
        '"b-1"',
        traceOf([page('b-1', 'b-2', 'b-1')]),
      ),
    },
    nothing: { 'a refusal': traceOf([list(refusal(400, 'NO'))]) },
    unshown: { 'no ids': traceOf([list(ok({ bookings: [{ status: 'completed' }] }))]) },
  },
  'hotel-pricing.offers-agree': {
    passes: {
      'the same of each': traceOf(agreed),
      'another meaning of a name': traceOf([...agreed, ...[5, 6, 7].flatMap((meal) => unlike(meal))]),
    },
    fails: {
      'another meal': breaks(
        'response.body.offers[0].mealTypeId',
        '5, as hotel-search says of it (exchange 8)',
        '6',
        traceOf([...agreed, searched('o-5', 5), priceOf('o-5', 6)]),
      ),
    },
    nothing: { 'no offers': traceOf([hotel.asking('hotel-search', ok({}), {})]) },
    unshown: { 'of one offer alone': traceOf([searched('o-1', 1), priceOf('o-1', 2)]) },
  },
  'avia-offer-price.offers-agree': {
    passes: { 'the same of each': traceOf(agreedFlights) },
    fails: {
      'another airport': breaks(
        'response.body.offers[0].from',
        '"TLL", as avia-search says of it (exchange 8)',
        '"RIX"',
        traceOf([...agreedFlights, flightOffer(avia.search, 'x', 'TLL'), flightOffer(avia.offerPrice, 'x', 'RIX')]),
      ),
    },
    nothing: { 'no offers': traceOf([avia.search()]) },
  },
  'fare-rules.offers-agree': {
    passes: { 'the same of each': traceOf(ruledFlights) },
    fails: {
      'another fare': breaks(
        'response.body.brand',
        '"Flex", as avia-search says of it (exchange 6)',
        '"Fl"',
        traceOf([...ruledFlights, branded('x', 'Flex'), rulesOf('x', 'Fl')]),
      ),
    },
    nothing: { 'no rules': traceOf([branded('x', 'Flex')]) },
  },
  'avia-availability.flights-agree': {
    passes: { 'the same of each': traceOf(scheduledFlights) },
    fails: {
      'an airport cut short': breaks(
        'response.body.flights[0].to',
        '"TLL", as avia-schedule says of it (exchange 6)',
        '"TL"',
        traceOf([...scheduledFlights, scheduled(avia.schedule, 'x', 'TLL'), scheduled(avia.availability, 'x', 'TL')]),
      ),
      'a departure a day later': breaks(
        'response.body.flights[0].to',
        '"2026-11-04T10:00:00Z", as avia-schedule says of it (exchange 6)',
        '"2026-11-05T10:00:00Z"',
        traceOf([
          ...['2026-11-01', '2026-11-02', '2026-11-03'].flatMap(bothAt),
          scheduled(avia.schedule, 'x', '2026-11-04T10:00:00Z'),
          scheduled(avia.availability, 'x', '2026-11-05T10:00:00Z'),
        ]),
      ),
    },
    nothing: { 'no flights': traceOf([avia.schedule()]) },
  },
  'view-booking.people-are-as-sent': {
    passes: {
      'in another order': staysOf(showing('Ann', 'Bob'), showing('Bob', 'Ann')),
      'the lead guest alone': staysOf(showing('Ann', 'Bob'), showing('Ann')),
    },
    fails: {
      'a name that is cut': breaks(
        'response.body.guests[1].firstName',
        '"Bob", as it was sent',
        '"Bo"',
        staysOf(showing('Ann', 'Bob'), showing('Ann', 'Bo')),
      ),
    },
    nothing: { 'not ours': traceOf([showing('Ann', 'Bob')]) },
  },
  'pnr-retrieve.people-are-as-sent': {
    passes: { 'in another order': flownFor(flownBy('Ann', 'Bob'), flownBy('Bob', 'Ann')) },
    fails: {
      'a name of another': breaks(
        'response.body.people[1].first',
        '"Bob", as it was sent',
        '"Eve"',
        flownFor(flownBy('Ann', 'Bob'), flownBy('Ann', 'Eve')),
      ),
    },
    nothing: { 'not ours': traceOf([flownBy('Ann', 'Bob')]) },
    unshown: { 'names in capitals': flownFor(flownBy('ANN', 'BOB')) },
  },
  'pnr-retrieve.acts-name-the-booking': {
    passes: { 'the booking asked about': flights(avia.cancel(ok({ bookingId }))) },
    fails: {
      'another booking': breaks(
        'response.body.bookingId',
        `"${bookingId}", the booking asked about`,
        `"${secondId}"`,
        flights(avia.cancel(ok({ bookingId: secondId }))),
      ),
    },
    nothing: { 'a refusal': flights(avia.cancel(refusal(409, 'NO'))) },
    unshown: { 'no booking': flights(avia.cancel(ok({}))) },
  },
  'cancel-booking.works-on-own-booking': {
    passes: { 'one of two': cancelledBoth(refusedCancel('b-1'), cancel(ok({}), {}, {}, { bookingId: 'b-2' })) },
    fails: {
      'both are refused': breaks(
        'response.status',
        'a success for one of 2 tried: cancelling a completed booking',
        '409',
        cancelledBoth(refusedCancel('b-1'), refusedCancel('b-2')),
      ),
    },
    nothing: { 'in work': stays(view(viewed()), cancel(refusal(409, 'NO'))) },
  },
} satisfies Record<string, ClauseCases>;
