/** Literal traces for the clauses of what a view of a booking says, and to whom. */
import type { BookingFact } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Body,
  cancel,
  create,
  created,
  type Viewed,
  view,
  viewed,
  viewedIn,
  viewedWithout,
} from '../booking-trace.ts';
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
    passes: {
      same: showing({}),
      'of number': asked('12', viewed({ bookingId: 12 })),
      'in capitals': asked('ab-1', viewed({ bookingId: 'AB-1' })),
    },
    fails: {
      another: breaks(
        'response.body.bookingId',
        '"b-1", the booking asked for',
        '"b-2"',
        showing({ bookingId: 'b-2' }),
      ),
      'of number': breaks(
        'response.body.bookingId',
        '12, the booking asked for',
        '"13"',
        asked(12, viewed({ bookingId: '13' })),
      ),
    },
    nothing: notViewed,
    unshown: {
      'no bookingId is for another clause': one(viewedWithout('bookingId')),
      'named otherwise': one(viewed(), { booking: { reference: 'r' } }),
    },
  },
  'view-booking.check-in-is-before-check-out': {
    passes: {
      days: staying('2026-11-20', '2026-11-21'),
      'a day and a moment': staying('2026-11-20', '2026-11-21T12:00:00Z'),
      'a moment of another zone and a day': staying('2026-11-20T23:00:00-05:00', '2026-11-21'),
      'a day and a moment of another zone': staying('2026-11-20', '2026-11-21T00:30:00+03:00'),
      'moments of which one has a zone': staying('2026-11-20T23:00:00-05:00', '2026-11-21T03:00:00'),
      'moments of two zones': staying('2026-11-20T14:00:00+03:00', '2026-11-20T12:00:00+00:00'),
      'documented moments': times('2026-11-20T14:00:00', '2026-11-22T12:00:00'),
      'times of day told as moments of one day': read(
        { checkIn: '2026-11-20', checkOut: '2026-11-22' },
        { checkinTime: '0001-01-01T14:00:00', checkoutTime: '0001-01-01T12:00:00' },
      ),
    },
    fails: {
      'the days changed places': backwards(
        'response.body',
        '2026-11-22',
        '2026-11-20',
        staying('2026-11-22', '2026-11-20'),
      ),
      'one day': backwards('response.body', '2026-11-20', '2026-11-20', staying('2026-11-20', '2026-11-20')),
      'moments of one day': backwards(
        'response.body',
        '2026-11-20T14:00:00Z',
        '2026-11-20T12:00:00Z',
        staying('2026-11-20T14:00:00Z', '2026-11-20T12:00:00Z'),
      ),
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
      'words of a person': staying('Friday', 'Thursday'),
      'moments of one day': times('0001-01-01T14:00:00', '0001-01-01T12:00:00'),
    },
  },
  'view-booking.residence-details-are-accepted': {
    passes: {
      both: pairs(residing(true, viewed()), residing(false, viewed())),
      'a booking that we did not make': traceOf([residing(true, viewed()), residing(false, viewed())]),
      'with and without price details': pairs(
        residing(true, viewed(), { price: false }),
        residing(true, viewed()),
        residing(false, viewed()),
        residing(false, viewed(), { price: false }),
      ),
    },
    fails: {
      'with it': notAccepted('400', pairs(residing(false, viewed()), residing(true, refusedView))),
      'without it': notAccepted('200', pairs(residing(true, viewed()), residing(false, ok({ success: false })))),
    },
    nothing: {
      one: pairs(residing(true, viewed())),

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
    passes: {
      exactly: priced(100, 60, 40),
      'fractions of a computer': priced(0.3, 0.1, 0.2),
      'rounded in each part': priced(100, 33.33, 33.33, 33.33),
      'a discount': priced(90, 100, -10),
    },
    fails: {
      less: notThePrice('100 EUR', '99 EUR', priced(100, 60, 39)),
      'a hundredth too much for two parts': notThePrice('100 EUR', '100.02 EUR', priced(100, 60, 40.02)),
    },
    nothing: notViewed,
    unshown: {
      'not read by the binding': read({ price: euros(7) }),

      'two currencies': read({ price: euros(7), priceParts: [euros(3), euros(4, 'USD')] }),
      'another currency': read({ price: euros(7), priceParts: [euros(3, 'USD')] }),
    },
  },
  'view-booking.unknown-booking-is-refused': {
    passes: {
      refused: unknown(refusal(404, 'BOOKING_NOT_FOUND')),
      'with any code': unknown(refusal(422, 'X')),
      'at status 200': unknown(refusal(200, 'BOOKING_NOT_FOUND')),
      empty: unknown(ok({})),
      'a 204': unknown(empty(204)),
    },
    fails: {
      viewed: succeeds(unknown(viewed())),
    },
    nothing: {
      'a booking that exists': showing({}),
      'one that it made': traceOf([creation, view(viewed())], { input: { unknownBookings: [] } }),
      'an empty body': traceOf([bound('view-booking', refusal(400, 'X'))], { input: { unknownBookings: [] } }),
      'lack of rights': unknown(empty(403)),
    },
  },
  'view-booking.unnamed-booking-is-refused': {
    passes: {
      refused: unnamed(refusal(400, 'X')),
      'at status 200': unnamed(refusal(200, 'X')),
      empty: unnamed(ok({})),
    },
    fails: {
      'without a name': succeeds(unnamed(viewed())),
      'of null': succeeds(unnamed(viewed(), { bookingId: null, reference: null })),
      'of an empty text': succeeds(unnamed(viewed(), { bookingId: '' })),
    },
    nothing: {
      'one that is named': showing({}),
      'by another name': unnamed(viewed(), { bookingId: null, reference: { locator: 'X' } }),
      'of number 0': unnamed(viewed(), { bookingId: 0 }),
      'lack of rights': unnamed(empty(403)),
    },
  },
  'view-booking.other-partner-sees-nothing': {
    passes: {
      'not found': foreign(refusal(404, 'BOOKING_NOT_FOUND')),
      forbidden: foreign(empty(403)),
      'lack of rights': foreign(refusal(200, 'ACCESS_DENIED')),
      'nothing in it': foreign(ok({ bookingInfo: {} })),
    },
    fails: { viewed: succeeds(foreign(viewed())), 'another state of it': succeeds(foreign(viewedIn('failed'))) },
    nothing: {
      'our own view': traceOf([creation, view(viewed())]),
      'a booking of nobody': traceOf([view(viewed(), { sent: { bearer: 'other' } })]),
      'what both of them made, with ids counted alike': traceOf([
        creation,
        create(created(), { sent: { bearer: 'other' } }),
        view(viewed(), { sent: { bearer: 'other' } }),
      ]),
      'what the other made': traceOf([
        create(created(), { sent: { bearer: 'other' } }),
        view(viewed(), { sent: { bearer: 'other' } }),
      ]),
    },
    unshown: { 'a token that does not count': foreign(empty(401)) },
  },
} satisfies Record<string, ClauseCases>;
