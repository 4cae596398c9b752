/** The ledgers of live targets, kept in DATABASE_URL, the user's XDG state folder, or where a pipeline says. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isPipeline } from '../../contracts/exit-codes.ts';
import type { Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import {
  seen,
  standingAfter,
  type WatchRun,
  type WatchStanding,
  watchRun,
  watchStanding,
} from '../../contracts/watched.ts';
import { type EvidenceStore, evidenceStore } from '../../stores/evidence-store.ts';
import { fileStores } from '../../stores/file-stores.ts';
import { type StoreForm, type Stores, updated } from '../../stores/store.ts';
import { namesDatabase, userDatabase, userFolder } from '../../stores/user-database.ts';
import { sharedBundles, type WatchedBundles, watchedBundles } from '../../stores/watched-bundles.ts';
import { bookingLedger, type Ledger, memoryLedger } from './booking-ledger.ts';
import type { LedgerPlace } from './ledger-state.ts';
import { isLiving, owner, thisProcess } from './owner.ts';
import { memoryPending, type PendingLedger, pendingLedger } from './pending-ledger.ts';

// What is known of one watched case: what it is, who repeats it just now, and what its runs have said.

const watched = z.strictObject({
  /** The name of the target, and how the person named it. */
  target: z.string(),
  source: z.string(),
  title: z.string(),
  addedAt: z.iso.datetime(),
  /** In how many sendings it was seen before. */
  seen: seen.optional(),
});
export type WatchSubject = Readonly<z.infer<typeof watched>>;

/** Older ones are counted in the standing. */
const runsMax = 30;

const state = z.strictObject({
  schema: z.literal('preflight.watch/1'),
  /** Null where nothing is watched, or where the record was damaged. */
  watched: watched.nullable(),
  standing: watchStanding.nullable(),
  /** The last ones, newest last. */
  runs: z.array(watchRun).max(runsMax),
  owner: owner.nullable(),
});
export type Watch = Readonly<z.infer<typeof state>>;

const empty: Watch = { schema: 'preflight.watch/1', watched: null, standing: null, runs: [], owner: null };
const form: StoreForm<z.infer<typeof state>> = { id: 'watch', name: 'record of a watched case', schema: state, empty };

export type WatchLedger = ReturnType<typeof watchLedger>;

/** @throws StoreUnavailable, from every member, when it cannot be read, locked or written. */
export const watchLedger = (stores: Stores, id: string, now: () => number) => {
  const store = stores.open(form, [id]);
  return {
    read: store.read,
    /** Nothing is known of its runs then. */
    begin: (what: WatchSubject) => updated(store, () => ({ ...empty, watched: what })),
    /** Makes this process the one that repeats it; false when another one does just now. */
    take: (endsBy: number) =>
      store.change((before) =>
        before.watched === null || isLiving(before.owner, now())
          ? { result: false }
          : { state: { ...before, owner: thisProcess(endsBy) }, result: true },
      ),
    putBack: () => updated(store, () => ({ owner: null })),
    /** Counts what its run has said, and puts it back; resolves to what was known before. */
    count: (run: WatchRun) =>
      store.change<WatchStanding | null>((before) => {
        if (before.watched === null) return { result: null };
        const runs = [...before.runs, run].slice(-runsMax);
        return {
          state: { ...before, standing: standingAfter(before.standing, run, before.watched.seen), runs, owner: null },
          result: before.standing,
        };
      }),
    forget: () => updated(store, () => empty),
  };
};

/** Of a run that began to keep its evidence and was killed before it said until when. */
const daysWithoutEnd = 14;
const wayOut = 'set PREFLIGHT_STATE to a folder that can be written, and that lasts';

/** Why nothing can be written below a folder that may not be there yet; undefined when it can. */
const obstacleTo = (folder: string): string | undefined => {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is no folder`;
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    return code === 'ENOENT' ? obstacleTo(dirname(folder)) : `${folder} cannot be written (${code})`;
  }
};

/** @throws UsageError where nothing can be kept. */
const stateFolder = (environment: NodeJS.ProcessEnv): string => {
  const { PREFLIGHT_STATE, XDG_STATE_HOME } = environment;
  const ofUser = userFolder(XDG_STATE_HOME, ['.local', 'state'], environment);
  const folder = PREFLIGHT_STATE ? resolve(PREFLIGHT_STATE) : ofUser && join(ofUser, 'preflight');
  const obstacle = folder === undefined ? 'neither HOME nor XDG_STATE_HOME is an absolute path' : obstacleTo(folder);
  if (folder === undefined || obstacle !== undefined) {
    throw new UsageError(`no place for what must outlive a run: ${obstacle}; ${wayOut}`);
  }
  return folder;
};

const bundlesIn = (root: string, environment: NodeJS.ProcessEnv): WatchedBundles => {
  const shared = userDatabase(environment);
  return shared ? sharedBundles(shared.stores, watchedBundles(root, 'watched-copies')) : watchedBundles(root);
};

const evidenceIn = (environment: NodeJS.ProcessEnv, keepDays: number, now = Date.now): EvidenceStore | undefined => {
  try {
    const root = stateFolder(environment);
    return evidenceStore({ root, keepDays, now, watched: { list: async () => bundlesIn(root, environment).list() } });
  } catch {
    return undefined;
  }
};

/**
 * Where exact evidence of a target is kept; undefined where it may not be. In a pipeline it is kept where a passphrase
 * seals the state, or where the target says so.
 */
export const evidenceOf = (
  { evidence }: Pick<Target, 'evidence'>,
  environment: NodeJS.ProcessEnv,
  now: () => number = Date.now,
): EvidenceStore | undefined => {
  const { PREFLIGHT_STATE, PREFLIGHT_STATE_PASSPHRASE } = environment;
  const isSealed = Boolean(PREFLIGHT_STATE && PREFLIGHT_STATE_PASSPHRASE);
  if (isPipeline(environment) && !isSealed && !evidence.inPipelines) return undefined;
  return evidenceIn(environment, evidence.keepDays, now);
};

/** To read what was kept, of whichever target; undefined where there is no folder for it. */
export const keptEvidence = (environment: NodeJS.ProcessEnv): EvidenceStore | undefined =>
  evidenceIn(environment, daysWithoutEnd);

type Account = Pick<Target, 'baseUrl' | 'credentials'>;

const storesOf = (environment: NodeJS.ProcessEnv): Stores =>
  userDatabase(environment)?.stores ?? fileStores({ root: stateFolder(environment), now: Date.now });

const placeOf = ({ baseUrl, credentials: { clientId } }: Account, environment: NodeJS.ProcessEnv): LedgerPlace => ({
  stores: storesOf(environment),
  account: { baseUrl, clientId },
  now: Date.now,
});

/** Must outlive a run, also in a pipeline: what a killed run has booked stands nowhere else. */
export const bookingLedgerOf = (target: Account, environment: NodeJS.ProcessEnv): Ledger =>
  bookingLedger(placeOf(target, environment));

/** Must outlive a run, too: what was left behind on purpose, and the tokens among it. */
export const pendingLedgerOf = (target: Account, environment: NodeJS.ProcessEnv): PendingLedger =>
  pendingLedger(placeOf(target, environment));

/** All cases that are watched on this machine. */
export type WatchedCases = {
  readonly bundles: WatchedBundles;
  ledgerOf(id: string): WatchLedger;
};

/** @throws UsageError where nothing can be kept. */
export const watchedCasesOf = (environment: NodeJS.ProcessEnv): WatchedCases => {
  const root = stateFolder(environment);
  const stores = storesOf(environment);
  return { bundles: bundlesIn(root, environment), ledgerOf: (id) => watchLedger(stores, id, Date.now) };
};

/** Whether a run of the target does anything that a later one must know of. */
const mustRemember = ({ may: { books, tickets, obligations = [], extraTokens } }: Pick<Target, 'may'>): boolean =>
  books !== undefined || tickets !== undefined || obligations.length > 0 || extraTokens?.perDay !== undefined;

type Ledgers = {
  readonly ledger: Ledger;
  readonly obligations: PendingLedger;
  /** Where they are kept, for what else all runs share. */
  readonly state?: Stores;
};

/**
 * The ledgers of a run; in memory where there is no place for them and nothing must be remembered.
 *
 * @throws UsageError when something must be remembered and there is no place for it.
 */
export const ledgersOf = (target: Account & Pick<Target, 'may'>, environment: NodeJS.ProcessEnv): Ledgers => {
  try {
    const place = placeOf(target, environment);
    return { ledger: bookingLedger(place), obligations: pendingLedger(place), state: place.stores };
  } catch (thrown) {
    // A user who names a database relies on it, for every kind of run.
    if (mustRemember(target) || namesDatabase(environment)) throw thrown;
    return { ledger: memoryLedger(Date.now), obligations: memoryPending(Date.now) };
  }
};

/** False where a pipeline says that the folder ends with its machine: nothing may be left behind on purpose then. */
export const stateLasts = (environment: NodeJS.ProcessEnv): boolean =>
  namesDatabase(environment) || environment.PREFLIGHT_STATE_LASTS !== 'false';
