/** Adds a run that was decided to the store; a store that cannot be written changes no verdict. */
import { dirname } from 'node:path';
import { ensureFolder } from '../client/stores/ensure-folder.ts';
import { whyNotWritten } from '../contracts/not-written.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import { type History, openHistory } from '../history/open.ts';
import { addRun, type NewRun, type Taken } from '../history/runs.ts';
import { deliverRuns, spoolRun } from '../history/spooled-runs.ts';
import { oneLine } from '../reports/one-line.ts';
import type { Caller } from './caller.ts';
import { readAllTraces } from './stored-run.ts';

/** What was answered, however it came about. */
const takenIn = (traces: readonly Trace[]): Taken[] =>
  traces
    .flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp])
    .flatMap(({ operation, durationMs, response }) => (response ? [{ operation, ms: durationMs }] : []));

/** What the system or the store says of it. */
const lineOf = (thrown: unknown): string =>
  whyNotWritten(thrown) ?? oneLine(thrown instanceof Error ? thrown.message : String(thrown));

/** The store names itself, the system does not. */
const lineOfStore = (file: string, thrown: unknown): string =>
  whyNotWritten(thrown) === undefined ? lineOf(thrown) : `history ${file} cannot be written: ${lineOf(thrown)}`;

const added = async (file: string, run: NewRun): Promise<void> => {
  let history: History | undefined;
  try {
    await ensureFolder(dirname(file));
    history = await openHistory(file);
    await deliverRuns(history);
    await history.write((to) => addRun(to, run));
  } finally {
    await history?.close();
  }
};

/**
 * Adds a run, and first what former ones have spooled. Where the store cannot be written the run is spooled beside it,
 * and a notice says so; nothing is thrown.
 *
 * @param file That of the store; its folder is made.
 */
export const keepInHistory = async (
  file: string,
  {
    probe,
    record,
    folder,
  }: { readonly probe: 'gate' | 'nightly'; readonly record: RunRecord; readonly folder: string },
  { notice }: Pick<Caller, 'notice'>,
): Promise<void> => {
  const traces = await readAllTraces(folder).catch((thrown: unknown) => {
    notice(`the latency of run ${record.id} is not in the history: ${lineOf(thrown)}`);
    return [];
  });
  const run: NewRun = {
    // Counts are kept by probe, and those of two targets are not to be added up.
    probe: `${probe}:${record.target}`,
    location: '',
    slotAt: null,
    record,
    taken: takenIn(traces),
  };
  try {
    await added(file, run);
  } catch (thrown) {
    const why = lineOfStore(file, thrown);
    await spoolRun(file, run).then(
      () => notice(`${why}; run ${record.id} is kept in ${file}.spool until the history can be written`),
      (again: unknown) => notice(`${why}; nor could run ${record.id} be spooled (${lineOf(again)}): it is not in it`),
    );
  }
};
