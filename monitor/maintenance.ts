/** Maintenance windows: probing goes on, nothing is told, and the time is out of the error budget. */
import type { Reading, Writing } from '../history/open.ts';

/** Of a window that is for all targets. */
export const everyTarget = '*';

/** Whether nothing of a target is told now. */
export const isInMaintenance = async (
  from: Reading | Writing,
  { target, now }: { readonly target: string; readonly now: number },
): Promise<boolean> => {
  const found = await from
    .selectFrom('maintenance')
    .select('id')
    .where('target', 'in', [target, everyTarget])
    .where('from', '<=', now)
    .where('until', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};
