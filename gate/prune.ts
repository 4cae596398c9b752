/** Takes runs of a target out of `results/` that nobody needs any more; what is no run of ours is left alone. */
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { evidenceOf, watchedCasesOf } from '../client/ledgers/user-ledgers.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import { isOver } from '../contracts/waiver.ts';
import { resultsFolder } from './results.ts';
import { type PastRun, runFolders, storedRuns } from './stored-runs.ts';

/** So many runs without a finding are kept of each target. */
export const plainRunsKept = 20;

const dayMs = 24 * 3_600_000;
/** A run is moved away as a whole before it is removed, so that nobody finds half of one. */
const goingPrefix = '.going-';

const hasFindings = ({ verdicts }: PastRun): boolean => verdicts.some(({ findings }) => findings.length > 0);

const watchedRuns = async (environment: NodeJS.ProcessEnv): Promise<readonly (string | undefined)[]> => {
  try {
    return (await watchedCasesOf(environment).bundles.list()).map(({ run }) => run);
  } catch {
    return [];
  }
};

/** The last run that shows what a waiver accepts, for each waiver that is not over. */
const waivedRuns = (runs: readonly PastRun[], { decision, startedAt }: RunRecord): string[] =>
  (decision?.waivers ?? [])
    .filter((each) => !isOver(each, startedAt.slice(0, 10)))
    .flatMap(({ clause, operation, fingerprint }) => {
      const last = runs.find(({ verdicts }) =>
        verdicts.some(
          (verdict) =>
            verdict.clause === clause &&
            verdict.findings.some(
              (each) =>
                (operation === undefined || each.operation === operation) &&
                (fingerprint === undefined || each.fingerprint === fingerprint),
            ),
        ),
      );
      return last ? [last.id] : [];
    });

/** Another process may remove the same at the same time. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });

const removed = async (folder: string): Promise<void> => {
  const going = join(resultsFolder(), `${goingPrefix}${basename(folder)}`);
  // Where another process was first, there is nothing left to move.
  await rename(folder, going).catch(() => undefined);
  await remove(going);
};

type Pruning = {
  /** The run that has just ended, with what its decision names. */
  readonly record: RunRecord;
  /** The run that the policy names. */
  readonly baseline?: string | undefined;
  readonly target: Target;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
};

/** Runs that are under way have no record yet, and are not looked at. */
const unneeded = async ({ record, baseline, target, environment, now }: Pruning): Promise<PastRun[]> => {
  const runs = await storedRuns(target.name);
  const { since, settled = [] } = record.decision ?? {};
  const named = new Set([
    record.id,
    since?.run,
    baseline,
    ...settled.map(({ run }) => run),
    ...waivedRuns(runs, record),
    ...(await watchedRuns(environment)),
  ]);
  const plain = runs.filter((each) => !hasFindings(each));
  const beyond = [...Map.groupBy(plain, ({ verdict }) => verdict).values()].flatMap((all) => all.slice(plainRunsKept));
  const evidence = evidenceOf(target, environment, now);
  const over: PastRun[] = [];
  for (const run of runs.filter(hasFindings)) {
    const end = (await evidence?.endOf(run.id)) ?? Date.parse(run.finishedAt) + target.evidence.keepDays * dayMs;
    if (end < now()) over.push(run);
  }
  return [...beyond, ...over].filter(({ id }) => !named.has(id));
};

/** @returns How many runs were removed. */
export const pruneResults = async (pruning: Pruning): Promise<number> => {
  if ((await runFolders()).length <= plainRunsKept) return 0;
  const going = (await readdir(resultsFolder())).filter((name) => name.startsWith(goingPrefix));
  for (const name of going) await remove(join(resultsFolder(), name));
  const runs = await unneeded(pruning);
  for (const { folder } of runs) await removed(folder);
  return runs.length;
};
