/** Adds a case to those that each scheduled run repeats, lists them, and removes one. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { effectsOfCase, lackingFor } from '../cases/replay/effects-of-case.ts';
import { aboutText, stepsSought } from '../cases/replay/replay.ts';
import { stateLasts, type WatchedCases, watchedCasesOf } from '../client/ledgers/user-ledgers.ts';
import type { Watch, WatchLedger } from '../client/ledgers/watch-ledger.ts';
import type { Bundle } from '../contracts/bundle.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { caseEffectsLines } from '../reports/effects-text.ts';
import { oneLine } from '../reports/safe-text.ts';
import { wrapped } from '../reports/text-layout.ts';
import { standingText, watchedTable } from '../reports/watch-text.ts';
import { StoreUnavailable } from '../stores/store.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import { openReplayable } from './opened-case.ts';
import { notWritable, pathForPerson } from './results.ts';

/** The cases that are watched on this machine, with what is known of each. */
export type WatchedCase = {
  readonly id: string;
  /** The copy of its bundle. */
  readonly file: string;
  readonly ledger: WatchLedger;
  readonly watch: Watch & { readonly watched: NonNullable<Watch['watched']> };
};

/** Of which the record cannot be read, and why: the others go on. */
export type BrokenCase = { readonly id: string; readonly why: string };

type AllWatched = { readonly cases: readonly WatchedCase[]; readonly broken: readonly BrokenCase[] };

const opened = async ({ ledgerOf }: WatchedCases, id: string, file: string): Promise<WatchedCase | BrokenCase> => {
  const ledger = ledgerOf(id);
  const again = `npx --no -- preflight watch add ${pathForPerson(file)} --target NAME`;
  const why = `its record is damaged or gone, and its bundle is not: ${again}, or npx --no -- preflight watch remove ${id}`;
  try {
    const watch = await ledger.read();
    const { watched } = watch;
    return watched ? { id, file, ledger, watch: { ...watch, watched } } : { id, why };
  } catch (thrown) {
    if (thrown instanceof StoreUnavailable) return { id, why: thrown.message };
    throw thrown;
  }
};

/** @throws UsageError where nothing can be kept. */
export const allWatched = async (environment: NodeJS.ProcessEnv): Promise<AllWatched> => {
  const all = watchedCasesOf(environment);
  const read = await Promise.all((await all.bundles.list()).map(({ id, file }) => opened(all, id, file)));
  return {
    cases: read
      .filter((each) => 'watch' in each)
      .sort((a, b) => (a.watch.watched.addedAt < b.watch.watched.addedAt ? -1 : 1)),
    broken: read.filter((each) => 'why' in each),
  };
};

/** For the pages of a monitor; none where nothing can be kept. */
export const casesWatched = async (
  environment: NodeJS.ProcessEnv,
): Promise<{ id: string; target: string; title: string; says: string }[]> => {
  const { cases } = await allWatched(environment).catch(() => ({ cases: [] }));
  return cases.map(({ id, watch: { standing, watched } }) => ({
    id,
    target: watched.target,
    title: watched.title,
    says: standingText(standing),
  }));
};

/** False, too, where nothing can be kept. */
export const isAnyWatched = async (environment: NodeJS.ProcessEnv): Promise<boolean> => {
  try {
    return (await watchedCasesOf(environment).bundles.list()).length > 0;
  } catch {
    return false;
  }
};

const titleCharactersMax = 120;
const width = 80;

/** The same error is found by run after run; of what was imported, two files may hold the same error of two people. */
const idOf = ({ fingerprint, imported, traces }: Bundle, target: string): string =>
  createHash('sha256')
    .update(JSON.stringify([target, fingerprint, imported ? traces[0]?.startedAt : '']))
    .digest('hex')
    .slice(0, 8);

/** What it takes of a day, where the target says how much that may be. */
const shareLines = (
  { may }: Target,
  { books, tickets }: { readonly books: number; readonly tickets: number },
): string[] => {
  const share = (count: number, perDay: number | undefined, what: string): string[] =>
    count > 0 && perDay !== undefined ? [`takes ${count} of the ${perDay} a day that may.${what}.perDay allows`] : [];
  return [...share(books, may.books?.perDay, 'books'), ...share(tickets, may.tickets?.perDay, 'tickets')];
};

export type AddOptions = { readonly target: string; readonly title?: string };

/** @returns The exit code. */
export const addWatched = async (
  file: string,
  { target: source, title }: AddOptions,
  { environment, print, result, now }: Caller,
): Promise<number> => {
  if (!stateLasts(environment))
    throw new UsageError(
      'nothing outlives this run, so nothing can be watched: set PREFLIGHT_STATE_PASSPHRASE for the workflow, or add it on a machine that lasts',
    );
  const { opened, sought } = await openReplayable(file, environment);
  const target = await loadTarget(source, environment);
  const steps = stepsSought(sought);
  const lacking = lackingFor(sought.trace, steps, { target, attempts: 1 });
  if (lacking !== undefined) {
    print(`not watched: ${target.name} ${lacking}`);
    return exitCodes.unmeasured;
  }
  const id = idOf(opened.bundle, target.name);
  const known = (await allWatched(environment)).cases.find((each) => each.id === id);
  if (known) {
    const { title: named, addedAt } = known.watch.watched;
    result({ id, target: target.name, title: named, addedAt });
    print(`it is watched already, since ${addedAt.slice(0, 10)}, as ${id}: ${oneLine(named, 60)}`);
    return exitCodes.pass;
  }
  const { bundles, ledgerOf } = watchedCasesOf(environment);
  const shown = oneLine(title ?? '', titleCharactersMax) || oneLine(aboutText(sought), titleCharactersMax);
  // The copy of the bundle last: without it the record counts for nothing.
  const addedAt = new Date(now()).toISOString();
  const { seen } = opened.bundle;
  await ledgerOf(id).begin({ target: target.name, source, title: shown, addedAt, ...(seen && { seen }) });
  await bundles.keep(id, opened.bundle.run.id, resolve(file)).catch(notWritable('the state folder'));
  const effects = effectsOfCase(sought.trace, steps);
  const lines = [
    ...caseEffectsLines(effects, 1),
    ...shareLines(target, { books: effects.stays + effects.flights, tickets: effects.tickets }),
  ];
  result({ id, target: target.name, title: shown, addedAt });
  print(`watches ${id}  ${oneLine(shown, 60)}`);
  print(`npx --no -- preflight nightly --target ${source} repeats it. Each time it`);
  for (const line of lines) print(`  ${wrapped(line, { hang: 2, width })}`);
  return exitCodes.pass;
};

/** @returns The exit code. */
export const listWatched = async (
  { target }: { readonly target: string | undefined },
  { environment, print, result, notice }: Caller,
): Promise<number> => {
  const { cases, broken } = await allWatched(environment);
  const rows = cases
    .map(({ id, watch }) => ({ id, ...watch.watched, standing: watch.standing, runs: watch.runs }))
    .filter((each) => target === undefined || [each.target, each.source].includes(target));
  result({ watched: rows, broken });
  print(watchedTable(rows));
  for (const { id, why } of broken) notice(`${id}: ${why}`);
  return broken.length > 0 ? exitCodes.unmeasured : exitCodes.pass;
};

/** @returns The exit code. */
export const removeWatched = async (id: string, { environment, print, result }: Caller): Promise<number> => {
  const { bundles, ledgerOf } = watchedCasesOf(environment);
  const ids = (await bundles.list()).map((each) => each.id);
  if (!ids.includes(id)) throw unknownName('watched case', id, ids, 'list them with npx --no -- preflight watch list');
  // The copy of the bundle first, as it is added last.
  await bundles.remove(id);
  await ledgerOf(id).forget();
  result({ removed: id });
  print(`${id} is watched no more`);
  return exitCodes.pass;
};
