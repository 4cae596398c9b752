/** Where the second dialect has what is asked about flights: flat bodies, days as numbers, a journey in one word. */
import type { FlightRequests, Journey, Party, Passenger } from '../avia/canonical.ts';
import type { Contact } from '../sales/contact.ts';
import { date, gender, upperCase } from './flat-requests.ts';
import { read, reading } from './reading.ts';
import { each, type Write } from './spelling.ts';

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
