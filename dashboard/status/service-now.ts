/** How one service stands, and stood, read from what the store keeps of one target. */

import { type Area, areaOfOperation, areaOfTopic, areas } from '../../contracts/areas.ts';
import type { TargetState } from '../../contracts/service-state.ts';
import {
  type StatusDay,
  type StatusService,
  type StatusSpell,
  type StatusWord,
  statusWords,
} from '../../contracts/status-page.ts';
import { type AreaCount, type AreaCountsAsked, areaCounts } from '../../history/charts.ts';
import type { Reading } from '../../history/history.ts';
import { downShares, endOf, type Outage, outagesOf } from '../../history/outages.ts';
import { beginOf, latestAt, probesOfTarget, spanMs } from '../../history/runs.ts';
import { slowOperations } from '../../history/shown-incidents.ts';
import { type WindowSpan, windowSpans } from '../../history/silences.ts';

// Turns checks into the words of other status pages: one rule for now, for an hour and for a day.

/** How a topic stands: how many checks of it held, and how many were broken or found the service in trouble. */
type TopicStands = {
  readonly held: number;
  readonly bad: number;
  /** Whether one of them says something about its area: refusals alone do not. */
  readonly tells: boolean;
};

const isJudged = ({ held, bad }: TopicStands): boolean => held + bad > 0;
/** Down is a topic of which nothing held; where something did, it is impaired. */
const isDown = ({ held, bad }: TopicStands): boolean => held === 0 && bad > 0;

/** The word of one area, by its topics. A topic that was not judged is unknown, and says nothing about others. */
export const wordOfTopics = (topics: readonly TopicStands[]): StatusWord => {
  const judged = topics.filter(isJudged);
  if (!judged.some(({ bad }) => bad > 0)) return judged.some(({ tells }) => tells) ? 'operational' : 'unknown';
  const down = judged.filter(isDown).length;
  if (down === judged.length) return 'major_outage';
  return down > 0 ? 'partial_outage' : 'degraded_performance';
};

/** The worst of several; `unknown` where there is none. */
export const worstWord = (words: readonly StatusWord[]): StatusWord =>
  statusWords.find((each) => words.includes(each)) ?? 'unknown';

const bad: readonly StatusWord[] = ['major_outage', 'partial_outage', 'degraded_performance'];
export const isBad = (word: StatusWord): boolean => bad.includes(word);

/** `major outage` */
export const wordText = (word: StatusWord): string => word.replace('_', ' ');

const sentences: Readonly<Record<StatusWord, { readonly all: string; readonly some: string }>> = {
  major_outage: { all: 'All systems are out', some: 'Some systems are out' },
  partial_outage: { all: 'All systems are partly out', some: 'Some systems are partly out' },
  degraded_performance: { all: 'All systems are degraded', some: 'Some systems are degraded' },
  under_maintenance: { all: 'Under maintenance', some: 'Some systems are under maintenance' },
  unknown: { all: 'Nothing is known at the moment', some: 'All that is measured is operational' },
  operational: { all: 'All systems operational', some: '' },
};

/** The line at the top for all parts of all services. */
export const sentenceOf = (words: readonly StatusWord[]): string => {
  const worst = worstWord(words);
  const { all, some } = sentences[worst];
  return words.every((each) => each === worst) ? all : some;
};

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
const heldPercent = (counts: readonly PartCount[]): number | null => {
  const held = counts.reduce((sum, each) => sum + each.held, 0);
  const all = counts.reduce((sum, each) => sum + each.held + each.bad, 0);
  return all === 0 ? null : Math.floor((held / all) * 1_000) / 10;
};

const touches = (one: WindowSpan, other: WindowSpan): boolean => one.from < other.until && one.until > other.from;

/** What breaks in a maintenance window is meant to: an outage is only what lies outside. */
const outsideOf = (windows: readonly WindowSpan[], outages: readonly Outage[], now: number): Outage[] =>
  outages.flatMap((outage) => {
    const whole = { from: outage.brokeAt, until: endOf(outage, now) };
    const parts = windows.reduce<WindowSpan[]>(
      (left, window) =>
        left.flatMap((part) => {
          if (!touches(part, window)) return [part];
          const around = [
            { from: part.from, until: window.from },
            { from: window.until, until: part.until },
          ];
          return around.filter(({ from, until }) => from < until);
        }),
      [whole],
    );
    return parts.map(({ from, until }) => ({
      ...outage,
      goodAt: from === whole.from ? outage.goodAt : null,
      brokeAt: from,
      lastAt: Math.min(outage.lastAt, until),
      endedAt: until === whole.until ? outage.endedAt : until,
    }));
  });

/** Counts of one part. */
type PartCount = Omit<AreaCount, 'failed'>;

type AboutDays = {
  readonly windows: readonly WindowSpan[];
  readonly now: number;
  /** Outside of maintenance. */
  readonly outages: readonly Outage[];
};

/** @param counts Of one part, by day. */
export const statusDays = (counts: readonly PartCount[], { windows, now, outages }: AboutDays): StatusDay[] => {
  const byDay = Map.groupBy(counts, ({ from }) => from);
  const shares = downShares(outages, { period: 'day', until: now });
  return dayStarts(now).map((from) => {
    const ofDay = byDay.get(from) ?? [];
    const span = { from, until: Math.min(from + spanMs.day, now + 1) };
    const downShare = shares.get(from) ?? 0;
    const word = downShare > 0 ? 'major_outage' : wordOfTopics(ofDay);
    return {
      day: new Date(from).toISOString().slice(0, 10),
      state: windows.some((each) => each.from <= from && each.until >= span.until) ? 'under_maintenance' : word,
      downShare,
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
export const spellsOf = (counts: readonly PartCount[], { windows, gapMs }: AboutSpells): Spell[] => {
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
  /** Outside of maintenance. */
  readonly outages: readonly Outage[];
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
  const outages = outsideOf(windows, await outagesOf(read, { target, from: since, until: now }), now);
  return { state, days, hours, windows, outages, slow: await slowOperations(read, target) };
};

const ofArea = <T extends { readonly area: string }>(all: readonly T[], area: Area): T[] =>
  all.filter((each) => areaOfTopic(each.area) === area);

const nowOf = (area: Area, { state, slow }: ServiceData): StatusWord => {
  if (state?.outage) return state.isInMaintenance ? 'under_maintenance' : 'major_outage';
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

/**
 * The last spell of a part that is bad now has no end. What an hour with an outage found in trouble belongs to the
 * outage, which is shown with its minutes; what was broken is shown here.
 */
const areaSpells = (area: Area, word: StatusWord, { state, hours, windows, outages }: ServiceData): Spell[] => {
  const intervals = state?.probes.map(({ intervalMs }) => intervalMs) ?? [];
  const shares = downShares(outages, { period: 'hour', until: Infinity });
  const counts = ofArea(hours, area).map((each) => (shares.has(each.from) ? { ...each, bad: each.failed } : each));
  const spells = spellsOf(counts, { windows, gapMs: 2 * Math.min(spanMs.day, ...intervals) });
  const goesOn = isBad(word) && !state?.outage;
  return spells.map((each, at) => (goesOn && at === spells.length - 1 ? { ...each, until: Infinity } : each));
};

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

/** Both sides of its beginning and of its end. */
const outageSpell = (
  { goodAt, brokeAt, lastAt, endedAt }: Outage,
  { name, isNow }: { readonly name: string; readonly isNow: boolean },
): StatusSpell => ({
  service: name,
  area: null,
  state: 'major_outage',
  from: iso(brokeAt),
  until: isNow ? null : iso(endedAt ?? lastAt),
  goodAt: isoOrNull(goodAt),
  lastAt: iso(lastAt),
});

export type ShownService = { readonly service: StatusService; readonly spells: readonly StatusSpell[] };

/** @param name Under which outsiders know it. */
export const serviceNow = async (read: Reading, asked: NowQuery & { readonly name: string }): Promise<ShownService> => {
  const { now, name } = asked;
  const kept = await keptOf(read, asked);
  const { windows, days, state, outages } = kept;
  const shown = (area: Area | null, { from, until, ...spell }: Spell): StatusSpell => {
    const goesOn = until === Infinity || (area === null && until > now);
    return {
      service: name,
      area,
      state: spell.state,
      from: iso(from),
      until: goesOn ? null : iso(Math.min(until, now)),
      goodAt: null,
      lastAt: null,
    };
  };
  const current = state?.outage && !state.isInMaintenance ? state.outage : null;
  // What one partner was promised is nothing that outsiders are shown.
  const parts = areas
    .filter((each) => each !== 'partner')
    .map((area) => {
      const word = nowOf(area, kept);
      const spells = areaSpells(area, word, kept);
      const open = spells.find(({ until }) => until === Infinity);
      const since = current?.brokeAt ?? (open ? iso(open.from) : null);
      const ofDays = statusDays(ofArea(days, area), { windows, now, outages });
      return {
        area: { name: area, state: word, since, days: ofDays },
        spells: spells.map((each) => shown(area, each)),
      };
    });
  const lately = dayStarts(now).at(-daysLately) ?? now;
  const maintenance = windows
    .filter(({ until }) => until > lately)
    .map((each) => shown(null, { ...each, state: 'under_maintenance' }));
  const out = outages
    .filter((each) => endOf(each, now) > lately)
    .map((each) =>
      outageSpell(each, { name, isNow: current !== null && each.endedAt === null && each === outages.at(-1) }),
    );
  const endsAt = windows.find(({ until }) => until > now)?.until;
  return {
    service: {
      name,
      state: worstWord(parts.map(({ area }) => area.state)),
      outage: current && { goodAt: current.goodAt, brokeAt: current.brokeAt, lastAt: current.lastAt },
      measuredAt: state?.measuredAt ?? null,
      maintenanceUntil: endsAt === undefined ? null : iso(endsAt),
      areas: parts.map(({ area }) => area),
    },
    spells: [...out, ...parts.flatMap(({ spells }) => spells), ...maintenance],
  };
};
