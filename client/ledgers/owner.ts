/** Finds out which process works on something, and whether it still lives: a killed one cannot say so itself. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Who works on an entry: no other process touches it while that process lives. */
export const owner = z.strictObject({
  /** The computer, and the space in which process ids count. */
  host: z.string(),
  pid: z.int().positive(),
  /** When the process began, in words of its system; null where the system does not report it. */
  startedAt: z.string().nullable(),
  /** From then on it does nothing more. */
  endsBy: z.iso.datetime(),
});
export type Owner = z.infer<typeof owner>;

const textOf = (read: () => string): string | undefined => {
  try {
    return read().trim();
  } catch {
    return undefined;
  }
};

/** Another since the computer was started, and no two computers have one. */
const boot = (): string | undefined => textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));

/** Two containers on one computer count their processes apart; they may have one name, and so may two computers. */
const host = (): string => {
  const space = textOf(() => readlinkSync('/proc/self/ns/pid'));
  return [hostname(), boot(), space].filter((each) => each !== undefined).join(' ');
};

type ProcessState = { readonly state: string; readonly startedAt: string };

/** What the system reports of a process; undefined where it reports nothing. */
const reported = (pid: number): ProcessState | undefined => {
  // The name of the command is in brackets and may hold anything, even spaces.
  const fields = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    ?.split(')')
    .at(-1)
    ?.trim()
    .split(' ');
  // Fields 3 and 22: its state, and when it began, in ticks since the computer did.
  const [state, ticks] = [fields?.[0], fields?.[19]];
  return state && ticks ? { state, startedAt: ticks } : undefined;
};

/** Ended, and its parent has not yet asked how. */
const isDead = ({ state }: ProcessState): boolean => state === 'Z' || state === 'X';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // A process of another user is a living process too.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Asked of the system once: a process asks for itself with every booking. */
let itself: Omit<Owner, 'endsBy'> | undefined;

/** @param endsBy When this process does nothing more with what it owns, ms since the epoch. */
export const thisProcess = (endsBy: number): Owner => {
  itself ??= { host: host(), pid: process.pid, startedAt: reported(process.pid)?.startedAt ?? null };
  return { ...itself, endsBy: new Date(endsBy).toISOString() };
};

/**
 * Whether a process still works on it. On another computer, or where the system does not report when a process began,
 * it counts as living until it does nothing more.
 */
export const isLiving = (owner: Owner | null, nowMs: number): boolean => {
  if (owner === null) return false;
  const isInTime = nowMs < Date.parse(owner.endsBy);
  if (owner.host !== host()) return isInTime;
  if (!isRunning(owner.pid)) return false;
  const now = reported(owner.pid);
  if (owner.startedAt === null || !now) return isInTime;
  return !isDead(now) && now.startedAt === owner.startedAt;
};
