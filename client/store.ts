/** Where what must outlive a request is kept: in memory, or in a file that outlives the process and is shared by several. */

export type Store<State> = {
  read(): Promise<State>;
  /**
   * Nobody else changes the state meanwhile, and it is kept before this resolves. Without a new state all stays.
   *
   * @param work Is told, too, what was found broken and moved aside: the state may know nothing of what stood there.
   */
  change<T>(
    work: (state: State, damaged: readonly string[]) => { readonly state?: State; readonly result: T },
  ): Promise<T>;
  /** What was found broken and moved aside, as a person can find it. */
  damaged(): Promise<readonly string[]>;
};

/** For a service that ends with the process. */
export const memoryStore = <State>(empty: State): Store<State> => {
  let kept = empty;
  return {
    read: async () => kept,
    change: async (work) => {
      const { state = kept, result } = work(kept, []);
      kept = state;
      return result;
    },
    damaged: async () => [],
  };
};
