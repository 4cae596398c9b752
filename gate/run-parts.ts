/** What gates, shards and explorations share: opening the target, the minutes, the walk, and the end of a run. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { awaitMsMax, cleanUpMs } from '../client/in-time.ts';
import { openOf } from '../client/ledgers/booking-ledger.ts';
import { bookingLedgerOf, ledgersOf } from '../client/ledgers/user-ledgers.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import { lineOnStorage } from '../contracts/not-written.ts';
import type { Spending } from '../contracts/operations.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';
import { makeLatest, type RunPlan } from '../engine/run-folder.ts';
import { announced } from '../flows/announced.ts';
import type { BudgetUse, DryRun } from '../reports/effects-text.ts';
import { junitXml } from '../reports/junit.ts';
import { mayBeOpenLines } from '../reports/left-behind-text.ts';
import { bookingsLine } from '../reports/run-facts.ts';
import type { Caller } from './caller.ts';
import type { Interruption } from './interruption.ts';
import { pathForPerson } from './results.ts';
import { type OpenedTarget, openedTarget, type Surroundings } from './surroundings.ts';
import type { Walker, WalkResult } from './walker.ts';

/** How a run with --max-minutes divides its time: for sending, for an answer under way, and for the clean-up. */
type Minutes = {
  readonly maxMinutes: number;
  /** Until then something new is sent, ms since the epoch. */
  readonly endsBy: number;
  /** Then so long for an answer under way, and `cleanUpMs` to cancel what was booked. */
  readonly awaitMs: number;
};

/** The longest answer is reserved; where so few minutes are left, half of them. */
export const minutesOf = (
  { maxMinutes }: { readonly maxMinutes?: number },
  { may: { books, tickets }, limits: { deadlineMs } }: Target,
  startedAt: number,
): Minutes | undefined => {
  if (maxMinutes === undefined) return undefined;
  const ms = Math.max(0, maxMinutes * 60_000 - cleanUpMs);
  const awaitMs = books || tickets ? Math.min(awaitMsMax, deadlineMs, ms / 2) : 0;
  return { maxMinutes, endsBy: startedAt + ms - awaitMs, awaitMs };
};

/** The part of a plan that holds the minutes. */
export const plannedMinutes = (minutes: Minutes | undefined, now: number): Pick<RunPlan, 'sendsForMs' | 'awaitMs'> =>
  minutes ? { sendsForMs: Math.max(1, minutes.endsBy - now), awaitMs: minutes.awaitMs } : {};

/** Printed before anything is sent. */
export const minutesLines = (minutes: Minutes | undefined, now: number): string[] => {
  if (!minutes) return [];
  const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1_000));
  const [sends, awaits] = [seconds(minutes.endsBy - now), seconds(minutes.awaitMs)];
  const waits = awaits > 0 ? `, then waits up to ${awaits} s for an answer under way,` : '';
  return [
    `     --max-minutes ${minutes.maxMinutes}: sends for ${sends} s${waits} and cleans up within ${seconds(cleanUpMs)} s`,
  ];
};

type DryRunOptions = {
  readonly target: Target;
  readonly surroundings: Surroundings;
  readonly flows: readonly Flow[];
  readonly leftOut: readonly ClauseId[];
  readonly depth: Depth;
  readonly seed: number;
};

/** No run has such an id, so nothing of the budget of a run is used. */
const ofNoRun = '';

/** `preflight gate --dry-run`: what would be sent, and what is left of the budgets. Sends nothing. */
export const dryRun = async ({ target, surroundings, flows, leftOut, depth, seed }: DryRunOptions): Promise<DryRun> => {
  const { may, limits } = target;
  const ledger = surroundings.isEmbedded ? undefined : bookingLedgerOf(target, surroundings.environment);
  const used = async (
    what: Spending,
    budget: { readonly perRun: number; readonly perDay?: number } | undefined,
  ): Promise<BudgetUse | undefined> => {
    if (!budget) return undefined;
    const { perRun, perDay } = budget;
    if (perDay === undefined) return { perRun };
    const left = ledger && (await ledger.left(what, ofNoRun, { perRun, perDay }));
    return { perRun, perDay, usedToday: left ? perDay - left.ofDay : 0 };
  };
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    depth,
    seed,
    leftOut,
    flows: flows.length,
    sends: announced(flows, { target, depth }),
    requestsPerSecond: limits.requestsPerSecond,
    budgets: {
      bookings: await used('booking', may.books),
      tickets: await used('ticket', may.tickets),
      extraTokens: await used('token', may.extraTokens),
    },
  };
};

/** What a run works with, besides its options. */
export type GateParts = Pick<Caller, 'print' | 'result' | 'notice' | 'color' | 'now'> & {
  readonly surroundings: Surroundings;
  readonly walker: Walker;
  readonly interruption: Interruption;
};

type OpenedForWalk = Pick<OpenedTarget, 'target'> & {
  /** After the run: what keeps it from a pass besides its verdicts. */
  readonly warnings: (
    ended?: Pick<WalkResult, 'cutShort'>,
    minutes?: Minutes | undefined,
    /** The subject of the sentences. */
    what?: string,
  ) => Promise<readonly string[]>;
};

/**
 * Loads the target, and reports what stands around it.
 *
 * @throws Interrupted
 */
export const openTarget = async (
  source: string,
  {
    surroundings,
    walker,
    interruption,
    notice,
    now,
  }: Omit<GateParts, 'walker'> & { readonly walker: Pick<Walker, 'load'> },
): Promise<OpenedForWalk> => {
  await interruption.assertNone();
  const { target, warnings } = await openedTarget(source, surroundings, { notice, load: walker.load });
  return {
    target,
    warnings: async ({ cutShort } = { cutShort: undefined }, minutes = undefined, what = 'the run') => [
      ...(await warnings()),
      ...(cutShort === undefined ? [] : [cutShort]),
      ...(minutes && now() >= minutes.endsBy
        ? [`${what} had to end: --max-minutes ${minutes.maxMinutes} were over, give it more or --only a part`]
        : []),
    ],
  };
};

/** What is walked, and where. */
type Walking = {
  readonly plan: { readonly run: { readonly id: string }; readonly targetSource: string };
  readonly target: Target;
};

/**
 * Walks the plan in the folder. After an early end it names the effects of the run that may be open.
 *
 * @throws Interrupted - Before anything was sent.
 */
export const walk = async (folder: string, { plan, target }: Walking, parts: GateParts): Promise<WalkResult> => {
  const { surroundings, walker, interruption, now, notice } = parts;
  await interruption.assertNone();
  const walking = walker.walk(folder, surroundings.environment);
  // The sandbox is loaded beside the first flow.
  const [walked] = await Promise.all([walking, surroundings.load?.()]);
  const isInterrupted = walked.isInterrupted || (await interruption.isNoted());
  if ((isInterrupted || walked.cutShort !== undefined) && !surroundings.isEmbedded) {
    const { ledger } = ledgersOf(target, surroundings.environment);
    const open = openOf(await ledger.entries().catch(() => []), plan.run.id, now());
    for (const line of mayBeOpenLines(open, plan.targetSource)) notice(line);
  }
  if (walked.cutShort !== undefined) notice(walked.cutShort);
  return { ...walked, isInterrupted };
};

type FinishOptions = {
  readonly folder: string;
  readonly isInterrupted: boolean;
  /** The decided record, perhaps with a warning more. */
  readonly record: (...warnings: readonly string[]) => RunRecord;
  readonly write: (record: RunRecord) => Promise<void>;
  readonly report: (record: RunRecord) => void;
  /** What is done and printed between storing the run and its report. */
  readonly stored?: (record: RunRecord) => Promise<void> | void;
};

/**
 * Stores a run, and reports it. A run that cannot be stored is reported all the same, and is no pass.
 *
 * @returns The exit code, which follows from the decided record; and the record where it was stored and is whole.
 */
export const endRun = async (
  { folder, isInterrupted, record: recordWith, write, report, stored }: FinishOptions,
  { result, notice }: Pick<Caller, 'result' | 'notice'>,
): Promise<{ readonly code: number; readonly record?: RunRecord }> => {
  const record = recordWith();
  const ended = ({ verdict }: RunRecord): number => (isInterrupted ? exitCodes.interrupted : exitCodeOf(verdict));
  result(record);
  try {
    await write(record);
    await writeFile(join(folder, 'junit.xml'), junitXml(record));
  } catch (thrown) {
    const line = lineOnStorage(thrown);
    if (line === undefined) throw thrown;
    const unstored = recordWith(line);
    result(unstored);
    report(unstored);
    notice(line);
    return { code: ended(unstored) };
  }
  await stored?.(record);
  if (isInterrupted) {
    notice(`interrupted; what was recorded is in ${pathForPerson(folder)}`);
    const bookings = bookingsLine(record);
    if (bookings) notice(bookings.text);
    return { code: ended(record) };
  }
  await makeLatest(folder);
  report(record);
  return { code: ended(record), record };
};
