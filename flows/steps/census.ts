/** A census: after an act a story looks again at its other things, because an act must change nothing but what it is about. */
import type { OperationId } from '../../contracts/operations.ts';
import type { Session } from '../../engine/session.ts';

/** One thing of a story, and how to look at it. */
type CensusThing = {
  readonly key: string;
  readonly operation: OperationId;
  look(): Promise<unknown>;
  hasEnded: boolean;
};

export type Census = {
  /**
   * What is there already stays as it is.
   *
   * @param operation By which it is looked at.
   */
  add(key: string, operation: OperationId, look: CensusThing['look']): void;
  ended(key: string): void;
  /** Looks at all, and at one by each operation twice with nothing between: what differs then changes by itself. */
  control(): Promise<void>;
  /** Looks at one thing that was not touched, and at one that has ended; in a full run at all of them. */
  after(touched: string): Promise<void>;
  whole(): Promise<void>;
};

/** @param first Which of the things comes first in a sample; each time the next. */
export const census = ({ sample }: Session, first = 0): Census => {
  const things = new Map<string, CensusThing>();
  let turn = first;
  const inTurn = (all: readonly CensusThing[]): readonly CensusThing[] => {
    const one = all[turn % Math.max(1, all.length)];
    return sample.depth === 'full' || !one ? all : [one];
  };
  const lookAt = async (all: readonly CensusThing[]): Promise<void> => {
    for (const { look } of all) await look();
  };
  return {
    add: (key, operation, look) => {
      if (!things.has(key)) things.set(key, { key, operation, look, hasEnded: false });
    },
    ended: (key) => {
      const thing = things.get(key);
      if (thing) thing.hasEnded = true;
    },
    control: async () => {
      for (const [, same] of Map.groupBy(things.values(), ({ operation }) => operation))
        await lookAt([...same, ...same.slice(-1)]);
    },
    after: async (touched) => {
      const others = [...things.values()].filter(({ key }) => key !== touched);
      await lookAt(inTurn(others.filter(({ hasEnded }) => !hasEnded)));
      await lookAt(inTurn(others.filter(({ hasEnded }) => hasEnded)));
      turn += 1;
    },
    whole: () => lookAt([...things.values()]),
  };
};
