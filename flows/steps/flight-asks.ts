/** One request to every avia operation, with valid content where the target says how, for flows that are about the token. */
import { flightOperations } from '../../contracts/flight-intents.ts';
import type { Session } from '../../engine/session.ts';
import type { FlightDraw } from '../../generators/flights.ts';
import { type FoundFlights, flightSearch } from './find-flights.ts';
import { emptyAsks, filledIn, type TokenAsk } from './token-asks.ts';

/** The void is documented in full, and so it has no intent. */
export const aviaOperations = [...flightOperations, 'ticket-cancel'] as const;
export type AviaOperation = (typeof aviaOperations)[number];

export type FlightAsk = TokenAsk<AviaOperation>;

/** With nothing in them. */
export const emptyFlightAsks = (session: Session): FlightAsk[] => emptyAsks(session, aviaOperations);

const searchAsks = async (
  session: Session,
  draw: FlightDraw,
  onFound: (found: FoundFlights) => void,
): Promise<FlightAsk[]> => {
  const { ask, target, isAsked } = session;
  const { bindings } = target;
  const search = flightSearch(session, draw);
  const asks: FlightAsk[] = [];
  if (bindings['avia-search'])
    asks.push({ operation: 'avia-search', send: (callOptions) => ask('avia-search', search, callOptions) });
  if (bindings['avia-schedule'] && (isAsked('avia-schedule') || isAsked('avia-availability'))) {
    asks.push({ operation: 'avia-schedule', send: (callOptions) => ask('avia-schedule', search, callOptions) });
    const { flights: [flight] = [] } = (await ask('avia-schedule', search)).facts;
    if (flight && bindings['avia-availability']) {
      const seats = { flights: [flight], search };
      asks.push({
        operation: 'avia-availability',
        send: (callOptions) => ask('avia-availability', seats, callOptions),
      });
    }
  }
  const isSearched = isAsked('avia-search') || isAsked('avia-offer-price') || isAsked('fare-rules');
  if (!bindings['avia-search'] || !isSearched) return asks;
  const { facts } = await ask('avia-search', search);
  const { searchId, flightOffers: [offer, ...more] = [] } = facts;
  if (!offer || typeof searchId !== 'string') return asks;
  onFound({ search, searchId, offers: [offer, ...more] });
  const chosen = { searchId, offer, search };
  for (const operation of ['avia-offer-price', 'fare-rules'] as const) {
    if (bindings[operation]) asks.push({ operation, send: (callOptions) => ask(operation, chosen, callOptions) });
  }
  return asks;
};

/** What is asked with valid content where the target says how. */
export const searching = [
  'avia-search',
  'avia-schedule',
  'avia-availability',
  'avia-offer-price',
  'fare-rules',
] as const;

/**
 * Asks what is needed with our own token first, so that a token which counts by mistake has something to show. What is
 * about a booking is asked with an empty body: it needs one.
 *
 * @param onFound Of the search among it, if it finds anything.
 */
export const flightAsks = async (
  session: Session,
  draw: FlightDraw,
  empty: readonly FlightAsk[] = emptyFlightAsks(session),
  onFound: (found: FoundFlights) => void = () => {},
): Promise<readonly FlightAsk[]> => {
  const isSearched = session.target.known.route !== undefined && searching.some(session.isAsked);
  const valid = isSearched ? await searchAsks(session, draw, onFound) : [];
  return filledIn(empty, valid);
};
