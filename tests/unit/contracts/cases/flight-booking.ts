/** Literal traces for the clauses of flight bookings, and of the way from a search to a ticket. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import type { Reported } from '../booking-trace.ts';
import {
  advanced,
  bookingId,
  cancel,
  create,
  creation,
  euros,
  exchangeCalculation,
  fareRules,
  found,
  info,
  inventing,
  issue,
  issued,
  made,
  ofBooking,
  offerPrice,
  ofOffer,
  ofTicket,
  other,
  refundCalculation,
  reprice,
  retrieve,
  search,
  searchFor,
  secondId,
  ticketed,
  ticketNumber,
  unknownId,
  voided,
} from '../flight-trace.ts';
import { type Answer, empty, hourMs, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';

const refused = refusal(400, 'INVALID_REQUEST');
const notFound = refusal(404, 'BOOKING_NOT_FOUND');
const one = (step: Step): Trace => traceOf([step]);

const noUuid = (actual: string, came: Answer) => breaks('response.body.bookingId', 'a UUID', actual, one(create(came)));

const retrieved = (answered: Json, wanted: Json = bookingId): Trace =>
  one(retrieve(ok({ bookingId: answered }), { intent: ofBooking(wanted) }));

const foreign = (came: Answer): Trace => traceOf([creation, retrieve(came, { sent: other })]);

const cancelledBy = (came: Answer): Trace => traceOf([creation, cancel(came, { sent: other })]);

const price = (amount?: number): Reported => ({
  flightBooking: { at: [], reference: 'r', price: amount === undefined ? undefined : euros(amount) },
});
const noPrice = (trace: Trace) => breaks('response.body', 'a price', 'none that the binding finds', trace);

/** A story with a booking of its own, which asks about another that does not exist. */
const besideOwn = (...steps: readonly Step[]): Trace =>
  traceOf([creation, ...steps], { input: { unknownBooking: {} } });

const aboutBooking = (id: Json, came: Answer): Step[] => [
  ...[retrieve, cancel, reprice].map((ask) => ask(came, { intent: ofBooking(id) })),
  ...[info, exchangeCalculation, refundCalculation].map((ask) => ask(came, { intent: ofTicket(ticketNumber, id) })),
];
const eachSucceeds = (ids: Json, of: (...steps: Step[]) => Trace) =>
  Object.fromEntries(aboutBooking(ids, ok({ isFound: false })).map((step) => [step.operation, succeeds(of(step))]));

const unnamed = (booking: Json, came: Answer): Step[] =>
  [retrieve, reprice].map((ask) => ask(came, { intent: { booking } }));

const cancelling = (id: Json, came: Answer): Step => cancel(came, { intent: ofBooking(id) });
const issuing = (id: Json, came: Answer): Step => issue(came, { intent: ofBooking(id) });

const [first, second] = [ofOffer(), ofOffer({ reference: 'o-2' })];
const tried = (operation: string, trace: Trace) =>
  breaks('response.status', `a success for one of 2 tried: ${operation}`, '400', trace);
const ofOffers = (ask: typeof create, ...rest: Step[]): Trace =>
  traceOf([search(found), ask(refused, { intent: first }), ask(refused, { intent: second }), ...rest]);
const secondCreation = create(made(secondId), { intent: second });
const bookings = [search(found), creation, secondCreation];
const ofBookings = (ask: typeof retrieve, came = refused): Step[] => [
  ask(came, { intent: ofBooking(bookingId) }),
  ask(came, { intent: ofBooking(secondId) }),
];

export const flightBookingCases = {
  'avia-flow.typical-flow-can-be-walked': {
    passes: {
      'a search': one(search(found)),
      'bookings that are found at the second look': traceOf([
        ...bookings,
        ...ofBookings(retrieve),
        ...ofBookings(reprice, ok({})),
        ...ofBookings(retrieve, ok({})),
      ]),
    },
    fails: {
      'every search': tried(
        'avia-search',
        traceOf([search(refused), search(refused, { intent: { ...searchFor, adults: 2 } })]),
      ),
      'every price': tried('avia-offer-price', ofOffers(offerPrice)),
      'all rules': tried('fare-rules', ofOffers(fareRules)),
      'every creation': tried('pnr-create', ofOffers(create)),
      'every retrieval': tried('pnr-retrieve', traceOf([...bookings, ...ofBookings(retrieve)])),
      'every price of a booking': tried('pnr-reprice', traceOf([...bookings, ...ofBookings(reprice)])),
    },
    nothing: {
      'what invents': inventing(search(refused), search(refused, { intent: { adults: 2 } })),
      'lack of rights': traceOf([search(empty(403))]),
      'hours after the creation': traceOf([creation, secondCreation, ...ofBookings(issue)], advanced(2, hourMs)),
    },
    unavailable: {
      'a search that finds nothing': one(search(found, { reported: { flightOffers: [] } })),
      ...Object.fromEntries(
        [refusal(404, 'X'), refusal(409, 'X'), refusal(422, 'X'), refusal(200, 'X')].flatMap((came) => {
          const each = [first, second];
          const of = (ask: typeof create) => traceOf([search(found), ...each.map((intent) => ask(came, { intent }))]);
          const status = came.response?.status;
          return [
            [`every search, ${status}`, traceOf([search(came), search(came, { intent: { ...searchFor, adults: 2 } })])],
            [`every price, ${status}`, of(offerPrice)],
            [`every creation, ${status}`, of(create)],
          ];
        }),
      ),
    },
  },
  'pnr-create.booking-id-is-uuid': {
    passes: { 'a UUID': one(creation) },
    fails: { absent: noUuid('absent', ok({ id: bookingId })) },
    nothing: { refused: one(create(refused)) },
  },
  'pnr-retrieve.answers-the-booking-asked-for': {
    passes: { same: retrieved(bookingId), 'in capitals': retrieved('AB-1', 'ab-1') },
    fails: {
      another: breaks(
        'response.body.bookingId',
        `"${bookingId}", the booking asked for`,
        `"${secondId}"`,
        retrieved(secondId),
      ),
    },
    nothing: {
      refused: one(retrieve(notFound)),
      'of another partner': traceOf([creation, retrieve(made(secondId), { sent: other })]),
      'what invents': inventing(retrieve(made(secondId))),
      'of none': one(retrieve(made(secondId), { intent: ofBooking(null) })),
      'of one that is invented': besideOwn(retrieve(made(secondId), { intent: ofBooking(unknownId) })),
    },
    unshown: { 'no bookingId': one(retrieve(ok({}))) },
  },
  'pnr-retrieve.other-partner-sees-nothing': {
    passes: {
      'not found': foreign(notFound),
      'what stands in a search, too, and nothing of a booking': traceOf([
        search(ok({ iso: 'EUR', meta: { version: 1 }, offers: [{ price: 7 }] })),
        creation,
        retrieve(ok({ success: true, iso: 'EUR', meta: { version: 1 }, booking: null, flights: [] }), { sent: other }),
      ]),
    },
    fails: {
      text: succeeds(foreign(text(200))),
      'a price, which stands in a list of a search, too': succeeds(
        traceOf([
          search(ok({ iso: 'EUR', offers: [{ price: 7 }] })),
          creation,
          retrieve(ok({ iso: 'EUR', offers: [{ price: 7 }] }), { sent: other }),
        ]),
      ),
    },
    nothing: { 'a booking of nobody': one(retrieve(ok({}), { sent: other })) },
  },
  'pnr-cancel.works-on-own-booking': {
    passes: { cancelled: traceOf([creation, cancel()]) },
    fails: {
      'both refused': tried('cancelling a booking without tickets', traceOf([...bookings, ...ofBookings(cancel)])),
    },
    nothing: {
      'a booking of nobody': one(cancel(refused)),
      'with tickets': traceOf([creation, issue(issued()), cancel(refused)]),
    },
  },
  'pnr-cancel.other-partner-is-refused': {
    passes: { 'not found': cancelledBy(notFound) },
    fails: { 'without a word': succeeds(cancelledBy(empty(204)), '204') },
    nothing: {
      'a booking of nobody': one(cancel(ok({}), { sent: other })),
      'what the other made': traceOf([create(made(), { sent: other }), cancel(ok({}), { sent: other })]),
    },
  },
  'pnr-reprice.price-is-told': {
    passes: { reported: one(reprice(ok({}), { reported: price(7) })) },
    fails: {
      'not for the second time': noPrice(
        traceOf([reprice(ok({}), { reported: price(7) }), reprice(ok({}), { reported: price() })]),
      ),
    },
    nothing: {
      refused: one(reprice(refused)),
      'of none': one(reprice(ok({}), { intent: ofBooking(null), reported: price() })),
      'of one that is invented': besideOwn(reprice(ok({}), { intent: ofBooking(unknownId), reported: price() })),
    },
    unshown: { empty: one(reprice()) },
    missed: { 'looked for in vain': one(reprice(ok({}), { reported: price() })) },
  },
  'avia-booking.unknown-booking-is-refused': {
    passes: {
      'by every operation': inventing(...aboutBooking(unknownId, notFound)),
      'with nothing': inventing(retrieve(ok({ data: [null, {}] }), { intent: ofBooking(unknownId) })),
      'beside one that there is': besideOwn(retrieve(notFound, { intent: ofBooking(unknownId) })),
    },
    fails: {
      ...eachSucceeds(unknownId, inventing),
      cancelled: succeeds(inventing(cancelling(unknownId, ok({})))),
      'the one that there is instead': succeeds(besideOwn(retrieve(made(), { intent: ofBooking(unknownId) }))),
    },
    nothing: {
      'the one that there is': besideOwn(retrieve(made())),
      'a flow that invents nothing': traceOf(aboutBooking(unknownId, ok({}))),
      'no UUID': inventing(...aboutBooking('x', notFound)),
      'lack of rights': inventing(...aboutBooking(unknownId, empty(403))),
    },
  },
  'avia-booking.unnamed-booking-is-refused': {
    passes: { refused: traceOf(unnamed({}, refused)) },
    fails: {
      retrieved: succeeds(one(retrieve(made(), { intent: { booking: {} } }))),
      'repriced of null': succeeds(one(reprice(ok({ price: 1 }), { intent: ofBooking(null) }))),
      'repriced of an empty text': succeeds(one(reprice(ok({ price: 1 }), { intent: ofBooking('') }))),
    },
    nothing: { 'lack of rights': traceOf(unnamed({}, empty(403))) },
  },
  'avia-booking.malformed-booking-id-is-refused': {
    passes: { 'by every operation': traceOf(aboutBooking('x', refused)) },
    fails: { ...eachSucceeds('x', (...steps) => traceOf(steps)), 'ticket-issue': succeeds(one(issuing('x', ok({})))) },
    nothing: {
      'a UUID': traceOf(aboutBooking(unknownId, ok({}))),
      'no id': one(retrieve(ok({}), { intent: { booking: { reference: 'x' } } })),
    },
  },
  'ticket-issue.unknown-booking-is-refused': {
    passes: { refused: inventing(issuing(unknownId, notFound)) },
    fails: { issued: succeeds(inventing(issuing(unknownId, issued()))) },
    nothing: { 'a booking of ours': inventing(creation, issue(issued())) },
  },
  'ticket-issue.works-on-created-booking': {
    passes: { issued: traceOf([creation, issue(issued())]) },
    fails: {
      'both refused': tried(
        'issuing tickets for a new booking',
        traceOf([creation, secondCreation, ...ofBookings(issue)]),
      ),
    },
    nothing: { 'a booking of nobody': one(issue(refused)), cancelled: traceOf([creation, cancel(), issue(refused)]) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of flight bookings that were cancelled. */
const active = (isActive: boolean): Reported => ({ flightBooking: { at: [], isActive } });
const after = (...steps: Step[]): Trace => traceOf([creation, cancel(), ...steps]);
const seen = (isActive: boolean): Step => retrieve(ok({}), { reported: active(isActive) });

export const cancelledFlightCases = {
  'pnr-retrieve.cancelled-booking-is-not-active': {
    passes: { 'not active': after(seen(false)), 'in the end': after(seen(true), seen(false)) },
    fails: {
      active: breaks('response.body', 'a booking that is not active, as it was cancelled', 'active', after(seen(true))),
      'once its ticket is void': breaks(
        'response.body',
        'a booking that is not active, as it was cancelled',
        'active',
        ticketed([voided(), cancel(), seen(true)]),
      ),
    },
    nothing: {
      'before it was cancelled': traceOf([creation, seen(true), cancel()]),
      'the cancellation is refused': traceOf([creation, cancel(refused), seen(true)]),
      'another booking': after(retrieve(ok({}), { reported: active(true), intent: ofBooking(secondId) })),
    },
    unshown: {
      'with a ticket': ticketed([cancel(), seen(true)]),
      'perhaps with a ticket': traceOf([creation, issue(empty(500)), cancel(), seen(true)]),
      'not read by the binding': after(retrieve()),
    },
  },
  'ticket-issue.cancelled-booking-is-refused': {
    passes: {
      'not active': after(seen(false), issue(refused)),
      'not retrieved any more': after(retrieve(notFound), issue(notFound)),
    },
    fails: { issued: succeeds(after(seen(false), issue(issued()))) },
    nothing: {
      'not retrieved': after(issue(issued())),
      'lack of rights': after(seen(false), issue(empty(403))),
      'by another partner': after(seen(false), issue(issued(), { sent: other })),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause that each kind of flight is served. */
const walked = [search(found), offerPrice(), fareRules(), creation, retrieve(), reprice(), issue(issued())] as const;
const elsewhere = { ...searchFor, route: 'another' };
const elsewhereTwice = [1, 2].map((adults) => ({ ...elsewhere, adults }));
const refusedElsewhere = elsewhereTwice.map((intent) => search(refused, { intent }));

export const eachKindCases = {
  'avia-flow.each-kind-of-flight-is-served': {
    passes: {
      'every step': traceOf(walked),
      'offers for a child are refused': traceOf([
        search(found),
        offerPrice(),
        ...[first, second].map((each) =>
          offerPrice(refused, { intent: { ...each, search: { ...searchFor, children: 1 } } }),
        ),
      ]),
    },
    fails: {
      'another route': breaks(
        'response.status',
        'a success for one of 2, as for another kind of flight',
        '400',
        traceOf([search(found), ...refusedElsewhere]),
      ),
    },
    nothing: {
      'what invents': inventing(search(refused), search(refused, { intent: { adults: 2 } })),
      'lack of rights': traceOf([search(empty(403))]),
    },
    unshown: {
      'one search': traceOf([search(refused)]),
      'nothing else works, either': traceOf([
        search(refused),
        search(refused, { intent: { ...searchFor, adults: 2 } }),
      ]),
    },
    unavailable: {
      'nothing is available': traceOf(elsewhereTwice.map((intent) => search(refusal(404, 'X'), { intent }))),
    },
  },
} satisfies Record<string, ClauseCases>;
