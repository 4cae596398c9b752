/** What faults of hotels share. */
import type { HotelOperation } from '../hotels/canonical.ts';
import type { HotelRules } from '../hotels/rules.ts';
import type { StoredBooking } from '../hotels/state.ts';

/** Shows bookings that fit to every partner, in one operation. */
export const shownToAll = (operation: HotelOperation, fits: (booking: StoredBooking) => boolean = () => true) => ({
  touches: [operation] as const,
  rules: ({ showsBookingTo }: HotelRules): Partial<HotelRules> => ({
    showsBookingTo: (booking, clientId, asked) =>
      (asked.operation === operation && fits(booking)) || showsBookingTo(booking, clientId, asked),
  }),
});
