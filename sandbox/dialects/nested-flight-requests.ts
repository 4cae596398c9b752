/** Where the first dialect has what is asked about flights. */
import type { FlightName, FlightRequests, Journey, Party, Passenger } from '../avia/canonical.ts';
import { read, reading } from './reading.ts';
import { each, type Write } from './spelling.ts';

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
