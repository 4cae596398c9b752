/** Faults of single fields in the answer to a search of hotels. */
import { cannotBeCancelled, foundHotels, foundOffers, isScored } from '../altering/hotels.ts';
import { everySecondTime } from '../altering/replies.ts';
import { answers, deep, every, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalOffer } from '../hotels/canonical.ts';

const searchIdWritten = (write: (searchId: string) => unknown) =>
  answers('hotel-search', (body) => ({ ...body, searchId: write(body.searchId) }));

const isRanked = (body: { readonly hotels: readonly { readonly offers: readonly CanonicalOffer[] }[] }): boolean =>
  body.hotels.some(({ offers }) => offers.some(isScored));

const searchIdFaults = [
  fault('tells-no-search-id', {
    violates: ['hotel-search.search-id-is-returned'],
    summary: 'A search answers without a searchId.',
    reply: searchIdWritten(() => undefined),
  }),
  fault('counts-searches-with-numbers', {
    violates: ['hotel-search.search-id-is-returned'],
    summary: 'The searchId is a number.',
    reply: searchIdWritten((searchId) => searchId.length),
  }),
  fault('empties-the-search-id-of-ranked-searches', {
    violates: ['hotel-search.search-id-is-returned'],
    summary: 'The searchId of a search that was ranked is an empty text.',
    reply: answers('hotel-search', (body) => (isRanked(body) ? { ...body, searchId: '' } : body)),
  }),
  fault('nulls-the-search-id-every-second-time', {
    violates: ['hotel-search.search-id-is-returned'],
    summary: 'The searchId of every second search is null.',
    reply: { 'hotel-search': everySecondTime('search id', searchIdWritten(() => null)['hotel-search']) },
  }),
];

const offerIdFaults = [
  fault('tells-no-offer-ids-in-search', {
    violates: ['hotel-search.offers-carry-offer-id'],
    summary: 'No offer of a search has an offerId.',
    reply: foundOffers(every, (offer) => without('offerId', offer)),
  }),
  fault('forgets-one-offer-id-deep-in-search', {
    violates: ['hotel-search.offers-carry-offer-id'],
    summary: 'A single offer deep in a search has no offerId.',
    reply: foundOffers(deep, (offer) => without('offerId', offer)),
  }),
  fault('nulls-offer-ids-of-nonrefundable-offers-in-search', {
    violates: ['hotel-search.offers-carry-offer-id'],
    summary: 'In a search the offerId of what cannot be cancelled free of charge is null.',
    reply: foundOffers(cannotBeCancelled, (offer) => ({ ...offer, offerId: null })),
  }),
];

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

const scoreFaults = [
  fault('tells-no-scores-in-unranked-search', {
    violates: ['hotel-search.offers-carry-ai-score'],
    summary: 'Where nothing was ranked, the offers of a search have no aiScore in place of null.',
    reply: foundOffers(
      (offer) => !isScored(offer),
      (offer) => without('aiScore', offer),
    ),
  }),
  fault('forgets-one-score-deep-in-search', {
    violates: ['hotel-search.offers-carry-ai-score'],
    summary: 'A single offer deep in a ranked search has no aiScore.',
    reply: foundOffers(
      (offer, spot) => isScored(offer) && deep(offer, spot),
      (offer) => without('aiScore', offer),
    ),
  }),
  fault('scores-search-in-percent', {
    violates: ['hotel-search.ai-score-is-null-or-zero-to-one'],
    summary: 'Scores of a search go from 0 to 100.',
    reply: scored((score) => Math.round(score * 1_000_000) / 10_000),
  }),
  fault('scores-the-best-of-search-a-little-above-one', {
    violates: ['hotel-search.ai-score-is-null-or-zero-to-one'],
    summary: 'The first offer of a ranked search has the score 1.0001.',
    reply: foundOffers(
      (offer, { at }) => at === 0 && isScored(offer),
      (offer) => ({ ...offer, aiScore: 1.0001 }),
    ),
  }),
  fault('scores-the-worst-of-search-below-zero', {
    violates: ['hotel-search.ai-score-is-null-or-zero-to-one'],
    summary: 'The last offer of a ranked search has the score -0.1.',
    reply: lowest(-0.1),
  }),
  fault('writes-one-score-of-search-as-text', {
    violates: ['hotel-search.ai-score-is-null-or-zero-to-one'],
    summary: 'The score of a single offer deep in a search is a text.',
    reply: foundOffers(
      (offer, spot) => isScored(offer) && deep(offer, spot),
      (offer) => ({ ...offer, aiScore: String(offer.aiScore) }),
    ),
  }),
  fault('scores-unranked-search-with-zero', {
    violates: ['hotel-search.no-score-where-ranking-is-off'],
    summary: 'Where nothing was ranked, the aiScore of a search is 0 in place of null.',
    reply: foundOffers(
      (offer) => !isScored(offer),
      (offer) => ({ ...offer, aiScore: 0 }),
    ),
  }),
  fault('scores-one-offer-deep-in-an-unranked-search', {
    violates: ['hotel-search.no-score-where-ranking-is-off'],
    summary: 'A single offer deep in a search without ranking has a score.',
    reply: foundOffers(
      (offer, spot) => !isScored(offer) && deep(offer, spot),
      (offer) => ({ ...offer, aiScore: 0.5 }),
    ),
  }),
  fault('scores-unranked-search-with-minus-one', {
    violates: ['hotel-search.ai-score-is-null-or-zero-to-one'],
    summary: 'Where nothing was ranked, the aiScore of a search is -1.',
    reply: foundOffers(
      (offer) => !isScored(offer),
      (offer) => ({ ...offer, aiScore: -1 }),
    ),
  }),
];

/** Far from every hotel that exists. */
const beyondAll = 7_000_000;

const hotelIdFaults = [
  fault('writes-hotel-ids-of-search-as-text', {
    violates: ['hotel-search.hotel-id-is-integer', 'hotel-flow.typical-flow-can-be-walked'],
    summary: 'The hotelId of a search is a text, which hotel_pricing does not take.',
    reply: foundHotels(every, (hotel) => ({ ...hotel, hotelId: String(hotel.hotelId) })),
  }),
  fault('writes-one-hotel-id-deep-in-search-as-text', {
    violates: ['hotel-search.hotel-id-is-integer'],
    summary: 'The hotelId of a single hotel deep in a search is a text.',
    reply: foundHotels(deep, (hotel) => ({ ...hotel, hotelId: String(hotel.hotelId) })),
  }),
  fault('finds-hotels-without-cards', {
    violates: ['hotel-search.hotel-id-opens-the-card', 'hotel-flow.typical-flow-can-be-walked'],
    summary: 'A search tells ids of hotels that neither the static cards nor hotel_pricing know.',
    reply: foundHotels(every, (hotel) => ({ ...hotel, hotelId: hotel.hotelId + beyondAll })),
  }),
  fault('finds-one-hotel-without-a-card', {
    violates: ['hotel-search.hotel-id-opens-the-card'],
    summary: 'A single hotel deep in a search has an id that the static cards do not know.',
    reply: foundHotels(deep, (hotel) => ({ ...hotel, hotelId: hotel.hotelId + beyondAll })),
  }),
];

export const hotelSearchFieldFaults = [...searchIdFaults, ...offerIdFaults, ...scoreFaults, ...hotelIdFaults];
