/** Circumstances of hotels: for whom, with what, found how, and sold by whom. */

import type { OperationId } from '../../contracts/operations.ts';
import { callerOf } from '../access/rules.ts';
import { askedIn } from '../asked.ts';
import { presets, regions, strictSupplier, suppliers } from '../data/hotels.ts';
import { conditionsOf, type Meeting } from '../deviation.ts';
import type { CanonicalRequests, HotelOperation, Id, Stay } from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { hotelIds } from '../operations.ts';

/** What a request to a hotel operation is about, as far as its world knows it. */
type AboutHotels = {
  readonly stay: Stay;
  readonly preset: string;
  readonly regionId?: number;
  /** Of the offer, where one is named. */
  readonly supplier?: string;
  /** Undefined before something is booked. */
  readonly upsells?: number;
};

const aboutBooking = ({ offer, preset, upsells }: StoredBooking): AboutHotels => ({
  stay: offer.stay,
  preset: preset.name,
  supplier: offer.supplier,
  upsells: upsells.length,
});

const ofSearch = (searchId: string, offerId: string | undefined, { world }: Meeting): AboutHotels[] => {
  const search = world.searches.find(searchId);
  if (!search) return [];
  const { stay, preset, regionId, reported } = search;
  const supplier = offerId === undefined ? undefined : reported.get(offerId)?.supplier;
  return [{ stay, regionId, preset: preset.name, ...(supplier !== undefined && { supplier }) }];
};

const ofBookingAsked = ({ bookingId }: { readonly bookingId: Id }, { world }: Meeting): AboutHotels[] => {
  const booking = world.bookings.find(bookingId);
  return booking ? [aboutBooking(booking)] : [];
};

/** By operation, everything that a request is about that was understood. */
const aboutAsked: {
  readonly [Operation in HotelOperation]: (asked: CanonicalRequests[Operation], meeting: Meeting) => AboutHotels[];
} = {
  'hotel-search': ({ stay, preset = presets[0].name, regionId }) => [{ stay, preset, regionId }],
  'hotel-pricing': ({ searchId }, meeting) => ofSearch(searchId, undefined, meeting),
  'offer-pricing': ({ searchId, offerId }, meeting) => ofSearch(searchId, offerId, meeting),
  'create-booking': ({ searchId, offerId, upsellIds }, meeting) =>
    ofSearch(searchId, offerId, meeting).map((about) => ({ ...about, upsells: upsellIds.length })),
  'view-booking': ofBookingAsked,
  'search-bookings': (_, { request, world }) => {
    const clientId = callerOf(request, world);
    const own = world.bookings.all().filter((booking) => booking.clientId === clientId);
    return own.map(aboutBooking);
  },
  'cancel-booking': ofBookingAsked,
};

const isOfHotels = (operation: OperationId): operation is HotelOperation => hotelIds.some((each) => each === operation);

const aboutHotels = (meeting: Meeting): AboutHotels[] => {
  const { operation, request, world } = meeting;
  if (!isOfHotels(operation)) return [];
  // A list is about all bookings of its caller, understood or not.
  const asked = operation === 'search-bookings' ? {} : askedIn(operation, request, world);
  return asked ? aboutAsked[operation](asked as never, meeting) : [];
};

const where =
  (fits: (about: AboutHotels) => boolean) =>
  (meeting: Meeting): boolean =>
    aboutHotels(meeting).some(fits);

const [usualRegion] = regions('full');
const [usualPreset, rankedPreset] = presets;
const [commonSupplier] = suppliers;

const ofOffer = ['offer-pricing', 'create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;
const ofBooking: readonly OperationId[] = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'];

export const hotelConditions = [
  ...conditionsOf(hotelIds, {
    'with-a-second-room': {
      summary: 'The stay has more than one room.',
      holds: where(({ stay }) => stay.rooms.length > 1),
    },
    'with-a-child-in-a-room': {
      summary: 'A child stays, too.',
      holds: where(({ stay }) => stay.rooms.some(({ childrenAges }) => childrenAges.length > 0)),
    },
    'for-one-guest': {
      summary: 'One adult stays alone.',
      holds: where(({ stay }) => {
        const [room, ...more] = stay.rooms;
        return more.length === 0 && room?.adults === 1 && room.childrenAges.length === 0;
      }),
    },
    'found-by-ranking': {
      summary: 'The preset of the search asks for ranking.',
      holds: where(({ preset }) => preset === rankedPreset.name),
    },
    'found-by-price': {
      summary: 'The preset of the search is the one that is taken where none is named.',
      holds: where(({ preset }) => preset === usualPreset.name),
    },
  }),
  ...conditionsOf(['hotel-search', 'hotel-pricing'], {
    'in-another-region': {
      summary: 'The search is for another region than the first.',
      holds: where(({ regionId }) => regionId !== undefined && regionId !== usualRegion?.id),
    },
  }),
  ...conditionsOf(ofOffer, {
    'of-the-strict-supplier': {
      summary: 'The offer is of the supplier that wants to know all of every guest.',
      holds: where(({ supplier }) => supplier === strictSupplier),
    },
    'of-a-common-supplier': {
      summary: 'The offer is of the first supplier.',
      holds: where(({ supplier }) => supplier === commonSupplier.code),
    },
  }),
  ...conditionsOf(ofBooking, {
    'with-an-extra': { summary: 'An extra is booked, too.', holds: where(({ upsells = 0 }) => upsells > 0) },
    'without-extras': { summary: 'No extra is booked.', holds: where(({ upsells }) => upsells === 0) },
  }),
];
