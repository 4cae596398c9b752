/** The handlers that search and price hotels. */

import type { SaleContext, SalesHandler } from '../asked.ts';
import { type Hotel, presets } from '../data/hotels.ts';
import type {
  CanonicalOffer,
  CanonicalReplies,
  FoundHotel,
  HotelOperation,
  PricedOffer,
  Stay,
} from '../hotels/canonical.ts';
import { nightsOf, offersOf } from '../hotels/offers.ts';
import type { Reporting } from '../hotels/rules.ts';
import type { Offer, StoredSearch } from '../hotels/state.ts';
import { hotelNotFound, invalidRequest, offerNotFound, regionNotFound, searchNotFound } from '../refusals.ts';
import { answer } from '../reply.ts';
import { dayIn, dayMs } from '../sales.ts';
import { ofWorld } from '../world-parts.ts';

/** Remembers under which id the offer was reported, so that it is found again. */
const reportedOffer = (offer: Offer, reporting: Reporting): CanonicalOffer => {
  const { rules } = reporting.world;
  const offerId = rules.offerIdOf(offer, reporting);
  reporting.search.reported.set(offerId, offer);
  const { roomId, roomName, rateName, mealTypeId, bedVariants, supplier, freeUntilMs } = offer;
  return {
    offerId,
    aiScore: rules.scoreOf(offer, reporting),
    roomId,
    roomName,
    rateName,
    mealTypeId,
    bedVariants,
    supplier,
    price: rules.priceOf(offer, reporting),
    freeUntilMs,
  };
};

const pricedOffer = (offer: Offer, reporting: Reporting): PricedOffer => {
  const { parts, earlyCheckIns, lateCheckOuts } = offer;
  return { ...reportedOffer(offer, reporting), parts, earlyCheckIns, lateCheckOuts };
};

/** In the order of scores when there are any, else in the order given. */
const ranked = <Reported>(
  reported: readonly Reported[],
  scoreOf: (one: Reported) => number | null,
  { world }: Reporting,
) =>
  reported.some((one) => scoreOf(one) !== null)
    ? reported.toSorted((one, other) => world.rules.ranks({ aiScore: scoreOf(one) }, { aiScore: scoreOf(other) }))
    : reported;

const nightsMax = 30;
const daysAheadMax = 3 * 366;

/** What is wrong with a stay in one sentence; undefined when nothing is. */
const problemOf = (stay: Stay, nowMs: number): string | undefined => {
  const [fromMs = 0, toMs = 0] = [dayIn(stay.checkIn), dayIn(stay.checkOut)];
  if (toMs <= fromMs) return 'The day of departure must be after the day of arrival.';
  // Somewhere it is still yesterday.
  if (fromMs < nowMs - 2 * dayMs) return 'The day of arrival is past.';
  if (fromMs > nowMs + daysAheadMax * dayMs) return `The day of arrival is more than ${daysAheadMax} days ahead.`;
  return nightsOf(stay).length > nightsMax ? `A stay has ${nightsMax} nights at most.` : undefined;
};

const foundHotel = (hotel: Hotel, reporting: Reporting): FoundHotel => {
  const { rules } = reporting.world;
  const offers = offersOf(hotel, reporting.search.stay);
  const shown = rules.searchShows(offers, reporting).map((offer) => reportedOffer(offer, reporting));
  return {
    hotelId: hotel.id,
    name: hotel.name.en,
    minPrice: rules.minPriceOf(offers, reporting),
    offers: ranked(shown, ({ aiScore }) => aiScore, reporting),
  };
};

/** POST /api/hotels/search: the hotels of a region with minimum prices, in the order of prices or of scores. */
export const hotelSearch: SalesHandler<'hotel-search'> = (asked, { world, clientId }) => {
  const { rules } = world;
  const { regionId, stay, preset: presetName, timeoutMs } = asked;
  const problem = problemOf(stay, world.now());
  if (problem) return invalidRequest(problem);
  if (timeoutMs !== undefined && !rules.acceptsTimeout(timeoutMs)) {
    return invalidRequest('The timeout is not supported.');
  }
  const preset = presets.find(({ name }) => presetName === undefined || name === presetName);
  if (!preset) return invalidRequest('There is no such preset.');
  const region = world.regions.find(({ id }) => id === regionId);
  if (!region) return regionNotFound;

  const number = world.count('hotel searches');
  const searchId = world.dialect.searchIdOf(ofWorld('search', number, world));
  const search: StoredSearch = { searchId, number, clientId, regionId, stay, preset, reported: new Map() };
  world.searches.put(search);
  const reporting: Reporting = { operation: 'hotel-search', search, world };
  const byPrice = region.hotels
    .map((hotel) => foundHotel(hotel, reporting))
    .toSorted((one, other) => one.minPrice.minor - other.minPrice.minor);
  const hotels = ranked(byPrice, ({ offers }) => offers[0]?.aiScore ?? null, reporting);
  return answer(200, { searchId, hotels } satisfies CanonicalReplies['hotel-search']);
};

/** The search of this id, when the caller may use it. */
export const searchOf = (
  searchId: string,
  operation: HotelOperation,
  { world, clientId }: SaleContext,
): StoredSearch | undefined => {
  const search = world.searches.find(searchId);
  return search && world.rules.knowsSearch(search, clientId, { operation, world }) ? search : undefined;
};

export const hotelPricing: SalesHandler<'hotel-pricing'> = ({ searchId, hotelId }, asking) => {
  const { world } = asking;
  const search = searchOf(searchId, 'hotel-pricing', asking);
  if (!search) return searchNotFound;
  const region = world.regions.find(({ id }) => id === search.regionId);
  const hotel = region?.hotels.find(({ id }) => id === hotelId);
  if (!hotel) return hotelNotFound;
  const reporting: Reporting = { operation: 'hotel-pricing', search, world };
  const offers = offersOf(hotel, search.stay).map((offer) => pricedOffer(offer, reporting));
  const body: CanonicalReplies['hotel-pricing'] = {
    hotelId,
    offers: ranked(offers, ({ aiScore }) => aiScore, reporting),
  };
  return answer(200, body);
};

export const offerPricing: SalesHandler<'offer-pricing'> = ({ searchId, offerId }, asking) => {
  const search = searchOf(searchId, 'offer-pricing', asking);
  if (!search) return searchNotFound;
  const offer = search.reported.get(offerId);
  if (!offer) return offerNotFound;
  const reporting: Reporting = { operation: 'offer-pricing', search, world: asking.world };
  const body: CanonicalReplies['offer-pricing'] = { hotelId: offer.hotelId, offer: pricedOffer(offer, reporting) };
  return answer(200, body);
};
