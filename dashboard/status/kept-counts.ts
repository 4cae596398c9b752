/** Counts of days that are over, kept for an hour: of ninety days only two can still change, but for a result that comes late. */
import { type AreaCount, type AreaCountsAsked, areaCounts } from '../../history/area-counts.ts';
import type { Reading } from '../../history/open.ts';
import { beginOf, spanMs } from '../../history/runs.ts';

export type CountsReader = (asked: AreaCountsAsked, now: number) => Promise<readonly AreaCount[]>;

const keptMs = 3_600_000;

export const countsReader = (read: Reading): CountsReader => {
  const kept = new Map<string, { readonly at: number; readonly counts: readonly AreaCount[] }>();
  return async (asked, now) => {
    if (asked.until > beginOf('day', now) - spanMs.day) return areaCounts(read, asked);
    for (const [key, { at }] of kept) if (now - at >= keptMs || now < at) kept.delete(key);
    const key = JSON.stringify(asked);
    const counts = kept.get(key)?.counts ?? (await areaCounts(read, asked));
    if (!kept.has(key)) kept.set(key, { at: now, counts });
    return counts;
  };
};
