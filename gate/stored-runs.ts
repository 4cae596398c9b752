/** The runs that `results/` holds: one that a person names, and all of a target. */
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { RunRecord } from '../contracts/run-record.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { outcomes } from '../contracts/verdict.ts';
import { readRunRecord } from '../engine/run-folder.ts';
import { resultsFolder } from './results.ts';

/** As `newRunFolder` makes it. */
const runId = /^\d{8}-\d{4}-[0-9a-f]{6}$/;

/** As much of a record as tells whether it is of use; older and newer ones have it too. */
const storedRun = z.object({
  id: z.string(),
  target: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  verdict: z.string(),
  verdicts: z.array(
    z.object({
      clause: z.string(),
      outcome: z.enum(outcomes),
      findings: z.array(z.object({ fingerprint: z.string(), operation: z.string() })),
      runs: z.object({ settledAt: z.iso.datetime() }).optional(),
    }),
  ),
});
export type StoredRun = z.infer<typeof storedRun> & { readonly folder: string };

/** The folders of runs, and nothing that a person has put beside them. */
export const runFolders = async (): Promise<string[]> => {
  const entries = await readdir(resultsFolder(), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((each) => each.isDirectory() && runId.test(each.name))
    .map(({ name }) => join(resultsFolder(), name));
};

/** Undefined while it is written, and where it is damaged. */
const storedIn = async (folder: string): Promise<StoredRun | undefined> => {
  try {
    const { data } = storedRun.safeParse(JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')));
    return data && data.id === basename(folder) ? { ...data, folder } : undefined;
  } catch {
    return undefined;
  }
};

/** The newest first. */
export const storedRuns = async (target: string): Promise<StoredRun[]> => {
  const all = await Promise.all((await runFolders()).map(storedIn));
  return all
    .flatMap((each) => (each?.target === target ? each : []))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
};

/**
 * The record that a person means by a folder, a `run.json` or the id of a run.
 *
 * @throws UsageError when there is none that can be read.
 */
export const namedRun = async (given: string, option: string): Promise<RunRecord> => {
  const path = [resolve(given), join(resultsFolder(), given)].find((each) => existsSync(each));
  if (!path) {
    throw new UsageError(`${option} ${given} does not exist: name latest, a run's folder, or a run id of results/`);
  }
  return readRunRecord(statSync(path).isDirectory() ? path : dirname(path)).catch((thrown: unknown) => {
    if (thrown instanceof UsageError) throw new UsageError(`${option} ${given}: ${thrown.message}`);
    throw new UsageError(`${option} ${given} is no run that can be read: it is damaged, or something else`);
  });
};
