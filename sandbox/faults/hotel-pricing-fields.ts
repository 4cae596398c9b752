/** Faults of single fields of the offers that hotel_pricing and offer_pricing answer with. */
import { cannotBeCancelled, isScored, pricedOffer, pricedOffers } from '../altering/hotels.ts';
import { successList } from '../altering/replies.ts';
import { answers, deep, every, last, without } from '../altering/sold.ts';
import type { BedType, NamedType } from '../data/type-lists.ts';
import { faultsOf } from '../deviation.ts';
import type { PricedOffer } from '../hotels/canonical.ts';

const lowestScored = (score: number) =>
  answers('hotel-pricing', (body) => {
    const lowest = body.offers.findLast(isScored);
    return {
      ...body,
      offers: body.offers.map((offer) => (offer === lowest ? { ...offer, aiScore: score } : offer)),
    };
  });

const wideBeds: readonly string[] = ['double', 'queen', 'king'];

const isUnscored = (offer: PricedOffer): boolean => !isScored(offer);

/** No type of beds or meals has such an id. */
const unknownTypeId = 999_983;

export const hotelPricingFieldFaults = [
  ...faultsOf('hotel-pricing.hotel-id-is-integer', {
    'writes-the-hotel-id-of-pricing-as-text': answers('hotel-pricing', (body) => ({
      ...body,
      hotelId: String(body.hotelId),
    })),
  }),
  ...faultsOf('offer-pricing.hotel-id-is-integer', {
    'writes-the-hotel-id-of-offer-pricing-as-text': answers('offer-pricing', (body) => ({
      ...body,
      hotelId: String(body.hotelId),
    })),
  }),
  ...faultsOf('offer-pricing.price-is-told', {
    'tells-no-price-of-nonrefundable-offers-in-offer-pricing': pricedOffer((offer) =>
      cannotBeCancelled(offer) ? without('price', offer) : offer,
    ),
    'nulls-every-second-price-of-offer-pricing': answers('offer-pricing', (body, { world }) =>
      world.count('prices of hotel offers') % 2 === 0 ? { ...body, offer: { ...body.offer, price: null } } : body,
    ),
  }),
  ...faultsOf('hotel-pricing.offers-carry-offer-id', {
    'tells-no-offer-ids-in-pricing': pricedOffers(every, (offer) => without('offerId', offer)),
    'forgets-one-offer-id-deep-in-pricing': pricedOffers(deep, (offer) => without('offerId', offer)),
    'wraps-one-offer-id-of-pricing': pricedOffers(deep, (offer) => ({ ...offer, offerId: [offer.offerId] })),
  }),
  ...faultsOf('offer-pricing.offer-id-is-returned', {
    'tells-no-offer-id-in-offer-pricing': pricedOffer((offer) => without('offerId', offer)),
    'empties-the-offer-id-of-offer-pricing': pricedOffer((offer) => ({ ...offer, offerId: '' })),
    'nulls-the-offer-id-of-refundable-offers-in-offer-pricing': pricedOffer((offer) =>
      cannotBeCancelled(offer) ? offer : { ...offer, offerId: null },
    ),
  }),
  ...faultsOf('offer-pricing.offer-id-is-the-one-asked-for', {
    'answers-offer-pricing-with-a-new-offer-id': pricedOffer((offer) => ({
      ...offer,
      offerId: [...offer.offerId].reverse().join(''),
    })),
    'answers-offer-pricing-with-another-offer': answers('offer-pricing', (body, { asked, world }) => {
      const reported = [...(world.searches.find(asked?.searchId ?? '')?.reported.keys() ?? [])];
      const next = reported[(reported.indexOf(asked?.offerId ?? '') + 1) % reported.length];
      return { ...body, offer: { ...body.offer, offerId: next } };
    }),
  }),
  ...faultsOf('hotel-pricing.offers-carry-ai-score', {
    'tells-no-scores-in-unranked-pricing': pricedOffers(isUnscored, (offer) => without('aiScore', offer)),
    'forgets-the-last-score-of-pricing': pricedOffers(last, (offer) => without('aiScore', offer)),
  }),
  ...faultsOf('hotel-pricing.ai-score-is-null-or-zero-to-one', {
    'scores-the-worst-of-pricing-below-zero': lowestScored(-0.1),
    'scores-unranked-pricing-with-minus-one': pricedOffers(isUnscored, (offer) => ({ ...offer, aiScore: -1 })),
    'scores-one-offer-of-pricing-with-false': pricedOffers(deep, (offer) => ({ ...offer, aiScore: false })),
  }),
  ...faultsOf('hotel-pricing.no-score-where-ranking-is-off', {
    'scores-unranked-pricing-with-zero': pricedOffers(isUnscored, (offer) => ({ ...offer, aiScore: 0 })),
  }),
  ...faultsOf('hotel-pricing.bed-variants-is-an-array', {
    'keys-bed-variants-of-one-offer': pricedOffers(deep, (offer) => ({
      ...offer,
      bedVariants: { ...offer.bedVariants },
    })),
    'forgets-the-beds-of-the-last-offer': pricedOffers(last, (offer) => without('bedVariants', offer)),
    'nulls-the-beds-of-nonrefundable-offers': pricedOffers(cannotBeCancelled, (offer) => ({
      ...offer,
      bedVariants: null,
    })),
  }),
  ...faultsOf('hotel-pricing.bed-ids-are-bed-types', {
    'names-one-unknown-type-of-bed': pricedOffers(deep, (offer) => ({
      ...offer,
      bedVariants: [...offer.bedVariants, unknownTypeId],
    })),
    'drops-wide-beds-from-bed-types': {
      summary: 'The list of bed types lacks beds for two, which most rooms have.',
      reply: { 'bed-types': successList<BedType>((items) => items.filter(({ code }) => !wideBeds.includes(code))) },
    },
  }),
  ...faultsOf('hotel-pricing.meal-ids-are-meal-types', {
    'names-one-unknown-type-of-meal': pricedOffers(deep, (offer) => ({ ...offer, mealTypeId: unknownTypeId })),
    'gives-nonrefundable-offers-the-meal-zero': pricedOffers(cannotBeCancelled, (offer) => ({
      ...offer,
      mealTypeId: 0,
    })),
    'drops-breakfasts-from-meal-types': {
      summary: 'The list of meal types lacks every breakfast, of which each hotel serves one.',
      reply: {
        'meal-types': successList<NamedType>((items) => items.filter(({ nameEn }) => !/breakfast/i.test(nameEn))),
      },
    },
  }),
];
