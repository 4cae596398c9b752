/** What monitors look at, and how often: without it nobody could tell an old result from a missing one. */
import { z } from 'zod';
import type { Reading, Writing } from './open.ts';

const watched = z.strictObject({
  probe: z.string(),
  target: z.string(),
  location: z.string(),
  /** The shortest time between two of its slots. */
  intervalMs: z.number().positive(),
});
export type Watched = z.infer<typeof watched>;

const prefix = 'watches ';
const afterPrefix = 'watches!';

const dayMs = 24 * 3_600_000;
/** Nobody has watched it for so long: its probe was taken away, or its monitor was. */
const forgottenMs = 2 * dayMs;

/** To be called when a monitor begins, and now and then while it runs. */
export const noteWatched = async (to: Writing, all: readonly Watched[], now: number): Promise<void> => {
  for (const one of all) {
    const row = { name: `${prefix}${one.location} ${one.probe}`, value: JSON.stringify(one), at: now };
    await to
      .insertInto('note')
      .values(row)
      .onConflict((same) => same.column('name').doUpdateSet({ value: row.value, at: row.at }))
      .execute();
  }
  await to
    .deleteFrom('note')
    .where('name', '>=', prefix)
    .where('name', '<', afterPrefix)
    .where('at', '<', now - forgottenMs)
    .execute();
};

export const watchedIn = async (from: Reading, now: number): Promise<Watched[]> => {
  const rows = await from
    .selectFrom('note')
    .select('value')
    .where('name', '>=', prefix)
    .where('name', '<', afterPrefix)
    .where('at', '>=', now - forgottenMs)
    .orderBy('name')
    .execute();
  return rows.map(({ value }) => watched.parse(JSON.parse(value)));
};
