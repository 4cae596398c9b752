/** Results of a monitor that are not in its store yet, as programs and pages are shown them. */
import { z } from 'zod';

const count = z.int().nonnegative();

export const unsavedCounts = z
  .strictObject({
    /** Neither the store nor its folder could be written: the end of the monitor loses them. */
    inMemory: count,
    /** In files beside the store. */
    onDisk: count,
    /** When the oldest of them was measured; null where there is none. */
    since: z.iso.datetime().nullable(),
    /** Since the monitor began: its memory for them was full. */
    dropped: count,
  })
  .meta({ id: 'UnsavedCounts', description: 'Results that are not in the store yet.' });
export type UnsavedCounts = z.infer<typeof unsavedCounts>;

export const noneUnsaved: UnsavedCounts = { inMemory: 0, onDisk: 0, since: null, dropped: 0 };

/** In a sentence; undefined where all is saved. */
export const unsavedText = ({ inMemory, onDisk, since }: UnsavedCounts): string | undefined => {
  const all = inMemory + onDisk;
  if (all === 0) return undefined;
  const results = all === 1 ? '1 result is' : `${all} results are`;
  return `${results} not saved since ${since ?? 'a moment ago'}: ${inMemory} in memory, ${onDisk} in files beside the store`;
};
