/** The ways in which flights and their bookings break their clauses. */
import type { Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { type Breakage, breakage, everyAnswer, oneAnswer, oneBody, type Story, type Which } from './breakage.ts';
import { fields, inBody, inPart, oneEntry, oneOf, without } from './entries.ts';
import { flightTelling, unknownFlightTelling } from './flights.ts';
import { ok, refused, type Step } from './telling.ts';

const of =
  (operation: OperationId, bearer: Step['bearer'] = 'own'): Which =>
  (step) =>
    step.operation === operation && step.bearer === bearer;

const no = [refused(409, 'NO'), refused(200, 'NOT_NOW'), refused(404, 'BOOKING_NOT_FOUND')];

const walked = ['avia-search', 'avia-offer-price', 'fare-rules', 'pnr-create', 'pnr-retrieve', 'pnr-reprice'] as const;

const isAlive: Which = ({ operation, bearer, part }) =>
  operation === 'pnr-retrieve' && bearer === 'own' && part !== 'after';

const ofFlights: readonly Breakage[] = [
  breakage(
    'avia-search.search-id-is-told',
    'tells no searchId',
    inBody('avia-search', (body, pick) => ({
      ...body,
      meta: oneOf<Json>([null, {}, { searchId: '' }, { searchId: 7 }, { searchId: null }], pick),
    })),
  ),
  breakage(
    'avia-search.offers-have-prices',
    'tells an offer without a price',
    oneBody(
      'avia-search',
      oneEntry('offers', (offer) => without(offer, 'price')),
    ),
  ),
  breakage(
    'avia-availability.answers-without-search',
    'wants a search before',
    everyAnswer('avia-availability', ...no),
  ),
  breakage('avia-schedule.answers-without-search', 'wants a search before', everyAnswer('avia-schedule', ...no)),
  breakage(
    'avia-availability.seats-are-told',
    'tells a flight without seats',
    oneBody(
      'avia-availability',
      oneEntry('flights', (flight) => without(flight, 'seats')),
    ),
  ),
  breakage(
    'avia-schedule.carries-no-price',
    'tells the price of a flight',
    oneBody(
      'avia-schedule',
      oneEntry('flights', (flight) => ({ ...flight, price: { amount: 7 } })),
    ),
  ),
  breakage(
    'avia-offer-price.unchanged-offer-keeps-its-price',
    'moves a price without a word',
    oneBody(
      'avia-offer-price',
      oneEntry('offers', (offer, pick) => {
        const amount = Number(fields(offer.price).amount) + 0.02;
        return offer.isPriceChanged
          ? { ...offer, isPriceChanged: oneOf([false, null], pick) }
          : { ...offer, price: { ...fields(offer.price), amount } };
      }),
    ),
  ),
  breakage(
    'avia-offer-price.price-is-told',
    'tells no price',
    oneBody(
      'avia-offer-price',
      oneEntry('offers', (offer) => without(offer, 'price')),
    ),
  ),
  breakage(
    'fare-rules.rules-are-told',
    'tells no rule',
    inBody('fare-rules', (_, pick) => ({ rules: oneOf<Json>([[], [{ text: ' ' }], [{}]], pick) })),
  ),
  breakage('pnr-create.booking-id-is-uuid', 'names a booking otherwise', (telling, pick) => {
    const last = telling.steps.findLastIndex(({ operation }) => operation === 'pnr-create');
    const alone = { ...telling, steps: telling.steps.slice(0, last + 1) };
    return inBody('pnr-create', (body, draw) => ({
      ...body,
      bookingId: oneOf<Json>(['b-17', 17, `${body.bookingId}0`, null, ''], draw),
    }))(alone, pick);
  }),
  breakage(
    'pnr-retrieve.answers-the-booking-asked-for',
    'shows another booking',
    inBody(of('pnr-retrieve'), (body) => ({ ...body, bookingId: '00000000-0000-4000-8000-000000000000' })),
  ),
  breakage(
    'pnr-retrieve.cancelled-booking-is-not-active',
    'shows a cancelled booking as active',
    inBody(inPart('after'), (body) => ({ ...body, isActive: true })),
  ),
  breakage(
    'pnr-retrieve.other-partner-sees-nothing',
    'shows a booking to another',
    oneAnswer(of('pnr-retrieve', 'other'), ok({ isActive: true }), ok({ seats: 0 })),
  ),
  breakage(
    'pnr-reprice.price-is-told',
    'tells no price',
    inBody('pnr-reprice', () => ({})),
  ),
  breakage('pnr-cancel.works-on-own-booking', 'cancels nothing', (telling, pick) =>
    everyAnswer('pnr-cancel', ...no)(
      { ...telling, steps: telling.steps.filter(({ operation }) => operation !== 'ticket-issue') },
      pick,
    ),
  ),
  breakage(
    'pnr-cancel.other-partner-is-refused',
    'cancels for another',
    oneAnswer(of('pnr-cancel', 'other'), ok({}), ok({ isActive: false }), { status: 204 }),
  ),
  breakage(
    'ticket-issue.cancelled-booking-is-refused',
    'issues for a cancelled booking',
    oneAnswer('ticket-issue', ok({}), ok({ tickets: [{ ticketNumber: '5550000000001' }] })),
  ),
  breakage(
    ['ticket-issue.works-on-created-booking', 'avia-flow.typical-flow-can-be-walked'],
    'issues no ticket',
    (telling, pick) =>
      everyAnswer('ticket-issue', ...no)(
        {
          ...telling,
          steps: telling.steps.filter(({ operation, part }) => operation !== 'pnr-cancel' && part !== 'after'),
        },
        pick,
      ),
  ),
  ...walked.map((operation) =>
    breakage(
      'avia-flow.typical-flow-can-be-walked',
      `refuses every ${operation}`,
      everyAnswer(operation === 'pnr-retrieve' ? isAlive : of(operation), ...no.slice(0, 2)),
    ),
  ),
];

const isUuid = (id: Json | undefined): boolean => typeof id === 'string' && /^[0-9a-f]{8}-/i.test(id);

const about =
  (isOfUuid: boolean, ...operations: readonly OperationId[]): Which =>
  ({ operation, intent }) =>
    operations.includes(operation) && isUuid(fields(fields(intent).booking).bookingId) === isOfUuid;

const reads = [
  'pnr-retrieve',
  'pnr-reprice',
  'ticket-info',
  'ticket-exchange-calculation',
  'ticket-refund-calculation',
] as const;

const ofUnknown: readonly Breakage[] = [
  breakage(
    'avia-booking.unknown-booking-is-refused',
    'shows what nobody booked',
    oneAnswer(about(true, 'pnr-retrieve', 'pnr-reprice'), ok({ isActive: false }), ok(['x']), ok(0)),
  ),
  breakage(
    'avia-booking.unknown-booking-is-refused',
    'cancels what nobody booked',
    oneAnswer(about(true, 'pnr-cancel'), ok({}), { status: 204 }),
  ),
  breakage(
    'avia-booking.malformed-booking-id-is-refused',
    'takes anything for an id',
    oneAnswer(about(false, 'pnr-cancel', 'ticket-issue'), ok({}), { status: 204 }),
  ),
  breakage(
    'avia-booking.malformed-booking-id-is-refused',
    'shows a booking of any id',
    oneAnswer(about(false, ...reads), ok({ isActive: false })),
  ),
  breakage(
    'ticket-issue.unknown-booking-is-refused',
    'issues for nobody',
    oneAnswer(about(true, 'ticket-issue'), ok({}), ok(null)),
  ),
];

export const flightStories: readonly Story[] = [
  { name: 'flights', conforming: flightTelling, breakages: ofFlights },
  { name: 'unknown flights', conforming: unknownFlightTelling, breakages: ofUnknown },
];
