/** The folder of one replay, `results/<run id>/`: each attempt, the record of the run, and a bundle where it still fails. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlesOf } from '../../contracts/bundle.ts';
import { type RunIdentity, type RunRecord, recordOfRun } from '../../contracts/run-record.ts';
import type { Trace } from '../../contracts/trace.ts';
import { bookingsOf } from '../../engine/judged-flow.ts';
import { makeFolder, writeJson } from '../../engine/run-folder.ts';
import type { Replayed } from './replay.ts';

export type Reproduced = {
  readonly run: RunIdentity;
  /** The bundle as the person named it, and the run that it is of. */
  readonly of: { readonly file: string; readonly run: string; readonly fingerprint: string };
  readonly finishedAt: string;
  readonly warnings: readonly string[];
  readonly attempts: readonly Replayed[];
  /** Of all that was sent, in the form that may leave: the attempts, and what else it took. */
  readonly traces: readonly Trace[];
  /** The one that decides what is said of them. */
  readonly decisive: Replayed | undefined;
};

export const createReproFolder = async (folder: string): Promise<void> => {
  await makeFolder(folder);
  await mkdir(join(folder, 'traces'));
};

const recordOf = ({ run, traces, decisive, finishedAt, warnings }: Reproduced): RunRecord => {
  const sent = traces.flatMap((trace) => [...trace.exchanges, ...(trace.cleanUp ?? [])]);
  return recordOfRun(run, {
    finishedAt,
    exchanges: sent.length,
    tokensRequested: sent.filter(({ operation }) => operation === 'token').length,
    bookings: bookingsOf(traces.flatMap(({ bookings = [] }) => bookings)),
    verdicts: decisive ? [decisive.verdict] : [],
    warnings: [...warnings, ...traces.flatMap((trace) => trace.warnings ?? [])],
  });
};

/** @returns The record, and the file of the bundle where the case still fails. */
export const writeRepro = async (
  folder: string,
  reproduced: Reproduced,
): Promise<{ readonly record: RunRecord; readonly bundle: string | undefined }> => {
  const { run, of, attempts, decisive } = reproduced;
  for (const [i, { trace }] of attempts.entries()) {
    await writeJson(join(folder, 'traces', `attempt-${i + 1}.json`), trace);
  }
  const told = attempts.map(({ outcome, reason, finding, notes }) => ({ outcome, reason, finding, notes }));
  await writeJson(join(folder, 'repro.json'), { of, attempts: told }, 2);
  const record = recordOf(reproduced);
  const found = decisive?.finding?.fingerprint;
  const bundle =
    decisive && bundlesOf(run, [decisive.verdict], [decisive.trace]).find((each) => each.fingerprint === found);
  const file = bundle && join(folder, `${bundle.fingerprint}.bundle.json`);
  if (file) await writeJson(file, bundle);
  await writeJson(join(folder, 'run.json'), record, 2);
  return { record, bundle: file };
};
