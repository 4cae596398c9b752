/** POST /api/hotels/hotel_pricing and …/offer_pricing: all offers of one hotel of a search, and one offer alone. */
import type { Asking, SalesHandler } from '../handler.ts';
import type { CanonicalReplies, HotelOperation } from '../hotels/canonical.ts';
import { offersOf } from '../hotels/offers.ts';
import { hotelNotFound } from '../hotels/refusals.ts';
import type { Telling } from '../hotels/rules.ts';
import type { StoredSearch } from '../hotels/state.ts';
import { pricedOffer, ranked } from '../hotels/telling.ts';
import { answer } from '../reply.ts';
import { offerNotFound, searchNotFound } from '../sales/refusals.ts';

/** The search of this id, when the caller may use it. */
export const searchOf = (
  searchId: string,
  operation: HotelOperation,
  { world, clientId }: Asking,
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
  const telling: Telling = { operation: 'hotel-pricing', search, world };
  const offers = offersOf(hotel, search.stay).map((offer) => pricedOffer(offer, telling));
  const body: CanonicalReplies['hotel-pricing'] = {
    hotelId,
    offers: ranked(offers, ({ aiScore }) => aiScore, telling),
  };
  return answer(200, body);
};

export const offerPricing: SalesHandler<'offer-pricing'> = ({ searchId, offerId }, asking) => {
  const search = searchOf(searchId, 'offer-pricing', asking);
  if (!search) return searchNotFound;
  const offer = search.reported.get(offerId);
  if (!offer) return offerNotFound;
  const telling: Telling = { operation: 'offer-pricing', search, world: asking.world };
  const body: CanonicalReplies['offer-pricing'] = { hotelId: offer.hotelId, offer: pricedOffer(offer, telling) };
  return answer(200, body);
};
