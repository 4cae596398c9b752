/** Literal traces for the clauses of the cancellation of a booking. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  attempt,
  type Body,
  cancel,
  create,
  created,
  list,
  listed,
  mark,
  offer,
  ours,
  theirs,
  view,
  viewed,
  viewedIn,
} from '../booking-trace.ts';
import { type Answer, at, empty, ok, refusal, type Step, startMs, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const creation = create(created());
const made = (...steps: Step[]): Trace => traceOf([creation, ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

const euros = (amount: number, currency = 'EUR') => ({ amount, currency });
const money = (penalty: number, refund: number): ReadFacts => ({
  cancellation: { penalty: euros(penalty), refund: euros(refund) },
});
const reported = (reads: ReadFacts, body: Json = { penalty: 0 }): Step => cancel(ok(body), reads);
const free = reported(money(0, 100));

const both = 'the penalties and the refund';
const untold = (actual: string, step: Step) => breaks('response.body', both, actual, made(step));

const offered = (part: Body, ...steps: Step[]): Trace =>
  traceOf([create(created(), { offer: offer(part) }), ...steps], { attempts: [attempt({ lookedUpBy: [] })] });
const costing = (price: ReturnType<typeof euros>): Step => view(viewed(), { reported: { booking: { price } } });
const notThePrice = (price: string, actual: string, trace: Trace) =>
  breaks('response.body', `penalties and refund of ${price} together, which is the price`, actual, trace);

const freeUntil = (freeCancellationUntil: Json, ...steps: Step[]): Trace =>
  offered({ freeCancellationUntil }, ...steps);
const hourBefore = (step: Step): Step => at(Date.parse('2026-11-20T11:00:00Z') - startMs, step);
const notFree = (actual: string, trace: Trace) => breaks('response.body', 'a penalty of 0', actual, trace);

const nothing = {
  'no booking': traceOf([free]),
  'another booking': made(cancel(ok({ penalty: 7 }), money(7, 0), {}, { bookingId: 'b-2' })),
  refused: made(cancel(refused, money(7, 0))),

  'text is for the json clause': made(cancel(text(200))),
  'what was rejected before': made(view(viewedIn('rejected')), reported(money(7, 0))),
  'what had failed before': made(list(listed(ours({ status: 'failed' }))), cancel(ok({}))),
};

const state = 'response.body.bookingInfo.status';
const notViewed = (actual: string, trace: Trace) => breaks(state, 'cancelled', actual, trace);
const notListed = (at: number, actual: string, trace: Trace) =>
  breaks(`response.body.bookings[${at}].status`, 'cancelled', actual, trace);
const gone = ours({ status: 'cancelled' });
const under = (status: string, ...entries: Body[]): Step => list(listed(...entries), { filters: { status } });
const viewedGone = view(viewedIn('cancelled'));
const unlisted = (actual: string, trace: Trace) =>
  breaks('response.body.bookings', 'the booking just cancelled', actual, trace);

const asking = (came: Answer, bearer: 'own' | 'garbage' = 'own'): Trace =>
  traceOf([cancel(came, {}, { bearer })], { input: { unknownBookings: ['b-1'] } });
const succeeds = (status: number, came: Answer) => breaks('response.status', 'a refusal', String(status), asking(came));

export const cancelBookingCases = {
  'cancel-booking.penalties-and-refund-are-told': {
    passes: {
      both: made(free),
      'a booking named otherwise': traceOf([
        create(ok({ status: 'inWork' }), { reported: { booking: { reference: { n: 1 } } } }),
        cancel(ok({ n: 1 }), money(0, 1), {}, { reference: { n: 1 } }),
      ]),
      'of a second nothing is said': made(free, cancel(ok({}))),
    },
    fails: {
      neither: untold('no penalty and no refund', reported({ cancellation: {} })),
      'a 204': untold('absent', cancel(empty(204))),
    },
    nothing,
    unshown: { 'not read by the binding': made(reported({})) },
  },
  'cancel-booking.penalty-and-refund-are-the-price': {
    passes: {
      'the price of the offer': made(reported(money(30.1, 69.9))),
      'the last price before it': made(
        costing(euros(120)),
        costing(euros(90)),
        reported(money(0, 90)),
        costing(euros(0)),
      ),
      'with options, as the booking tells': traceOf([
        create(created(), { upsells: [{}], reported: { booking: { price: euros(110) } } }),
        reported(money(110, 0)),
      ]),
      'currencies left out': made(reported({ cancellation: { penalty: { amount: 0 }, refund: { amount: 100 } } })),
    },
    fails: { nothing: notThePrice('100 EUR', '0 EUR', made(reported(money(0, 0)))) },
    nothing,
    unshown: {
      'not read by the binding': made(reported({})),
      'another currency': made(reported({ cancellation: { penalty: euros(0, 'USD'), refund: euros(7, 'USD') } })),
      'two currencies': made(reported({ cancellation: { penalty: euros(0, 'USD'), refund: euros(100) } })),
      'no price': offered({ price: null }, free),
      'options that may cost more': traceOf([create(created(), { upsells: [{}] }), reported(money(0, 110))]),
    },
  },
  'cancel-booking.free-cancellation-costs-nothing': {
    passes: { free: made(free), 'an hour before': freeUntil('2026-11-20T12:00:01Z', hourBefore(free)) },
    fails: { 'a penalty': notFree('7 EUR', made(reported(money(7, 93)))) },
    nothing,
    unshown: {
      'never free': freeUntil(null, reported(money(100, 0))),
      'so late that clocks may differ': freeUntil('2026-11-20T11:59:00Z', hourBefore(reported(money(100, 0)))),
      'without a zone, on the last day': freeUntil('2026-11-20T20:00:00', hourBefore(reported(money(100, 0)))),
      'no penalty is for another clause': made(reported({ cancellation: { refund: euros(100) } })),
    },
  },
  'cancel-booking.view-shows-cancelled': {
    passes: {
      cancelled: made(free, view(viewedIn('cancelled'))),
      'by the last but one': made(free, view(viewedIn('cancelled')), view(viewedIn('inWork'))),
    },
    fails: {
      unknown: notViewed('"unknown"', made(free, view(viewedIn('unknown')))),
      'and comes back': notViewed(
        '"inWork"',
        made(free, view(viewedIn('cancelled')), view(viewedIn('inWork')), view(viewedIn('inWork'))),
      ),
    },
    nothing: {
      'not cancelled': made(view(viewedIn('inWork'))),
      'viewed before only': made(view(viewedIn('inWork')), free),
      'viewed before the last time only': made(free, view(viewedIn('inWork')), free),
    },
    unshown: { 'not viewed any more': made(free, view(refusal(404, 'BOOKING_NOT_FOUND'))) },
  },
  'cancel-booking.list-shows-cancelled': {
    passes: {
      cancelled: made(free, list(listed(theirs(), gone))),
      'under a status it is another matter': made(
        free,
        list(listed(gone)),
        list(listed(ours()), { filters: { status: 'inWork' } }),
      ),
      'of two with our mark, the one that was cancelled': made(free, list(listed(ours({ bookingId: 'b-7' }), gone))),
      'by the last but one, as a copy may lag': made(free, list(listed(gone)), list(listed(ours()))),
      'by its status only': made(under('inWork', ours()), free, viewedGone, under('cancelled', gone)),
    },
    fails: {
      'in work': notListed(1, '"inWork"', made(free, list(listed(theirs(), ours())))),
      'in work again and again': notListed(
        0,
        '"inWork"',
        made(free, list(listed(gone)), list(listed(ours())), list(listed(ours()))),
      ),
      'found by its status before, and by none after': unlisted(
        '1 other bookings',
        made(under('inWork', ours()), free, viewedGone, under('cancelled', theirs({ status: 'cancelled' }))),
      ),
    },
    nothing: {
      'not cancelled': made(list(listed(ours()))),
      'the other partner': made(free, list(listed(ours()), { sent: { bearer: 'other' } })),
    },
    unshown: {
      'of two with our mark, neither of them': made(
        free,
        list(listed(ours({ bookingId: 'b-7' }), ours({ bookingId: 'b-8' }))),
      ),
      'dropped after a while': made(free, list(listed(ours())), list(listed())),
      'never found by a status': made(list(listed(ours())), free, viewedGone, under('cancelled')),
      'text in place of what is cancelled': made(
        under('inWork', ours()),
        free,
        viewedGone,
        list(text(200), { filters: { status: 'cancelled' } }),
      ),
      'not viewed as cancelled either': made(under('inWork', ours()), free, under('cancelled')),
      'found in other dates': made(
        list(listed(ours()), { filters: { status: 'inWork', createdFrom: '2026-08-01' } }),
        free,
        viewedGone,
        under('cancelled'),
      ),
      'more pages than were read': made(
        under('inWork', ours()),
        free,
        viewedGone,
        list(ok({ bookings: [], next: '2' }), { filters: { status: 'cancelled' } }),
      ),
      'a former name is for another clause': made(free, list(listed(ours({ status: 'Cancelled' })))),
    },
  },
  'cancel-booking.unknown-booking-is-refused': {
    passes: { refused: asking(refusal(404, 'BOOKING_NOT_FOUND')) },
    fails: { 'nothing said': succeeds(204, empty(204)) },
    nothing: {
      'one that it made': traceOf([creation, free], { input: { unknownBookings: [] } }),
      'lack of rights': asking(refusal(400, 'ACCESS_DENIED')),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of bookings that stay as they were, or cancelled. */
const kept = (...steps: Step[]): Trace =>
  traceOf([create(created()), ...steps], { attempts: [attempt({ lookedUpBy: [] })] });

type Read = NonNullable<ReadFacts['booking']>;

const look = (status: Json, part: Body = {}, read: Read = {}): Step =>
  view(viewed({ bookingInfo: { status }, ...part }), { reported: { booking: read } });

const entry = (status: Json, read: Read = {}, count = 1): Step => {
  const bookings = Array.from({ length: count }, () => ({ bookingId: 'b-1', status }));
  const reported = bookings.map((_, i) => ({ ...read, at: ['bookings', i], guestNames: [`ANN ${mark}`] }));
  return list(ok({ bookings }), { reported: { bookings: reported } });
};
const other = (part: Body = {}): Step => cancel(ok({}), {}, {}, { bookingId: 'b-2', ...part });
const done = cancel(ok({}));

const alive = (where: string, trace: Trace) =>
  breaks(`response.body.${where}`, 'cancelled, as it was reported before', '"completed"', trace);
const viewedAlive = (trace: Trace) => alive('bookingInfo.status', trace);
const listedAlive = (trace: Trace) => alive('bookings[0].status', trace);

export const keptBookingsCases = {
  'view-booking.cancelled-stays-cancelled': {
    passes: {
      'through a second cancellation': kept(
        done,
        look('cancelled'),
        look('cancelled'),
        look('cancelled'),
        cancel(refusal(409, 'NO')),
        look('cancelled'),
      ),
    },
    fails: {
      'twice in a row': breaks(
        'response.body.bookingInfo.status',
        'cancelled, as it was reported before',
        '"completed"',
        kept(done, look('cancelled'), look('cancelled'), look('completed'), look('completed')),
        2,
      ),
      'by a second cancellation': viewedAlive(
        kept(done, look('cancelled'), look('cancelled'), look('cancelled'), done, look('completed')),
      ),
    },
    nothing: {
      'not ours': traceOf([done, look('cancelled'), look('completed')]),
      'from a copy that lags': kept(done, look('cancelled'), look('cancelled'), look('completed'), look('cancelled')),
      'refused to the one who cancelled': kept(cancel(refusal(409, 'NO')), look('cancelled'), look('completed')),
    },
  },
  'search-bookings.cancelled-stays-cancelled': {
    passes: {
      'through the cancellation of another': kept(
        done,
        entry('cancelled'),
        entry('cancelled'),
        entry('cancelled'),
        other(),
        entry('cancelled'),
      ),
    },
    fails: {
      'completed once': listedAlive(
        kept(done, entry('cancelled'), entry('cancelled'), entry('cancelled'), entry('completed'), entry('cancelled')),
      ),
    },
    nothing: { 'left out afterwards': kept(done, entry('cancelled'), list(ok({ bookings: [] }))) },
    unshown: {
      'failed afterwards': kept(done, entry('cancelled'), entry('cancelled'), entry('failed'), entry('failed')),
    },
  },
} satisfies Record<string, ClauseCases>;
