/** Results on their way into the store: where it cannot take them they wait on disk, or in memory where that fails. */
import { firstLineOf } from '../contracts/usage-error.ts';
import { StoreFailed } from '../stores/database.ts';
import type { StoredResult } from './keep-result.ts';
import type { SlotResult } from './slot-result.ts';

export type SpooledResult = { readonly result: SlotResult; done(): Promise<void> };

export type Spool = {
  put(result: SlotResult): Promise<void>;
  /** Those that wait, the oldest first. */
  waiting(): Promise<readonly SpooledResult[]>;
};

export type ResultQueue = {
  /** @returns undefined where it has to wait. */
  put(result: SlotResult): Promise<StoredResult | undefined>;
  /** Hands over what waits. */
  deliver(): Promise<void>;
};

type QueueParts = {
  readonly keep: (result: SlotResult) => Promise<StoredResult>;
  readonly spool: Spool;
  readonly trouble: (line: string) => void;
};

export const resultQueue = ({ keep, spool, trouble }: QueueParts): ResultQueue => {
  let held: SlotResult[] = [];

  const wait = async (result: SlotResult, why: string): Promise<void> => {
    trouble(why);
    try {
      await spool.put(result);
    } catch (thrown) {
      trouble(`${firstLineOf(thrown)}; the result waits in memory`);
      held.push(result);
    }
  };

  /** @returns false where it is of no use to go on: the others would fare the same. */
  const handOver = async (result: SlotResult, done: () => Promise<void>): Promise<boolean> => {
    try {
      await keep(result);
    } catch (thrown) {
      trouble(firstLineOf(thrown));
      return !(thrown instanceof StoreFailed && thrown.isPassing);
    }
    await done();
    return true;
  };

  return {
    put: async (result) => {
      try {
        return await keep(result);
      } catch (thrown) {
        // For any reason why it cannot be kept: it was measured.
        await wait(result, firstLineOf(thrown));
        return undefined;
      }
    },
    deliver: async () => {
      const inMemory = held;
      held = [];
      for (const result of inMemory) await wait(result, 'results wait until the store can be written');
      try {
        for (const { result, done } of await spool.waiting()) if (!(await handOver(result, done))) return;
      } catch (thrown) {
        trouble(firstLineOf(thrown));
      }
    },
  };
};
