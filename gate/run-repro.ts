/** Sends a case again to a target, and says whether it still fails; or makes it smaller as long as it does. */
import { resolve } from 'node:path';
import { readBundleFile } from '../cases/case.ts';
import { compared, endingWell } from '../cases/compare.ts';
import type { AnyReplayed } from '../cases/replay/replay.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { importedFlow } from '../contracts/imported-trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { isUnearned, reproText } from '../reports/case-text.ts';
import { comparisonText } from '../reports/differences-text.ts';
import { oneLine } from '../reports/safe-text.ts';
import { wrapped } from '../reports/text-layout.ts';
import { announced, openReplayable, type Replayable, type SendOptions } from './opened-case.ts';
import { pathForPerson } from './results.ts';
import { minimisedLines, printSent, type SendParts, sendCase } from './send-case.ts';
import { openedTarget, repeatOf } from './surroundings.ts';

export type ReproOptions = SendOptions & { compare?: true };

export type ReproParts = SendParts & {
  /** Of the terminal, in columns. */
  readonly width: number;
};

/** The world of an embedded sandbox is drawn from it. */
export const seedOfCase = async (file: string): Promise<number> => (await readBundleFile(resolve(file))).run.seed;

/** The exchange that the case is about, then and now. */
const comparison = (
  { opened, sought }: Replayable,
  decided: AnyReplayed | undefined,
  { isFull, width, target }: { readonly isFull: boolean; readonly width: number; readonly target: string },
): string | undefined => {
  const { trace } = sought;
  const recorded = 'ended' in sought ? sought.ended : trace.exchanges[sought.finding.exchange];
  const where = 'ended' in sought ? 'response.body.error' : sought.finding.where;
  const shared = decided?.exchange;
  // Both in one form: with what was replaced in one of them, everything would differ. People whom a file names, in a
  // request or in the answer to it, are not named again, in the log of a pipeline perhaps.
  const isExact = opened.isExact && trace.flow !== importedFlow;
  const sharedThen = opened.bundle.traces.find(({ flow }) => flow === trace.flow)?.exchanges[recorded?.index ?? -1];
  const then = isExact ? recorded : sharedThen;
  const now = isExact && shared ? decided.exact.exchanges[shared.index] : shared;
  return (
    then &&
    now &&
    comparisonText(compared(then, now, { isSameTarget: opened.bundle.run.target === target, where }), {
      isFull,
      width,
    })
  );
};

const exitCodeOf = (decided: AnyReplayed | undefined): number => {
  // What was answered well then, and is so now, is no failure.
  if (decided?.outcome === 'same' && 'ended' in decided && decided.ended.then === endingWell) return exitCodes.pass;
  if (decided?.outcome === 'same' || decided?.outcome === 'different') return exitCodes.fail;
  return decided?.outcome === 'fixed' ? exitCodes.pass : exitCodes.unmeasured;
};

/** What does not go together, said before anything is read. */
const assertOptions = ({ minimise, requests, resume, literal, attempts }: ReproOptions): void => {
  if (minimise && literal) throw new UsageError('--minimise renews ids and dates each time: leave --literal out');
  if (minimise && attempts !== undefined && attempts > 1)
    throw new UsageError('--minimise decides itself how often it sends: leave --attempts out');
  if (!minimise && requests !== undefined) throw new UsageError('--requests is the budget of --minimise: add it');
  if (!minimise && resume !== undefined) throw new UsageError('--resume goes on with --minimise: add it');
};

/** @returns The exit code. */
export const runRepro = async (file: string, options: ReproOptions, parts: ReproParts): Promise<number> => {
  const { surroundings, print, notice, now, width } = parts;
  assertOptions(options);
  const opened = await openReplayable(file, surroundings.environment);
  const { target } = await openedTarget(options.target, surroundings, { notice });
  const lacking = announced(opened, { target, options, print, now, width });
  if (lacking !== undefined) {
    print(reproText([{ outcome: 'unclear', reason: lacking }]));
    return exitCodes.unmeasured;
  }
  const repeat = repeatOf('repro', options, file);
  const sent = await sendCase(opened, { options, target, file, repeat }, parts);
  const { decided, attempts, minimised } = sent;
  parts.result(sent.record);
  for (const note of decided?.notes ?? []) print(`note   ${wrapped(oneLine(note), { hang: 7, width })}`);
  const isFull = options.compare === true;
  const table = (!minimised || isFull) && comparison(opened, decided, { isFull, width, target: target.name });
  if (table) print(`\n${table}`);
  print('');
  printSent(sent, parts);
  const goesOn = `npx --no -- preflight ${repeat} --minimise --resume ${pathForPerson(sent.folder)}`;
  if (sent.isInterrupted) {
    if (minimised) notice(`go on with ${goesOn}`);
    return exitCodes.interrupted;
  }
  if (minimised) print(`${minimisedLines(opened.sought, minimised, width)}\n`);
  if (minimised?.ended === 'spent') print(`go on   ${goesOn}\n`);
  // Minimising decides itself how often it sends.
  const seen = minimised ? undefined : opened.opened.bundle.seen;
  print(reproText(attempts, seen));
  return isUnearned(attempts, seen) ? exitCodes.unmeasured : exitCodeOf(decided);
};
