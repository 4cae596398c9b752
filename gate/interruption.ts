/** Listens to the signals that end a command: the first ends it in order, a second Ctrl-C at once. */
import { setImmediate } from 'node:timers/promises';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Runner } from '../engine/run.ts';
import type { Caller } from './caller.ts';

/** Whether a command has begun to send, and how that ends in order: an error of a target file cuts no clean-up. */
let hasBegun = false;
const ends = new Set<() => void>();

/** @returns Called when the sending is over. */
export const beginSending = (end: () => void): (() => void) => {
  hasBegun = true;
  ends.add(end);
  return () => {
    ends.delete(end);
  };
};

export const hasBegunToSend = (): boolean => hasBegun;

export const endSending = (): void => {
  for (const end of ends) end();
};

/** At the limit on file size only the write fails; by default the system ends the process with bookings open. */
export const outlastFileLimit = (): void => {
  if (process.listenerCount('SIGXFSZ') === 0) process.on('SIGXFSZ', () => {});
};

/** The command was interrupted before it had sent anything. */
export class Interrupted extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One Ctrl-C may come twice: the terminal sends it to every process, and npm passes it on. */
const sameForMs = 1_000;

/**
 * Calls `first` at the first of the signals, and `again` at a Ctrl-C later than that. A third ends the process.
 *
 * @returns What ends the listening.
 */
export const onInterruption = (
  { first, again }: { readonly first: () => void; readonly again: () => void },
  to: readonly NodeJS.Signals[] = signals,
): (() => void) => {
  let firstAt: number | undefined;
  const off = (): void => {
    for (const signal of to) process.off(signal, hear);
  };
  const hear = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (signal === 'SIGINT' && performance.now() - firstAt > sameForMs) {
      off();
      again();
    }
  };
  for (const signal of to) process.on(signal, hear);
  return off;
};

/** Resolves when the command is to end. `again` is called at a second Ctrl-C, which ends the process unless given. */
export type WhenInterrupted = (again?: () => void) => Promise<void>;

/** The caller of a command that a person may end. */
export type EndableCaller = Caller & { readonly interrupted: WhenInterrupted };

/** Resolves also when a target file spoils what is sent. A monitor outlives its terminal, so SIGHUP is left alone. */
export const interrupted: WhenInterrupted = (again = () => process.exit(exitCodes.interrupted)) =>
  new Promise((resolve) => {
    onInterruption({ first: resolve, again }, ['SIGINT', 'SIGTERM']);
    beginSending(resolve);
  });

type RunToEnd = {
  /** The one under way. */
  readonly running: () => Pick<Runner, 'interrupt' | 'giveUp'> | undefined;
  /** Its target, as the person named it. */
  readonly source: () => string;
};

/**
 * Ends a run in order when the command is to end; a second Ctrl-C gives it up, and names what may be open.
 *
 * @returns Whether the command is to end.
 */
export const endsRun = (
  { interrupted: when, notice }: Pick<EndableCaller, 'notice' | 'interrupted'>,
  { running, source }: RunToEnd,
): (() => boolean) => {
  let isInterrupted = false;
  const giveUp = async (): Promise<void> => {
    const { mayBeOpenLines } = await import('../reports/left-behind-text.ts');
    for (const line of mayBeOpenLines((await running()?.giveUp()) ?? [], source())) notice(line);
  };
  void when(() => void giveUp()).then(() => {
    isInterrupted = true;
    return running()?.interrupt();
  });
  return () => isInterrupted;
};

export type Interruption = {
  /** Signals that wait are delivered first: nothing is, as long as files are loaded. */
  isNoted(): Promise<boolean>;
  /** @throws Interrupted */
  assertNone(): Promise<void>;
};

/**
 * Notes an interruption that comes while nothing else listens: while files are loaded, and while results are written.
 * It listens until the process ends: what a command has begun to write down, it writes to the end.
 */
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
