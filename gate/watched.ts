/** The cases that are watched on this machine: what is kept of each, and what a page of a monitor shows of them. */
import { type Watch, type WatchedCases, type WatchLedger, watchedCasesOf } from '../client/ledgers/user-ledgers.ts';
import { standingText } from '../reports/watch-text.ts';
import { StoreUnavailable } from '../stores/store.ts';
import { pathForPerson } from './results.ts';

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
