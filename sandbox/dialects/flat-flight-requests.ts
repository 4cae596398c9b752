/** What the second dialect is asked about flights: flat bodies, days as numbers, a journey in one word. */
import type { AviaOperation } from '../avia/canonical.ts';
import type { Fields } from '../fields.ts';
import { dateIn, genders } from './flat-requests.ts';
import { at, eachOf } from './spelling.ts';

const journey = (body: Fields): unknown => {
  const trip = at(body, 'trip');
  const [from, to] = typeof trip === 'string' ? trip.split('-') : [trip, trip];
  return { from, to, departure: dateIn(at(body, 'fly_on')), return: dateIn(at(body, 'back_on')) };
};

/** A flight is written `NV201/20270131`. */
const flight = (name: unknown): unknown => {
  const [, carrier, digits, date] = /^([A-Z]{2})(\d{1,4})\/(\d{8})$/.exec(String(name)) ?? [];
  return carrier === undefined ? name : { flightNumber: `${carrier} ${digits}`, date: dateIn(Number(date)) };
};

const passenger = (flyer: unknown): unknown => {
  const [citizen, sex, kid] = [at(flyer, 'citizen'), at(flyer, 'sex'), at(flyer, 'kid')];
  return {
    firstName: at(flyer, 'given'),
    lastName: at(flyer, 'family'),
    birthDate: dateIn(at(flyer, 'born')),
    gender: typeof sex === 'string' ? (genders[sex] ?? sex) : sex,
    citizenship: typeof citizen === 'string' ? citizen.toUpperCase() : citizen,
    document: { number: at(flyer, 'pass_no'), expiresOn: dateIn(at(flyer, 'pass_till')) },
    isChild: kid === 0 || kid === 1 ? kid === 1 : kid,
  };
};

const ofOffer = (body: Fields) => ({ searchId: at(body, 'session'), offerId: at(body, 'pick') });
const ofBooking = (body: Fields) => ({ bookingId: at(body, 'pnr') });
const ofTicket = (body: Fields) => ({ ...ofBooking(body), ticketNumber: at(body, 'doc') });

export const flatFlightRequests: Readonly<Record<AviaOperation, (body: Fields) => unknown>> = {
  'avia-search': (body) => ({
    journey: journey(body),
    party: { adults: at(body, 'grown_ups'), children: at(body, 'kids') },
  }),
  'avia-schedule': (body) => ({ journey: journey(body) }),
  'avia-availability': (body) => ({ flights: eachOf(at(body, 'flights'), flight) }),
  'avia-offer-price': ofOffer,
  'fare-rules': ofOffer,
  'pnr-create': (body) => ({
    ...ofOffer(body),
    passengers: eachOf(at(body, 'flyers'), passenger),
    contact: { email: at(body, 'mail'), phone: at(body, 'tel') },
  }),
  'pnr-retrieve': ofBooking,
  'pnr-cancel': ofBooking,
  'pnr-reprice': ofBooking,
  'ticket-issue': ofBooking,
  'ticket-info': ofTicket,
  // The body of this one is documented.
  'ticket-cancel': (body) => ({ bookingId: at(body, 'bookingId'), ticketNumber: at(body, 'ticketNumber') }),
  'ticket-exchange-calculation': (body) => ({
    ...ofTicket(body),
    departure: dateIn(at(body, 'fly_on')),
    return: dateIn(at(body, 'back_on')),
  }),
  'ticket-exchange': (body) => ({
    ...ofTicket(body),
    exchangeId: at(body, 'swap'),
    offerId: at(body, 'pick'),
  }),
  'ticket-refund-calculation': ofTicket,
  'ticket-refund': (body) => ({ ...ofTicket(body), calculationId: at(body, 'quote_no') }),
};
