/** The runs that `results/` holds: one that a person names, and all of a target. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { isJsonObject } from '../contracts/json.ts';
import { type RunRecord, runRecord } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import { firstLineOf, UsageError } from '../contracts/usage-error.ts';
import { outcomes } from '../contracts/verdict.ts';
import { readBundle, readPlan, readTrace } from '../engine/run-folder.ts';
import { oneLine } from '../reports/safe-text.ts';
import { targetFile } from '../targets/load.ts';
import { isRunId, pathForPerson, resultsFolder } from './results.ts';

/** A run as its folder has it, for reports: the record, and the traces in the form that may leave. */
export type StoredRun = {
  readonly folder: string;
  readonly record: RunRecord;
  readonly traces: readonly Trace[];
  /** The target file, from the top of its repository. */
  readonly targetFile: string;
};

const schema = 'preflight.run/1';
const anyVersion = /^preflight\.run\/\d+$/;
/** Larger ones were not written by us. */
const bytesMax = 256 * 1024 * 1024;
const filesMax = 400;

const wayOut = 'name the folder of a run, its run.json, a run id of results/, or latest';

/** The folder that a person means by itself, by its record or by a run id. */
const runFolderOf = (given: string): string => {
  const path = [resolve(given), join(resultsFolder(), given)].find((each) => existsSync(each));
  if (!path) {
    const isLatest = given === 'latest';
    throw new UsageError(
      isLatest ? 'no run is stored here: npx --no -- preflight gate records one' : `${given} does not exist: ${wayOut}`,
    );
  }
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const isRecord = path === folder || path.endsWith(`${sep}run.json`);
  if (!isRecord || !existsSync(join(folder, 'run.json'))) throw new UsageError(`${given} is no run: ${wayOut}`);
  // `latest` is another run tomorrow.
  return realpathSync(folder);
};

/** @throws UsageError, one line with a way out, for what is damaged, of something else or of a newer Preflight. */
const readRecord = async (folder: string): Promise<RunRecord> => {
  const file = join(folder, 'run.json');
  const name = pathForPerson(file);
  if (statSync(file).size > bytesMax) throw new UsageError(`${name} is larger than any run record: ${wayOut}`);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (thrown) {
    throw new UsageError(`${name} is damaged, it is no JSON: ${oneLine((thrown as Error).message)}`);
  }
  const stated = isJsonObject(value) && typeof value.schema === 'string' ? value.schema : '';
  if (!anyVersion.test(stated)) throw new UsageError(`${name} is no run record: ${wayOut}`);
  if (stated !== schema)
    throw new UsageError(
      `${name} was made by a newer Preflight (${stated}), and this one reads ${schema}: install the newer one`,
    );
  const read = runRecord.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `${name} is damaged at ${oneLine(issue?.path.join('.') || 'its top', 80)}: ${oneLine(issue?.message ?? '')}`,
  );
};

/** The run that a person means. @throws UsageError */
export const openRecord = async (given: string): Promise<Pick<StoredRun, 'folder' | 'record'>> => {
  const folder = runFolderOf(given);
  return { folder, record: await readRecord(folder) };
};

/** What is wrong with a file of the run, in one line. */
const damaged =
  (folder: string, name: string) =>
  (thrown: unknown): never => {
    throw new UsageError(`${pathForPerson(join(folder, name))} is damaged: ${oneLine(firstLineOf(thrown), 120)}`);
  };

/** Of flows from their traces; of what was explored from the bundles, which hold the traces of findings. */
export const readAllTraces = async (folder: string): Promise<Trace[]> => {
  const kept = join(folder, 'traces');
  if (existsSync(kept)) {
    const flows = readdirSync(kept).flatMap((name) => /^([a-z]+(?:-[a-z]+)*)\.json(?:\.gz)?$/.exec(name)?.[1] ?? []);
    return Promise.all(
      flows.slice(0, filesMax).map((flow) => readTrace(folder, flow).catch(damaged(folder, `traces/${flow}.json`))),
    );
  }
  const bundles = readdirSync(folder).filter((name) => name.endsWith('.bundle.json'));
  const read = await Promise.all(
    bundles.slice(0, filesMax).map((name) => readBundle(join(folder, name)).catch(damaged(folder, name))),
  );
  return read.flatMap(({ traces }) => traces);
};

/** The folder above that a repository begins in; this one where none does. */
const repositoryOf = (folder: string): string => {
  for (let each = folder; ; each = dirname(each)) {
    if (existsSync(join(each, '.git'))) return each;
    if (dirname(each) === each) return folder;
  }
};

/** Where the target stands that was loaded, from the top of the repository, with slashes. */
export const targetFileOf = (source: string): string => {
  const file = targetFile(source) ?? resolve(source);
  const inside = relative(repositoryOf(process.cwd()), file).split(sep).join('/');
  // The path of a file elsewhere is not shown.
  return inside.startsWith('../') ? basename(file) : inside;
};

const sourceIn = async (folder: string, { target }: RunRecord): Promise<string> => {
  const plan = await readPlan(folder).catch(async () => {
    const { readExplorationPlan } = await import('../explore/explored-folder.ts');
    return readExplorationPlan(folder).catch(() => undefined);
  });
  return plan?.targetSource ?? oneLine(target, 80);
};

/** @throws UsageError */
export const openRun = async (given: string): Promise<StoredRun> => {
  const { folder, record } = await openRecord(given);
  const traces = await readAllTraces(folder);
  return { folder, record, traces, targetFile: targetFileOf(await sourceIn(folder, record)) };
};

/** Of a run that has just been written. */
export const storedRun = async (folder: string, record: RunRecord, source: string): Promise<StoredRun> => ({
  folder,
  record,
  traces: await readAllTraces(folder),
  targetFile: targetFileOf(source),
});

const moments = { startedAt: z.iso.datetime(), finishedAt: z.iso.datetime() };

/** The part of a record that older and newer versions have, too. */
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
  /** It holds findings to look at, or to send again. */
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
export const namedRun = async (given: string, option: string): Promise<RunRecord> => {
  const { record } = await openRecord(given).catch((thrown: unknown) => {
    throw thrown instanceof UsageError ? new UsageError(`${option}: ${thrown.message}`) : thrown;
  });
  return record;
};
