/** Faults of what the pricing of a hotel tells as a whole: its order, its hotel, its prices and its options. */
import { isScored, pricedOffers } from '../altering/hotels.ts';
import { swappedAt } from '../altering/replies.ts';
import { answers, deep, every, last, listOf, without } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { PricedOffer } from '../hotels/canonical.ts';
import type { Amount } from '../sales/money.ts';

/** Changes the order of offers that were ranked. */
const ranked = (reorder: (offers: readonly PricedOffer[]) => readonly PricedOffer[]) =>
  answers('hotel-pricing', (body) =>
    listOf(body.offers).some(isScored) ? { ...body, offers: reorder(body.offers) } : body,
  );

const less = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor - by, currency });

const withParts = (parts: (offer: PricedOffer) => unknown) =>
  pricedOffers(every, (offer) => ({ ...offer, parts: parts(offer) }));

export const hotelPricingFaults = [
  ...faultsOf('hotel-pricing.ranked-by-ai-score', {
    'swaps-two-offers-deep-in-ranked-pricing': ranked((offers) => swappedAt(offers, Math.floor(offers.length * 0.6))),
    'sorts-ranked-pricing-by-price': ranked((offers) =>
      offers.toSorted((one, other) => one.price.minor - other.price.minor),
    ),
  }),
  ...faultsOf('hotel-pricing.highest-score-first', {
    'ranks-pricing-from-the-lowest-score': ranked((offers) => offers.toReversed()),
  }),
  ...faultsOf('hotel-pricing.offers-are-of-the-hotel-asked-for', {
    'prices-another-hotel': answers('hotel-pricing', (body) => ({ ...body, hotelId: body.hotelId + 1 })),
    'takes-one-offer-from-another-hotel': answers('hotel-pricing', (body) => {
      const offers = listOf(body.offers);
      return {
        ...body,
        offers: offers.map((offer, at) =>
          deep(offer, { at, count: offers.length }) ? { ...offer, hotelId: body.hotelId + 1 } : offer,
        ),
      };
    }),
  }),
  ...faultsOf('hotel-pricing.price-breakdown-is-shown', {
    'tells-no-breakdown-of-one-offer': pricedOffers(deep, (offer) => without('parts', offer)),
  }),
  ...faultsOf('hotel-pricing.price-parts-add-up', {
    'leaves-the-fee-out-of-price-parts': withParts(({ parts }) => without('fee', parts)),
    'counts-the-tax-twice-in-price-parts': withParts(({ parts }) => ({
      ...parts,
      base: less(parts.base, -parts.tax.minor),
    })),
    'loses-two-cents-in-the-parts-of-the-last-price': pricedOffers(last, (offer) => ({
      ...offer,
      parts: { ...offer.parts, base: less(offer.parts.base, 2) },
    })),
  }),
  ...faultsOf('hotel-pricing.stay-options-are-shown', {
    'tells-no-early-check-in': pricedOffers(every, (offer) => without('earlyCheckIns', offer)),
    'tells-no-late-check-out': pricedOffers(every, (offer) => without('lateCheckOuts', offer)),
  }),
];
