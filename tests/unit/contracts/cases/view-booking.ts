/** Literal traces for the clauses of what a view of a booking says, and to whom. */

import type { ReadFacts } from '../../../../contracts/bindings.ts';
import { type BookingFact, priceGroups } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Body, cancel, create, created, type Viewed, view, viewed } from '../booking-trace.ts';
import { type Answer, bound, empty, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';
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
/** A story with a booking of its own asks about one that does not exist. */
const alsoUnknown = (came: Answer): Trace =>
  traceOf([creation, view(came, { booking: { bookingId: 'invented' } })], { input: { unknownBooking: {} } });
const unnamed = (came: Answer, booking: Body = {}): Trace => one(came, { booking });
const foreign = (came: Answer): Trace => traceOf([creation, view(came, { sent: { bearer: 'other' } })]);

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
    passes: {
      refused: unknown(refusal(404, 'BOOKING_NOT_FOUND')),
      'a 204': unknown(empty(204)),
      'beside one that there is': alsoUnknown(refusal(404, 'BOOKING_NOT_FOUND')),
    },
    fails: {
      viewed: succeeds(unknown(viewed())),
      'the one that there is instead': succeeds(alsoUnknown(viewed())),
    },
    nothing: {
      'a booking that exists': showing({}),
      'a booking that exists, in a story that asks of others': traceOf([creation, view(viewed())], {
        input: { unknownBooking: {} },
      }),
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

/** Literal traces for the clauses of the price details of a view. */
const detail = { total: 100, discount: 0, markup: 5, serviceFee: 1, commission: { rate: 1 }, vat: {}, deposit: {} };
const placed: ReadFacts = { priceDetailAt: ['prices', 'full'], upsellPriceDetailAt: ['cost'] };

/** One view, in which the binding knows the places of price details. */
const named = (price: Json, part: Body): Trace => traceOf([view(viewed(part), { price, reported: placed })]);
/** One in which they are found by their names. */
const found = (price: Json, part: Body, reported: Viewed['reported'] = {}): Trace =>
  traceOf([view(viewed(part), { price, reported })]);

const full = (value: Json): Body => ({ prices: { full: value } });
const upsells = (...costs: Json[]): Body => ({ upsells: costs.map((cost) => ({ name: 'Late', cost })) });
const upsellsWithout = { upsells: [{ name: 'Late' }, { name: 'Early', cost: null }] };

const missing = (where: string, actual: string, trace: Trace, count = 1) =>
  breaks(where, 'a price detail, with two groups at least', actual, trace, count);
const leftOver = (where: string, actual: string, trace: Trace, count = 1) =>
  breaks(where, 'no price detail, as none was asked for', actual, trace, count);
const all = 'the groups total, discount, markup, serviceFee, commission, vat, deposit';
const none = 'no group of it';

const whole: Body = { ...detail, supplier: { net: 90 } };
const without = (group: string, from: Body): Body =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== group));
const lacksGroups = (groups: string, actual: string, place: string, trace: Trace) =>
  breaks(`response.body.${place}`, `${groups} as well`, actual, trace);

const nothingWhen = (price: boolean): Record<string, Trace> => ({
  'asked for the other': named(!price, full(price ? null : detail)),
  'asked for in no words': named('yes', {}),
  refused: traceOf([view(refusal(400, 'X'), { price })]),
  'text is for the json clause': traceOf([view(text(200), { price })]),
  'a booking that does not exist': traceOf([view(ok({}), { price })], { input: { unknownBookings: [] } }),
  'none that there is': traceOf([create(created()), view(ok({}), { price, booking: { bookingId: 'invented' } })], {
    input: { unknownBooking: {} },
  }),
  'no name at all': traceOf([create(created()), view(ok({}), { price, booking: { bookingId: null } })]),
  'the booking of another partner': traceOf([create(created()), view(viewed(), { price, sent: { bearer: 'other' } })]),
  'nothing was read': found(price, full(price ? null : detail), 'nothing'),
});

export const viewPriceDetailsCases = {
  'view-booking.price-details-when-asked-for': {
    passes: {
      'at the named place': named(true, full(detail)),
      'found although the binding could not read': found(true, { detail }, 'unread'),
    },
    fails: {
      none: missing('response.body.prices.full', none, named(true, { prices: {} })),
      'a total alone': missing('response.body.prices.full', 'the groups total', named(true, full({ total: 100 }))),
      'nothing of its names': missing('response.body', none, found(true, { prices: { total: 100, rate: {} } })),
      'a total beside the supplier of the booking': missing('response.body', none, found(true, { total: 1 })),
      'of an upsell only': missing('response.body', none, found(true, upsells(detail))),
    },
    nothing: nothingWhen(true),
    unshown: {
      'what may be an ordinary price': found(true, { prices: { total: 100, supplier: {} } }),
      'what may be one, of a rarer name': found(true, { prices: { total: 100, vat: 20 } }),
    },
  },
  'view-booking.price-details-have-every-group': {
    passes: { 'all of them': named(true, full(whole)) },
    fails: {
      ...Object.fromEntries(
        priceGroups.map((group) => [
          `no ${group}`,
          lacksGroups(
            group,
            `the groups ${priceGroups.filter((each) => each !== group).join(', ')}`,
            'prices.full',
            named(true, full(without(group, whole))),
          ),
        ]),
      ),
      'two groups': lacksGroups(
        'discount, markup, serviceFee, commission, supplier, deposit',
        'the groups total, vat',
        'prices.full',
        named(true, full({ total: 100, vat: 20 })),
      ),
    },
    nothing: nothingWhen(true),
    unshown: { 'what may be an ordinary price': found(true, { prices: { total: 100, vat: 20 } }) },
  },
  'view-booking.no-price-details-unless-asked-for': {
    passes: {
      none: named(false, { prices: {} }),
      'an ordinary price': found(false, { price: { total: 100, vat: 20, discount: 5, deposit: 10 } }),
    },
    fails: {
      'one group': leftOver('response.body.prices.full', 'the groups supplier', named(false, full({ supplier: {} }))),
      'found by its names': leftOver('response.body.anything.detail', all, found(false, { anything: { detail } })),
    },
    nothing: nothingWhen(false),
  },
  'view-booking.upsells-have-price-details-when-asked-for': {
    passes: { 'at the named place': named(true, upsells(detail, { total: 1, markup: 1 })) },
    fails: {
      'no objects': missing('response.body.upsells[0]', none, found(true, { upsells: ['Late'] })),
      'of the booking only': missing('response.body.upsells[0]', none, found(true, { detail, ...upsells(1) })),
    },
    nothing: nothingWhen(true),
    unshown: { null: named(true, { upsells: null }) },
  },
  'view-booking.upsells-have-no-price-details-unless-asked-for': {
    passes: { none: named(false, upsellsWithout) },
    fails: {
      'at the named place': leftOver('response.body.upsells[1].cost', all, named(false, upsells(null, detail))),
    },
    nothing: nothingWhen(false),
    unshown: { 'no upsells': named(false, {}) },
  },
} satisfies Record<string, ClauseCases>;
