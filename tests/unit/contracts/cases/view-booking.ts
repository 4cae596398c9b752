/** Literal traces for the clauses of what a view of a booking says, and to whom. */
import type { BookingFact } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Body, cancel, type Viewed, view, viewed } from '../booking-trace.ts';
import { type Answer, bound, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { creation, notViewed, one, showing } from './views.ts';

const asked = (bookingId: Json, came: Answer): Trace => one(came, { booking: { bookingId } });

const read = (booking: Partial<Omit<BookingFact, 'at'>>, part: Body = {}): Trace =>
  one(viewed(part), { reported: { booking } });
const staying = (checkIn: string, checkOut: string): Trace => read({ checkIn, checkOut });
const times = (checkinTime: Json, checkoutTime: Json): Trace => showing({ checkinTime, checkoutTime });
const backwards = (where: string, expected: string, actual: string, trace: Trace) =>
  breaks(where, `after ${expected}, when the guests come`, actual, trace);

const euros = (amount: number, currency = 'EUR') => ({ amount, currency });
const priced = (price: number, ...priceParts: number[]): Trace =>
  read({ price: euros(price), priceParts: priceParts.map((part) => euros(part)) });
const notThePrice = (price: string, actual: string, trace: Trace) =>
  breaks('response.body', `parts of ${price} together, which is the price`, actual, trace);

const residing = (residence: boolean, came: Answer, rest: Viewed = {}): Step => view(came, { residence, ...rest });
const pairs = (...steps: Step[]): Trace => traceOf([creation, ...steps]);
const refusedView = refusal(400, 'X');
const notAccepted = (actual: string, trace: Trace) =>
  breaks('response.status', 'a view, as with the other value of includeResidenceDetails', actual, trace);

const unknown = (came: Answer, bearer: 'own' | 'garbage' = 'own'): Trace =>
  traceOf([view(came, { sent: { bearer } })], { input: { unknownBookings: ['b-1'] } });
const unnamed = (came: Answer, booking: Body = {}): Trace => one(came, { booking });
const foreign = (came: Answer): Trace => traceOf([creation, view(came, { sent: { bearer: 'other' } })]);
const succeeds = (trace: Trace, actual = '200') => breaks('response.status', 'a refusal', actual, trace);

export const viewBookingCases = {
  'view-booking.booking-id-is-the-one-asked-for': {
    passes: { same: showing({}) },
    fails: {
      'of number': breaks(
        'response.body.bookingId',
        '12, the booking asked for',
        '"13"',
        asked(12, viewed({ bookingId: '13' })),
      ),
    },
    nothing: notViewed,
    unshown: { 'named otherwise': one(viewed(), { booking: { reference: 'r' } }) },
  },
  'view-booking.check-in-is-before-check-out': {
    passes: {
      days: staying('2026-11-20', '2026-11-21'),
      'moments of which one has a zone': staying('2026-11-20T23:00:00-05:00', '2026-11-21T03:00:00'),
      'moments of two zones': staying('2026-11-20T14:00:00+03:00', '2026-11-20T12:00:00+00:00'),
    },
    fails: {
      'one day': backwards('response.body', '2026-11-20', '2026-11-20', staying('2026-11-20', '2026-11-20')),
      'documented moments': backwards(
        'response.body.checkoutTime',
        '2026-11-22T14:00',
        '"2026-11-20T12:00"'.replaceAll('"', ''),
        times('2026-11-22T14:00', '2026-11-20T12:00'),
      ),
      'documented moments, and the binding could not read': backwards(
        'response.body.checkoutTime',
        '2026-11-22',
        '2026-11-20',
        one(viewed({ checkinTime: '2026-11-22', checkoutTime: '2026-11-20' }), { reported: 'unread' }),
      ),
    },
    nothing: notViewed,
    unshown: {
      'times of day': showing({}),
      'one of two': read({ checkIn: '2026-11-20' }),
      'moments of one day': times('0001-01-01T14:00:00', '0001-01-01T12:00:00'),
    },
  },
  'view-booking.residence-details-are-accepted': {
    passes: { both: pairs(residing(true, viewed()), residing(false, viewed())) },
    fails: {
      'without it': notAccepted('200', pairs(residing(true, viewed()), residing(false, ok({ success: false })))),
    },
    nothing: {
      'refused before it was viewed at all': pairs(residing(false, refusedView), residing(true, viewed())),
      'price details make the difference': pairs(
        residing(true, viewed()),
        residing(false, refusedView, { price: false }),
      ),

      'a cancellation in between': pairs(residing(true, viewed()), cancel(ok({})), residing(false, refusedView)),
      'lack of rights': pairs(residing(true, viewed()), residing(false, empty(403))),

      'a booking that does not exist': traceOf([residing(true, viewed()), residing(false, refusedView)], {
        input: { unknownBookings: [] },
      }),
    },
  },
  'view-booking.price-parts-add-up': {
    passes: { exactly: priced(100, 60, 40), 'rounded in each part': priced(100, 33.33, 33.33, 33.33) },
    fails: { less: notThePrice('100 EUR', '99 EUR', priced(100, 60, 39)) },
    nothing: notViewed,
    unshown: {
      'not read by the binding': read({ price: euros(7) }),

      'two currencies': read({ price: euros(7), priceParts: [euros(3), euros(4, 'USD')] }),
      'another currency': read({ price: euros(7), priceParts: [euros(3, 'USD')] }),
    },
  },
  'view-booking.unknown-booking-is-refused': {
    passes: { refused: unknown(refusal(404, 'BOOKING_NOT_FOUND')), 'a 204': unknown(empty(204)) },
    fails: { viewed: succeeds(unknown(viewed())) },
    nothing: {
      'a booking that exists': showing({}),
      'an empty body': traceOf([bound('view-booking', refusal(400, 'X'))], { input: { unknownBookings: [] } }),
    },
  },
  'view-booking.unnamed-booking-is-refused': {
    passes: { refused: unnamed(refusal(400, 'X')) },
    fails: { 'without a name': succeeds(unnamed(viewed())) },
    nothing: { 'of number 0': unnamed(viewed(), { bookingId: 0 }), 'lack of rights': unnamed(empty(403)) },
  },
  'view-booking.other-partner-sees-nothing': {
    passes: { 'not found': foreign(refusal(404, 'BOOKING_NOT_FOUND')) },
    fails: { viewed: succeeds(foreign(viewed())) },
    nothing: { 'a booking of nobody': traceOf([view(viewed(), { sent: { bearer: 'other' } })]) },
  },
} satisfies Record<string, ClauseCases>;
