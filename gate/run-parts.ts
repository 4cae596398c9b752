/** What a gate and an exploration share: the target with what is told of it first, the walk, and an interrupted end. */

import { exitCodes } from '../contracts/exit-codes.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import { bookingsLine } from '../reports/bookings-line.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import type { Interruption } from './interruption.ts';
import type { Playwright } from './playwright.ts';
import { noticesAround, type Surroundings, warningsAround } from './surroundings.ts';

/** What a run works with, besides its options. */
export type RunParts = Pick<Caller, 'print' | 'result' | 'notice' | 'color' | 'now'> & {
  readonly surroundings: Surroundings;
  readonly playwright: Playwright;
  readonly interruption: Interruption;
};

type Opened = {
  readonly target: Target;
  /** What is wrong around the target once the run has ended. */
  readonly warnings: () => Promise<readonly string[]>;
};

/**
 * Loads the target, and tells what stands around it.
 * @throws Interrupted - No signal that waits outlives the loading of a target file.
 */
export const openTarget = async (
  source: string,
  { surroundings, interruption, notice }: Pick<RunParts, 'surroundings' | 'interruption' | 'notice'>,
): Promise<Opened> => {
  await interruption.assertNone();
  const target = await loadTarget(source, surroundings.environment);
  const around = { ...surroundings, target, source };
  for (const line of await noticesAround(around)) notice(line);
  return { target, warnings: () => warningsAround(around) };
};

/**
 * Lets Playwright walk the plan in the folder.
 * @returns Whether it was interrupted.
 * @throws Interrupted - Before anything was sent.
 */
export const walk = async (
  folder: string,
  { surroundings, playwright, interruption }: Pick<RunParts, 'surroundings' | 'playwright' | 'interruption'>,
): Promise<boolean> => {
  await interruption.assertNone();
  const walked = playwright.run({ folder, environment: surroundings.environment });
  // The sandbox is loaded while the worker of Playwright is.
  const [{ isInterrupted }] = await Promise.all([walked, surroundings.load?.()]);
  return isInterrupted || (await interruption.isNoted());
};

/** @returns The exit code. */
export const endInterrupted = (where: string, record: RunRecord, notice: Caller['notice']): number => {
  notice(`interrupted; ${where}`);
  const bookings = bookingsLine(record);
  if (bookings) notice(bookings.text);
  return exitCodes.interrupted;
};
