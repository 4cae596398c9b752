/** Faults of pricing hotels: ids of offers, single fields, the order, the hotel, the prices and the options. */
import { createHash } from 'node:crypto';
import { strictSupplier } from '../../data/hotels.ts';
import type { BedType, NamedType } from '../../data/type-lists.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import type { CanonicalOffer, HotelOperation, PricedOffer } from '../../hotels/canonical.ts';
import type { HotelRules, HotelWorld, Reporting } from '../../hotels/rules.ts';
import type { Offer, StoredSearch } from '../../hotels/state.ts';
import type { Amount } from '../../sales.ts';
import {
  answers,
  cannotBeCancelled,
  deep,
  eachOf,
  field,
  isScored,
  lacking,
  last,
  listOf,
  nulled,
  pricedOffer,
  pricedOffers,
  searchAsked,
  successList,
  swappedAt,
  without,
  written,
} from '../changes.ts';

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

export const backwards = (offerId: string): string => [...offerId].toReversed().join('');

const salted = (offerId: string, salt: string): string => digest(`${offerId} ${salt}`, offerId.length);

/** Reports other ids; later operations find the offer by the reported id. */
export const reportsIds = (write: (offerId: string, offer: Offer, reporting: Reporting) => string) =>
  ruled(['hotel-search', 'hotel-pricing', 'offer-pricing'], 'offerIdOf', (before, offer: Offer, reporting: Reporting) =>
    write(before(offer, reporting), offer, reporting),
  );

/** How many searches for the same came before, this one included. */
const ordinals = new WeakMap<StoredSearch, number>();
const ordinalOf = (search: StoredSearch, world: HotelWorld): number => {
  const known = ordinals.get(search);
  if (known !== undefined) return known;
  const { clientId, regionId, stay, preset } = search;
  const ordinal = world.count(`searches for ${JSON.stringify([clientId, regionId, stay, preset.name])}`);
  ordinals.set(search, ordinal);
  return ordinal;
};

const isOneOfFew = ({ hotelId }: Offer): boolean => hotelId % 4 === 2;

export const reportsIdsInPricing = (write: (offerId: string, offer: Offer) => string) => ({
  ...reportsIds((offerId, offer, { operation }) => (operation === 'hotel-search' ? offerId : write(offerId, offer))),
  touches: ['hotel-pricing', 'offer-pricing'] as const,
});

type HotelOfferReply = { readonly hotelId: number; readonly offer: CanonicalOffer };

/**
 * The lowest rank gives the shared id: the world finds all of them by this offer, which can be booked like any other.
 */
const rank = ({ offer }: HotelOfferReply): number =>
  (offer.supplier === strictSupplier ? 0 : 2) + (offer.freeUntilMs === null ? 1 : 0);

/** Offers with the same key get the id of one of them, in search and pricing alike. */
const sharedIds = (
  reported: readonly HotelOfferReply[],
  keyOf: (one: HotelOfferReply) => string,
): ReadonlyMap<CanonicalOffer, string> => {
  const groups = Map.groupBy(reported, keyOf);
  return new Map(
    [...groups.values()].flatMap((group) => {
      const [first] = group.toSorted(
        (one, other) => rank(one) - rank(other) || one.offer.price.minor - other.offer.price.minor,
      );
      return group.map(({ offer }) => [offer, first?.offer.offerId ?? offer.offerId] as const);
    }),
  );
};

const sharing = (keyOf: (one: HotelOfferReply) => string, operations: readonly HotelOperation[]) => {
  const renamed = (reported: readonly HotelOfferReply[]) => {
    const ids = sharedIds(reported, keyOf);
    return (offer: CanonicalOffer) => ({ ...offer, offerId: ids.get(offer) ?? offer.offerId });
  };
  return {
    ...(operations.includes('hotel-search') &&
      answers('hotel-search', (body) => {
        const change = renamed(
          listOf(body.hotels).flatMap(({ hotelId, offers }) => offers.map((offer) => ({ hotelId, offer }))),
        );
        return {
          ...body,
          hotels: listOf(body.hotels).map((hotel) => ({ ...hotel, offers: hotel.offers.map(change) })),
        };
      })),
    ...(operations.includes('hotel-pricing') &&
      answers('hotel-pricing', (body) => {
        const change = renamed(listOf(body.offers).map((offer) => ({ hotelId: body.hotelId, offer })));
        return { ...body, offers: listOf(body.offers).map(change) };
      })),
  };
};

/** Every offer of every hotel, so that search and pricing choose the same id for those that share one. */
const searchShowsAll: Pick<HotelRules, 'searchShows'> = { searchShows: (offers) => offers };

const both = ['hotel-search', 'hotel-pricing'] as const;

export const hotelOfferIdFaults = [
  ...faultsOf('hotel-search.equal-search-keeps-offer-ids', {
    'salts-offer-ids-with-the-search': reportsIds((offerId, _, { search }) => salted(offerId, search.searchId)),
    'salts-offer-ids-of-few-hotels-with-the-search': reportsIds((offerId, offer, { search }) =>
      isOneOfFew(offer) ? salted(offerId, search.searchId) : offerId,
    ),
    'changes-offer-ids-every-second-search': reportsIds((offerId, _, { search, world }) =>
      ordinalOf(search, world) % 2 === 0 ? salted(offerId, 'second') : offerId,
    ),
  }),
  ...faultsOf('hotel-search.presets-keep-offer-ids', {
    'salts-offer-ids-with-the-preset': reportsIds((offerId, _, { search }) => salted(offerId, search.preset.name)),
  }),
  ...faultsOf('hotel-pricing.keeps-offer-ids-of-search', {
    'salts-offer-ids-with-the-operation': reportsIdsInPricing((offerId) => salted(offerId, 'pricing')),
    'writes-offer-ids-in-capitals-in-pricing': reportsIdsInPricing((offerId) => offerId.toUpperCase()),
    'salts-offer-ids-of-nonrefundable-offers-in-pricing': reportsIdsInPricing((offerId, { freeUntilMs }) =>
      freeUntilMs === null ? salted(offerId, 'pricing') : offerId,
    ),
  }),
  ...faultsOf(
    [
      'hotel-search.equal-search-keeps-offer-ids',
      'hotel-pricing.keeps-offer-ids-of-search',
      'offer-pricing.offer-id-is-the-one-asked-for',
    ],
    {
      'numbers-offers-anew-whenever-they-are-told': reportsIds((offerId, _, { world }) =>
        salted(offerId, String(world.count('offers told'))),
      ),
    },
  ),
  ...faultsOf(['hotel-search.offer-id-tells-offers-apart', 'hotel-pricing.offer-id-tells-offers-apart'], {
    'leaves-the-rate-out-of-offer-ids': {
      summary: 'All rates of a room by one supplier have one offerId, with any board and any cancellation.',
      touches: both,
      rules: searchShowsAll,
      reply: sharing(({ hotelId, offer }) => [hotelId, offer.roomId, offer.supplier].join(), both),
    },
    'leaves-the-supplier-out-of-offer-ids': {
      summary: 'The same rate of a room has one offerId for all suppliers.',
      touches: both,
      rules: searchShowsAll,
      reply: sharing(({ offer }) => [offer.roomId, offer.rateName].join(), both),
    },
  }),
  ...faultsOf('hotel-search.offer-id-tells-offers-apart', {
    'leaves-the-hotel-out-of-offer-ids': {
      summary: 'What cannot be cancelled has one offerId in two hotels that call room and rate the same.',
      ...reportsIds((offerId, { freeUntilMs, roomName, rateName }) =>
        freeUntilMs === null ? digest(`${roomName}, ${rateName}`, offerId.length) : offerId,
      ),
    },
  }),
  ...faultsOf('hotel-pricing.offer-id-tells-offers-apart', {
    'gives-two-rooms-of-pricing-one-offer-id': {
      summary:
        'In hotel_pricing what cannot be cancelled has one offerId in all rooms; a search shows no more than one of them.',
      touches: both,
      rules: { searchShows: (offers) => offers.slice(0, 1) },
      reply: sharing(
        ({ offer }) => (offer.freeUntilMs === null ? 'cannot be cancelled' : offer.offerId),
        ['hotel-pricing'],
      ),
    },
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

const wideBeds: readonly string[] = ['double', 'queen', 'king'];

const isUnscored = (offer: PricedOffer): boolean => !isScored(offer);

const unknownTypeId = 999_983;

export const hotelPricingFieldFaults = [
  ...faultsOf('hotel-pricing.hotel-id-is-integer', {
    'writes-the-hotel-id-of-pricing-as-text': written('hotel-pricing', 'hotelId', String),
  }),
  ...faultsOf('offer-pricing.hotel-id-is-integer', {
    'writes-the-hotel-id-of-offer-pricing-as-text': written('offer-pricing', 'hotelId', String),
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
    'tells-no-offer-ids-in-pricing': eachOf('hotel-pricing', 'offers', lacking('offerId')),
    'forgets-one-offer-id-deep-in-pricing': pricedOffers(deep, lacking('offerId')),
    'wraps-one-offer-id-of-pricing': pricedOffers(deep, (offer) => ({ ...offer, offerId: [offer.offerId] })),
  }),
  ...faultsOf('offer-pricing.offer-id-is-returned', {
    'tells-no-offer-id-in-offer-pricing': pricedOffer(lacking('offerId')),
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
      const reported = [...(searchAsked(asked, world)?.reported.keys() ?? [])];
      const next = reported[(reported.indexOf(asked?.offerId ?? '') + 1) % reported.length];
      return { ...body, offer: { ...body.offer, offerId: next } };
    }),
  }),
  ...faultsOf('hotel-pricing.offers-carry-ai-score', {
    'tells-no-scores-in-unranked-pricing': pricedOffers(isUnscored, lacking('aiScore')),
    'forgets-the-last-score-of-pricing': pricedOffers(last, lacking('aiScore')),
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
    'keys-bed-variants-of-one-offer': pricedOffers(
      deep,
      field('bedVariants', (bedVariants) => ({ ...bedVariants })),
    ),
    'forgets-the-beds-of-the-last-offer': pricedOffers(last, lacking('bedVariants')),
    'nulls-the-beds-of-nonrefundable-offers': pricedOffers(cannotBeCancelled, nulled('bedVariants')),
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
    'gives-nonrefundable-offers-the-meal-zero': pricedOffers(
      cannotBeCancelled,
      field('mealTypeId', () => 0),
    ),
    'drops-breakfasts-from-meal-types': {
      summary: 'The list of meal types lacks every breakfast, of which each hotel serves one.',
      reply: {
        'meal-types': successList<NamedType>((items) => items.filter(({ nameEn }) => !/breakfast/i.test(nameEn))),
      },
    },
  }),
];

const ranked = (reorder: (offers: readonly PricedOffer[]) => readonly PricedOffer[]) =>
  answers('hotel-pricing', (body) =>
    listOf(body.offers).some(isScored) ? { ...body, offers: reorder(body.offers) } : body,
  );

const less = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor - by, currency });

const withParts = (parts: (offer: PricedOffer) => unknown) =>
  eachOf('hotel-pricing', 'offers', (offer) => ({ ...offer, parts: parts(offer) }));

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
    'takes-one-offer-from-another-hotel': eachOf('hotel-pricing', 'offers', (offer, { asked }, spot) =>
      deep(offer, spot) ? { ...offer, hotelId: (asked?.hotelId ?? 0) + 1 } : offer,
    ),
  }),
  ...faultsOf('hotel-pricing.price-breakdown-is-shown', {
    'tells-no-breakdown-of-one-offer': pricedOffers(deep, lacking('parts')),
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
    'tells-no-early-check-in': eachOf('hotel-pricing', 'offers', lacking('earlyCheckIns')),
    'tells-no-late-check-out': eachOf('hotel-pricing', 'offers', lacking('lateCheckOuts')),
  }),
];
