/** How one service stands, and stood, read from what the store keeps of one target. */

import { type Area, areaOfOperation, areaOfTopic, areas } from '../../contracts/areas.ts';
import type { TargetState } from '../../contracts/service-state.ts';
import type { StatusDay, StatusService, StatusSpell, StatusWord } from '../../contracts/status-page.ts';
import { type AreaCount, type AreaCountsAsked, areaCounts } from '../../history/charts.ts';
import type { Reading } from '../../history/history.ts';
import { type WindowSpan, windowSpans } from '../../history/maintenance.ts';
import { beginOf, latestAt, probesOfTarget, spanMs } from '../../history/runs.ts';
import { slowOperations } from '../../history/shown-incidents.ts';
import { isBad, wordOfTopics, worstWord } from './words.ts';

type CountsReader = (asked: AreaCountsAsked, now: number) => Promise<readonly AreaCount[]>;

const keptMs = 3_600_000;

/** Counts of past days, kept for an hour: of ninety days only two can still change, but for a late result. */
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

const daysShown = 90;

const dayStarts = (now: number): number[] => {
  const today = beginOf('day', now);
  return Array.from({ length: daysShown }, (_, at) => today - (daysShown - 1 - at) * spanMs.day);
};

/** Rounded down, so that what is not all is never shown as all. */
const heldPercent = (counts: readonly AreaCount[]): number | null => {
  const held = counts.reduce((sum, each) => sum + each.held, 0);
  const all = counts.reduce((sum, each) => sum + each.held + each.bad, 0);
  return all === 0 ? null : Math.floor((held / all) * 1_000) / 10;
};

const touches = (one: WindowSpan, other: WindowSpan): boolean => one.from < other.until && one.until > other.from;

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

/** Bad hours of a part of a service that follow each other. */
type Spell = WindowSpan & { readonly state: StatusWord };

type AboutSpells = {
  readonly windows: readonly WindowSpan[];
  /**
   * Hours between two bad ones in which nothing was measured, and that are not good for that. What is measured rarely
   * is bad until the next time.
   */
  readonly gapMs: number;
};

/**
 * A good hour ends a spell, and so does maintenance: what breaks meanwhile is meant to.
 *
 * @param counts Of one part, by hour.
 */
export const spellsOf = (counts: readonly AreaCount[], { windows, gapMs }: AboutSpells): Spell[] => {
  const hours = [...Map.groupBy(counts, ({ from }) => from)]
    .sort(([one], [other]) => one - other)
    .map(([from, ofHour]) => {
      const span = { from, until: from + spanMs.hour };
      const state: StatusWord = windows.some((each) => touches(each, span))
        ? 'under_maintenance'
        : wordOfTopics(ofHour);
      return { ...span, state };
    })
    .filter(({ state }) => state !== 'unknown');
  const spells: Spell[] = [];
  let goesOn = false;
  for (const hour of hours) {
    const last = spells.at(-1);
    if (isBad(hour.state)) {
      if (last && goesOn && hour.from - last.until <= gapMs) {
        spells.splice(-1, 1, { from: last.from, until: hour.until, state: worstWord([last.state, hour.state]) });
      } else spells.push(hour);
    }
    goesOn = isBad(hour.state);
  }
  return spells;
};

const iso = (at: number): string => new Date(at).toISOString();

const daysLately = 7;

type ServiceData = {
  readonly state: TargetState | undefined;
  readonly days: readonly AreaCount[];
  readonly hours: readonly AreaCount[];
  readonly windows: readonly WindowSpan[];
  readonly slow: readonly string[];
};

type NowQuery = {
  readonly target: string;
  readonly counts: CountsReader;
  readonly state: TargetState | undefined;
  readonly now: number;
};

/** Hours are read of those of the last days alone that had something bad: most have nothing. */
const keptOf = async (read: Reading, { target, counts, state, now }: NowQuery): Promise<ServiceData> => {
  const starts = dayStarts(now);
  const since = starts[0] ?? now;
  // What was kept of gates and nights by hand is not what was watched: it may be about an area that has no users yet.
  const probes = (await probesOfTarget(read, target, now)).filter((probe) => !probe.includes(':'));
  const [yesterday = now, today = now] = starts.slice(-2);
  const over = await counts({ probes, period: 'day', from: since, until: yesterday }, now);
  const days = [...over, ...(await counts({ probes, period: 'day', from: yesterday, until: today + 1 }, now))];
  const hours: AreaCount[] = [];
  for (const from of starts.slice(-daysLately)) {
    if (!days.some((each) => each.from === from && each.bad > 0)) continue;
    hours.push(
      ...(await counts({ probes, period: 'hour', from, until: Math.min(from + spanMs.day, latestAt(now)) }, now)),
    );
  }
  const windows = await windowSpans(read, { target, since, now });
  return { state, days, hours, windows, slow: await slowOperations(read, target) };
};

const ofArea = <T extends { readonly area: string }>(all: readonly T[], area: Area): T[] =>
  all.filter((each) => areaOfTopic(each.area) === area);

const nowOf = (area: Area, { state, slow }: ServiceData): StatusWord => {
  const topics = ofArea(state?.areas ?? [], area).map(({ judged, broken, troubled, tells }) => ({
    held: judged - broken.length,
    bad: broken.length + troubled,
    tells,
  }));
  const word = wordOfTopics(topics);
  if (word === 'unknown') return word;
  if (state?.isInMaintenance) return 'under_maintenance';
  const isSlow = slow.some((operation) => areaOfOperation(operation) === area);
  return word === 'operational' && isSlow ? 'degraded_performance' : word;
};

/** The last spell of a part that is bad now has no end. */
const areaSpells = (area: Area, word: StatusWord, { state, hours, windows }: ServiceData): Spell[] => {
  const intervals = state?.probes.map(({ intervalMs }) => intervalMs) ?? [];
  const spells = spellsOf(ofArea(hours, area), { windows, gapMs: 2 * Math.min(spanMs.day, ...intervals) });
  return spells.map((each, at) => (isBad(word) && at === spells.length - 1 ? { ...each, until: Infinity } : each));
};

export type ShownService = { readonly service: StatusService; readonly spells: readonly StatusSpell[] };

/** @param name Under which outsiders know it. */
export const serviceNow = async (read: Reading, asked: NowQuery & { readonly name: string }): Promise<ShownService> => {
  const { now, name } = asked;
  const kept = await keptOf(read, asked);
  const { windows, days, state } = kept;
  const shown = (area: Area | null, { from, until, ...spell }: Spell): StatusSpell => {
    const goesOn = until === Infinity || (area === null && until > now);
    return {
      service: name,
      area,
      state: spell.state,
      from: iso(from),
      until: goesOn ? null : iso(Math.min(until, now)),
    };
  };
  // What one partner was promised is nothing that outsiders are shown.
  const parts = areas
    .filter((each) => each !== 'partner')
    .map((area) => {
      const word = nowOf(area, kept);
      const spells = areaSpells(area, word, kept);
      const open = spells.find(({ until }) => until === Infinity);
      const since = open ? iso(open.from) : null;
      const ofDays = statusDays(ofArea(days, area), { windows, now });
      return {
        area: { name: area, state: word, since, days: ofDays },
        spells: spells.map((each) => shown(area, each)),
      };
    });
  const lately = dayStarts(now).at(-daysLately) ?? now;
  const maintenance = windows
    .filter(({ until }) => until > lately)
    .map((each) => shown(null, { ...each, state: 'under_maintenance' }));
  const endsAt = windows.find(({ until }) => until > now)?.until;
  return {
    service: {
      name,
      state: worstWord(parts.map(({ area }) => area.state)),
      measuredAt: state?.measuredAt ?? null,
      maintenanceUntil: endsAt === undefined ? null : iso(endsAt),
      areas: parts.map(({ area }) => area),
    },
    spells: [...parts.flatMap(({ spells }) => spells), ...maintenance],
  };
};
