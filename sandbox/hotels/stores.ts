/** The searches and bookings that a world remembers: bounded, so that no caller can fill the memory. */
import type { Id } from './canonical.ts';
import type { StoredBooking, StoredSearch } from './state.ts';

export const searchesRememberedMax = 200;
export const bookingsRememberedMax = 5_000;

export type SearchStore = {
  readonly find: (searchId: string) => StoredSearch | undefined;
  /** Forgets the oldest when there are too many. */
  readonly add: (search: StoredSearch) => void;
};

export type BookingStore = {
  readonly find: (bookingId: Id) => StoredBooking | undefined;
  /** The newest first. */
  readonly all: () => readonly StoredBooking[];
  /** Adds one, or replaces the one of the same id; forgets the oldest when there are too many. */
  readonly put: (booking: StoredBooking) => void;
};

export const forgetOldest = (map: Map<string, unknown>, max: number): void => {
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
};

export const searchStore = (): SearchStore => {
  const searches = new Map<string, StoredSearch>();
  return {
    find: (searchId) => searches.get(searchId),
    add: (search) => {
      searches.set(search.searchId, search);
      forgetOldest(searches, searchesRememberedMax);
    },
  };
};

export const bookingStore = (): BookingStore => {
  const bookings = new Map<string, StoredBooking>();
  return {
    // An id is of one kind: text of a number is not the number.
    find: (bookingId) => bookings.get(JSON.stringify(bookingId)),
    all: () => [...bookings.values()].reverse(),
    put: (booking) => {
      bookings.set(JSON.stringify(booking.bookingId), booking);
      forgetOldest(bookings, bookingsRememberedMax);
    },
  };
};
