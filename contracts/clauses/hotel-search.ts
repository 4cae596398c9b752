/** What the search of hotels promises, and the way from a search to a booking (parts 1, 2.4, 4.5 and 8). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { unavailable } from './avia-readings.ts';
import { openHotelId, openOrder, realOffer, unrankedPreset } from './hotel-readings.ts';

const since = '2026-08-31';

export const hotelSearchClauses = {
  'hotel-flow.typical-flow-can-be-walked': reading('1', {
    text: 'The typical flow from a search to a booking can be walked, each step with what the steps before it reported.',
    reading: `Any one search, hotel or offer may be refused for a reason of its own. ${unavailable} The flow is broken where a step is refused otherwise for two things at least, each for one or two adults in one room. A booking for guests of whom something is missing is another matter.`,
  }),
  'hotel-search.search-id-is-returned': documented('4.5', {
    text: 'A search answers with a searchId that is text.',
    reading: 'Its place is open; a search that finds nothing may lack it.',
  }),
  'hotel-search.offers-carry-offer-id': documented('2.4', since, {
    text: 'Every offer of a search has an offerId that is text.',
    reading: 'Where offers stand is open: they are what the binding says, else what has an offerId or an aiScore.',
  }),
  'hotel-search.offers-carry-ai-score': documented('2.4', since, {
    text: 'Every offer of a search has an aiScore, if only null.',
  }),
  'hotel-search.ai-score-is-null-or-zero-to-one': documented('2.4', since, {
    text: 'An aiScore of a search is null or a number from 0 to 1.',
  }),
  'hotel-search.hotel-id-is-integer': documented('2.4', {
    text: 'The hotelId of an offer is an integer.',
    reading: openHotelId,
  }),
  'hotel-search.hotel-id-opens-the-card': documented('2.4', '2026-08-11', {
    text: 'The hotelId of a search leads to the static card of a hotel.',
  }),
  'hotel-search.no-score-where-ranking-is-off': documented('2.4', since, {
    text: 'An offer of a search has no score where the preset has AI ranking switched off.',
    reading: unrankedPreset,
  }),
  'hotel-search.ranked-by-ai-score': reading('2.4', since, {
    text: 'Where offers of a search carry scores, the list is in their order.',
    reading: openOrder,
  }),
  'hotel-search.highest-score-first': derived('2.4', since, { text: 'A ranked search begins with the highest score.' }),
  'hotel-search.equal-search-keeps-offer-ids': documented('2.4', since, {
    text: 'Two equal searches give one real offer the same offerId.',
    reading: realOffer,
  }),
  'hotel-search.presets-keep-offer-ids': derived('2.4', since, {
    text: 'Two searches that differ in their preset alone give one real offer the same offerId.',
    reading: realOffer,
  }),
  'hotel-search.offer-id-tells-offers-apart': derived('2.4', since, {
    text: 'Two different real offers of one search have different offerIds.',
    reading: realOffer,
  }),
  'hotel-search.minimum-price-is-shown': reading('4.5', {
    text: 'A search reports a minimum price for every hotel.',
    reading:
      'Hotels are said to come with minimum prices, which is taken to mean each of them: what has no price is not found. Its place and form are what the binding says.',
  }),
  'hotel-search.minimum-price-is-the-lowest': derived('4.5', {
    text: 'No offer of a hotel is cheaper than its minimum price in the search.',
    reading:
      'Of offers that the search itself shows, judged by that answer alone; of those of hotel_pricing, only where a search before and one after report the same minimum. In one currency.',
  }),
  'hotel-search.timeout-is-accepted': documented('4.5', {
    text: 'A search with a timeout is answered where one without it is.',
    reading:
      'How late the answer comes is open: it exceeds the timeout by several seconds. Suppliers may be too slow for it: one answer is enough, but not for a stay that was asked for with it twice or more, each time in vain.',
  }),
} satisfies Record<string, Clause>;
