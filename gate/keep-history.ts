/** Adds a run that was decided to the store; a store that cannot be written changes no verdict. */
import { dirname } from 'node:path';
import { type HistoryPlace, shownPlace, spoolsAt } from '../contracts/history-file.ts';
import { whyNotWritten } from '../contracts/not-written.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import type { History } from '../history/history.ts';
import { openHistory } from '../history/open.ts';
import { addRun, type NewRun, type OperationTime } from '../history/runs.ts';
import { deliverRuns, spoolRun } from '../history/spool.ts';
import { oneLine } from '../reports/safe-text.ts';
import { ensureFolder } from '../stores/private-files.ts';
import type { Caller } from './caller.ts';
import { readAllTraces } from './stored-runs.ts';

/** What was answered, however it came about. */
const takenIn = (traces: readonly Trace[]): OperationTime[] =>
  traces
    .flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp])
    .flatMap(({ operation, durationMs, response }) => (response ? [{ operation, ms: durationMs }] : []));

/** What the system or the store says of it. */
const lineOf = (thrown: unknown): string =>
  whyNotWritten(thrown) ?? oneLine(thrown instanceof Error ? thrown.message : String(thrown));

/** The store names itself, the system does not. */
const lineOfStore = (place: HistoryPlace, thrown: unknown): string =>
  whyNotWritten(thrown) === undefined
    ? lineOf(thrown)
    : `history ${shownPlace(place)} cannot be written: ${lineOf(thrown)}`;

const added = async (place: HistoryPlace, run: NewRun): Promise<void> => {
  let history: History | undefined;
  try {
    if (typeof place === 'string') await ensureFolder(dirname(place));
    history = await openHistory(place);
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
 * @param place Where the store is; the folder of a file is made.
 */
export const keepInHistory = async (
  place: HistoryPlace,
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
    await added(place, run);
  } catch (thrown) {
    const why = lineOfStore(place, thrown);
    const at = spoolsAt(place);
    await spoolRun(at, run).then(
      () => notice(`${why}; run ${record.id} is kept in ${at}.spool until the history can be written`),
      (again: unknown) => notice(`${why}; nor could run ${record.id} be spooled (${lineOf(again)}): it is not in it`),
    );
  }
};
