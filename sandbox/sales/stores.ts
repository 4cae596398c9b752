/** What a world remembers of searches and bookings: bounded, so that no caller can fill the memory. */

export const searchesRememberedMax = 200;
export const bookingsRememberedMax = 12_000;

export type Store<Item, Id = string> = {
  readonly find: (id: Id) => Item | undefined;
  /** The newest first. */
  readonly all: () => readonly Item[];
  /** Adds one, or replaces the one of the same id; forgets the oldest when there are too many. */
  readonly put: (item: Item) => void;
};

/** An id is of one kind: text of a number is not the number. */
export const storeOf = <Item, Id = string>(idOf: (item: Item) => Id, max: number): Store<Item, Id> => {
  const items = new Map<Id, Item>();
  return {
    find: (id) => items.get(id),
    all: () => [...items.values()].reverse(),
    put: (item) => {
      items.set(idOf(item), item);
      const [oldest] = items.keys();
      if (items.size > max && oldest !== undefined) items.delete(oldest);
    },
  };
};
