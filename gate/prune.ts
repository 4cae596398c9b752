/** Removes old runs of a target from `results/`; what is no run of Preflight is left alone. */
import { readdir, readlink, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { evidenceOf, watchedCasesOf } from '../client/ledgers/user-ledgers.ts';
import { dayMs } from '../contracts/durations.ts';
import { isOver, type Waiver } from '../contracts/policy.ts';
import type { Target } from '../contracts/target.ts';
import { oneLine } from '../reports/safe-text.ts';
import { type LoadedPolicy, loadPolicy, readWaivers } from './policy-file.ts';
import { resultsFolder } from './results.ts';
import { namedRun, type PastRun, runFolders, storedRuns } from './stored-runs.ts';

/** So many runs without a finding are kept of each target, command and verdict. */
export const plainRunsKept = 20;

/** A run is moved away as a whole before it is removed, so that no reader finds half of one. */
const goingPrefix = '.going-';

const watchedRuns = async (environment: NodeJS.ProcessEnv): Promise<readonly (string | undefined)[]> => {
  try {
    return (await watchedCasesOf(environment).bundles.list()).map(({ run }) => run);
  } catch {
    return [];
  }
};

/** The last run that shows what a waiver accepts, for each waiver that is not over. */
const waivedRuns = (runs: readonly PastRun[], waivers: readonly Waiver[], day: string): string[] =>
  waivers
    .filter((each) => !isOver(each, day))
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

/** Undefined where the policy names none, or one that is gone; the latest stays anyway. */
const baselineOf = async ({ policy: { baseline } }: LoadedPolicy): Promise<string | undefined> => {
  if (baseline === undefined || baseline === 'latest') return undefined;
  return namedRun(baseline, 'baseline').then(
    ({ id }) => id,
    () => undefined,
  );
};

const latest = (): Promise<string | undefined> => readlink(join(resultsFolder(), 'latest')).catch(() => undefined);

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
  /** Of the run that has just ended. */
  readonly id: string;
  readonly target: Target;
  /** The policy file, as the person named it. */
  readonly policy?: string | undefined;
  /** The file of waivers, where one was named. */
  readonly waivers?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
};

/** Runs that a waiver, a baseline or a watched case names stay. */
const namedRuns = async (
  runs: readonly PastRun[],
  { id, target, policy, waivers: named, environment, now }: Pruning,
): Promise<ReadonlySet<string | undefined>> => {
  const loaded = await loadPolicy(policy, named);
  const day = new Date(now()).toISOString().slice(0, 10);
  const waivers = (await readWaivers(loaded, day)).filter((each) => each.target === target.name);
  const { since, settled = [] } = runs.find(({ command }) => command === 'gate')?.decision ?? {};
  return new Set([
    id,
    await latest(),
    since?.run,
    await baselineOf(loaded),
    ...settled.map(({ run }) => run),
    ...waivedRuns(runs, waivers, day),
    ...(await watchedRuns(environment)),
  ]);
};

/** Runs that are under way have no record yet, and are not looked at. */
const unneeded = async (pruning: Pruning): Promise<PastRun[]> => {
  const { target, environment, now } = pruning;
  const runs = await storedRuns(target.name);
  const plain = runs.filter(({ hasFindings }) => !hasFindings);
  const beyond = [...Map.groupBy(plain, ({ command, verdict }) => `${command} ${verdict}`).values()].flatMap((all) =>
    all.slice(plainRunsKept),
  );
  const evidence = evidenceOf(target, environment, now);
  const over: PastRun[] = [];
  for (const run of runs.filter(({ hasFindings }) => hasFindings)) {
    const end = (await evidence?.endOf(run.id)) ?? Date.parse(run.finishedAt) + target.evidence.keepDays * dayMs;
    if (end < now()) over.push(run);
  }
  const going = [...beyond, ...over];
  if (going.length === 0) return [];
  const named = await namedRuns(runs, pruning);
  return going.filter(({ id }) => !named.has(id));
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

/** After each command that leaves a run behind. An error here changes no result of the run. */
export const tidyResults = async ({
  notice,
  ...pruning
}: Pruning & { readonly notice: (line: string) => void }): Promise<void> => {
  await pruneResults(pruning).catch((thrown: unknown) =>
    notice(`results/ was not tidied up: ${oneLine(thrown instanceof Error ? thrown.message : String(thrown))}`),
  );
};
