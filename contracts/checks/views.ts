/** Which views of a booking the one who asked must get, and which not. */

import { perTrace } from '../per-trace.ts';
import { answered } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { asksUnknownBookings, isAbout, ownBookings } from './own-bookings.ts';

/** Partners may count their ids alike: what is also a booking of the one who asks is none of the other's. */
export const isForeign = (trace: Trace, view: Exchange): boolean => {
  const partners = ownBookings(trace)
    .filter((booking) => isAbout(view, booking))
    .map(({ partner }) => partner);
  return partners.length > 0 && !partners.includes(view.bearer);
};

/** Views of bookings that their own partner asked for, and trouble in place of them. */
export const views: (trace: Trace) => readonly Exchange[] = perTrace((trace) =>
  asksUnknownBookings(trace) ? [] : answered(trace, 'view-booking').filter((view) => !isForeign(trace, view)),
);
