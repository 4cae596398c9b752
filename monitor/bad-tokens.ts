/**
 * When a slot sends tokens that must not count: about once an hour. Sent every minute, they look like an attack and
 * show nothing more.
 */
import { isJudged } from '../contracts/standing.ts';
import { isShownByBadTokens, sendsBadTokens } from '../flows/planned.ts';
import { badTokensIn, noteBadTokens } from '../history/fresh-notes.ts';
import type { Reading, Writing } from '../history/history.ts';
import { beginOf } from '../history/runs.ts';
import type { SlotKey } from '../history/slots.ts';
import { StoreFailed } from '../stores/database.ts';
import type { Schedule } from './schedule.ts';
import type { RanSlot } from './slot-result.ts';

/** Follows from the moment alone: all monitors and locations agree, also without the store. */
export const isFirstOfHour = (at: number, { after }: Pick<Schedule, 'after'>): boolean =>
  after(beginOf('hour', at) - 1_000) === at;

/** At any location: what one of them sees broken, the others look at, too. */
const isAnyBroken = async (read: Reading, probe: string): Promise<boolean> => {
  const rows = await read
    .selectFrom('cause')
    .select(['cause', 'recent', 'brokenSince'])
    .where('probe', '=', probe)
    .where('kind', '=', 'contract')
    .execute();
  return rows
    .filter(({ recent, brokenSince }) => brokenSince !== null || recent.endsWith('F'))
    .some(({ cause }) => isShownByBadTokens(cause.split(' ')[1] ?? ''));
};

type AskedSlot = { readonly slot: SlotKey; readonly schedule: Schedule; readonly now: number };

/** @returns Whether a slot sends them: the first of an hour, one that comes in its place, and one that confirms. */
export const badTokensDue = (read: Reading): ((asked: AskedSlot) => Promise<boolean>) => {
  /** Of each probe: in trouble nothing is judged, and is not tried again before the next hour. */
  const triedAt = new Map<string, number>();

  const isDue = async ({ slot, schedule, now }: AskedSlot): Promise<boolean> => {
    const { probe, location, at } = slot;
    if (isFirstOfHour(at, schedule)) return true;
    try {
      const notes = await badTokensIn(read, now);
      const noted = notes.find((each) => each.probe === probe && each.location === location)?.slotAt ?? 0;
      const isTried = Math.max(noted, triedAt.get(probe) ?? 0) >= beginOf('hour', at);
      return !isTried || (await isAnyBroken(read, probe));
    } catch (thrown) {
      if (thrown instanceof StoreFailed) return false;
      throw thrown;
    }
  };

  return async (asked) => {
    const is = await isDue(asked);
    if (is) triedAt.set(asked.slot.probe, asked.slot.at);
    return is;
  };
};

/** So that readers of the store find what the runs since then have left out. */
export const noteIfBadTokens = async (to: Writing, { slot, record }: RanSlot, now: number): Promise<void> => {
  const isAny = record.verdicts.some((each) => isJudged(each) && sendsBadTokens(each.flow));
  const { probe, location, at: slotAt } = slot;
  if (isAny) await noteBadTokens(to, [{ probe, location, slotAt, run: record.id }], now);
};
