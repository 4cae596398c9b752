/** How one service stands, and stood, read from what the store keeps of one target. */
import { type Area, areaOfOperation, areaOfTopic, areas } from '../../contracts/areas.ts';
import type { TargetState } from '../../contracts/service-state.ts';
import type { StatusService, StatusSpell, StatusWord } from '../../contracts/status-page.ts';
import type { AreaCount } from '../../history/area-counts.ts';
import { type WindowSpan, windowSpans } from '../../history/maintenance.ts';
import type { Reading } from '../../history/open.ts';
import { probesOfTarget } from '../../history/probe-names.ts';
import { spanMs } from '../../history/runs.ts';
import { slowOperations } from '../../history/shown-incidents.ts';
import { dayStarts, statusDays } from './days.ts';
import type { CountsReader } from './kept-counts.ts';
import { type Spell, spellsOf } from './spells.ts';
import { isBad, wordOfTopics, worstWord } from './words.ts';

const iso = (at: number): string => new Date(at).toISOString();

const daysLately = 7;

type Kept = {
  readonly state: TargetState | undefined;
  readonly days: readonly AreaCount[];
  readonly hours: readonly AreaCount[];
  readonly windows: readonly WindowSpan[];
  readonly slow: readonly string[];
};

type Asked = {
  readonly target: string;
  readonly counts: CountsReader;
  readonly state: TargetState | undefined;
  readonly now: number;
};

/** Hours are read of those of the last days alone that had something bad: most have nothing. */
const keptOf = async (read: Reading, { target, counts, state, now }: Asked): Promise<Kept> => {
  const starts = dayStarts(now);
  const since = starts[0] ?? now;
  // What was kept of gates and nights by hand is not what was watched: it may have been of something that nobody used yet.
  const probes = (await probesOfTarget(read, target)).filter((probe) => !probe.includes(':'));
  const [yesterday = now, today = now] = starts.slice(-2);
  const over = await counts({ probes, period: 'day', from: since, until: yesterday }, now);
  const days = [...over, ...(await counts({ probes, period: 'day', from: yesterday, until: today + 1 }, now))];
  const hours: AreaCount[] = [];
  for (const from of starts.slice(-daysLately)) {
    if (!days.some((each) => each.from === from && each.bad > 0)) continue;
    hours.push(...(await counts({ probes, period: 'hour', from, until: from + spanMs.day }, now)));
  }
  const windows = await windowSpans(read, { target, since, now });
  return { state, days, hours, windows, slow: await slowOperations(read, target) };
};

const ofArea = <T extends { readonly area: string }>(all: readonly T[], area: Area): T[] =>
  all.filter((each) => areaOfTopic(each.area) === area);

const nowOf = (area: Area, { state, slow }: Kept): StatusWord => {
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
const areaSpells = (area: Area, word: StatusWord, { state, hours, windows }: Kept): Spell[] => {
  const intervals = state?.probes.map(({ intervalMs }) => intervalMs) ?? [];
  const spells = spellsOf(ofArea(hours, area), { windows, gapMs: 2 * Math.min(spanMs.day, ...intervals) });
  return spells.map((each, at) => (isBad(word) && at === spells.length - 1 ? { ...each, until: Infinity } : each));
};

export type Shown = { readonly service: StatusService; readonly spells: readonly StatusSpell[] };

/** @param name Under which outsiders know it. */
export const serviceNow = async (read: Reading, asked: Asked & { readonly name: string }): Promise<Shown> => {
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
  const parts = areas.map((area) => {
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
