/** Flights of one kind: on one route, there and back or not, for a party of one make, and sold by one supplier. */
import type { Json } from '../json.ts';
import { field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { flightAsked } from './own-flights.ts';
import { ownTicketAsked } from './own-tickets.ts';

const textOf = (values: readonly (Json | undefined)[]): string => JSON.stringify(values.map((value) => value ?? null));

export const routeOf = (search: Json | undefined): string => textOf([field(search, 'route')]);

/** Of an intent that names an offer of a search. */
export const kindOfChosen = ({ intent }: Pick<Exchange, 'intent'>): string => {
  const search = field(intent, 'search');
  const [adults, children, back] = ['adults', 'children', 'return'].map((name) => field(search, name));
  return textOf([
    field(search, 'route'),
    adults,
    children,
    back !== undefined,
    field(field(intent, 'offer'), 'supplier'),
  ]);
};

/** The kind of the booking, or of the ticket's booking, that a request is about; empty when it is not ours. */
export const kindOfBooked = (trace: Trace, exchange: Exchange): string => {
  const flight = flightAsked(trace, ownTicketAsked(trace, exchange)?.issue ?? exchange);
  return flight ? kindOfChosen(flight.create) : '';
};
