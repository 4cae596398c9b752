/** Faults of single fields in the answer to a search of hotels. */
import { cannotBeCancelled, foundHotels, foundOffers, isScored } from '../altering/hotels.ts';
import { everySecondTime } from '../altering/replies.ts';
import { answers, deep, every, type Spot, without } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalOffer } from '../hotels/canonical.ts';

const searchIdWritten = (write: (searchId: string) => unknown) =>
  answers('hotel-search', (body) => ({ ...body, searchId: write(body.searchId) }));

const isRanked = (body: { readonly hotels: readonly { readonly offers: readonly CanonicalOffer[] }[] }): boolean =>
  body.hotels.some(({ offers }) => offers.some(isScored));

const isUnscored = (offer: CanonicalOffer): boolean => !isScored(offer);
const deepScored = (offer: CanonicalOffer, spot: Spot): boolean => isScored(offer) && deep(offer, spot);

const scored = (change: (score: number, offer: CanonicalOffer) => unknown) =>
  foundOffers(isScored, (offer) => ({ ...offer, aiScore: change(offer.aiScore ?? 0, offer) }));

/** The last of the offers with scores, which has the lowest. */
const lowest = (score: number) =>
  answers('hotel-search', (body) => {
    const offers = body.hotels.flatMap((hotel) => hotel.offers);
    const lowestOf = offers.findLast(isScored);
    const changed = (offer: CanonicalOffer) => (offer === lowestOf ? { ...offer, aiScore: score } : offer);
    return { ...body, hotels: body.hotels.map((hotel) => ({ ...hotel, offers: hotel.offers.map(changed) })) };
  });

/** Far from every hotel that exists. */
const beyondAll = 7_000_000;

export const hotelSearchFieldFaults = [
  ...faultsOf('hotel-search.search-id-is-returned', {
    'tells-no-search-id': searchIdWritten(() => undefined),
    'counts-searches-with-numbers': searchIdWritten((searchId) => searchId.length),
    'empties-the-search-id-of-ranked-searches': answers('hotel-search', (body) =>
      isRanked(body) ? { ...body, searchId: '' } : body,
    ),
    'nulls-the-search-id-every-second-time': {
      'hotel-search': everySecondTime('search id', searchIdWritten(() => null)['hotel-search']),
    },
  }),
  ...faultsOf('hotel-search.offers-carry-offer-id', {
    'tells-no-offer-ids-in-search': foundOffers(every, (offer) => without('offerId', offer)),
    'forgets-one-offer-id-deep-in-search': foundOffers(deep, (offer) => without('offerId', offer)),
    'nulls-offer-ids-of-nonrefundable-offers-in-search': foundOffers(cannotBeCancelled, (offer) => ({
      ...offer,
      offerId: null,
    })),
  }),
  ...faultsOf('hotel-search.offers-carry-ai-score', {
    'tells-no-scores-in-unranked-search': foundOffers(isUnscored, (offer) => without('aiScore', offer)),
    'forgets-one-score-deep-in-search': foundOffers(deepScored, (offer) => without('aiScore', offer)),
  }),
  ...faultsOf('hotel-search.ai-score-is-null-or-zero-to-one', {
    'scores-search-in-percent': scored((score) => Math.round(score * 1_000_000) / 10_000),
    'scores-the-best-of-search-a-little-above-one': foundOffers(
      (offer, { at }) => at === 0 && isScored(offer),
      (offer) => ({ ...offer, aiScore: 1.0001 }),
    ),
    'scores-the-worst-of-search-below-zero': lowest(-0.1),
    'writes-one-score-of-search-as-text': foundOffers(deepScored, (offer) => ({
      ...offer,
      aiScore: String(offer.aiScore),
    })),
    'scores-unranked-search-with-minus-one': foundOffers(isUnscored, (offer) => ({ ...offer, aiScore: -1 })),
  }),
  ...faultsOf('hotel-search.no-score-where-ranking-is-off', {
    'scores-unranked-search-with-zero': foundOffers(isUnscored, (offer) => ({ ...offer, aiScore: 0 })),
    'scores-one-offer-deep-in-an-unranked-search': foundOffers(
      (offer, spot) => isUnscored(offer) && deep(offer, spot),
      (offer) => ({ ...offer, aiScore: 0.5 }),
    ),
  }),
  ...faultsOf(['hotel-search.hotel-id-is-integer', 'hotel-flow.typical-flow-can-be-walked'], {
    'writes-hotel-ids-of-search-as-text': foundHotels(every, (hotel) => ({ ...hotel, hotelId: String(hotel.hotelId) })),
  }),
  ...faultsOf('hotel-search.hotel-id-is-integer', {
    'writes-one-hotel-id-deep-in-search-as-text': foundHotels(deep, (hotel) => ({
      ...hotel,
      hotelId: String(hotel.hotelId),
    })),
  }),
  ...faultsOf('hotel-search.hotel-id-opens-the-card', {
    'finds-hotels-without-cards': {
      summary: 'A search tells ids of hotels that neither the static cards nor hotel_pricing know.',
      reply: foundHotels(every, (hotel) => ({ ...hotel, hotelId: hotel.hotelId + beyondAll })),
    },
    'finds-one-hotel-without-a-card': foundHotels(deep, (hotel) => ({ ...hotel, hotelId: hotel.hotelId + beyondAll })),
  }),
];
