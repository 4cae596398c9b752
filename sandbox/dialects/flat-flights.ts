/** How the second dialect spells flights, in requests and in answers. */
import type {
  AvailableFlight,
  CanonicalFlight,
  CanonicalFlightOffer,
  CanonicalRefund,
  CanonicalTicket,
  ExchangeOffer,
  FareParts,
  FlightReplies,
  FlightRequests,
  Journey,
  Party,
  Passenger,
} from '../avia/canonical.ts';
import type { FareRule } from '../data/flight-trade.ts';
import type { Amount, Contact } from '../sales.ts';
import { amount, date, day, gender, seconds, upperCase } from './flat-values.ts';
import { each, ifText, read, reading, spelled, spelling, type Write } from './spelling.ts';

const end =
  (which: 0 | 1): Write =>
  (trip) =>
    typeof trip === 'string' ? trip.split('-')[which] : trip;

const journey = read<Journey>({
  from: ['trip', end(0)],
  to: ['trip', end(1)],
  departure: ['fly_on', date],
  return: ['back_on', date],
});

/** A flight is written `NV201/20270131`. */
const flight: Write = (name) => {
  const [, carrier, digits, day] = /^([A-Z]{2})(\d{1,4})\/(\d{8})$/.exec(String(name)) ?? [];
  return carrier === undefined ? name : { flightNumber: `${carrier} ${digits}`, date: date(Number(day)) };
};

const passenger = read<Passenger>({
  firstName: 'given',
  lastName: 'family',
  birthDate: ['born', date],
  gender: ['sex', gender],
  citizenship: ['citizen', upperCase],
  document: ['', read<Passenger['document']>({ number: 'pass_no', expiresOn: ['pass_till', date] })],
  isChild: ['kid', (kid) => (kid === 0 || kid === 1 ? kid === 1 : kid)],
});

const ofOffer = { searchId: 'session', offerId: 'pick' };
const ofBooking = { bookingId: 'pnr' };
const ofTicket = { ...ofBooking, ticketNumber: 'doc' };

export const flatFlightRequests = reading<FlightRequests>({
  'avia-search': {
    journey: ['', journey],
    party: ['', read<Party>({ adults: 'grown_ups', children: 'kids' })],
  },
  'avia-schedule': { journey: ['', journey] },
  'avia-availability': { flights: ['flights', each(flight)] },
  'avia-offer-price': ofOffer,
  'fare-rules': ofOffer,
  'pnr-create': {
    ...ofOffer,
    passengers: ['flyers', each(passenger)],
    contact: ['', read<Contact>({ email: 'mail', phone: 'tel' })],
  },
  'pnr-retrieve': ofBooking,
  'pnr-cancel': ofBooking,
  'pnr-reprice': ofBooking,
  'ticket-issue': ofBooking,
  'ticket-info': ofTicket,
  // The body of this one is documented.
  'ticket-cancel': { bookingId: 'bookingId', ticketNumber: 'ticketNumber' },
  'ticket-exchange-calculation': { ...ofTicket, departure: ['fly_on', date], return: ['back_on', date] },
  'ticket-exchange': { ...ofTicket, exchangeId: 'swap', offerId: 'pick' },
  'ticket-refund-calculation': ofTicket,
  'ticket-refund': { ...ofTicket, calculationId: 'quote_no' },
});

const bit: Write = (value) => (typeof value === 'boolean' ? Number(value) : value);
const code = (words: Readonly<Record<string, string>>): Write => ifText((word) => words[word] ?? word);

const parts = spelled<FareParts>({ base: ['net', amount], taxes: ['levies', amount] });

const leg = {
  flightNumber: ['flt', ifText((name) => name.replace(/^([A-Z]{2}) (?=\d+$)/, '$1'))],
  date: ['on_day', day],
  carrier: 'flown_by',
  from: 'dep',
  to: 'arr',
  departsAtMs: ['dep_at', seconds],
  arrivesAtMs: ['arr_at', seconds],
} as const;

const legs = each(spelled<CanonicalFlight>(leg));

const offer = spelled<CanonicalFlightOffer & { readonly parts: FareParts }>({
  offerId: 'pick',
  flights: ['legs', legs],
  fareFamily: 'tariff',
  supplier: 'sold_by',
  price: ['cost', amount],
  parts: ['cost_of', parts],
  isRefundable: ['gives_back', bit],
  isExchangeable: ['swappable', bit],
});

const standing = code({ booked: 'HK', ticketed: 'TK', cancelled: 'XX', expired: 'XL' });

const doc = spelled<CanonicalTicket>({
  ticketNumber: 'ticketNumber',
  passengerName: 'flyer',
  issuedAtMs: ['written_on', seconds],
  price: ['cost', amount],
  parts: ['cost_of', parts],
  coupons: [
    'stubs',
    each(
      spelled<CanonicalTicket['coupons'][number]>({
        flightNumber: leg.flightNumber,
        date: leg.date,
        status: ['use', code({ open: 'O', used: 'F', void: 'V', exchanged: 'E', refunded: 'R' })],
      }),
    ),
  ],
});

const pnr = {
  bookingId: 'bookingId',
  locator: 'rec_loc',
  status: ['standing', standing],
  price: ['cost', amount],
  createdAtMs: ['made_on', seconds],
  ticketBeforeMs: ['ticket_till', seconds],
} as const;

const flyer = spelled<Passenger>({
  firstName: 'given',
  lastName: 'family',
  birthDate: ['born', day],
  gender: ['sex', code({ male: 'M', female: 'F' })],
  citizenship: ['citizen', ifText((country) => country.toLowerCase())],
  document: ['pass', spelled<Passenger['document']>({ number: 'pass_no', expiresOn: ['pass_till', day] })],
  isChild: ['kid', bit],
});

const back = spelled<CanonicalRefund>({
  amount: ['given_back', amount],
  penalty: ['kept', amount],
  taxes: ['levies_back', amount],
});

export const flatFlights = spelling<Omit<FlightReplies, 'ticket-cancel'>>({
  'avia-search': { searchId: 'meta.searchId', offers: ['found', each(offer)] },
  'avia-availability': {
    flights: ['legs', each(spelled<AvailableFlight>({ ...leg, seats: 'free' }))],
  },
  'avia-schedule': {
    flights: [
      'legs',
      each(spelled<CanonicalFlight & { readonly price?: Amount }>({ ...leg, price: ['cost', amount] })),
    ],
  },
  'avia-offer-price': {
    offer: ['quote', offer],
    isPriceChanged: ['moved', bit],
  },
  'fare-rules': {
    fareFamily: 'tariff',
    fareRules: ['small_print', each(spelled<FareRule>({ topic: 'about_what', text: 'says' }))],
  },
  'pnr-create': pnr,
  'pnr-retrieve': {
    ...pnr,
    flights: ['legs', legs],
    passengers: ['flyers', each(flyer)],
    contact: ['reach', spelled<Contact>({ email: 'mail', phone: 'tel' })],
    fareFamily: 'tariff',
    ticketNumbers: 'docs',
  },
  'pnr-cancel': { bookingId: 'bookingId', status: pnr.status },
  'pnr-reprice': {
    bookingId: 'bookingId',
    price: pnr.price,
    parts: ['cost_of', parts],
    isPriceChanged: ['moved', bit],
  },
  'ticket-issue': {
    bookingId: 'bookingId',
    status: pnr.status,
    tickets: ['docs', each(doc)],
  },
  'ticket-info': { ticket: ['', doc] },
  'ticket-exchange-calculation': {
    exchangeId: 'exchangeId',
    penalty: ['fine', amount],
    surcharge: ['top_up', amount],
    offers: ['swaps', each(spelled<ExchangeOffer>({ offerId: 'pick', flights: ['legs', legs], price: pnr.price }))],
  },
  'ticket-exchange': {
    exchangeId: 'exchangeId',
    penalty: ['fine', amount],
    surcharge: ['top_up', amount],
    ticket: ['doc_now', doc],
    replaced: 'doc_before',
  },
  'ticket-refund-calculation': {
    calculationId: 'quote_no',
    refund: ['returns', back],
  },
  'ticket-refund': { refund: ['returns', back] },
});
