/** What the first dialect is asked about flights. */
import type { AviaOperation } from '../avia/canonical.ts';
import type { Fields } from '../fields.ts';
import { at, eachOf } from './spelling.ts';

const journey = (body: Fields): unknown => ({
  from: at(body, 'route.origin'),
  to: at(body, 'route.destination'),
  departure: at(body, 'dates.outbound'),
  return: at(body, 'dates.inbound'),
});

const isChild = (type: unknown): unknown => ({ ADT: false, CHD: true })[String(type)] ?? type;

const passenger = (traveller: unknown): unknown => ({
  firstName: at(traveller, 'name.first'),
  lastName: at(traveller, 'name.last'),
  birthDate: at(traveller, 'birthDate'),
  gender: at(traveller, 'gender'),
  citizenship: at(traveller, 'nationality'),
  document: { number: at(traveller, 'passport.number'), expiresOn: at(traveller, 'passport.expires') },
  isChild: isChild(at(traveller, 'type')),
});

const ofOffer = (body: Fields) => ({ searchId: at(body, 'searchId'), offerId: at(body, 'offerId') });
const ofBooking = (body: Fields) => ({ bookingId: at(body, 'bookingId') });
const ofTicket = (body: Fields) => ({ ...ofBooking(body), ticketNumber: at(body, 'ticketNumber') });

export const nestedFlightRequests: Readonly<Record<AviaOperation, (body: Fields) => unknown>> = {
  'avia-search': (body) => ({
    journey: journey(body),
    party: { adults: at(body, 'passengers.adults'), children: at(body, 'passengers.children') },
  }),
  'avia-schedule': (body) => ({ journey: journey(body) }),
  'avia-availability': (body) => ({
    flights: eachOf(at(body, 'segments'), (flight) => ({
      flightNumber: at(flight, 'flightNumber'),
      date: at(flight, 'departureDate'),
    })),
  }),
  'avia-offer-price': ofOffer,
  'fare-rules': ofOffer,
  'pnr-create': (body) => ({
    ...ofOffer(body),
    passengers: eachOf(at(body, 'travellers'), passenger),
    contact: at(body, 'contact'),
  }),
  'pnr-retrieve': ofBooking,
  'pnr-cancel': ofBooking,
  'pnr-reprice': ofBooking,
  'ticket-issue': ofBooking,
  'ticket-info': ofTicket,
  'ticket-cancel': ofTicket,
  'ticket-exchange-calculation': (body) => ({
    ...ofTicket(body),
    departure: at(body, 'newDates.outbound'),
    return: at(body, 'newDates.inbound'),
  }),
  'ticket-exchange': (body) => ({
    ...ofTicket(body),
    exchangeId: at(body, 'exchangeId'),
    offerId: at(body, 'offerId'),
  }),
  'ticket-refund-calculation': ofTicket,
  'ticket-refund': (body) => ({ ...ofTicket(body), calculationId: at(body, 'quoteKey') }),
};
