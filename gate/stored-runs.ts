/** The runs that `results/` holds: one that a person names, and all of a target. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RunRecord } from '../contracts/run-record.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { outcomes } from '../contracts/verdict.ts';
import { isRunId, resultsFolder } from './results.ts';
import { readNamedRecord } from './stored-run.ts';

const moments = { startedAt: z.iso.datetime(), finishedAt: z.iso.datetime() };

/** As much of a record as tells whether it is of use; older and newer ones have it too. */
const pastRecord = z.object({
  id: z.string(),
  target: z.string(),
  repeat: z.string(),
  ...moments,
  verdict: z.string(),
  verdicts: z.array(
    z.object({
      clause: z.string(),
      outcome: z.enum(outcomes),
      findings: z.array(z.object({ fingerprint: z.string(), operation: z.string() })),
      runs: z.object({ settledAt: z.iso.datetime() }).optional(),
    }),
  ),
  decision: z
    .object({
      since: z.object({ run: z.string() }).optional(),
      settled: z.array(z.object({ run: z.string() })).optional(),
    })
    .optional(),
});

/** Of two targets: it is kept as one of the first, which is known to be good. */
const pastComparison = z.object({
  id: z.string(),
  a: z.object({ target: z.string() }),
  ...moments,
  troubled: z.array(z.unknown()),
  differences: z.array(z.unknown()),
});

export type PastRun = Omit<z.infer<typeof pastRecord>, 'repeat'> & {
  readonly folder: string;
  /** The command that wrote it: `gate`, `explore`, `compare`, … */
  readonly command: string;
  /** Something is kept in it that somebody may want to look at, or to send again. */
  readonly hasFindings: boolean;
};

/** The folders of runs, and nothing that a person has put beside them. */
export const runFolders = async (): Promise<string[]> => {
  const entries = await readdir(resultsFolder(), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((each) => each.isDirectory() && isRunId(each.name))
    .map(({ name }) => join(resultsFolder(), name));
};

const jsonIn = async (folder: string, name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, name), 'utf8'));

const recordIn = async (folder: string): Promise<PastRun> => {
  const { repeat, ...rest } = pastRecord.parse(await jsonIn(folder, 'run.json'));
  const files = await readdir(folder);
  return {
    ...rest,
    folder,
    command: /^\w+/.exec(repeat)?.[0] ?? '',
    hasFindings:
      rest.verdicts.some(({ findings }) => findings.length > 0) || files.some((name) => name.endsWith('.bundle.json')),
  };
};

const comparisonIn = async (folder: string): Promise<PastRun> => {
  const { a, troubled, differences, ...rest } = pastComparison.parse(await jsonIn(folder, 'comparison.json'));
  return {
    ...rest,
    folder,
    target: a.target,
    command: 'compare',
    verdict: troubled.length > 0 ? 'inconclusive' : 'pass',
    verdicts: [],
    hasFindings: differences.length > 0,
  };
};

/** Undefined while it is written, and where it is damaged. */
const storedIn = async (folder: string): Promise<PastRun | undefined> => {
  try {
    const found = await recordIn(folder).catch(() => comparisonIn(folder));
    return found.id === basename(folder) ? found : undefined;
  } catch {
    return undefined;
  }
};

/** Of all commands, the newest first. */
export const storedRuns = async (target: string): Promise<PastRun[]> => {
  const all = await Promise.all((await runFolders()).map(storedIn));
  return all
    .flatMap((each) => (each?.target === target ? each : []))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
};

/** Those that a gate is compared with: what a person repeated or explored in between is none of them. */
export const storedGates = async (target: string): Promise<PastRun[]> =>
  (await storedRuns(target)).filter(({ command }) => command === 'gate');

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
