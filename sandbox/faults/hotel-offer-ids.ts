/** Faults of offerId as what names a real offer: across searches, between search and pricing, and among offers. */

import { createHash } from 'node:crypto';
import { answers, listOf } from '../altering/sold.ts';
import { strictSupplier } from '../data/hotel-trade.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalOffer, HotelOperation } from '../hotels/canonical.ts';
import type { HotelRules, HotelWorld, Telling } from '../hotels/rules.ts';
import type { Offer, StoredSearch } from '../hotels/state.ts';

/** Of the length of the id it replaces. */
const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

export const backwards = (offerId: string): string => [...offerId].toReversed().join('');

const salted = (offerId: string, salt: string): string => digest(`${offerId} ${salt}`, offerId.length);

/** Tells other ids; later operations find the offer by what was told. */
export const tellsIds = (write: (offerId: string, offer: Offer, telling: Telling) => string) => ({
  touches: ['hotel-search', 'hotel-pricing', 'offer-pricing'] as const,
  rules: ({ offerIdOf }: HotelRules) => ({
    offerIdOf: (offer: Offer, telling: Telling) => write(offerIdOf(offer, telling), offer, telling),
  }),
});

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

/** One hotel in four. */
const isOneOfFew = ({ hotelId }: Offer): boolean => hotelId % 4 === 2;

/** Tells other ids than the search did. */
export const tellsIdsInPricing = (write: (offerId: string, offer: Offer) => string) => ({
  ...tellsIds((offerId, offer, { operation }) => (operation === 'hotel-search' ? offerId : write(offerId, offer))),
  touches: ['hotel-pricing', 'offer-pricing'] as const,
});

type Reported = { readonly hotelId: number; readonly offer: CanonicalOffer };

/** That one of several by whose id the world goes on knowing them all; it can be booked like any of them. */
const rank = ({ offer }: Reported): number =>
  (offer.supplier === strictSupplier ? 0 : 2) + (offer.freeUntilMs === null ? 1 : 0);

/** Offers with the same key get the id of one of them, in search and pricing alike. */
const sharedIds = (
  reported: readonly Reported[],
  keyOf: (one: Reported) => string,
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

const sharing = (keyOf: (one: Reported) => string, operations: readonly HotelOperation[]) => {
  const renamed = (reported: readonly Reported[]) => {
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
    'salts-offer-ids-with-the-search': tellsIds((offerId, _, { search }) => salted(offerId, search.searchId)),
    'salts-offer-ids-of-few-hotels-with-the-search': tellsIds((offerId, offer, { search }) =>
      isOneOfFew(offer) ? salted(offerId, search.searchId) : offerId,
    ),
    'changes-offer-ids-every-second-search': tellsIds((offerId, _, { search, world }) =>
      ordinalOf(search, world) % 2 === 0 ? salted(offerId, 'second') : offerId,
    ),
  }),
  ...faultsOf('hotel-search.presets-keep-offer-ids', {
    'salts-offer-ids-with-the-preset': tellsIds((offerId, _, { search }) => salted(offerId, search.preset.name)),
  }),
  ...faultsOf('hotel-pricing.keeps-offer-ids-of-search', {
    'salts-offer-ids-with-the-operation': tellsIdsInPricing((offerId) => salted(offerId, 'pricing')),
    'writes-offer-ids-in-capitals-in-pricing': tellsIdsInPricing((offerId) => offerId.toUpperCase()),
    'salts-offer-ids-of-nonrefundable-offers-in-pricing': tellsIdsInPricing((offerId, { freeUntilMs }) =>
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
      'numbers-offers-anew-whenever-they-are-told': tellsIds((offerId, _, { world }) =>
        salted(offerId, String(world.count('offers told'))),
      ),
    },
  ),
  ...faultsOf(['hotel-search.offer-id-tells-offers-apart', 'hotel-pricing.offer-id-tells-offers-apart'], {
    'leaves-the-rate-out-of-offer-ids': {
      summary: 'All rates of a room by one supplier have one offerId, whatever their board and their cancellation.',
      touches: both,
      rules: searchShowsAll,
      reply: sharing(({ hotelId, offer }) => [hotelId, offer.roomId, offer.supplier].join(), both),
    },
    'leaves-the-supplier-out-of-offer-ids': {
      summary: 'The same rate of a room has one offerId, whoever sells it.',
      touches: both,
      rules: searchShowsAll,
      reply: sharing(({ offer }) => [offer.roomId, offer.rateName].join(), both),
    },
  }),
  ...faultsOf('hotel-search.offer-id-tells-offers-apart', {
    'leaves-the-hotel-out-of-offer-ids': {
      summary: 'What cannot be cancelled has one offerId in two hotels that call room and rate the same.',
      ...tellsIds((offerId, { freeUntilMs, roomName, rateName }) =>
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
