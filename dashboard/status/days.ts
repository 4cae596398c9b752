/** The last ninety days of a part of a service, each in a word: a day that nobody measured is unknown, and never good. */
import type { StatusDay } from '../../contracts/status-page.ts';
import type { AreaCount } from '../../history/area-counts.ts';
import type { WindowSpan } from '../../history/maintenance.ts';
import { beginOf, spanMs } from '../../history/runs.ts';
import { wordOfTopics } from './words.ts';

const daysShown = 90;

export const dayStarts = (now: number): number[] => {
  const today = beginOf('day', now);
  return Array.from({ length: daysShown }, (_, at) => today - (daysShown - 1 - at) * spanMs.day);
};

/** Rounded down, so that what is not all is never shown as all. */
const heldPercent = (counts: readonly AreaCount[]): number | null => {
  const held = counts.reduce((sum, each) => sum + each.held, 0);
  const all = counts.reduce((sum, each) => sum + each.held + each.bad, 0);
  return all === 0 ? null : Math.floor((held / all) * 1_000) / 10;
};

export const touches = (one: WindowSpan, other: WindowSpan): boolean =>
  one.from < other.until && one.until > other.from;

type AboutDays = { readonly windows: readonly WindowSpan[]; readonly now: number };

/** @param counts Of one part, by day. */
export const statusDays = (counts: readonly AreaCount[], { windows, now }: AboutDays): StatusDay[] => {
  const byDay = Map.groupBy(counts, ({ from }) => from);
  return dayStarts(now).map((from) => {
    const ofDay = byDay.get(from) ?? [];
    const span = { from, until: Math.min(from + spanMs.day, now + 1) };
    return {
      day: new Date(from).toISOString().slice(0, 10),
      state: windows.some((each) => each.from <= from && each.until >= span.until)
        ? 'under_maintenance'
        : wordOfTopics(ofDay),
      heldPercent: heldPercent(ofDay),
      hasMaintenance: windows.some((each) => touches(each, span)),
    };
  });
};
