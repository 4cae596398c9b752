/** Looks at a booking with the eyes of the partner whose it is not, who must see nothing and end nothing. */
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Details } from '../../contracts/intents.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Session } from '../../engine/session.ts';
import { aroundToday, type Filters, listedBookings } from './listed-bookings.ts';

const inFull: Details = { includePriceDetails: true, includeResidenceDetails: true };

/** @param other The session of the partner whose the booking is not. */
export const lookAsOther = async (other: Session, name: BookingRef): Promise<void> => {
  const today = aroundToday(other.targetNowMs());
  if (other.isAsked('search-bookings')) {
    const filters: Filters[] = [today, { ...today, status: 'completed' }];
    for (const filter of other.sample.some(filters, { standard: 1 })) await listedBookings(other, filter);
  }
  if (!other.isAsked('view-booking') && !other.isAsked('cancel-booking')) return;
  const { exchange } = await other.ask('view-booking', { booking: name, details: inFull });
  // Partners may count their ids alike: what it can view may be its own.
  const isHidden = outcomeOf(exchange).kind === 'refusal' && exchange.response?.status !== 401;
  if (other.isAsked('cancel-booking') && isHidden) await other.cancel(name);
};
