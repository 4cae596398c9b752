/** What monitors look at, and how often: without it nobody could tell an old result from a missing one. */
import { z } from 'zod';
import { freshNotes } from './fresh-notes.ts';

const watched = z.strictObject({
  probe: z.string(),
  target: z.string(),
  location: z.string(),
  /** The shortest time between two of its slots. */
  intervalMs: z.number().positive(),
});
export type Watched = z.infer<typeof watched>;

export const { keep: noteWatched, in: watchedIn } = freshNotes(
  'watches',
  watched,
  ({ location, probe }) => `${location} ${probe}`,
);

/** At which service a probe looks from a location: two that share a name share their slots, and only one would be looked at. */
const aim = z.strictObject({
  probe: z.string(),
  location: z.string(),
  target: z.string(),
  baseUrl: z.string(),
});
export type Aim = z.infer<typeof aim>;

export const { keep: noteAims, in: aimsIn } = freshNotes('aims', aim, ({ location, probe }) => `${location} ${probe}`);
