/** The searches and bookings of hotels that a world remembers. */
import { bookingsRememberedMax, type Store, searchesRememberedMax, storeOf } from '../sales/stores.ts';
import type { Id } from './canonical.ts';
import type { StoredBooking, StoredSearch } from './state.ts';

export type HotelStores = {
  readonly searches: Store<StoredSearch>;
  readonly bookings: Store<StoredBooking, Id>;
};

export const hotelStores = (): HotelStores => ({
  searches: storeOf(({ searchId }) => searchId, searchesRememberedMax),
  bookings: storeOf(({ bookingId }) => bookingId, bookingsRememberedMax),
});
