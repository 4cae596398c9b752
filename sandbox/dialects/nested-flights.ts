/** How the first dialect spells flights, in requests and in answers. */
import type {
  AvailableFlight,
  CanonicalFlight,
  CanonicalFlightOffer,
  CanonicalRefund,
  CanonicalTicket,
  ExchangeOffer,
  FareParts,
  FlightName,
  FlightReplies,
  FlightRequests,
  Journey,
  Party,
  Passenger,
} from '../avia/canonical.ts';
import { carriers, type FareRule, flightSuppliers } from '../data/flight-trade.ts';
import type { Amount } from '../sales.ts';
import { amount, breakdown, moment } from './nested-values.ts';
import { each, ifText, read, reading, spelled, spelling, type Write } from './spelling.ts';

const journey = read<Journey>({
  from: 'route.origin',
  to: 'route.destination',
  departure: 'dates.outbound',
  return: 'dates.inbound',
});

const isChild: Write = (type) => ({ ADT: false, CHD: true })[String(type)] ?? type;

const passenger = read<Passenger>({
  firstName: 'name.first',
  lastName: 'name.last',
  birthDate: 'birthDate',
  gender: 'gender',
  citizenship: 'nationality',
  document: ['passport', read<Passenger['document']>({ number: 'number', expiresOn: 'expires' })],
  isChild: ['type', isChild],
});

const ofOffer = { searchId: 'searchId', offerId: 'offerId' };
const ofBooking = { bookingId: 'bookingId' };
const ofTicket = { ...ofBooking, ticketNumber: 'ticketNumber' };

export const nestedFlightRequests = reading<FlightRequests>({
  'avia-search': {
    journey: ['', journey],
    party: ['passengers', read<Party>({ adults: 'adults', children: 'children' })],
  },
  'avia-schedule': { journey: ['', journey] },
  'avia-availability': {
    flights: ['segments', each(read<FlightName>({ flightNumber: 'flightNumber', date: 'departureDate' }))],
  },
  'avia-offer-price': ofOffer,
  'fare-rules': ofOffer,
  'pnr-create': { ...ofOffer, passengers: ['travellers', each(passenger)], contact: 'contact' },
  'pnr-retrieve': ofBooking,
  'pnr-cancel': ofBooking,
  'pnr-reprice': ofBooking,
  'ticket-issue': ofBooking,
  'ticket-info': ofTicket,
  'ticket-cancel': ofTicket,
  'ticket-exchange-calculation': { ...ofTicket, departure: 'newDates.outbound', return: 'newDates.inbound' },
  'ticket-exchange': { ...ofTicket, exchangeId: 'exchangeId', offerId: 'offerId' },
  'ticket-refund-calculation': ofTicket,
  'ticket-refund': { ...ofTicket, calculationId: 'quoteKey' },
});

const nameIn = (list: readonly { readonly code: string; readonly name: string }[]): Write =>
  ifText((code) => list.find((one) => one.code === code)?.name ?? code);

const parts = breakdown(['base', 'taxes'] as const satisfies readonly (keyof FareParts)[]);

const flight = {
  flightNumber: 'flightNumber',
  date: 'departureDate',
  carrier: ['airline', nameIn(carriers)],
  from: 'departure.airport',
  to: 'arrival.airport',
  departsAtMs: ['departure.at', moment],
  arrivesAtMs: ['arrival.at', moment],
} as const;

const segments = each(spelled<CanonicalFlight>(flight));

const offer = spelled<CanonicalFlightOffer & { readonly parts: FareParts }>({
  offerId: 'offerId',
  flights: ['segments', segments],
  fareFamily: 'fare.brand',
  supplier: ['fare.soldBy', nameIn(flightSuppliers)],
  price: ['price.total', amount],
  parts: ['price.breakdown', parts],
  isRefundable: 'conditions.refundable',
  isExchangeable: 'conditions.exchangeable',
});

const statusWords: Readonly<Record<string, string>> = {
  open: 'OPEN FOR USE',
  used: 'FLOWN',
  void: 'VOIDED',
  exchanged: 'EXCHANGED',
  refunded: 'REFUNDED',
};

const ticket = spelled<CanonicalTicket>({
  ticketNumber: 'ticketNumber',
  passengerName: 'traveller',
  issuedAtMs: ['issuedAt', moment],
  price: ['fare.total', amount],
  parts: ['fare.breakdown', parts],
  coupons: [
    'coupons',
    each(
      spelled<CanonicalTicket['coupons'][number]>({
        flightNumber: 'flightNumber',
        date: 'departureDate',
        status: ['status', ifText((status) => statusWords[status] ?? status)],
      }),
    ),
  ],
});

const pnr = {
  bookingId: 'booking.bookingId',
  locator: 'booking.recordLocator',
  status: 'booking.state',
  price: ['booking.price', amount],
  createdAtMs: ['booking.createdAt', moment],
  ticketBeforeMs: ['booking.ticketingDeadline', moment],
} as const;

const traveller = spelled<Passenger>({
  firstName: 'name.first',
  lastName: 'name.last',
  birthDate: 'birthDate',
  gender: 'gender',
  citizenship: 'nationality',
  document: ['passport', spelled<Passenger['document']>({ number: 'number', expiresOn: 'expires' })],
  isChild: ['type', (isChild) => (typeof isChild === 'boolean' ? (isChild ? 'CHD' : 'ADT') : isChild)],
});

const refund = spelled<CanonicalRefund>({
  amount: ['total', amount],
  penalty: ['penalty', amount],
  taxes: ['taxes', amount],
});

export const nestedFlights = spelling<Omit<FlightReplies, 'ticket-cancel'>>({
  'avia-search': { searchId: 'searchId', offers: ['offers', each(offer)] },
  'avia-availability': {
    flights: ['segments', each(spelled<AvailableFlight>({ ...flight, seats: 'seatsAvailable' }))],
  },
  'avia-schedule': {
    // A schedule has no price; where there is one all the same, it stands where prices do.
    flights: [
      'timetable.segments',
      each(spelled<CanonicalFlight & { readonly price?: Amount }>({ ...flight, price: ['price.total', amount] })),
    ],
  },
  'avia-offer-price': {
    offer: ['offer', offer],
    isPriceChanged: 'priceChanged',
  },
  'fare-rules': {
    fareFamily: 'fare.brand',
    fareRules: ['fare.rules', each(spelled<FareRule>({ topic: 'category', text: 'text' }))],
  },
  'pnr-create': pnr,
  'pnr-retrieve': {
    ...pnr,
    flights: ['segments', segments],
    passengers: ['travellers', each(traveller)],
    contact: 'contact',
    fareFamily: 'fare.brand',
    ticketNumbers: 'documents',
  },
  'pnr-cancel': { bookingId: pnr.bookingId, status: pnr.status },
  'pnr-reprice': {
    bookingId: pnr.bookingId,
    price: ['price.total', amount],
    parts: ['price.breakdown', parts],
    isPriceChanged: 'priceChanged',
  },
  'ticket-issue': {
    bookingId: pnr.bookingId,
    status: pnr.status,
    tickets: ['tickets', each(ticket)],
  },
  'ticket-info': { ticket: ['ticket', ticket] },
  'ticket-exchange-calculation': {
    exchangeId: 'exchangeId',
    penalty: ['penalty', amount],
    surcharge: ['surcharge', amount],
    offers: [
      'alternatives',
      each(
        spelled<ExchangeOffer>({
          offerId: 'offerId',
          flights: ['segments', segments],
          price: ['price.total', amount],
        }),
      ),
    ],
  },
  'ticket-exchange': {
    exchangeId: 'exchangeId',
    penalty: ['charged.penalty', amount],
    surcharge: ['charged.surcharge', amount],
    ticket: ['newTicket', ticket],
    replaced: 'replacedTicket',
  },
  'ticket-refund-calculation': {
    calculationId: 'quoteKey',
    refund: ['refund', refund],
  },
  'ticket-refund': { refund: ['refund', refund] },
});
