/** What the pricing of one hotel and of one offer promises (parts 2.4 and 4.5). */
import type { Clause } from '../clause.ts';
import { openHotelId, openOrder, realOffer, unrankedPreset } from './hotel-readings.ts';

const since = '2026-08-31';

export const hotelPricingClauses = {
  'hotel-pricing.offers-carry-offer-id': {
    section: '2.4',
    basis: 'documented',
    text: 'Every offer of a hotel has an offerId that is text.',
  },
  'hotel-pricing.offers-carry-ai-score': {
    section: '2.4',
    basis: 'documented',
    since,
    text: 'Every offer of a hotel has an aiScore, if only null.',
  },
  'hotel-pricing.ai-score-is-null-or-zero-to-one': {
    section: '2.4',
    basis: 'documented',
    since,
    text: 'An aiScore of hotel_pricing is null or a number from 0 to 1.',
  },
  'hotel-pricing.no-score-where-ranking-is-off': {
    section: '2.4',
    basis: 'documented',
    since,
    text: 'An offer of a hotel has no score where the preset has AI ranking switched off.',
    reading: unrankedPreset,
  },
  'hotel-pricing.ranked-by-ai-score': {
    section: '2.4',
    basis: 'reading',
    since,
    text: 'Where offers of a hotel carry scores, the list is in their order.',
    reading: openOrder,
  },
  'hotel-pricing.highest-score-first': {
    section: '2.4',
    basis: 'derived',
    since,
    text: 'The ranked offers of a hotel begin with the highest score.',
  },
  'hotel-pricing.keeps-offer-ids-of-search': {
    section: '2.4',
    basis: 'documented',
    since,
    text: 'A real offer has the same offerId in search and in the hotel_pricing that follows.',
    reading: `${realOffer} Judged where it identifies one offer on both sides.`,
  },
  'hotel-pricing.offer-id-tells-offers-apart': {
    section: '2.4',
    basis: 'derived',
    text: 'Two different real offers of a hotel have different offerIds.',
    reading: realOffer,
  },
  'hotel-pricing.hotel-id-is-integer': {
    section: '2.4',
    basis: 'documented',
    text: 'Where an offer of a hotel names it by hotelId, that is an integer.',
    reading: openHotelId,
  },
  'hotel-pricing.offers-are-of-the-hotel-asked-for': {
    section: '4.5',
    basis: 'derived',
    text: 'Where an offer names its hotel, it is the one asked for.',
    reading: 'Where no offer does and the answer names one hotel alone, that is the hotel of its offers.',
  },
  'hotel-pricing.bed-variants-is-an-array': {
    section: '2.4',
    basis: 'reading',
    text: 'Every offer of a hotel has its bedVariants, an array.',
    reading:
      'That each has them is not said in so many words; an offer of which no beds are known has an empty array, for null is said of scores alone. They may stand on the offer, inside it, or on the room that encloses it.',
  },
  'hotel-pricing.bed-ids-are-bed-types': {
    section: '2.4',
    basis: 'documented',
    since: '2026-08-11',
    text: 'The ids in bedVariants are those of bed types.',
    reading:
      'The form of an element is not shown: its ids are what the binding says, else elements that are integers themselves.',
  },
  'hotel-pricing.meal-ids-are-meal-types': {
    section: '2.6',
    basis: 'derived',
    since: '2026-08-11',
    text: 'The meal of an offer is one of the meal types.',
    reading:
      'Which field it is, the binding says. Whether deleted meal types are listed is not confirmed, and an offer may still name one: so it only warns.',
  },
  'hotel-pricing.price-breakdown-is-shown': {
    section: '4.5',
    basis: 'documented',
    text: 'Every offer of a hotel tells what its price is made of.',
    reading: 'Its place and form are what the binding says.',
  },
  'hotel-pricing.price-parts-add-up': {
    section: '4.5',
    basis: 'derived',
    text: 'The parts of a price add up to it.',
    reading: 'To the hundredth for each part.',
  },
  'hotel-pricing.stay-options-are-shown': {
    section: '4.5',
    basis: 'documented',
    text: 'The offers of a hotel tell their options of early check-in and late check-out.',
    reading: 'A hotel may have none: it is enough that one offer of the run has the place for both.',
  },
  'offer-pricing.offer-id-is-returned': {
    section: '2.4',
    basis: 'documented',
    text: 'The pricing of one offer carries an offerId that is text.',
    reading: 'Its place is open.',
  },
  'offer-pricing.offer-id-is-the-one-asked-for': {
    section: '4.5',
    basis: 'reading',
    text: 'The pricing of one offer carries the offerId of the offer asked for.',
    reading: 'Where several offers are answered, it is enough that the one asked for is among them.',
  },
  'offer-pricing.hotel-id-is-integer': {
    section: '2.4',
    basis: 'documented',
    text: 'Where the pricing of one offer names the hotel by hotelId, that is an integer.',
    reading: openHotelId,
  },
  'offer-pricing.price-is-told': {
    section: '4.5',
    basis: 'documented',
    text: 'The pricing of one offer tells its current price.',
    reading: 'Its place and form are what the binding says; it may be another than before.',
  },
} as const satisfies Record<string, Clause>;
