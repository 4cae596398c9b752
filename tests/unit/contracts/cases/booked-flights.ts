/** Literal traces for the clauses of flights and tickets that are what was asked for, and stay so. */
import type { FlightBookingFact, TicketFact } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  advanced,
  bookingId,
  cancel,
  create,
  creation,
  euros,
  exchange,
  flights,
  info,
  issue,
  issued,
  look,
  made,
  ofBooking,
  offer,
  offerPrice,
  ofOffer,
  ofTicket,
  other,
  refund,
  reprice,
  retrieve,
  searchFor,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import { hourMs, ok, refusal, type Step, startMs, undated } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');

const ann = { firstName: 'Ann', lastName: 'Ash' };
const bob = { firstName: 'Bob', lastName: 'Birch' };

const asked = (part: { [key: string]: Json } = {}): { [key: string]: Json } => ({
  searchId: 's-1',
  offer: offer({ legs: ['AA 1', 'AA 2'] }),
  search: searchFor,
  passengers: [ann, bob],
  ...part,
});
const booked = (part?: { [key: string]: Json }): Step => create(made(), { intent: asked(part) });
type Told = Partial<FlightBookingFact> & { readonly passengerNames?: string[] };
const told = (flightBooking: Told, sent = {}): Step => retrieve(ok({}), { reported: { flightBooking }, ...sent });
const named = (...passengerNames: string[]): Step => told({ passengerNames });
const both = named('Ann Ash', 'Bob Birch');
const missing = (count: number, trace: Trace) =>
  breaks('response.body', 'the 2 passengers who were booked', `not the names of ${count} of them`, trace);

const flown = (...legs: string[]): Step => told({ legs });
const otherFlights = (actual: string, trace: Trace) =>
  breaks('response.body', '2 flights, those of the offer that was booked', actual, trace);

const verifies = (amount: number, currency?: string): Step =>
  offerPrice(ok({}), { reported: { flightOffers: [{ at: [], price: euros(amount, currency), reference: 'o-1' }] } });
const costs = (amount: number): Step => create(made(), { reported: { flightBooking: { price: euros(amount) } } });
const dearer = (trace: Trace) => breaks('response.body', '90 EUR, as offer_price told before', '91 EUR', trace);

const priced = (amount: number, currency?: string): Step => told({ price: euros(amount, currency) });
const repriced = (amount: number): Step => reprice(ok({}), { reported: { flightBooking: { price: euros(amount) } } });
const notTheLast = (of: string, trace: Trace) => breaks('response.body', `90 EUR, as ${of} told last`, '91 EUR', trace);

const at = (ms: number): string => new Date(startMs + ms).toISOString();
const createdAt = (moment: string): Step => create(made(), { reported: { flightBooking: { createdAt: moment } } });
const notThen = (actual: string, trace: Trace) =>
  breaks('response.body', 'a moment between the request for the booking and its answer', actual, trace);

const lost = retrieve(refusal(404, 'BOOKING_NOT_FOUND'));
/** A second passes between two steps. */
const sought = (steps: Step[], settleMs = 1_500): Trace => flights([creation, ...steps], { settleMs });
const notFound = (trace: Trace) => breaks('response.status', 'the booking that was made', '404', trace);

export const bookedFlightCases = {
  'pnr-retrieve.finds-each-booking': {
    passes: { found: sought([told({})]), late: sought([lost, lost, told({})]) },
    fails: {
      'never found': notFound(sought([lost, lost])),
      'not any more': notFound(sought([told({}), lost, lost])),
      'not once it is priced anew': notFound(sought([told({}), reprice(), lost, lost])),
    },
    nothing: {
      'not looked for': sought([]),
      cancelled: sought([cancel(), lost, lost]),
      'cancelled by another': sought([cancel(ok({}), { sent: other }), lost, lost]),
      'its ticket is void': sought([issue(issued()), voided(), lost, lost]),
      'lack of rights': sought([retrieve(refusal(403, 'X')), retrieve(refusal(400, 'ACCESS_DENIED'))]),
      'a hold that may have run out': flights([creation, lost, lost], { settleMs: 0, ...advanced(1, hourMs / 3) }),
      'of another partner': sought([retrieve(refused, { sent: other }), retrieve(refused, { sent: other })]),
    },
    unshown: {
      'one look': sought([lost], 500),
      'too early': sought([lost, lost], 9_000),
      'too early after an issue': sought([told({}), told({}), issue(issued()), lost, lost], 3_000),
      'nobody said how long it takes': flights([creation, lost, lost]),
      'found by one of two copies': sought([lost, told({}), lost]),
      'its supplier says no': sought([lost, retrieve(refusal(409, 'SUPPLIER_ERROR'))]),
    },
  },
  'pnr-retrieve.passengers-are-those-booked': {
    passes: {
      'all of them': flights([booked(), both]),
      'the first alone, never another': flights([booked(), named('Ann Ash')]),
    },
    fails: {
      'the first is not there': missing(1, flights([booked(), named('Cid Cork', 'Bob Birch')])),
      'those of another booking': missing(2, flights([booked(), both, named('Cid Cork', 'Dan Dill')])),
    },
    nothing: { 'not ours': flights([both]), refused: flights([booked(), retrieve(refused)]) },
    unshown: {
      'not read by the binding': flights([booked(), told({ isActive: true })]),
      'in another script': flights([booked(), named('Анна Эш', 'Боб Бёрч')]),
      'nobody said for whom': flights([creation, both]),
    },
  },
  'pnr-retrieve.flights-are-those-chosen': {
    passes: {
      'both of them': flights([booked(), flown('AA 1', 'AA 2')]),
      'in another order and spacing': flights([booked(), flown('aa2', 'aa1')]),
    },
    fails: { 'one of them': otherFlights('1, 1 of them the same', flights([booked(), flown('AA 1')])) },
    nothing: { 'not ours': flights([flown('AA 1')]), exchanged: flights([booked(), exchange(), flown('AA 3')]) },
    unshown: {
      'not read of the offer': flights([creation, flown('AA 1')]),
      'none told': flights([booked(), flown()]),
      'changed by the airline': flights([booked(), flown('AA 1', 'AA 3')]),
    },
  },
  'pnr-create.price-is-the-verified-one': {
    passes: { 'as verified': flights([verifies(90), costs(90)]) },
    fails: {
      'a little more': dearer(flights([verifies(90), costs(91)])),
      'than the last time': dearer(flights([verifies(91), verifies(90), costs(91)])),
    },
    nothing: {
      'not verified': flights([costs(91)]),
      'another offer': flights([
        verifies(90),
        create(made(), { intent: ofOffer({ reference: 'o-2' }), reported: { flightBooking: { price: euros(91) } } }),
      ]),
      'another search': flights([
        verifies(90),
        create(made(), { intent: ofOffer({}, 's-2'), reported: { flightBooking: { price: euros(91) } } }),
      ]),
      'hours later': flights([verifies(90), costs(91)], advanced(1, 2 * hourMs)),
    },
    unshown: {
      'said to have changed': flights([
        offerPrice(ok({}), {
          reported: { flightOffers: [{ at: [], price: euros(90), isPriceChanged: true, reference: 'o-1' }] },
        }),
        costs(91),
      ]),
    },
  },
  'pnr-retrieve.price-is-the-last-told': {
    passes: {
      'as it was made': flights([costs(90), priced(90)]),
      'as repriced': flights([costs(80), repriced(90), priced(90)]),
    },
    fails: {
      'another than it was made': notTheLast('pnr-create', flights([costs(90), priced(91)])),
      'another than repriced, in the end': notTheLast(
        'pnr-reprice',
        flights([costs(91), repriced(90), priced(91), priced(91)]),
      ),
    },
    nothing: {
      'repriced without a price': flights([costs(90), reprice(), priced(91)]),
      cancelled: flights([costs(90), cancel(), priced(91)]),
      'hours later': flights([costs(90), priced(91)], advanced(1, 2 * hourMs)),
    },
    unshown: {
      'too early, perhaps': flights([costs(91), repriced(90), priced(91)]),
      'after an issue, too': flights([
        costs(91),
        issue(issued(), { reported: { flightBooking: { price: euros(90) } } }),
        priced(91),
      ]),
      'not read': flights([costs(90), retrieve(ok({ bookingId }))]),
      'in another currency': flights([costs(90), priced(90, 'USD')]),
    },
  },
  'pnr-create.created-at-is-the-moment-of-the-booking': {
    passes: {
      then: flights([createdAt(at(0))]),
      'in another zone': flights([createdAt(at(2 * hourMs).replace('Z', '+02:00'))]),
    },
    fails: {
      'an hour before': notThen(at(-hourMs), flights([createdAt(at(-hourMs))])),
      'told by a retrieval': notThen(at(hourMs), flights([create(made()), told({ createdAt: at(hourMs) })])),
    },
    nothing: { refused: flights([create(refused)]) },
    unshown: {
      'not read': flights([create(made())]),
      'a day alone': flights([createdAt('2026-01-01')]),
      'without a zone': flights([createdAt('2026-01-01T00:00:00')]),
      'nobody tells the time': flights([
        undated(create(made(), { reported: { flightBooking: { createdAt: at(hourMs) } } })),
      ]),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of tickets and flights that stay as they were, or ended. */
const touched = 'as before: nothing was done to the ticket';
const changed = 'as before: nobody has changed the booking';

const shows = (part: Partial<TicketFact>): Step =>
  info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, ...part }] } });
const coupons = (...statuses: string[]): Step => shows({ couponStatuses: statuses, isOpen: true });
const closed = (trace: Trace) => breaks('response.body', `open, ${touched}`, 'not open', trace);
const bothIssued = issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: secondNumber }] }));
const ofBoth = (...steps: Step[]): Trace => flights([creation, bothIssued, ...steps]);
const looked = (...between: Step[]): Step[] => [look(true), ...between, look(false)];
const issueOpen = issue(ok({}), { reported: { tickets: [{ at: [], ticketNumber, isOpen: true }] } });

const again = (ends: Step, ...rest: Step[]): Trace => ticketed([ends, look(false), ...rest]);
const openAgain = (trace: Trace, count?: number) =>
  breaks('response.body', 'a ticket that is not open, as it was shown before', 'open', trace, count);

const shown = (part: Partial<FlightBookingFact>, numbers?: readonly string[]): Step =>
  retrieve(ok({}), {
    reported: {
      flightBooking: part,
      ...(numbers && { tickets: numbers.map((number) => ({ at: [], ticketNumber: number })) }),
    },
  });
const active = shown({ isActive: true });
const inactive = shown({ isActive: false });
const keepsPrice = (amount: number, currency?: string): Step => shown({ price: euros(amount, currency) });
const created = create(made(), { reported: { flightBooking: { isActive: true, price: euros(90) } } });
const ofFlight = (...steps: Step[]): Trace => flights([creation, ...steps]);
const given = (trace: Trace) => breaks('response.body', `active, ${changed}`, 'not active', trace);
const secondCancel = cancel(ok({}), { intent: ofBooking(secondId) });

export const keptFlightCases = {
  'ticket-info.stays-as-it-was': {
    passes: {
      'as open as before': ticketed([look(true), look(true)]),
      'while another is voided': ofBoth(look(true), voided(ok({}), { number: secondNumber }), look(true)),
      'coupons in other words': ticketed([coupons('OPEN', 'OPEN'), coupons('CHECKED IN', 'OPEN')]),
      'coupons not told any more': ticketed([coupons('OPEN'), coupons()]),
      'coupons not told at the issue': flights([
        creation,
        issue(ok({}), { reported: { tickets: [{ at: [], ticketNumber, couponStatuses: ['OPEN'], isOpen: true }] } }),
        coupons('OPEN', 'OPEN'),
      ]),
    },
    fails: {
      'since its issue': closed(flights([creation, issueOpen, look(false)])),
      'as another was exchanged': closed(ticketed(looked(exchange(ok({}), { intent: ofTicket(secondNumber) })))),
      'a coupon less': breaks(
        'response.body',
        `2 coupons, ${touched}`,
        '1',
        ticketed([coupons('OPEN', 'OPEN'), coupons('OPEN')]),
      ),
    },
    nothing: { 'done to it before': ticketed([voided(), look(true), look(false)]) },
    unshown: {
      'read by one look alone': ticketed([look(true), info(issued())]),
      'an unknown ticket was voided': ticketed(looked(voided(ok({}), { number: secondNumber }))),
      'issued anew': ticketed(looked(issue(issued(secondNumber)))),
    },
  },
  'ticket-info.ended-stays-ended': {
    passes: { voided: again(voided(), look(false), look(false)) },
    fails: {
      voided: openAgain(again(voided(), look(true), look(false))),
      refunded: openAgain(again(refund(), look(true), look(false))),
      exchanged: openAgain(again(exchange(issued(secondNumber)), look(true), look(true))),
    },
    nothing: {
      'not ended': ticketed([look(false), look(true)]),
      'the new ticket has the old number': again(exchange(issued()), look(true), look(false)),
    },
    unshown: { 'not read by the binding': again(voided(), info(issued()), look(false)) },
  },
  'pnr-retrieve.stays-as-it-was': {
    passes: {
      active: ofFlight(active, active),
      'at the same price': ofFlight(keepsPrice(90), keepsPrice(90)),
      'while another is cancelled': ofFlight(active, secondCancel, active),
      'at another price, repriced': ofFlight(
        shown({ isActive: true, price: euros(90) }),
        reprice(),
        shown({ isActive: true, price: euros(95) }),
      ),
      'with the ticket that it had': ofFlight(shown({}, [ticketNumber]), shown({}, [ticketNumber])),
      'without a ticket that another copy has not yet': ticketed([shown({}, [ticketNumber]), shown({}, [])]),
      'with the tickets that it had': ofFlight(
        shown({}, [ticketNumber, secondNumber]),
        shown({}, [ticketNumber, secondNumber]),
      ),
    },
    fails: {
      'given up': given(ofFlight(active, inactive)),
      'as a cancellation was refused to another partner': given(
        ofFlight(active, cancel(refused, { sent: other }), inactive),
      ),
      'at another price': breaks(
        'response.body',
        `90 EUR, ${changed}`,
        '91 EUR',
        ofFlight(keepsPrice(90), keepsPrice(91)),
      ),
      'without a ticket that it had': breaks(
        'response.body',
        `the same tickets, ${changed}`,
        '1 of them not there',
        ofFlight(shown({}, [ticketNumber, secondNumber]), shown({}, [secondNumber])),
      ),
    },
    nothing: {
      cancelled: flights([creation, cancel(), active, inactive]),
      'a day between': flights([creation, active, inactive], {
        clockAdvances: [0, 1, 2].map((beforeExchange) => ({ beforeExchange, ms: 24 * hourMs })),
      }),
      'another partner': flights([creation, retrieve(refused, { sent: other })]),
    },
    unshown: { 'at another price than it was made': flights([created, keepsPrice(91)]) },
  },
  'pnr-retrieve.cancelled-stays-cancelled': {
    passes: { 'not active': ofFlight(cancel(), inactive, inactive, inactive) },
    fails: {
      active: breaks(
        'response.body',
        'a booking that is not active, as it was shown before',
        'active',
        ofFlight(cancel(), inactive, active, inactive),
      ),
    },
    nothing: {
      'not shown as cancelled before': ofFlight(cancel(), active, active),
      'not cancelled': ofFlight(inactive, active),
    },
    unshown: { 'not read by the binding': ofFlight(cancel(), inactive, retrieve(ok({ bookingId })), inactive) },
  },
} satisfies Record<string, ClauseCases>;
