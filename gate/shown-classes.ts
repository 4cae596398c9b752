/** Prints the domains of clauses, and which of their cells a stored run has met. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chosenBy } from '../contracts/areas.ts';
import { classCoverage } from '../contracts/class-coverage.ts';
import { clauseClasses } from '../contracts/clause-classes.ts';
import { type ClauseId, clauseIds } from '../contracts/clauses.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { readPlan } from '../engine/run-folder.ts';
import { readExplorationPlan } from '../explore/explored-folder.ts';
import { classesText, metClassesText } from '../reports/classes-text.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import { resultsFolder } from './results.ts';
import { openRecord, type StoredRun, storedRuns } from './stored-runs.ts';

export type ClassesOptions = { run?: string; target?: string };

type Stored = Pick<StoredRun, 'folder' | 'record'>;

/** The newest run of a target, of any command. */
const newestOf = async (target: string): Promise<Stored | undefined> => {
  const newest = (await storedRuns(target)).find(({ command }) => command !== 'compare');
  return newest && openRecord(newest.folder);
};

const latest = async (): Promise<Stored | undefined> => {
  const folder = join(resultsFolder(), 'latest');
  return existsSync(join(folder, 'run.json')) ? openRecord(folder) : undefined;
};

/** How the target of a run was named then. */
const sourceOf = async ({ folder, record }: Stored): Promise<string> =>
  (await (record.repeat.startsWith('explore') ? readExplorationPlan(folder) : readPlan(folder))).targetSource;

export type ClassesParts = Pick<Caller, 'print' | 'result' | 'notice' | 'environment'> & {
  /** What the environment must hold for a target file to be read; nothing is sent. */
  readonly environmentFor: (source: string) => NodeJS.ProcessEnv;
};

/** Without its file only the record is known. */
const targetOf = async (run: Stored, { notice, environmentFor }: ClassesParts): Promise<Target | undefined> => {
  try {
    const source = await sourceOf(run);
    return await loadTarget(source, environmentFor(source));
  } catch (thrown) {
    notice(`what the target lacks is not told: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return undefined;
  }
};

/** @param names Areas or clauses; none means all. */
export const shownClasses = async (
  names: readonly string[],
  { run: given, target: source }: ClassesOptions,
  parts: ClassesParts,
): Promise<void> => {
  const { print, result, notice, environmentFor } = parts;
  const chosen: readonly ClauseId[] = names.length === 0 ? clauseIds : names.flatMap((name) => chosenBy(name));
  const target = source === undefined ? undefined : await loadTarget(source, environmentFor(source));
  const named = given === undefined || given === 'latest' ? undefined : await openRecord(given);
  const run = named ?? (await (target ? newestOf(target.name) : latest()));
  if (!run) {
    if (given === 'latest') throw new UsageError('no run is stored here: npx --no -- preflight gate records one');
    result({ clauses: chosen.map((id) => ({ clause: id, domain: Object.fromEntries(clauseClasses(id).classes) })) });
    print(classesText(chosen));
    notice(
      `no run ${target ? `of ${target.name} ` : ''}is stored here that could tell what was met: npx --no -- preflight gate`,
    );
    return;
  }
  const { record } = run;
  if (target && record.target !== target.name)
    throw new UsageError(`run ${record.id} is of ${record.target}, and not of ${target.name}: leave one of them out`);
  if (!record.cells) notice(`run ${record.id} was stored before runs told what they met: gate again`);
  const all = classCoverage(record, target ?? (await targetOf(run, parts))).filter(({ clause }) =>
    chosen.includes(clause),
  );
  if (all.length === 0) throw new UsageError(`run ${record.id} judged nothing of ${names.join(', ')}`);
  result({ run: record.id, target: record.target, clauses: all });
  print(metClassesText(all, record));
};
