/** One request to each operation, with valid content where the target says how: for flows that are about the token. */
import type { BookingFact, OfferFact } from '../../contracts/facts.ts';
import { flightOperations, type HotelOperationId, type Intents } from '../../contracts/intents.ts';
import { hotelOperations, type OperationId, operations } from '../../contracts/operations.ts';
import { refOf } from '../../engine/effects/refs.ts';
import type { CallOptions, Session } from '../../engine/session.ts';
import type { BadToken, BadTokens } from '../../generators/bad-tokens.ts';
import { picked } from '../../generators/draws.ts';
import type { FlightDraw } from '../../generators/flights.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { type FoundFlights, flightSearch } from './find-flights.ts';
import { type HotelSearch, hotelsIn, searchOn } from './find-hotels.ts';
import { inBrief } from './own-booking.ts';

type TokenAsk<Operation extends OperationId = OperationId> = {
  readonly operation: Operation;
  send(callOptions: CallOptions): Promise<unknown>;
};

/** What is sent with our own token besides bookings, tickets and their end. */
export const readsOnly = ({ operation }: Pick<TokenAsk, 'operation'>): boolean =>
  operations[operation].effect === 'reads';

/** A request with valid content. */
const askOf = <Operation extends keyof Intents>(
  { ask }: Session,
  operation: Operation,
  intent: Intents[Operation],
): TokenAsk<Operation> => ({ operation, send: (callOptions) => ask(operation, intent, callOptions) });

/** An empty body, which has no effect with any token, for each operation that the run looks at. */
export const emptyAsks = <Operation extends OperationId>(
  { isAsked, send }: Session,
  all: readonly Operation[],
): TokenAsk<Operation>[] =>
  all.filter(isAsked).map((operation) => ({
    operation,
    send: (callOptions) => send({ operation, body: {}, ...callOptions }),
  }));

const filledIn = <Operation extends OperationId>(
  empty: readonly TokenAsk<Operation>[],
  valid: readonly TokenAsk<Operation>[],
): TokenAsk<Operation>[] => empty.map((each) => valid.find(({ operation }) => operation === each.operation) ?? each);

export const sendAll = async (
  asks: readonly TokenAsk[],
  tokens: readonly BadToken[],
  isSampled: BadTokens['isSampled'] = () => true,
): Promise<void> => {
  for (const token of tokens) {
    for (const { operation, send } of asks) if (isSampled(operation, token)) await send(token);
  }
};

/** What our own bookings are asked for with: without a token, and with one of those that are altered. */
export const badForOwn = (altered: readonly BadToken[], seed: number): readonly CallOptions[] => {
  const notEmpty = altered.filter(({ bearer }) => bearer !== 'empty');
  return [{ bearer: 'missing' }, ...picked(notEmpty, 1, seed)];
};

/** As far as a budget goes. One is kept for our own token: what no token opens shows nothing. */
export const exceptLast = <Item>(all: readonly Item[], left: number): readonly Item[] =>
  all.slice(0, left > 1 ? left - 1 : left);

type HotelAsk = TokenAsk<HotelOperationId>;

const hotelSearchAsks = async (
  session: Session,
  stay: StayDraw,
  onFound: (found: HotelSearch) => void,
): Promise<HotelAsk[]> => {
  const { ask, target, isAsked } = session;
  const isPriced = isAsked('hotel-pricing') || isAsked('offer-pricing');
  if (!target.bindings['hotel-search'] || target.known.region === undefined) return [];
  const search = searchOn(session, stay);
  const asks: HotelAsk[] = [askOf(session, 'hotel-search', search)];
  const { facts } = await ask('hotel-search', search);
  if (!isPriced) return asks;
  const [hotel, ...more] = hotelsIn(facts);
  const searchId = typeof facts.searchId === 'string' ? facts.searchId : undefined;
  if (!hotel || searchId === undefined || !target.bindings['hotel-pricing']) return asks;
  onFound({ search, searchId, hotels: [hotel, ...more], facts });
  const pricing = { searchId, search, hotelId: hotel.hotelId, offer: hotel.offers[0] };
  asks.push(askOf(session, 'hotel-pricing', pricing));
  const [offer]: readonly (OfferFact | undefined)[] = (await ask('hotel-pricing', pricing)).facts.offers ?? [];
  if (!offer || !target.bindings['offer-pricing'] || !isAsked('offer-pricing')) return asks;
  const chosen = { searchId, search, offer };
  await ask('offer-pricing', chosen);
  return [...asks, askOf(session, 'offer-pricing', chosen)];
};

const bookingAsks = async (session: Session): Promise<HotelAsk[]> => {
  const { ask, target, isAsked } = session;
  if (!target.bindings['search-bookings']) return [];
  const list = askOf(session, 'search-bookings', {});
  const [entry]: readonly (BookingFact | undefined)[] = (await ask('search-bookings', {})).facts.bookings ?? [];
  const booking = refOf(entry);
  if (!booking || !target.bindings['view-booking'] || !isAsked('view-booking')) return [list];
  const view = { booking, details: inBrief };
  await ask('view-booking', view);
  return [list, askOf(session, 'view-booking', view)];
};

/**
 * First asks with our own token, so that a token which counts by mistake has something to show. What has an effect gets
 * an empty body.
 *
 * @param onFound Receives what the search found.
 */
export const hotelAsks = async (
  session: Session,
  stay: StayDraw,
  onFound: (found: HotelSearch) => void = () => {},
): Promise<HotelAsk[]> => {
  const empty = emptyAsks(session, hotelOperations);
  const isAny = (...operations: readonly HotelOperationId[]): boolean => operations.some(session.isAsked);
  const valid = [
    ...(isAny('hotel-search', 'hotel-pricing', 'offer-pricing') ? await hotelSearchAsks(session, stay, onFound) : []),
    ...(isAny('search-bookings', 'view-booking') ? await bookingAsks(session) : []),
  ];
  return filledIn(empty, valid);
};

/** The void comes last: its body is documented in full, and no binding spells it. */
export const aviaOperations = [...flightOperations, 'ticket-cancel'] as const;
type AviaTokenOperation = (typeof aviaOperations)[number];

export type FlightAsk = TokenAsk<AviaTokenOperation>;

export const emptyFlightAsks = (session: Session): FlightAsk[] => emptyAsks(session, aviaOperations);

const flightSearchAsks = async (
  session: Session,
  draw: FlightDraw,
  onFound: (found: FoundFlights) => void,
): Promise<FlightAsk[]> => {
  const { ask, target, isAsked } = session;
  const { bindings } = target;
  const search = flightSearch(session, draw);
  const asks: FlightAsk[] = [];
  if (bindings['avia-search']) asks.push(askOf(session, 'avia-search', search));
  if (bindings['avia-schedule'] && (isAsked('avia-schedule') || isAsked('avia-availability'))) {
    asks.push(askOf(session, 'avia-schedule', search));
    const { flights: [flight] = [] } = (await ask('avia-schedule', search)).facts;
    if (flight && bindings['avia-availability'])
      asks.push(askOf(session, 'avia-availability', { flights: [flight], search }));
  }
  const isSearched = isAsked('avia-search') || isAsked('avia-offer-price') || isAsked('fare-rules');
  if (!bindings['avia-search'] || !isSearched) return asks;
  const { facts } = await ask('avia-search', search);
  const { searchId, flightOffers: [offer, ...more] = [] } = facts;
  if (!offer || typeof searchId !== 'string') return asks;
  onFound({ search, searchId, offers: [offer, ...more] });
  const chosen = { searchId, offer, search };
  for (const operation of ['avia-offer-price', 'fare-rules'] as const) {
    if (bindings[operation]) asks.push(askOf(session, operation, chosen));
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
 * First asks with our own token, so that a token which counts by mistake has something to show. What needs a booking
 * gets an empty body.
 *
 * @param onFound Receives what the search found.
 */
export const flightAsks = async (
  session: Session,
  draw: FlightDraw,
  empty: readonly FlightAsk[] = emptyFlightAsks(session),
  onFound: (found: FoundFlights) => void = () => {},
): Promise<readonly FlightAsk[]> => {
  const isSearched = session.target.known.route !== undefined && searching.some(session.isAsked);
  const valid = isSearched ? await flightSearchAsks(session, draw, onFound) : [];
  return filledIn(empty, valid);
};
