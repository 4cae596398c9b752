/** The runs that `results/` holds: one that a person names, and all of a target. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RunRecord } from '../contracts/run-record.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { outcomes } from '../contracts/verdict.ts';
import { resultsFolder } from './results.ts';
import { readNamedRecord } from './stored-run.ts';

/** As `newRunFolder` makes it. */
const runId = /^\d{8}-\d{4}-[0-9a-f]{6}$/;

/** As much of a record as tells whether it is of use; older and newer ones have it too. */
const pastRun = z.object({
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
export type PastRun = z.infer<typeof pastRun> & { readonly folder: string };

/** The folders of runs, and nothing that a person has put beside them. */
export const runFolders = async (): Promise<string[]> => {
  const entries = await readdir(resultsFolder(), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((each) => each.isDirectory() && runId.test(each.name))
    .map(({ name }) => join(resultsFolder(), name));
};

/** Undefined while it is written, and where it is damaged. */
const storedIn = async (folder: string): Promise<PastRun | undefined> => {
  try {
    const { data } = pastRun.safeParse(JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')));
    return data && data.id === basename(folder) ? { ...data, folder } : undefined;
  } catch {
    return undefined;
  }
};

/** The newest first. */
export const storedRuns = async (target: string): Promise<PastRun[]> => {
  const all = await Promise.all((await runFolders()).map(storedIn));
  return all
    .flatMap((each) => (each?.target === target ? each : []))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
};

/**
 * The record that a person means by a folder, a `run.json` or the id of a run.
 *
 * @param option What named it, for the message.
 * @throws UsageError when there is none that can be read.
 */
export const namedRun = (given: string, option: string): Promise<RunRecord> =>
  readNamedRecord(given).catch((thrown: unknown) => {
    throw thrown instanceof UsageError ? new UsageError(`${option}: ${thrown.message}`) : thrown;
  });
