/** Stores for what ends with this process. */
import type { Key, Store, StoreForm, Stores } from './store.ts';

const memoryStore = <State>(empty: State): Store<State> => {
  let kept = empty;
  let held: Promise<void> = Promise.resolve();
  return {
    read: async () => kept,
    change: async (work) => {
      const { state = kept, result } = work(kept, []);
      kept = state;
      return result;
    },
    hold: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = held;
      held = before.then(() => promise);
      await before;
      return async () => resolve();
    },
    damaged: async () => [],
  };
};

export const memoryStores = (): Stores => {
  const opened = new Map<string, Store<unknown>>();
  return {
    open: <State>(form: StoreForm<State>, key: Key) => {
      const name = JSON.stringify([form.id, ...key]);
      const store = opened.get(name) ?? (memoryStore(form.empty) as Store<unknown>);
      opened.set(name, store);
      return store as Store<State>;
    },
  };
};
