/** Looks after what killed runs have left at a target until nothing is left, and delays no probe meanwhile. */
import { firstLineOf } from '../contracts/first-line.ts';

const firstAgainMs = 10_000;
const againMsMax = 3_600_000;

export type Sweeping = {
  /** Something may be left there. */
  note(source: string): void;
  /** Begins what is due. @returns What is under way now; it never rejects. */
  begin(now: number): Promise<void>[];
};

type Waiting = { readonly at: number; readonly tries: number };

/** @param sweep Rejects with a line while something may still be open there. */
export const sweepingOf = (
  sweep: (source: string) => Promise<void>,
  { now, trouble }: { readonly now: () => number; readonly trouble: (line: string) => void },
): Sweeping => {
  const waiting = new Map<string, Waiting>();
  const underWay = new Set<string>();

  const look = async (source: string, { tries }: Waiting): Promise<void> => {
    try {
      await sweep(source);
    } catch (thrown) {
      trouble(firstLineOf(thrown));
      const at = now() + Math.min(firstAgainMs * 2 ** tries, againMsMax);
      if (!waiting.has(source)) waiting.set(source, { at, tries: tries + 1 });
    } finally {
      underWay.delete(source);
    }
  };

  return {
    note: (source) => {
      waiting.set(source, { at: 0, tries: 0 });
    },
    begin: (at) =>
      [...waiting]
        .filter(([source, one]) => one.at <= at && !underWay.has(source))
        .map(([source, one]) => {
          waiting.delete(source);
          underWay.add(source);
          return look(source, one);
        }),
  };
};
