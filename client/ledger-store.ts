/** Where the state of a ledger is kept: in memory, or in a file that outlives the process and is shared by several. */
import type { LedgerState } from './ledger-state.ts';
import { emptyLedger } from './ledger-state.ts';

export type LedgerStore = {
  read(): Promise<LedgerState>;
  /** Nobody else changes the state meanwhile, and it is kept before this resolves. Without a new state all stays. */
  change<T>(work: (state: LedgerState) => { readonly state?: LedgerState; readonly result: T }): Promise<T>;
  /** What was found broken and moved aside, as a person can find it. */
  damaged(): Promise<readonly string[]>;
};

/** For a service that ends with the process. */
export const memoryStore = (): LedgerStore => {
  let kept = emptyLedger;
  return {
    read: async () => kept,
    change: async (work) => {
      const { state = kept, result } = work(kept);
      kept = state;
      return result;
    },
    damaged: async () => [],
  };
};
