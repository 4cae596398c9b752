/** Faults of the answer to a hotel search: single fields, the order, the minimum prices and the timeout. */
import { faultsOf, ruled } from '../../deviation.ts';
import type { CanonicalOffer, CanonicalReplies } from '../../hotels/canonical.ts';
import type { Reporting } from '../../hotels/rules.ts';
import type { Offer } from '../../hotels/state.ts';
import type { Reply } from '../../reply.ts';
import { type Amount, minuteMs, percentOf, sumOf } from '../../sales.ts';
import {
  answers,
  cannotBeCancelled,
  deep,
  eachOf,
  every,
  everySecondTime,
  field,
  foundHotels,
  foundOffers,
  isScored,
  lacking,
  listOf,
  nulled,
  refusals,
  type Spot,
  swappedAt,
} from '../changes.ts';

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
    'tells-no-offer-ids-in-search': foundOffers(every, lacking('offerId')),
    'forgets-one-offer-id-deep-in-search': foundOffers(deep, lacking('offerId')),
    'nulls-offer-ids-of-nonrefundable-offers-in-search': foundOffers(cannotBeCancelled, nulled('offerId')),
  }),
  ...faultsOf('hotel-search.offers-carry-ai-score', {
    'tells-no-scores-in-unranked-search': foundOffers(isUnscored, lacking('aiScore')),
    'forgets-one-score-deep-in-search': foundOffers(deepScored, lacking('aiScore')),
  }),
  ...faultsOf('hotel-search.ai-score-is-null-or-zero-to-one', {
    'scores-search-in-percent': scored((score) => Math.round(score * 1_000_000) / 10_000),
    'scores-the-best-of-search-a-little-above-one': foundOffers(
      (offer, { at }) => at === 0 && isScored(offer),
      (offer) => ({ ...offer, aiScore: 1.0001 }),
    ),
    'scores-the-worst-of-search-below-zero': lowest(-0.1),
    'writes-one-score-of-search-as-text': foundOffers(deepScored, field('aiScore', String)),
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
    'writes-hotel-ids-of-search-as-text': eachOf('hotel-search', 'hotels', (hotel) => ({
      ...hotel,
      hotelId: String(hotel.hotelId),
    })),
  }),
  ...faultsOf('hotel-search.hotel-id-is-integer', {
    'writes-one-hotel-id-deep-in-search-as-text': foundHotels(deep, field('hotelId', String)),
  }),
  ...faultsOf('hotel-search.hotel-id-opens-the-card', {
    'finds-hotels-without-cards': {
      summary: 'A search reports ids of hotels that neither the static cards nor hotel_pricing know.',
      reply: eachOf('hotel-search', 'hotels', (hotel) => ({ ...hotel, hotelId: hotel.hotelId + beyondAll })),
    },
    'finds-one-hotel-without-a-card': foundHotels(deep, (hotel) => ({ ...hotel, hotelId: hotel.hotelId + beyondAll })),
  }),
];

type SearchReply = CanonicalReplies['hotel-search'];

const rankedHotels = (reorder: (hotels: SearchReply['hotels']) => readonly unknown[]) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    const isRanked = hotels.some(({ offers }) => listOf(offers).some(isScored));
    return isRanked ? { ...body, hotels: reorder(hotels) } : body;
  });

/** Replaces the minimum price of every hotel; the offers come sorted by price. */
const minimumOf = (minPriceOf: (offers: readonly Offer[], cheapest: Amount, reporting: Reporting) => Amount) =>
  ruled(['hotel-search'], 'minPriceOf', (before, offers, reporting) =>
    minPriceOf(offers, before(offers, reporting), reporting),
  );

const refusesTimeouts = (accepts: (timeoutMs: number) => boolean) => ({
  touches: ['hotel-search'] as const,
  rules: { acceptsTimeout: accepts },
});

const refusedTimeouts = (bend: (reply: Reply) => Reply) =>
  refusals('hotel-search', (reply, { asked }) => (asked?.timeoutMs === undefined ? reply : bend(reply)));

export const hotelSearchFaults = [
  ...faultsOf('hotel-search.ranked-by-ai-score', {
    'swaps-two-hotels-deep-in-ranked-search': rankedHotels((hotels) =>
      swappedAt(hotels, Math.floor(hotels.length * 0.7)),
    ),
    'puts-the-best-of-ranked-search-last': rankedHotels(([best, ...others]) => (best ? [...others, best] : others)),
    'sorts-ranked-search-by-price': rankedHotels((hotels) =>
      hotels.toSorted((one, other) => one.minPrice.minor - other.minPrice.minor),
    ),
  }),
  ...faultsOf('hotel-search.highest-score-first', {
    'ranks-search-from-the-lowest-score': rankedHotels((hotels) =>
      hotels.toReversed().map((hotel) => ({ ...hotel, offers: hotel.offers.toReversed() })),
    ),
  }),
  ...faultsOf('hotel-search.minimum-price-is-shown', {
    'forgets-one-minimum-price-deep-in-search': foundHotels(deep, lacking('minPrice')),
    'tells-minimum-prices-of-single-offers-only': {
      summary: 'A hotel of which the search shows several offers has no minimum price.',
      reply: foundHotels(({ offers }) => offers.length > 1, lacking('minPrice')),
    },
  }),
  ...faultsOf('hotel-search.minimum-price-is-the-lowest', {
    'tells-the-second-lowest-price-as-the-minimum': minimumOf(
      (offers, cheapest) => offers.find(({ price }) => price.minor > cheapest.minor)?.price ?? cheapest,
    ),
    'tells-the-lowest-refundable-price-as-the-minimum': minimumOf(
      (offers, cheapest) => offers.find(({ freeUntilMs }) => freeUntilMs !== null)?.price ?? cheapest,
    ),
    'adds-a-cent-to-minimum-prices': minimumOf((_, cheapest) => ({ ...cheapest, minor: cheapest.minor + 1 })),
    'tells-the-highest-minimum-price-of-all-hotels': answers('hotel-search', (body) => {
      const [dearest] = listOf(body.hotels)
        .map(({ minPrice }) => minPrice)
        .toSorted((one, other) => other.minor - one.minor);
      return { ...body, hotels: listOf(body.hotels).map((hotel) => ({ ...hotel, minPrice: dearest })) };
    }),
    'shows-offers-of-a-search-below-the-minimum': {
      summary: 'Offers that a search shows are a tenth cheaper there than in hotel_pricing and in the minimum price.',
      reply: foundOffers(every, ({ price, ...offer }) => ({
        ...offer,
        price: { ...price, minor: percentOf(price.minor, 90) },
      })),
    },
    'charges-less-in-pricing-than-the-minimum': {
      summary: 'Offers of hotel_pricing cost a tenth less than search said.',
      reply: eachOf('hotel-pricing', 'offers', ({ price, parts, ...offer }) => {
        const less = ({ minor, currency }: Amount): Amount => ({ minor: percentOf(minor, 90), currency });
        const [base, tax, fee] = [less(parts.base), less(parts.tax), less(parts.fee)];
        return { ...offer, price: sumOf([base, tax, fee]), parts: { base, tax, fee } };
      }),
    },
  }),
  ...faultsOf('hotel-search.timeout-is-accepted', {
    'refuses-searches-with-a-timeout': refusesTimeouts(() => false),
    'refuses-timeouts-below-a-minute': refusesTimeouts((timeoutMs) => timeoutMs >= minuteMs),
    'refuses-searches-with-a-timeout-inside-a-success': {
      ...refusesTimeouts(() => false),
      reply: refusedTimeouts((reply) => ({ ...reply, status: 200 })),
    },
    'answers-nothing-to-searches-with-a-timeout': {
      ...refusesTimeouts(() => false),
      reply: refusedTimeouts((reply) => ({ ...reply, status: 204, body: undefined })),
    },
  }),
];
