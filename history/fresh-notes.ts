/** What monitors say now and then of themselves, as long as they say it: each under its key, the last alone. */

import { z } from 'zod';
import { dayMs } from '../contracts/durations.ts';
import { targetPending } from '../contracts/pending.ts';
import type { Reading, Writing } from './history.ts';

/** After so long without a new note: what it is about was taken away, or its monitor was. */
const forgottenMs = 2 * dayMs;

type FreshNotes<T> = {
  /** To be called when a monitor begins, and now and then while it runs. */
  keep(to: Writing, all: readonly T[], now: number): Promise<void>;
  in(from: Reading | Writing, now: number): Promise<T[]>;
};

/** @param word What the names of these notes begin with. */
const freshNotes = <T>(word: string, form: z.ZodType<T>, keyOf: (one: T) => string): FreshNotes<T> => {
  const first = `${word} `;
  const afterLast = `${word}!`;
  return {
    keep: async (to, all, now) => {
      for (const one of all) {
        const row = { name: `${first}${keyOf(one)}`, value: JSON.stringify(one), at: now };
        await to
          .insertInto('note')
          .values(row)
          .onConflict((same) => same.column('name').doUpdateSet({ value: row.value, at: row.at }))
          .execute();
      }
      await to
        .deleteFrom('note')
        .where('name', '>=', first)
        .where('name', '<', afterLast)
        .where('at', '<', now - forgottenMs)
        .execute();
    },
    in: async (from, now) => {
      const rows = await from
        .selectFrom('note')
        .select('value')
        .where('name', '>=', first)
        .where('name', '<', afterLast)
        .where('at', '>=', now - forgottenMs)
        .orderBy('name')
        .execute();
      return rows.map(({ value }) => form.parse(JSON.parse(value)));
    },
  };
};

/** What monitors have found in their ledgers, so that a reader of the history needs none of these. */
export const { keep: notePending, in: pendingIn } = freshNotes(
  'duties',
  targetPending,
  ({ location, target }) => `${location} ${target}`,
);

const watched = z.strictObject({
  probe: z.string(),
  target: z.string(),
  location: z.string(),
  /** The shortest time between two of its slots. */
  intervalMs: z.number().positive(),
});
/** What monitors look at, and how often: it distinguishes an old result from a missing one. */
export type Watched = z.infer<typeof watched>;

export const { keep: noteWatched, in: watchedIn } = freshNotes(
  'watches',
  watched,
  ({ location, probe }) => `${location} ${probe}`,
);

const slo = z.strictObject({ probe: z.string(), location: z.string(), slo: z.number().gt(0).lt(1) });

/** The share of runs that has to pass. Apart from what is watched: readers of an older version take no further key. */
export const { keep: noteSlos, in: slosIn } = freshNotes('slos', slo, ({ location, probe }) => `${location} ${probe}`);

const reached = z.strictObject({ location: z.string(), host: z.string(), at: z.number() });

/** When a host that does not belong to a service was last reached from a location. */
export const { keep: noteReached, in: reachedIn } = freshNotes(
  'reached',
  reached,
  ({ location, host }) => `${location} ${host}`,
);

/** At which service a probe looks from a location: two that share a name share slots, so only one is looked at. */
const goal = z.strictObject({
  probe: z.string(),
  location: z.string(),
  target: z.string(),
  baseUrl: z.string(),
});
export type ProbedTarget = z.infer<typeof goal>;

export const { keep: noteGoals, in: goalsIn } = freshNotes('aims', goal, (one) => `${one.location} ${one.probe}`);

const badTokens = z.strictObject({
  probe: z.string(),
  location: z.string(),
  /** The slot, and its run. */
  slotAt: z.int().nonnegative(),
  run: z.string(),
});

/** The last runs that judged what only bad tokens show: most runs leave it out. */
export const { keep: noteBadTokens, in: badTokensIn } = freshNotes(
  'bad tokens',
  badTokens,
  (one) => `${one.location} ${one.probe}`,
);
