/** Faults of single fields of the offers that hotel_pricing and offer_pricing answer with. */
import { cannotBeCancelled, isScored, pricedOffer, pricedOffers } from '../altering/hotels.ts';
import { answers, deep, every, last, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { PricedOffer } from '../hotels/canonical.ts';

const offerIdFaults = [
  fault('tells-no-offer-ids-in-pricing', {
    violates: ['hotel-pricing.offers-carry-offer-id'],
    summary: 'No offer of a hotel has an offerId.',
    reply: pricedOffers(every, (offer) => without('offerId', offer)),
  }),
  fault('forgets-one-offer-id-deep-in-pricing', {
    violates: ['hotel-pricing.offers-carry-offer-id'],
    summary: 'A single offer deep in the list of a hotel has no offerId.',
    reply: pricedOffers(deep, (offer) => without('offerId', offer)),
  }),
  fault('wraps-one-offer-id-of-pricing', {
    violates: ['hotel-pricing.offers-carry-offer-id'],
    summary: 'The offerId of a single offer deep in the list of a hotel is a list.',
    reply: pricedOffers(deep, (offer) => ({ ...offer, offerId: [offer.offerId] })),
  }),
  fault('tells-no-offer-id-in-offer-pricing', {
    violates: ['offer-pricing.offer-id-is-returned'],
    summary: 'offer_pricing answers without an offerId.',
    reply: pricedOffer((offer) => without('offerId', offer)),
  }),
  fault('empties-the-offer-id-of-offer-pricing', {
    violates: ['offer-pricing.offer-id-is-returned'],
    summary: 'The offerId of offer_pricing is an empty text.',
    reply: pricedOffer((offer) => ({ ...offer, offerId: '' })),
  }),
  fault('nulls-the-offer-id-of-refundable-offers-in-offer-pricing', {
    violates: ['offer-pricing.offer-id-is-returned'],
    summary: 'The offerId of offer_pricing is null for what can be cancelled free of charge.',
    reply: pricedOffer((offer) => (cannotBeCancelled(offer) ? offer : { ...offer, offerId: null })),
  }),
  fault('answers-offer-pricing-with-a-new-offer-id', {
    violates: ['offer-pricing.offer-id-is-the-one-asked-for'],
    summary: 'offer_pricing gives the offer asked for another offerId.',
    reply: pricedOffer((offer) => ({ ...offer, offerId: [...offer.offerId].reverse().join('') })),
  }),
  fault('answers-offer-pricing-with-another-offer', {
    violates: ['offer-pricing.offer-id-is-the-one-asked-for'],
    summary: 'offer_pricing answers with the offerId of another offer of the search.',
    reply: answers('offer-pricing', (body, { asked, world }) => {
      const told = [...(world.searches.find(asked?.searchId ?? '')?.told.keys() ?? [])];
      const next = told[(told.indexOf(asked?.offerId ?? '') + 1) % told.length];
      return { ...body, offer: { ...body.offer, offerId: next } };
    }),
  }),
];

const lowestScored = (score: number) =>
  answers('hotel-pricing', (body) => {
    const lowest = body.offers.findLast(isScored);
    return {
      ...body,
      offers: body.offers.map((offer) => (offer === lowest ? { ...offer, aiScore: score } : offer)),
    };
  });

const isUnscored = (offer: PricedOffer): boolean => !isScored(offer);

const scoreFaults = [
  fault('tells-no-scores-in-unranked-pricing', {
    violates: ['hotel-pricing.offers-carry-ai-score'],
    summary: 'Where nothing was ranked, the offers of a hotel have no aiScore in place of null.',
    reply: pricedOffers(isUnscored, (offer) => without('aiScore', offer)),
  }),
  fault('forgets-the-last-score-of-pricing', {
    violates: ['hotel-pricing.offers-carry-ai-score'],
    summary: 'The last offer of a hotel has no aiScore.',
    reply: pricedOffers(last, (offer) => without('aiScore', offer)),
  }),
  fault('scores-the-worst-of-pricing-below-zero', {
    violates: ['hotel-pricing.ai-score-is-null-or-zero-to-one'],
    summary: 'The last of the ranked offers of a hotel has the score -0.1.',
    reply: lowestScored(-0.1),
  }),
  fault('scores-unranked-pricing-with-zero', {
    violates: ['hotel-pricing.no-score-where-ranking-is-off'],
    summary: 'Where nothing was ranked, the aiScore of the offers of a hotel is 0 in place of null.',
    reply: pricedOffers(isUnscored, (offer) => ({ ...offer, aiScore: 0 })),
  }),
  fault('scores-unranked-pricing-with-minus-one', {
    violates: ['hotel-pricing.ai-score-is-null-or-zero-to-one'],
    summary: 'Where nothing was ranked, the aiScore of the offers of a hotel is -1.',
    reply: pricedOffers(isUnscored, (offer) => ({ ...offer, aiScore: -1 })),
  }),
  fault('scores-one-offer-of-pricing-with-false', {
    violates: ['hotel-pricing.ai-score-is-null-or-zero-to-one'],
    summary: 'The aiScore of a single offer deep in the list of a hotel is false.',
    reply: pricedOffers(deep, (offer) => ({ ...offer, aiScore: false })),
  }),
];

/** No type of beds or meals has such an id. */
const unknownTypeId = 999_983;

const bedFaults = [
  fault('keys-bed-variants-of-one-offer', {
    violates: ['hotel-pricing.bed-variants-is-an-array'],
    summary: 'The bedVariants of a single offer deep in the list of a hotel are an object.',
    reply: pricedOffers(deep, (offer) => ({ ...offer, bedVariants: { ...offer.bedVariants } })),
  }),
  fault('forgets-the-beds-of-the-last-offer', {
    violates: ['hotel-pricing.bed-variants-is-an-array'],
    summary: 'The last offer of a hotel has no bedVariants.',
    reply: pricedOffers(last, (offer) => without('bedVariants', offer)),
  }),
  fault('nulls-the-beds-of-nonrefundable-offers', {
    violates: ['hotel-pricing.bed-variants-is-an-array'],
    summary: 'The bedVariants of what cannot be cancelled free of charge are null.',
    reply: pricedOffers(cannotBeCancelled, (offer) => ({ ...offer, bedVariants: null })),
  }),
  fault('names-one-unknown-type-of-bed', {
    violates: ['hotel-pricing.bed-ids-are-bed-types'],
    summary: 'A single offer deep in the list of a hotel has a bed of a type that is in no dictionary.',
    reply: pricedOffers(deep, (offer) => ({ ...offer, bedVariants: [...offer.bedVariants, unknownTypeId] })),
  }),
  fault('names-one-unknown-type-of-meal', {
    violates: ['hotel-pricing.meal-ids-are-meal-types'],
    summary: 'A single offer deep in the list of a hotel has a meal of a type that is in no dictionary.',
    reply: pricedOffers(deep, (offer) => ({ ...offer, mealTypeId: unknownTypeId })),
  }),
  fault('gives-nonrefundable-offers-the-meal-zero', {
    violates: ['hotel-pricing.meal-ids-are-meal-types'],
    summary: 'What cannot be cancelled free of charge has the meal type 0.',
    reply: pricedOffers(cannotBeCancelled, (offer) => ({ ...offer, mealTypeId: 0 })),
  }),
];

const hotelIdFaults = [
  fault('writes-the-hotel-id-of-pricing-as-text', {
    violates: ['hotel-pricing.hotel-id-is-integer'],
    summary: 'The hotelId of hotel_pricing is a text.',
    reply: answers('hotel-pricing', (body) => ({ ...body, hotelId: String(body.hotelId) })),
  }),
  fault('writes-the-hotel-id-of-offer-pricing-as-text', {
    violates: ['offer-pricing.hotel-id-is-integer'],
    summary: 'The hotelId of offer_pricing is a text.',
    reply: answers('offer-pricing', (body) => ({ ...body, hotelId: String(body.hotelId) })),
  }),
];

const priceFaults = [
  fault('tells-no-price-of-nonrefundable-offers-in-offer-pricing', {
    violates: ['offer-pricing.price-is-told'],
    summary: 'offer_pricing tells no price of what cannot be cancelled free of charge.',
    reply: pricedOffer((offer) => (cannotBeCancelled(offer) ? without('price', offer) : offer)),
  }),
  fault('nulls-every-second-price-of-offer-pricing', {
    violates: ['offer-pricing.price-is-told'],
    summary: 'The price of every second answer of offer_pricing is null.',
    reply: answers('offer-pricing', (body, { world }) =>
      world.count('prices of hotel offers') % 2 === 0 ? { ...body, offer: { ...body.offer, price: null } } : body,
    ),
  }),
];

export const hotelPricingFieldFaults = [
  ...hotelIdFaults,
  ...priceFaults,
  ...offerIdFaults,
  ...scoreFaults,
  ...bedFaults,
];
