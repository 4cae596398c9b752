/** The example of docs/use/flight-bindings.md, word for word: a target whose flights are unknown to Preflight. */
import type { Answer } from '../../../contracts/bindings.ts';
import type { BookingRef, ChosenFlight, FlightSearch, TicketRef } from '../../../contracts/intents.ts';
import { each, list, money, plain, sum, text, texts } from '../../../targets/reading.ts';
import { env, target } from '../../../targets/target.ts';

type OfBooking = { readonly booking: BookingRef };
type OfTicket = OfBooking & { readonly ticket: TicketRef };

const fare = (value: Answer) => money(value?.sum, value?.in); // { "sum": "129.90", "in": "EUR" }
const yesNo = (value: unknown) => (value === 'Y' || value === 'N' ? value === 'Y' : undefined);

const days = ({ departure, return: back }: FlightSearch) => ({ there: departure, back });
const wanted = ({ searchId, offer }: ChosenFlight) => ({ searchId, solution: offer.reference });
const named = ({ booking }: OfBooking) => ({ bookingId: booking.bookingId });
const namedTicket = ({ booking, ticket }: OfTicket) => ({ ...named({ booking }), ticketNumber: ticket.ticketNumber });

const solution = (one: Answer) => ({
  price: fare(one.total),
  isRefundable: yesNo(one.moneyBack),
  isExchangeable: yesNo(one.changes),
  reference: one.solutionKey,
});

const hop = (one: Answer) => ({ price: fare(one.total), reference: one.hopKey }); // a schedule has no total

const booking = (one: Answer) => ({ isActive: yesNo(one?.alive), price: fare(one?.total) });

const paper = (one: Answer) => {
  const states = list(one.sheets)?.flatMap((sheet) => plain(sheet?.state) ?? []);
  return {
    couponStatuses: states,
    isOpen: states && states.length > 0 ? states.every((state) => state === 'unflown') : undefined,
    price: fare(one.paid),
    issuedAt: text(one.printed),
  };
};

const payout = (one: Answer) => ({
  amount: fare(one?.paidBack),
  penalty: fare(one?.kept),
  taxes: sum(list(one?.taxesBack)?.map(fare)),
});

export default target({
  name: 'acme-flights',
  baseUrl: env('ACME_URL'),
  credentials: { clientId: env('ACME_CLIENT_ID'), clientSecret: env('ACME_CLIENT_SECRET') },
  otherPartner: { clientId: env('ACME_OTHER_ID'), clientSecret: env('ACME_OTHER_SECRET') },
  known: {
    route: { start: 'OSL', end: 'LIS' },
    departureDaysAhead: 90,
    usedTicket: { bookingId: '0b54cf0e-6c0e-4a3b-9d5e-0a4f7f1f6b11', ticketNumber: '1174200000011' },
    withoutRights: { bookingId: '5f0de2a4-17c4-4b0f-8f6a-9c2b6f0c7d22', ticketNumber: '1174200000022' },
  },
  may: { books: { perRun: 9, perDay: 30 }, tickets: { perRun: 16, perDay: 48 } },
  limits: { requestsPerSecond: 5, settleMs: 20_000 },
  voidWindowMs: 24 * 3_600_000,
  aviaPath: '/avia',
  bindings: {
    'avia-search': {
      request: (search) => ({ ...days(search), line: search.route, seats: [search.adults, search.children] }),
      response: (body) => ({ flightOffers: each(body, 'solutions[]', solution) }),
    },
    'avia-schedule': {
      request: (search) => ({ ...days(search), line: search.route }),
      response: (body) => ({ flights: each(body, 'plan[].hops[]', hop) }),
    },
    'avia-availability': {
      request: ({ flights }) => ({ hops: flights.flatMap(({ reference }) => reference ?? []) }),
      response: (body) => ({
        flights: each(body, 'hops[]', (one) => ({
          ...hop(one),
          seats: Number.isFinite(one.left) ? one.left : undefined,
        })),
      }),
    },
    'avia-offer-price': {
      request: wanted,
      response: (body) => ({
        flightOffers: each(body, 'solution', (one) => ({ ...solution(one), isPriceChanged: yesNo(one.repriced) })),
      }),
    },
    'fare-rules': {
      request: wanted,
      response: (body) => ({ fareRules: each(body, 'notes[]', (note) => ({ text: text(note.body) })) }),
    },
    'pnr-create': {
      request: ({ passengers, contact, ...chosen }) => ({
        ...wanted(chosen),
        people: passengers.map(({ isChild, document, ...person }) => ({
          ...person,
          kind: isChild ? 'C' : 'A',
          passport: [document.number, document.expiresOn],
        })),
        ...contact,
      }),
      response: (body) => ({ flightBooking: { ...booking(body), reference: body?.locator } }),
    },
    'pnr-retrieve': {
      request: named,
      response: (body) => ({
        flightBooking: { ...booking(body), passengerNames: texts(body?.people) },
        tickets: list(body?.papers) && each(body, 'papers[]', paper),
      }),
    },
    'pnr-cancel': { request: named },
    'pnr-reprice': { request: named, response: (body) => ({ flightBooking: booking(body) }) },
    'ticket-issue': {
      request: ({ booking: { bookingId, reference } }) => ({ bookingId, locator: reference }),
      response: (body) => ({ tickets: each(body, 'papers[]', paper) }),
    },
    'ticket-info': { request: namedTicket, response: (body) => ({ tickets: each(body, 'paper', paper) }) },
    'ticket-exchange-calculation': {
      request: ({ search, ...ticket }) => ({ ...namedTicket(ticket), ...days(search) }),
      response: (body) => ({
        exchange: {
          penalty: fare(body?.fine),
          surcharge: fare(body?.onTop),
          offers: each(body, 'solutions[]', (one) => ({ price: fare(one.total), reference: one.solutionKey })),
        },
      }),
    },
    'ticket-exchange': {
      request: ({ exchangeId, offer, ...ticket }) => ({ ...namedTicket(ticket), exchangeId, solution: offer }),
      response: (body) => ({
        exchange: { penalty: fare(body?.fine), surcharge: fare(body?.onTop) },
        tickets: each(body, 'newPaper', paper),
      }),
    },
    'ticket-refund-calculation': {
      request: namedTicket,
      response: (body) => ({ refund: { ...payout(body?.payout), reference: body?.quoteKey } }),
    },
    'ticket-refund': {
      request: ({ calculation, ...ticket }) => ({ ...namedTicket(ticket), quoteKey: calculation }),
      response: (body) => ({ refund: payout(body?.payout) }),
    },
  },
});
