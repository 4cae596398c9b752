/** Faults of what a search of hotels tells as a whole: its order, its minimum prices and its timeout. */
import { foundHotels, foundOffers, isScored, pricedOffers } from '../altering/hotels.ts';
import { swappedAt } from '../altering/replies.ts';
import { answers, deep, every, listOf, refusals, without } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import type { HotelRules, Telling } from '../hotels/rules.ts';
import type { Offer } from '../hotels/state.ts';
import type { Reply } from '../reply.ts';
import { type Amount, percentOf, sumOf } from '../sales/money.ts';

type Search = CanonicalReplies['hotel-search'];

/** Changes the hotels of a search that was ranked. */
const rankedHotels = (reorder: (hotels: Search['hotels']) => readonly unknown[]) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    const isRanked = hotels.some(({ offers }) => listOf(offers).some(isScored));
    return isRanked ? { ...body, hotels: reorder(hotels) } : body;
  });

/** Replaces the minimum price of every hotel; the offers come sorted by price. */
const minimumOf = (minPriceOf: (offers: readonly Offer[], cheapest: Amount, telling: Telling) => Amount) => ({
  touches: ['hotel-search'] as const,
  rules: (before: HotelRules) => ({
    minPriceOf: (offers: readonly Offer[], telling: Telling) =>
      minPriceOf(offers, before.minPriceOf(offers, telling), telling),
  }),
});

const refusesTimeouts = (accepts: (timeoutMs: number) => boolean) => ({
  touches: ['hotel-search'] as const,
  rules: { acceptsTimeout: accepts },
});

/** Answers refused searches that have a timeout in another way. */
const refusedTimeouts = (bend: (reply: Reply) => Reply) =>
  refusals('hotel-search', (reply, { asked }) => (asked?.timeoutMs === undefined ? reply : bend(reply)));

const minuteMs = 60_000;

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
    'forgets-one-minimum-price-deep-in-search': foundHotels(deep, (hotel) => without('minPrice', hotel)),
    'tells-minimum-prices-of-single-offers-only': {
      summary: 'A hotel of which the search shows several offers has no minimum price.',
      reply: foundHotels(
        ({ offers }) => offers.length > 1,
        (hotel) => without('minPrice', hotel),
      ),
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
      reply: pricedOffers(every, ({ price, parts, ...offer }) => {
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
