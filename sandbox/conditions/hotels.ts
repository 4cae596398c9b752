/** Circumstances of hotels: for whom, with what, found how, and sold by whom. */

import type { OperationId } from '../../contracts/operations.ts';
import { callerOf } from '../access/rules.ts';
import { askedIn } from '../asked.ts';
import { presets, strictSupplier, suppliers } from '../data/hotel-trade.ts';
import { regions } from '../data/hotels.ts';
import { conditionsOf, type Meeting } from '../deviation.ts';
import type { Id, Stay } from '../hotels/canonical.ts';
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

const bookingOf = (bookingId: Id, { world }: Meeting): AboutHotels[] => {
  const booking = world.bookings.find(bookingId);
  return booking ? [aboutBooking(booking)] : [];
};

/** Everything that it is about: of a list, all bookings of the caller. */
const aboutHotels = (meeting: Meeting): AboutHotels[] => {
  const { operation, request, world } = meeting;
  switch (operation) {
    case 'hotel-search': {
      const asked = askedIn(operation, request, world);
      return asked ? [{ stay: asked.stay, preset: asked.preset ?? presets[0].name, regionId: asked.regionId }] : [];
    }
    case 'hotel-pricing': {
      const asked = askedIn(operation, request, world);
      return asked ? ofSearch(asked.searchId, undefined, meeting) : [];
    }
    case 'offer-pricing': {
      const asked = askedIn(operation, request, world);
      return asked ? ofSearch(asked.searchId, asked.offerId, meeting) : [];
    }
    case 'create-booking': {
      const asked = askedIn(operation, request, world);
      if (!asked) return [];
      const upsells = asked.upsellIds.length;
      return ofSearch(asked.searchId, asked.offerId, meeting).map((about) => ({ ...about, upsells }));
    }
    case 'view-booking': {
      const asked = askedIn(operation, request, world);
      return asked ? bookingOf(asked.bookingId, meeting) : [];
    }
    case 'cancel-booking': {
      const asked = askedIn(operation, request, world);
      return asked ? bookingOf(asked.bookingId, meeting) : [];
    }
    case 'search-bookings': {
      const clientId = callerOf(request, world);
      return world.bookings
        .all()
        .filter((booking) => booking.clientId === clientId)
        .map(aboutBooking);
    }
    default:
      return [];
  }
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
