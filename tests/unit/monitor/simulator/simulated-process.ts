/** A program that can be killed: from then on nothing that it sends arrives, and it gets no answer. */
import type { History, Writing } from '../../../../history/history.ts';
import { sqliteFailure } from '../../../../stores/sqlite-failure.ts';

/** In the n-th write from now on, before it is kept, or after that and before the answer arrives. */
export type Kill = { writes: number; readonly isKept: boolean };

class Killed extends Error {
  override readonly name = 'Killed';
}

const never = <T>(): Promise<T> => new Promise<T>(() => {});

export type SimulatedProcess = {
  readonly id: string;
  /** The store as this program sees it. */
  readonly history: History;
  readonly isDead: () => boolean;
  /** Resolves when it is killed. */
  readonly died: Promise<void>;
  kill(): void;
  killLater(kill: Kill | undefined): void;
  /** Until nothing of it is under way that takes no time. */
  idle(): Promise<void>;
  /** What it does outside the store does not happen either once it is dead. */
  alive<T>(work: () => Promise<T>): Promise<T>;
};

export const simulatedProcess = (id: string, store: History, isOut: () => boolean): SimulatedProcess => {
  let isDead = false;
  let later: Kill | undefined;
  let writing = 0;
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const kill = (): void => {
    isDead = true;
    resolve();
  };

  const isLast = (): boolean => {
    if (later) later.writes -= 1;
    return later !== undefined && later.writes <= 0;
  };

  const written = async <T>(change: (to: Writing) => Promise<T>): Promise<T> => {
    const last = isLast() ? later : undefined;
    try {
      return await store.write(async (to) => {
        const done = await change(to);
        if (isDead || last?.isKept === false) throw new Killed();
        return done;
      });
    } finally {
      if (last) kill();
    }
  };

  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) return never();
    const ended = await work().then(
      (value) => ({ value }),
      (thrown: unknown) => ({ thrown }),
    );
    if (isDead) return never();
    if ('thrown' in ended) throw ended.thrown;
    return ended.value;
  };

  const write = <T>(change: (to: Writing) => Promise<T>): Promise<T> =>
    alive(async () => {
      if (isOut()) throw sqliteFailure(store.where, 'out', 5);
      writing += 1;
      try {
        return await written(change);
      } finally {
        writing -= 1;
      }
    });

  return {
    id,
    history: { ...store, write, close: async () => {} },
    isDead: () => isDead,
    died,
    kill,
    killLater: (one) => {
      later = one;
    },
    idle: async () => {
      do await new Promise((done) => setImmediate(done));
      while (writing > 0);
    },
    alive,
  };
};
