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
  ticketNumber,
  unknownId,
  voided,
} from '../flight-trace.ts';
import { type Answer, empty, hourMs, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const notFound = refusal(404, 'BOOKING_NOT_FOUND');
const one = (step: Step): Trace => traceOf([step]);
const succeeds = (trace: Trace, actual = '200') => breaks('response.status', 'a refusal', actual, trace);

const noUuid = (actual: string, came: Answer) => breaks('response.body.bookingId', 'a UUID', actual, one(create(came)));

const retrieved = (answered: Json, wanted: Json = bookingId): Trace =>
  one(retrieve(ok({ bookingId: answered }), { intent: ofBooking(wanted) }));

const foreign = (came: Answer): Trace => traceOf([creation, retrieve(came, { sent: other })]);

const cancelledBy = (came: Answer): Trace => traceOf([creation, cancel(came, { sent: other })]);

const price = (amount?: number): Reported => ({
  flightBooking: { at: [], reference: 'r', price: amount === undefined ? undefined : euros(amount) },
});
const noPrice = (trace: Trace) => breaks('response.body', 'a price', 'none that the binding finds', trace);

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
const ofBookings = (ask: typeof retrieve): Step[] => [
  ask(refused, { intent: ofBooking(bookingId) }),
  ask(refused, { intent: ofBooking(secondId) }),
];
const walked = [search(found), offerPrice(), fareRules(), creation, retrieve(), reprice(), issue(issued())] as const;

export const flightBookingCases = {
  'avia-flow.typical-flow-can-be-walked': {
    passes: {
      'a search': one(search(found)),
      'every step': traceOf(walked),
      'the second offer is accepted': traceOf([
        search(found),
        create(refused, { intent: first }),
        create(made(), { intent: second }),
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
      'every issue': tried('ticket-issue', traceOf([...bookings, ...ofBookings(issue)])),
    },
    nothing: {
      'offers of no search': traceOf([create(refused, { intent: first }), create(refused, { intent: second })]),
      'what invents': inventing(search(refused), search(refused, { intent: { adults: 2 } })),
      'lack of rights': traceOf([search(empty(403))]),
      'hours after the creation': traceOf([creation, secondCreation, ...ofBookings(issue)], advanced(2, hourMs)),
      'cancelled bookings': traceOf([
        creation,
        secondCreation,
        cancel(),
        cancel(ok({}), { intent: ofBooking(secondId) }),
        ...ofBookings(issue),
      ]),
    },
    unshown: {
      'one search': one(search(refused)),
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
    passes: {
      'a UUID': one(creation),
      'in capitals': one(create(made('0000000A-0000-7000-8000-00000000000B'))),
      inside: one(create(ok({ data: { booking: { bookingId } } }))),
      'beside that of a supplier': one(create(ok({ supplier: { bookingId: 17 }, data: { booking: { bookingId } } }))),
    },
    fails: {
      'of number': noUuid('7', made(7)),
      'a record locator': noUuid('"ABC123"', made('ABC123')),
      'without hyphens': noUuid(`"${'0'.repeat(32)}"`, made('0'.repeat(32))),
      absent: noUuid('absent', ok({ id: bookingId })),
    },
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
    },
    unshown: { 'no bookingId': one(retrieve(ok({}))) },
  },
  'pnr-retrieve.other-partner-sees-nothing': {
    passes: { 'not found': foreign(notFound), forbidden: foreign(empty(403)), 'a 204': foreign(empty(204)) },
    fails: { retrieved: succeeds(foreign(made())), text: succeeds(foreign(text(200))) },
    nothing: {
      'our own': traceOf([creation, retrieve()]),
      'a booking of nobody': one(retrieve(ok({}), { sent: other })),
      'what the other made': traceOf([create(made(), { sent: other }), retrieve(ok({}), { sent: other })]),
    },
    unshown: { 'a token that does not count': foreign(empty(401)) },
  },
  'pnr-cancel.works-on-own-booking': {
    passes: {
      cancelled: traceOf([creation, cancel()]),
      'the second booking': traceOf([creation, secondCreation, cancel(refused), cancelling(secondId, ok({}))]),
      'again, and refused': traceOf([creation, cancel(), cancel(refused)]),
    },
    fails: {
      'both refused': tried('cancelling a booking without tickets', traceOf([...bookings, ...ofBookings(cancel)])),
      'one of them twice': tried(
        'cancelling a booking without tickets',
        traceOf([...bookings, ...ofBookings(cancel), cancel(refused)]),
      ),
    },
    nothing: {
      'a booking of nobody': one(cancel(refused)),
      'with tickets': traceOf([creation, issue(issued()), cancel(refused)]),

      'lack of rights': traceOf([creation, cancel(empty(403))]),
    },
    unshown: {
      'one refused': traceOf([creation, cancel(refused)]),
      'one refused twice': traceOf([creation, cancel(refused), cancel(refused)]),
    },
  },
  'pnr-cancel.other-partner-is-refused': {
    passes: {
      'not found': cancelledBy(notFound),
      'any code': cancelledBy(refused),
      forbidden: cancelledBy(empty(403)),
    },
    fails: {
      cancelled: succeeds(cancelledBy(ok({ status: 'cancelled' }))),
      'without a word': succeeds(cancelledBy(empty(204)), '204'),
      'what is cancelled': succeeds(traceOf([creation, cancel(), cancel(ok({}), { sent: other })])),
    },
    nothing: {
      'our own': traceOf([creation, cancel()]),
      'a booking of nobody': one(cancel(ok({}), { sent: other })),
      'what the other made': traceOf([create(made(), { sent: other }), cancel(ok({}), { sent: other })]),
    },
    unshown: { 'a token that does not count': cancelledBy(empty(401)) },
  },
  'pnr-reprice.price-is-told': {
    passes: { reported: one(reprice(ok({}), { reported: price(7) })) },
    fails: {
      'not for the second time': noPrice(
        traceOf([reprice(ok({}), { reported: price(7) }), reprice(ok({}), { reported: price() })]),
      ),
    },
    nothing: { refused: one(reprice(refused)) },
    unshown: { 'not read by the binding': one(reprice(made())), empty: one(reprice()) },
    missed: { 'looked for in vain': one(reprice(ok({}), { reported: price() })) },
  },
  'avia-booking.unknown-booking-is-refused': {
    passes: {
      'by every operation': inventing(...aboutBooking(unknownId, notFound)),
      'with any code': inventing(retrieve(refused, { intent: ofBooking(unknownId) })),
      'with nothing': inventing(retrieve(ok({ data: [null, {}] }), { intent: ofBooking(unknownId) })),
    },
    fails: { ...eachSucceeds(unknownId, inventing), cancelled: succeeds(inventing(cancelling(unknownId, ok({})))) },
    nothing: {
      'a booking of ours': inventing(creation, ...aboutBooking(bookingId, ok({}))),
      'a flow that invents nothing': traceOf(aboutBooking(unknownId, ok({}))),
      'no UUID': inventing(...aboutBooking('x', notFound)),
      'lack of rights': inventing(...aboutBooking(unknownId, empty(403))),
    },
  },
  'avia-booking.unnamed-booking-is-refused': {
    passes: {
      refused: traceOf(unnamed({}, refused)),
      'with nothing': traceOf(unnamed({ bookingId: '' }, ok({ data: [null, {}] }))),
    },
    fails: {
      retrieved: succeeds(one(retrieve(made(), { intent: { booking: {} } }))),
      'repriced of null': succeeds(one(reprice(ok({ price: 1 }), { intent: ofBooking(null) }))),
      'repriced of an empty text': succeeds(one(reprice(ok({ price: 1 }), { intent: ofBooking('') }))),
    },
    nothing: {
      'one that is named': traceOf(aboutBooking(unknownId, ok({ price: 1 }))),
      'by another name': traceOf(unnamed({ reference: 'x' }, made())),
      'lack of rights': traceOf(unnamed({}, empty(403))),
    },
  },
  'avia-booking.malformed-booking-id-is-refused': {
    passes: {
      'by every operation': traceOf(aboutBooking('x', refused)),
      'a void': traceOf([voided(notFound, { id: '' })]),
    },
    fails: {
      ...eachSucceeds('x', (...steps) => traceOf(steps)),
      'ticket-issue': succeeds(one(issuing('x', ok({})))),
      'ticket-cancel': succeeds(one(voided(ok({}), { id: 7 }))),
      'of null': succeeds(one(retrieve(made(), { intent: ofBooking(null) }))),
    },
    nothing: {
      'a UUID': traceOf(aboutBooking(unknownId, ok({}))),
      'no id': one(retrieve(ok({}), { intent: { booking: { reference: 'x' } } })),
      'what pnr_create called it': traceOf([create(made('x')), ...aboutBooking('x', ok({}))]),
    },
  },
  'ticket-issue.unknown-booking-is-refused': {
    passes: { refused: inventing(issuing(unknownId, notFound)) },
    fails: { issued: succeeds(inventing(issuing(unknownId, issued()))) },
    nothing: {
      'a booking of ours': inventing(creation, issue(issued())),
    },
  },
  'ticket-issue.works-on-created-booking': {
    passes: {
      issued: traceOf([creation, issue(issued())]),
      'the second booking': traceOf([creation, secondCreation, issue(refused), issuing(secondId, issued())]),
      'a second issue is refused': traceOf([creation, issue(issued()), issue(refused)]),
    },
    fails: {
      'both refused': tried(
        'issuing tickets for a new booking',
        traceOf([creation, secondCreation, ...ofBookings(issue)]),
      ),
    },
    nothing: {
      'a booking of nobody': one(issue(refused)),
      cancelled: traceOf([creation, cancel(), issue(refused)]),

      'lack of rights': traceOf([creation, issue(refusal(403, 'ACCESS_DENIED'))]),
    },
    unshown: {
      'one booking': traceOf([creation, issue(refused)]),
      'one booking twice': traceOf([creation, issue(refused), issue(refused)]),
    },
  },
} satisfies Record<string, ClauseCases>;
