/** Notes an interruption that comes while nobody else listens: while files are loaded, and while results are written. */
import { setImmediate } from 'node:timers/promises';

/** The command was interrupted before it had sent anything. */
export class Interrupted extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Interruption = {
  /** Signals that wait are delivered first: nothing is, as long as files are loaded. */
  isNoted(): Promise<boolean>;
  /** @throws Interrupted */
  assertNone(): Promise<void>;
};

/** Listens until the process ends: what a command has begun to write down, it writes to the end. */
export const noteInterruption = (): Interruption => {
  let isInterrupted = false;
  for (const signal of signals) {
    process.on(signal, () => {
      isInterrupted = true;
    });
  }
  const isNoted = async (): Promise<boolean> => {
    // One turn to read them from the system, and one to hand them out.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    return isInterrupted;
  };
  return {
    isNoted,
    assertNone: async () => {
      if (await isNoted()) throw new Interrupted('interrupted before anything was sent');
    },
  };
};
