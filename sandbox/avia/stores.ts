/** The searches, bookings and calculated exchanges of flights that a world remembers: bounded, as those of hotels are. */
import { bookingsRememberedMax, forgetOldest, searchesRememberedMax } from '../hotels/stores.ts';
import type { StoredExchange, StoredFlightSearch, StoredPnr } from './state.ts';

export type Store<Item> = {
  readonly find: (id: string) => Item | undefined;
  /** The newest first. */
  readonly all: () => readonly Item[];
  /** Adds one, or replaces the one of the same id; forgets the oldest when there are too many. */
  readonly put: (item: Item) => void;
};

const storeOf = <Item>(idOf: (item: Item) => string, max: number): Store<Item> => {
  const items = new Map<string, Item>();
  return {
    find: (id) => items.get(id),
    all: () => [...items.values()].reverse(),
    put: (item) => {
      items.set(idOf(item), item);
      forgetOldest(items, max);
    },
  };
};

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
