/** What a gate and an exploration share: the target with what is told of it first, the walk, and an interrupted end. */

import { openOf } from '../client/ledgers/booking-ledger.ts';
import { ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import { lineOnStorage } from '../contracts/not-written.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import { mayBeOpenLines } from '../reports/left-behind-text.ts';
import { bookingsLine } from '../reports/run-facts.ts';
import type { Caller } from './caller.ts';
import type { Interruption } from './interruption.ts';
import { noticesAround, type Surroundings, warningsAround } from './surroundings.ts';
import type { Walked, Walker } from './walker.ts';

/** What a run works with, besides its options. */
export type RunParts = Pick<Caller, 'print' | 'result' | 'notice' | 'color' | 'now'> & {
  readonly surroundings: Surroundings;
  readonly walker: Walker;
  readonly interruption: Interruption;
};

type Opened = {
  readonly target: Target;
  /** What is wrong around the target once the run has ended. */
  readonly warnings: () => Promise<readonly string[]>;
};

/**
 * Loads the target, and reports what stands around it.
 *
 * @throws Interrupted
 */
export const openTarget = async (
  source: string,
  { surroundings, walker, interruption, notice }: Pick<RunParts, 'surroundings' | 'walker' | 'interruption' | 'notice'>,
): Promise<Opened> => {
  await interruption.assertNone();
  const target = await walker.load(source, surroundings.environment);
  const around = { ...surroundings, target, source };
  for (const line of await noticesAround(around)) notice(line);
  return { target, warnings: () => warningsAround(around) };
};

/** What is walked, and where. */
type Walking = {
  readonly plan: { readonly run: { readonly id: string }; readonly targetSource: string };
  readonly target: Target;
};

/**
 * Walks the plan in the folder. After an early end it names what of the run may be open.
 *
 * @throws Interrupted - Before anything was sent.
 */
export const walk = async (folder: string, { plan, target }: Walking, parts: RunParts): Promise<Walked> => {
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

/**
 * What was found is told, although it cannot be kept; a pass that nobody can look up is none.
 *
 * @param thrown Why it cannot be kept; thrown again where it is another error.
 * @param withWarning The record, with a warning more.
 * @returns The exit code.
 */
export const endUnkept = (
  thrown: unknown,
  withWarning: (line: string) => RunRecord,
  {
    report,
    result,
    notice,
    isInterrupted,
  }: Pick<RunParts, 'result' | 'notice'> & { report: (of: RunRecord) => void; isInterrupted: boolean },
): number => {
  const line = lineOnStorage(thrown);
  if (line === undefined) throw thrown;
  const record = withWarning(line);
  result(record);
  report(record);
  notice(line);
  return isInterrupted ? exitCodes.interrupted : exitCodeOf(record.verdict);
};

/** @returns The exit code. */
export const endInterrupted = (where: string, record: RunRecord, notice: Caller['notice']): number => {
  notice(`interrupted; ${where}`);
  const bookings = bookingsLine(record);
  if (bookings) notice(bookings.text);
  return exitCodes.interrupted;
};
