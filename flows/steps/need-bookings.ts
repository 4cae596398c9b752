/** What every story that books needs to go on: permission to book, and a booking that can be named. */
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Booked, Session } from '../../engine/session.ts';
import { stop } from '../../engine/stop.ts';
import { neededFacts } from './needed-facts.ts';

/** How many more bookings this run may request; ends the story with fewer than needed, before anything is sent. */
export const needBookings = async ({ target, bookingsLeft }: Session, count: number): Promise<number> => {
  if (!target.may.books) stop('needs', 'needs may.books, how many bookings may be requested, in the target file');
  const left = await bookingsLeft(count);
  if (left < count) {
    stop('needs', `needs ${count} more of may.books of the target file, of which ${left} are left for this run or day`);
  }
  return left;
};

/** How to name a booking just made; ends the story when there is none. */
export const bookedRef = (booked: Booked): BookingRef => {
  if (booked.booking) return booked.booking;
  neededFacts(booked);
  return stop('refused', 'nothing tells how to name the booking that was made');
};
