/** Adds a case to those that each scheduled run repeats, lists them, and removes one. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { effectsOfCase, lackingFor } from '../cases/replay/effects-of-case.ts';
import { aboutText, stepsSought } from '../cases/replay/replay.ts';
import { stateLasts, watchedCasesOf } from '../client/ledgers/user-ledgers.ts';
import type { Bundle } from '../contracts/bundle.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { caseEffectsLines } from '../reports/effects-text.ts';
import { oneLine } from '../reports/safe-text.ts';
import { wrapped } from '../reports/text-layout.ts';
import { watchedTable } from '../reports/watch-text.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import { openReplayable } from './opened-case.ts';
import { notWritable } from './results.ts';
import { allWatched } from './watched.ts';

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
