/** What is begun in one run and settled in a later one, because a day must pass between (parts 3, 5 and 8). */
import { z } from 'zod';
import { spendings } from './operations.ts';

/** Each is the flow that settles it; the flow that begins it has the same name after `begin-`. */
export const pendingIds = [
  'void-as-window-ends',
  'void-after-window',
  'use-token-to-its-end',
  'use-token-after-its-end',
] as const;
export type PendingId = (typeof pendingIds)[number];

/** Which run began an obligation, and which one settled or missed it, by the clock of the target. */
export const runsOfPending = z.strictObject({
  begunBy: z.string(),
  settledBy: z.string(),
  settledAt: z.iso.datetime(),
});

/** A verdict of what was settled counts so long in the gates that follow. */
export const countsForMs = 48 * 3_600_000;

/** By the clock of the target, which in a test environment may have been turned back since. */
export const stillCounts = (at: string, nowMs: number): boolean => Math.abs(nowMs - Date.parse(at)) < countsForMs;

/** Something begun now that must be looked at later. All its moments are on the clock of the target. */
export type Pending = {
  readonly id: PendingId;
  readonly run: string;
  readonly begunAt: string;
  /** When it can be settled; without an end, any time after. */
  readonly from: string;
  readonly until?: string | undefined;
  /** The entry of the booking ledger that holds what was left. */
  readonly mark?: string | undefined;
};

/** A missed obligation can no longer be settled: its verdict is inconclusive. */
export const stateOfPending = (
  { from, until }: Pick<Pending, 'from' | 'until'>,
  nowMs: number,
): 'waits' | 'due' | 'missed' => {
  if (nowMs < Date.parse(from)) return 'waits';
  return until !== undefined && nowMs > Date.parse(until) ? 'missed' : 'due';
};

const moment = z.iso.datetime();
const count = z.int().nonnegative();

const budgetUsed = z.strictObject({
  what: z.enum(spendings),
  /** Within 24 hours, by all runs of this machine. */
  used: count,
  perDay: z.int().positive(),
});

const leftBehind = z.strictObject({
  kind: z.enum(['hotel', 'flight']),
  /** The last name of the guest or passenger, by which the partner finds it. */
  mark: z.string(),
  run: z.string(),
  since: moment,
  /** No operation can look it up: only a person can find out. */
  needsPerson: z.boolean(),
});

const waiting = z.strictObject({
  id: z.enum(pendingIds),
  run: z.string(),
  /** When it can be settled, on the clock of the target; without an end, any time after. */
  from: moment,
  until: moment.nullable(),
});

const watchedCase = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** What its last runs agree on, in words. */
  says: z.string(),
});

export const targetPending = z.strictObject({
  target: z.string(),
  /** As the monitor names it on a command line. */
  source: z.string(),
  location: z.string(),
  at: moment,
  budgets: z.array(budgetUsed),
  left: z.array(leftBehind),
  /** Ledgers that could not be read and were set aside: what they held is unknown. */
  damagedLedgers: count,
  obligations: z.array(waiting),
  cases: z.array(watchedCase),
});
export type TargetPending = z.infer<typeof targetPending>;

export const pendingList = z
  .strictObject({ targets: z.array(targetPending) })
  .meta({ id: 'DutyList', description: 'What is still to be done at each target, and what of its budgets is used.' });
export type PendingList = z.infer<typeof pendingList>;
