/** One request to every hotel operation, with valid content where the target says how, for flows that are about the token. */
import type { BookingFact, OfferFact } from '../../contracts/facts.ts';
import type { HotelOperation } from '../../contracts/intents.ts';
import { hotelOperations } from '../../contracts/operations.ts';
import { refOf } from '../../engine/effects/booking-ref.ts';
import type { Session } from '../../engine/session.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { type Search, searchOn } from './find-hotels.ts';
import { hotelsIn } from './found-hotels.ts';
import { emptyAsks, filledIn, type TokenAsk } from './token-asks.ts';

export type HotelAsk = TokenAsk<HotelOperation>;

const searchAsks = async (session: Session, stay: StayDraw, onFound: (found: Search) => void): Promise<HotelAsk[]> => {
  const { ask, target, isAsked } = session;
  const isPriced = isAsked('hotel-pricing') || isAsked('offer-pricing');
  if (!target.bindings['hotel-search'] || target.known.region === undefined) return [];
  const search = searchOn(session, stay);
  const asks: HotelAsk[] = [
    { operation: 'hotel-search', send: (callOptions) => ask('hotel-search', search, callOptions) },
  ];
  const { facts } = await ask('hotel-search', search);
  if (!isPriced) return asks;
  const [hotel, ...more] = hotelsIn(facts);
  const searchId = typeof facts.searchId === 'string' ? facts.searchId : undefined;
  if (!hotel || searchId === undefined || !target.bindings['hotel-pricing']) return asks;
  onFound({ search, searchId, hotels: [hotel, ...more], facts });
  const pricing = { searchId, search, hotelId: hotel.hotelId, offer: hotel.offers[0] };
  asks.push({ operation: 'hotel-pricing', send: (callOptions) => ask('hotel-pricing', pricing, callOptions) });
  const [offer]: readonly (OfferFact | undefined)[] = (await ask('hotel-pricing', pricing)).facts.offers ?? [];
  if (!offer || !target.bindings['offer-pricing'] || !isAsked('offer-pricing')) return asks;
  const chosen = { searchId, search, offer };
  await ask('offer-pricing', chosen);
  return [...asks, { operation: 'offer-pricing', send: (callOptions) => ask('offer-pricing', chosen, callOptions) }];
};

const bookingAsks = async ({ ask, target, isAsked }: Session): Promise<HotelAsk[]> => {
  if (!target.bindings['search-bookings']) return [];
  const list: HotelAsk = {
    operation: 'search-bookings',
    send: (callOptions) => ask('search-bookings', {}, callOptions),
  };
  const [entry]: readonly (BookingFact | undefined)[] = (await ask('search-bookings', {})).facts.bookings ?? [];
  const booking = refOf(entry);
  if (!booking || !target.bindings['view-booking'] || !isAsked('view-booking')) return [list];
  const view = { booking, details: { includePriceDetails: false, includeResidenceDetails: false } };
  await ask('view-booking', view);
  return [list, { operation: 'view-booking', send: (callOptions) => ask('view-booking', view, callOptions) }];
};

/**
 * Asks what is needed with our own token first, so that a token which counts by mistake has something to show. What has an
 * effect is asked with an empty body.
 *
 * @param onFound Of the search among it, if it finds anything.
 */
export const hotelAsks = async (
  session: Session,
  stay: StayDraw,
  onFound: (found: Search) => void = () => {},
): Promise<HotelAsk[]> => {
  const empty = emptyAsks(session, hotelOperations);
  const isAny = (...operations: readonly HotelOperation[]): boolean => operations.some(session.isAsked);
  const valid = [
    ...(isAny('hotel-search', 'hotel-pricing', 'offer-pricing') ? await searchAsks(session, stay, onFound) : []),
    ...(isAny('search-bookings', 'view-booking') ? await bookingAsks(session) : []),
  ];
  return filledIn(empty, valid);
};
