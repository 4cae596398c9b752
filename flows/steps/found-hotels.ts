/** The hotels of a search, each with the offers it shows. */
import type { Facts, OfferFact } from '../../contracts/facts.ts';
import type { Json } from '../../contracts/json.ts';
import { idText } from '../../contracts/subjects.ts';

export type FoundHotel = {
  readonly hotelId: Json;
  /** At least one: where a search shows no offers, the hotel stands for one. */
  readonly offers: readonly [OfferFact, ...OfferFact[]];
};

const isInside = (offer: OfferFact, { at }: { readonly at: OfferFact['at'] }): boolean =>
  at.every((key, i) => offer.at[i] === key);

/** In the order of the answer. An offer that does not name its hotel is of the one that encloses it. */
export const hotelsIn = ({ offers = [], hotels = [] }: Facts): FoundHotel[] => {
  const named = [
    ...offers.map((offer) => ({
      hotelId: offer.hotelId ?? hotels.find((hotel) => isInside(offer, hotel))?.hotelId,
      offer,
    })),
    ...hotels.map(({ at, hotelId }) => ({ hotelId, offer: { at, ...(hotelId !== undefined && { hotelId }) } })),
  ];
  const byId = Map.groupBy(named, ({ hotelId }) => idText(hotelId));
  return [...byId].flatMap(([id, ofHotel]) => {
    const [first, ...more] = ofHotel;
    if (id === undefined || first?.hotelId === undefined) return [];
    return [{ hotelId: first.hotelId, offers: [first.offer, ...more.map(({ offer }) => offer)] }];
  });
};
