/** The check of the typical flow from a search to a ticket (part 1), each step built on the steps before it. */
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, field, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { nameAsked } from './own-bookings.ts';
import { flightAsked, isMuchLater, isPerhapsCancelled, ownFlightAsked } from './own-flights.ts';
import { ownTicketAsked } from './own-tickets.ts';
import { searchBehind } from './searches.ts';
import { type Asks, type Tries, triesOf, type WalkedStep, walked } from './tried.ts';

/** Flights of one kind: on one route, there and back or not, for a party of one make, and sold by one supplier. */
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

const ofOffers = ['avia-offer-price', 'fare-rules', 'pnr-create'] as const satisfies readonly OperationId[];

const ofBookings = ['pnr-retrieve', 'pnr-reprice', 'ticket-issue'] as const satisfies readonly OperationId[];

const isFresh = (trace: Trace, behind: Exchange | undefined, exchange: Exchange): boolean =>
  behind !== undefined && !isMuchLater(trace, behind, exchange);

const offerText = ({ intent }: Exchange): string => JSON.stringify(field(intent, 'offer') ?? null);

const bookingText = (exchange: Exchange): string => JSON.stringify(nameAsked(exchange));

/** When an operation has answered about the same booking with a success. */
const answeredAt = (trace: Trace, operation: OperationId, exchange: Exchange): number[] =>
  asked(trace, operation).flatMap((each) =>
    succeeded(each) && bookingText(each) === bookingText(exchange) ? [each.index] : [],
  );

/** Once tickets are issued, or may have been, a second issue or another price is a matter of its own. */
const isPerhapsIssued = (trace: Trace, exchange: Exchange): boolean =>
  exchange.operation !== 'pnr-retrieve' &&
  answeredAt(trace, 'ticket-issue', exchange).some((index) => index < exchange.index);

/** A retrieval has its place in the flow before that. */
const isRetrievedLater = (trace: Trace, exchange: Exchange): boolean =>
  exchange.operation === 'pnr-retrieve' &&
  answeredAt(trace, 'pnr-reprice', exchange).some((index) => index < exchange.index);

/** A service may find a booking at the second look alone. */
const isFoundLater = (trace: Trace, exchange: Exchange): boolean =>
  exchange.operation === 'pnr-retrieve' &&
  isRefusal(exchange) &&
  answeredAt(trace, 'pnr-retrieve', exchange).some((index) => index > exchange.index);

/** About a booking that its partner has just made, and nothing was done with. */
export const asksOfNewBookings = (trace: Trace, operation: (typeof ofBookings)[number]): Exchange[] =>
  asked(trace, operation).filter((exchange) => {
    const flight = ownFlightAsked(trace, exchange);
    return (
      flight !== undefined &&
      isFresh(trace, flight.create, exchange) &&
      !isPerhapsCancelled(trace, flight, exchange) &&
      !isPerhapsIssued(trace, exchange) &&
      !isRetrievedLater(trace, exchange) &&
      !isFoundLater(trace, exchange)
    );
  });

/** Each booking of a trace is tried once more for each request: the same one counts once. */
export const triesOfNewBookings = (trace: Trace, operation: (typeof ofBookings)[number]): Tries[] =>
  triesOf(asksOfNewBookings(trace, operation), bookingText);

/** Every step of the typical flow, with all that was asked of it. */
export const stepsAsked = (trace: Trace): Asks[] => {
  const isWellAsked = (exchange: Exchange): boolean =>
    isFresh(trace, searchBehind(trace, 'avia-search', exchange), exchange);
  const searches: Asks = {
    operation: 'avia-search',
    asks: asked(trace, 'avia-search').filter(({ intent }) => intent !== undefined),
    thingOf: ({ intent }) => JSON.stringify(intent),
    kindOf: ({ intent }) => routeOf(intent),
  };
  return [
    searches,
    ...ofOffers.map((operation): Asks => {
      const asks = asked(trace, operation).filter(isWellAsked);
      return { operation, asks, thingOf: offerText, kindOf: kindOfChosen };
    }),
    ...ofBookings.map((operation): Asks => {
      const asks = asksOfNewBookings(trace, operation);
      return { operation, asks, thingOf: bookingText, kindOf: (each) => kindOfBooked(trace, each) };
    }),
  ];
};

export const stepsOf = perTrace((trace): readonly WalkedStep[] =>
  stepsAsked(trace).flatMap(({ operation, asks, thingOf }) => walked(operation, asks, thingOf)),
);
