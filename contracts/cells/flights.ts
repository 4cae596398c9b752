/** Whose journey an exchange is about, sold by whom, and whose ticket: followed from the search to the ticket. */
import { flightAsked } from '../checks/own-flights.ts';
import { areSameTicket, type OwnTicket, ownTicketAsked, ticketsReported } from '../checks/own-tickets.ts';
import type { ClassName } from '../dimensions.ts';
import type { Json } from '../json.ts';
import { classIn, passengerMixes } from '../parties.ts';
import { field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isGiven, isOneOf, passengersIn } from './requested.ts';
import { supplierClass, supplierClasses } from './suppliers.ts';

const ofSearch = ({ otherRoutes }: Trace, search: Json | undefined): ClassName[] => {
  if (!isGiven(search, 'departure')) return [];
  const passengers = classIn(passengerMixes, passengersIn(search)) as ClassName | undefined;
  return [
    ...(passengers === undefined ? [] : [passengers]),
    isGiven(search, 'return') ? 'return' : 'one way',
    isOneOf(otherRoutes, field(search, 'route')) ? 'other route' : 'usual route',
  ];
};

const ofOffer = (trace: Trace, { intent }: Exchange): ClassName[] => [
  ...ofSearch(trace, field(intent, 'search')),
  ...supplierClass(trace, field(intent, 'offer'), 'flightOffers'),
];

/** The place of a ticket among those that were issued with it; that of the ticket it was exchanged for, where it was. */
const placeOf = (trace: Trace, { issue, fact }: OwnTicket): number => {
  const before = issue.operation === 'ticket-exchange' ? ownTicketAsked(trace, issue) : undefined;
  if (before) return placeOf(trace, before);
  return ticketsReported(issue).findIndex((each) => areSameTicket(each, fact) === true);
};

const ofTicket = (trace: Trace, exchange: Exchange): ClassName[] => {
  const ticket = ownTicketAsked(trace, exchange);
  return ticket ? [placeOf(trace, ticket) > 0 ? 'later passenger' : 'first passenger'] : [];
};

const ofBooking = (trace: Trace, exchange: Exchange): ClassName[] => {
  const flight = flightAsked(trace, exchange);
  return flight ? ofOffer(trace, flight.create) : [];
};

export const flightClasses = (trace: Trace, exchange: Exchange): ClassName[] => {
  const { operation, intent } = exchange;
  switch (operation) {
    case 'avia-search':
      return [...ofSearch(trace, intent), ...supplierClasses(trace, exchange, 'flightOffers')];
    case 'avia-schedule':
      return ofSearch(trace, intent);
    case 'avia-availability':
    case 'avia-offer-price':
    case 'fare-rules':
    case 'pnr-create':
      return ofOffer(trace, exchange);
    case 'pnr-retrieve':
    case 'pnr-cancel':
    case 'pnr-reprice':
    case 'ticket-issue':
      return ofBooking(trace, exchange);
    case 'ticket-info':
    case 'ticket-cancel':
    case 'ticket-exchange-calculation':
    case 'ticket-exchange':
    case 'ticket-refund-calculation':
    case 'ticket-refund':
      return [...ofBooking(trace, exchange), ...ofTicket(trace, exchange)];
    default:
      return [];
  }
};
