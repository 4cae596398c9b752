/** Faults of what a search of hotels tells as a whole: its order, its minimum prices and its timeout. */
import { foundHotels, foundOffers, isScored, pricedOffers } from '../altering/hotels.ts';
import { swappedAt } from '../altering/replies.ts';
import { answers, deep, every, listOf, refusals, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import type { HotelRules, Telling } from '../hotels/rules.ts';
import type { Offer } from '../hotels/state.ts';
import type { Amount } from '../sales/money.ts';
import { percentOf, sumOf } from '../sales/money.ts';

type Search = CanonicalReplies['hotel-search'];

/** Changes the hotels of a search that was ranked. */
const rankedHotels = (reorder: (hotels: Search['hotels']) => readonly unknown[]) =>
  answers('hotel-search', (body) => {
    const hotels = listOf(body.hotels);
    const isRanked = hotels.some(({ offers }) => listOf(offers).some(isScored));
    return isRanked ? { ...body, hotels: reorder(hotels) } : body;
  });

const rankingFaults = [
  fault('swaps-two-hotels-deep-in-ranked-search', {
    violates: ['hotel-search.ranked-by-ai-score'],
    summary: 'Two neighbours deep in a ranked search have changed places.',
    reply: rankedHotels((hotels) => swappedAt(hotels, Math.floor(hotels.length * 0.7))),
  }),
  fault('puts-the-best-of-ranked-search-last', {
    violates: ['hotel-search.ranked-by-ai-score'],
    summary: 'The best hotel of a ranked search comes after all others.',
    reply: rankedHotels(([best, ...others]) => (best ? [...others, best] : others)),
  }),
  fault('sorts-ranked-search-by-price', {
    violates: ['hotel-search.ranked-by-ai-score'],
    summary: 'A search tells scores and stays in the order of minimum prices.',
    reply: rankedHotels((hotels) => hotels.toSorted((one, other) => one.minPrice.minor - other.minPrice.minor)),
  }),
  fault('ranks-search-from-the-lowest-score', {
    violates: ['hotel-search.highest-score-first'],
    summary: 'A ranked search begins with the lowest score.',
    reply: rankedHotels((hotels) =>
      hotels.toReversed().map((hotel) => ({ ...hotel, offers: hotel.offers.toReversed() })),
    ),
  }),
];

const minimumShownFaults = [
  fault('forgets-one-minimum-price-deep-in-search', {
    violates: ['hotel-search.minimum-price-is-shown'],
    summary: 'A single hotel deep in a search has no minimum price.',
    reply: foundHotels(deep, (hotel) => without('minPrice', hotel)),
  }),
  fault('tells-minimum-prices-of-single-offers-only', {
    violates: ['hotel-search.minimum-price-is-shown'],
    summary: 'A hotel of which the search shows several offers has no minimum price.',
    reply: foundHotels(
      ({ offers }) => offers.length > 1,
      (hotel) => without('minPrice', hotel),
    ),
  }),
];

/** Replaces the minimum price of every hotel; the offers come sorted by price. */
const minimumOf = (minPriceOf: (offers: readonly Offer[], cheapest: Amount, telling: Telling) => Amount) => ({
  touches: ['hotel-search'] as const,
  rules: (before: HotelRules) => ({
    minPriceOf: (offers: readonly Offer[], telling: Telling) =>
      minPriceOf(offers, before.minPriceOf(offers, telling), telling),
  }),
});

const lowestFaults = [
  fault('tells-the-second-lowest-price-as-the-minimum', {
    violates: ['hotel-search.minimum-price-is-the-lowest'],
    summary: 'The minimum price of a hotel is that of its second cheapest offer.',
    ...minimumOf((offers, cheapest) => offers.find(({ price }) => price.minor > cheapest.minor)?.price ?? cheapest),
  }),
  fault('tells-the-lowest-refundable-price-as-the-minimum', {
    violates: ['hotel-search.minimum-price-is-the-lowest'],
    summary: 'The minimum price of a hotel leaves out offers that cannot be cancelled free of charge.',
    ...minimumOf((offers, cheapest) => offers.find(({ freeUntilMs }) => freeUntilMs !== null)?.price ?? cheapest),
  }),
  fault('adds-a-cent-to-minimum-prices', {
    violates: ['hotel-search.minimum-price-is-the-lowest'],
    summary: 'The minimum price of a hotel is a cent above its cheapest offer.',
    ...minimumOf((_, cheapest) => ({ ...cheapest, minor: cheapest.minor + 1 })),
  }),
  fault('tells-the-highest-minimum-price-of-all-hotels', {
    violates: ['hotel-search.minimum-price-is-the-lowest'],
    summary: 'Every hotel of a search has the minimum price of the dearest one.',
    reply: answers('hotel-search', (body) => {
      const [dearest] = listOf(body.hotels)
        .map(({ minPrice }) => minPrice)
        .toSorted((one, other) => other.minor - one.minor);
      return { ...body, hotels: listOf(body.hotels).map((hotel) => ({ ...hotel, minPrice: dearest })) };
    }),
  }),
  fault('shows-offers-of-a-search-below-the-minimum', {
    violates: ['hotel-search.minimum-price-is-the-lowest'],
    summary: 'Offers that a search shows are a tenth cheaper there than in hotel_pricing and in the minimum price.',
    reply: foundOffers(every, ({ price, ...offer }) => ({
      ...offer,
      price: { ...price, minor: percentOf(price.minor, 90) },
    })),
  }),
  fault('charges-less-in-pricing-than-the-minimum', {
    violates: ['hotel-search.minimum-price-is-the-lowest'],
    summary: 'Offers of hotel_pricing cost a tenth less than search said.',
    reply: pricedOffers(every, ({ price, parts, ...offer }) => {
      const less = ({ minor, currency }: Amount): Amount => ({ minor: percentOf(minor, 90), currency });
      const [base, tax, fee] = [less(parts.base), less(parts.tax), less(parts.fee)];
      return { ...offer, price: sumOf([base, tax, fee]), parts: { base, tax, fee } };
    }),
  }),
];

const refusesTimeouts = (accepts: (timeoutMs: number) => boolean) => ({
  touches: ['hotel-search'] as const,
  rules: { acceptsTimeout: accepts },
});

const minuteMs = 60_000;

const timeoutFaults = [
  fault('refuses-searches-with-a-timeout', {
    violates: ['hotel-search.timeout-is-accepted'],
    summary: 'A search with a timeout is refused.',
    ...refusesTimeouts(() => false),
  }),
  fault('refuses-timeouts-below-a-minute', {
    violates: ['hotel-search.timeout-is-accepted'],
    summary: 'A search with a timeout of less than a minute is refused.',
    ...refusesTimeouts((timeoutMs) => timeoutMs >= minuteMs),
  }),
  fault('refuses-searches-with-a-timeout-inside-a-success', {
    violates: ['hotel-search.timeout-is-accepted'],
    summary: 'A search with a timeout gets an error object under status 200.',
    ...refusesTimeouts(() => false),
    reply: refusals('hotel-search', (reply, { asked }) =>
      asked?.timeoutMs === undefined ? reply : { ...reply, status: 200 },
    ),
  }),
  fault('answers-nothing-to-searches-with-a-timeout', {
    violates: ['hotel-search.timeout-is-accepted'],
    summary: 'A search with a timeout gets 204 and no body.',
    ...refusesTimeouts(() => false),
    reply: refusals('hotel-search', (reply, { asked }) =>
      asked?.timeoutMs === undefined ? reply : { ...reply, status: 204, body: undefined },
    ),
  }),
];

export const hotelSearchFaults = [...rankingFaults, ...minimumShownFaults, ...lowestFaults, ...timeoutFaults];
