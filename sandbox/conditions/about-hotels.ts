/** What a request to a hotel operation is about, as far as its world knows it. */
import { callerOf } from '../access/bearer.ts';
import { askedIn } from '../asked.ts';
import type { Meeting } from '../condition.ts';
import { presets } from '../data/hotel-trade.ts';
import type { Id, Stay } from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';

export type AboutHotels = {
  readonly stay: Stay;
  readonly preset: string;
  readonly regionId?: number;
  /** Of the offer, where one is named. */
  readonly supplier?: string;
  /** Undefined before something is booked. */
  readonly upsells?: number;
};

const ofBooking = ({ offer, preset, upsells }: StoredBooking): AboutHotels => ({
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
  return booking ? [ofBooking(booking)] : [];
};

/** Everything that it is about: of a list, all bookings of the caller. */
export const aboutHotels = (meeting: Meeting): AboutHotels[] => {
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
        .map(ofBooking);
    }
    default:
      return [];
  }
};
