/** The searches, bookings and calculated exchanges of flights that a world remembers. */
import { bookingsRememberedMax, type Store, searchesRememberedMax, storeOf } from '../sales/stores.ts';
import type { StoredExchange, StoredFlightSearch, StoredPnr } from './state.ts';

export type FlightStores = {
  readonly searches: Store<StoredFlightSearch>;
  readonly pnrs: Store<StoredPnr>;
  readonly exchanges: Store<StoredExchange>;
};

export const flightStores = (): FlightStores => ({
  searches: storeOf(({ searchId }) => searchId, searchesRememberedMax),
  pnrs: storeOf(({ bookingId }) => bookingId, bookingsRememberedMax),
  exchanges: storeOf(({ exchangeId }) => exchangeId, bookingsRememberedMax),
});
