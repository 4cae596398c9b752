/** What is known of one watched case: what it is, who repeats it just now, and what its runs have said. */
import { z } from 'zod';
import { seen } from '../../contracts/known-facts.ts';
import { standingAfter, type WatchRun, type WatchStanding, watchRun, watchStanding } from '../../contracts/watched.ts';
import { type StoreForm, type Stores, updated } from '../../stores/store.ts';
import { isLiving, owner, thisProcess } from './owner.ts';

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
