/** Faults of what the pricing of a hotel tells as a whole: its order, its hotel, its prices and its options. */
import { isScored, pricedOffers } from '../altering/hotels.ts';
import { successList, swappedAt } from '../altering/replies.ts';
import { answers, deep, every, last, listOf, without } from '../altering/sold.ts';
import type { BedType, NamedType } from '../data/type-lists.ts';
import { fault } from '../deviation.ts';
import type { PricedOffer } from '../hotels/canonical.ts';
import type { Amount } from '../sales/money.ts';

/** Changes the order of offers that were ranked. */
const ranked = (reorder: (offers: readonly PricedOffer[]) => readonly PricedOffer[]) =>
  answers('hotel-pricing', (body) =>
    listOf(body.offers).some(isScored) ? { ...body, offers: reorder(body.offers) } : body,
  );

const rankingFaults = [
  fault('swaps-two-offers-deep-in-ranked-pricing', {
    violates: ['hotel-pricing.ranked-by-ai-score'],
    summary: 'Two neighbours deep in the ranked offers of a hotel have changed places.',
    reply: ranked((offers) => swappedAt(offers, Math.floor(offers.length * 0.6))),
  }),
  fault('sorts-ranked-pricing-by-price', {
    violates: ['hotel-pricing.ranked-by-ai-score'],
    summary: 'The offers of a hotel have scores and stay in the order of prices.',
    reply: ranked((offers) => offers.toSorted((one, other) => one.price.minor - other.price.minor)),
  }),
  fault('ranks-pricing-from-the-lowest-score', {
    violates: ['hotel-pricing.highest-score-first'],
    summary: 'The ranked offers of a hotel begin with the lowest score.',
    reply: ranked((offers) => offers.toReversed()),
  }),
];

const wideBeds: readonly string[] = ['double', 'queen', 'king'];

const hotelFaults = [
  fault('prices-another-hotel', {
    violates: ['hotel-pricing.offers-are-of-the-hotel-asked-for'],
    summary: 'The pricing of a hotel says that it is of the next one.',
    reply: answers('hotel-pricing', (body) => ({ ...body, hotelId: body.hotelId + 1 })),
  }),
  fault('takes-one-offer-from-another-hotel', {
    violates: ['hotel-pricing.offers-are-of-the-hotel-asked-for'],
    summary: 'A single offer deep in the pricing of a hotel has the hotelId of another.',
    reply: answers('hotel-pricing', (body) => {
      const offers = listOf(body.offers);
      return {
        ...body,
        offers: offers.map((offer, at) =>
          deep(offer, { at, count: offers.length }) ? { ...offer, hotelId: body.hotelId + 1 } : offer,
        ),
      };
    }),
  }),
  fault('drops-wide-beds-from-bed-types', {
    violates: ['hotel-pricing.bed-ids-are-bed-types'],
    summary: 'The list of bed types lacks beds for two, which most rooms have.',
    reply: { 'bed-types': successList<BedType>((items) => items.filter(({ code }) => !wideBeds.includes(code))) },
  }),
  fault('drops-breakfasts-from-meal-types', {
    violates: ['hotel-pricing.meal-ids-are-meal-types'],
    summary: 'The list of meal types lacks every breakfast, of which each hotel serves one.',
    reply: {
      'meal-types': successList<NamedType>((items) => items.filter(({ nameEn }) => !/breakfast/i.test(nameEn))),
    },
  }),
];

const less = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor - by, currency });

const withParts = (parts: (offer: PricedOffer) => unknown) =>
  pricedOffers(every, (offer) => ({ ...offer, parts: parts(offer) }));

const priceFaults = [
  fault('tells-no-breakdown-of-one-offer', {
    violates: ['hotel-pricing.price-breakdown-is-shown'],
    summary: 'A single offer deep in the list of a hotel does not tell what its price is made of.',
    reply: pricedOffers(deep, (offer) => without('parts', offer)),
  }),
  fault('leaves-the-fee-out-of-price-parts', {
    violates: ['hotel-pricing.price-parts-add-up'],
    summary: 'What a price is made of lacks the fee, which the price includes.',
    reply: withParts(({ parts }) => without('fee', parts)),
  }),
  fault('counts-the-tax-twice-in-price-parts', {
    violates: ['hotel-pricing.price-parts-add-up'],
    summary: 'The base of a price includes the tax, which stands beside it once more.',
    reply: withParts(({ parts }) => ({ ...parts, base: less(parts.base, -parts.tax.minor) })),
  }),
  fault('loses-two-cents-in-the-parts-of-the-last-price', {
    violates: ['hotel-pricing.price-parts-add-up'],
    summary: 'The parts of the price of the last offer of a hotel are two cents less than it.',
    reply: pricedOffers(last, (offer) => ({ ...offer, parts: { ...offer.parts, base: less(offer.parts.base, 2) } })),
  }),
  fault('tells-no-early-check-in', {
    violates: ['hotel-pricing.stay-options-are-shown'],
    summary: 'No offer has a place for options of early check-in.',
    reply: pricedOffers(every, (offer) => without('earlyCheckIns', offer)),
  }),
  fault('tells-no-late-check-out', {
    violates: ['hotel-pricing.stay-options-are-shown'],
    summary: 'No offer has a place for options of late check-out.',
    reply: pricedOffers(every, (offer) => without('lateCheckOuts', offer)),
  }),
];

export const hotelPricingFaults = [...rankingFaults, ...hotelFaults, ...priceFaults];
