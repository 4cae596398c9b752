/** What the pricing of one hotel and of one offer promises (parts 2.4 and 4.5). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { openHotelId, openOrder, realOffer, unrankedPreset } from './hotel-readings.ts';

const since = '2026-08-31';

const othersSearch =
  'Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns.';

export const hotelPricingClauses = {
  'hotel-pricing.offers-carry-offer-id': documented('2.4', {
    text: 'Every offer of a hotel has an offerId that is text.',
  }),
  'hotel-pricing.offers-carry-ai-score': documented('2.4', since, {
    text: 'Every offer of a hotel has an aiScore, if only null.',
  }),
  'hotel-pricing.ai-score-is-null-or-zero-to-one': documented('2.4', since, {
    text: 'An aiScore of hotel_pricing is null or a number from 0 to 1.',
  }),
  'hotel-pricing.no-score-where-ranking-is-off': documented('2.4', since, {
    text: 'An offer of a hotel has no score where the preset has AI ranking switched off.',
    reading: unrankedPreset,
  }),
  'hotel-pricing.ranked-by-ai-score': reading('2.4', since, {
    text: 'Where offers of a hotel carry scores, the list is in their order.',
    reading: openOrder,
  }),
  'hotel-pricing.highest-score-first': derived('2.4', since, {
    text: 'The ranked offers of a hotel begin with the highest score.',
  }),
  'hotel-pricing.keeps-offer-ids-of-search': documented('2.4', since, {
    text: 'A real offer has the same offerId in search and in the hotel_pricing that follows.',
    reading: `${realOffer} Judged where it identifies one offer on both sides.`,
  }),
  'hotel-pricing.offer-id-tells-offers-apart': derived('2.4', {
    text: 'Two different real offers of a hotel have different offerIds.',
    reading: realOffer,
  }),
  'hotel-pricing.hotel-id-is-integer': documented('2.4', {
    text: 'Where an offer of a hotel names it by hotelId, that is an integer.',
    reading: openHotelId,
  }),
  'hotel-pricing.offers-are-of-the-hotel-asked-for': derived('4.5', {
    text: 'Where an offer names its hotel, it is the one asked for.',
    reading: 'Where no offer does and the answer names one hotel alone, that is the hotel of its offers.',
  }),
  'hotel-pricing.bed-variants-is-an-array': reading('2.4', {
    text: 'Every offer of a hotel has its bedVariants, an array.',
    reading:
      'That each has them is not said in so many words; an offer of which no beds are known has an empty array, for null is said of scores alone. They may stand on the offer, inside it, or on the room that encloses it.',
  }),
  'hotel-pricing.bed-ids-are-bed-types': documented('2.4', '2026-08-11', {
    text: 'The ids in bedVariants are those of bed types.',
    reading:
      'The form of an element is not shown: its ids are what the binding says, else elements that are integers themselves.',
  }),
  'hotel-pricing.meal-ids-are-meal-types': derived('2.6', '2026-08-11', {
    text: 'The meal of an offer is one of the meal types.',
    reading:
      'Which field it is, the binding says. Whether deleted meal types are listed is not confirmed, and an offer may still name one: so it only warns.',
  }),
  'hotel-pricing.price-breakdown-is-shown': documented('4.5', {
    text: 'Every offer of a hotel reports what its price is made of.',
    reading: 'Its place and form are what the binding says.',
  }),
  'hotel-pricing.price-parts-add-up': derived('4.5', {
    text: 'The parts of a price add up to it.',
    reading: 'To the hundredth for each part.',
  }),
  'hotel-pricing.stay-options-are-shown': documented('4.5', {
    text: 'The offers of a hotel report their options of early check-in and late check-out.',
    reading: 'A hotel may have none: it is enough that one offer of the run has the place for both.',
  }),
  'offer-pricing.offer-id-is-returned': documented('2.4', {
    text: 'The pricing of one offer carries an offerId that is text.',
    reading: 'Its place is open.',
  }),
  'offer-pricing.offer-id-is-the-one-asked-for': reading('4.5', {
    text: 'The pricing of one offer carries the offerId of the offer asked for.',
    reading: 'Where several offers are answered, it is enough that the one asked for is among them.',
  }),
  'offer-pricing.hotel-id-is-integer': documented('2.4', {
    text: 'Where the pricing of one offer names the hotel by hotelId, that is an integer.',
    reading: openHotelId,
  }),
  'offer-pricing.price-is-told': documented('4.5', {
    text: 'The pricing of one offer reports its current price.',
    reading: 'Its place and form are what the binding says; it may be another than before.',
  }),
  'hotel-pricing.other-partner-sees-nothing': derived('4.5', {
    text: 'Pricing a hotel of a search of another partner does not succeed.',
    reading: othersSearch,
  }),
  'offer-pricing.other-partner-sees-nothing': derived('4.5', {
    text: 'Pricing an offer of a search of another partner does not succeed.',
    reading: othersSearch,
  }),
} satisfies Record<string, Clause>;
