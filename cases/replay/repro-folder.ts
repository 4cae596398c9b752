/** The folder of one replay, `results/<run id>/`: attempts, run record, and a bundle where the case still fails. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bundle, bundlesOf } from '../../contracts/bundle.ts';
import { type RunIdentity, type RunRecord, recordOfRun } from '../../contracts/run-record.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { type SeenFailure, seenWith } from '../../contracts/watched.ts';
import { bookingsOf } from '../../engine/judged-flow.ts';
import { makeFolder, writeJson } from '../../engine/run-folder.ts';
import type { AnyReplayed } from './replay.ts';

export type Reproduced = {
  readonly run: RunIdentity;
  /** The bundle as it was named, and its run. */
  readonly of: { readonly file: string; readonly run: string; readonly fingerprint?: string | undefined };
  /** In how many earlier sendings the error was seen. */
  readonly seen: SeenFailure | undefined;
  readonly finishedAt: string;
  readonly warnings: readonly string[];
  readonly attempts: readonly AnyReplayed[];
  /** All shareable traces: of the attempts, and of what else was sent. */
  readonly traces: readonly Trace[];
  readonly decisive: AnyReplayed | undefined;
};

export const createReproFolder = async (folder: string): Promise<void> => {
  await makeFolder(folder);
  await mkdir(join(folder, 'traces'));
};

type SentTraces = Pick<Reproduced, 'traces' | 'finishedAt' | 'warnings'> & { readonly verdicts: readonly Verdict[] };

export const recordOfSent = (run: RunIdentity, { traces, finishedAt, warnings, verdicts }: SentTraces): RunRecord => {
  const sent = traces.flatMap((trace) => [...trace.exchanges, ...(trace.cleanUp ?? [])]);
  return recordOfRun(run, {
    finishedAt,
    exchanges: sent.length,
    tokensRequested: sent.filter(({ operation }) => operation === 'token').length,
    bookings: bookingsOf(traces.flatMap(({ bookings = [] }) => bookings)),
    verdicts,
    warnings: [...warnings, ...traces.flatMap((trace) => trace.warnings ?? [])],
  });
};

const bundleOf = (run: RunIdentity, decided: AnyReplayed): Bundle | undefined => {
  if (!('verdict' in decided)) {
    if (decided.outcome !== 'same' && decided.outcome !== 'different') return undefined;
    return { schema: 'preflight.bundle/1', run, verdicts: [], traces: [decided.trace] };
  }
  const found = decided.finding?.fingerprint;
  return bundlesOf(run, [decided.verdict], [decided.trace]).find((each) => each.fingerprint === found);
};

/** The bundle of a case that still fails, with the name of its file. */
export const bundleOfReplay = (
  run: RunIdentity,
  decided: AnyReplayed,
): { readonly name: string; readonly bundle: Bundle } | undefined => {
  const bundle = bundleOf(run, decided);
  return bundle && { name: `${bundle.fingerprint ?? 'ending'}.bundle.json`, bundle };
};

/** @returns The run record, and the file of the bundle where the case still fails. */
export const writeRepro = async (
  folder: string,
  reproduced: Reproduced,
): Promise<{ readonly record: RunRecord; readonly bundle: string | undefined }> => {
  const { run, of, attempts, decisive } = reproduced;
  for (const [i, { trace }] of attempts.entries()) {
    await writeJson(join(folder, 'traces', `attempt-${i + 1}.json`), trace);
  }
  const entries = attempts.map((each) => ({
    outcome: each.outcome,
    reason: each.reason,
    ...('verdict' in each ? { finding: each.finding } : { ended: each.ended }),
    notes: each.notes,
  }));
  await writeJson(join(folder, 'repro.json'), { of, attempts: entries }, 2);
  const verdicts = decisive && 'verdict' in decisive ? [decisive.verdict] : [];
  const record = recordOfSent(run, { ...reproduced, verdicts });
  const found = decisive && bundleOfReplay(run, decisive);
  const file = found && join(folder, found.name);
  const outcomes = attempts.map(({ outcome }) => outcome);
  const seen = seenWith(reproduced.seen, outcomes);
  if (file) await writeJson(file, { ...found.bundle, ...(seen && seen.sent > 1 && { seen }) });
  await writeJson(join(folder, 'run.json'), record, 2);
  return { record, bundle: file };
};
