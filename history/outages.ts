/** When a target was down: the one answer for pages, metrics and alerts, made of the stored runs. */
import { sql } from 'kysely';
import { dayMs } from '../contracts/durations.ts';
import type { Reading, Writing } from './history.ts';
import { beginOf, latestAt, spanMs } from './runs.ts';
import type { Period } from './tables.ts';

/** A run as it bears on outages. A run that shows neither is left out. */
export type Observation = {
  readonly location: string;
  /** When it ended. */
  readonly at: number;
  readonly isDown: boolean;
};

/** It began after `goodAt`, at `brokeAt` at the latest; it was over after `lastAt`, at `endedAt` at the latest. */
export type Outage = {
  /** The last good run before it; null where none is known. */
  readonly goodAt: number | null;
  readonly brokeAt: number;
  /** The run that confirmed it. */
  readonly confirmedAt: number;
  /** The last bad run so far. */
  readonly lastAt: number;
  /** The first good run after it; null while there is none. */
  readonly endedAt: number | null;
  /** From where it was seen. */
  readonly locations: readonly string[];
};

/** One bad run may be bad luck. */
const confirmingRuns = 2;
/** A location that has reported nothing for so long is down itself, and has no vote. */
const silentMs = 6 * 3_600_000;
/** Where no run has looked for so long, an outage is not known to go on: another that follows is another. */
const knownMs = 2 * dayMs;

type Seen = { location: string; downs: number; brokeAt: number; goodAt: number | null; at: number };

/** Of one moment the bad run counts first, in any order of the store. */
const inOrder = (all: readonly Observation[]): Observation[] =>
  all.toSorted(
    (one, other) =>
      one.at - other.at || Number(other.isDown) - Number(one.isDown) || one.location.localeCompare(other.location),
  );

/**
 * Half or more of the locations that look must find it down, with two bad runs between them and no good one since at
 * the same place. One good run from a location takes that location out, and may end the outage.
 *
 * @param all In any order: results may come late.
 */
export const outagesIn = (all: readonly Observation[]): Outage[] => {
  const byLocation = new Map<string, Seen>();
  const found: Outage[] = [];
  let current: Outage | undefined;
  const looking = (at: number): Seen[] => [...byLocation.values()].filter((each) => at - each.at < silentMs);
  let lookedAt = 0;
  for (const { location, at, isDown } of inOrder(all)) {
    if (at - lookedAt >= knownMs) {
      if (current) found.push(current);
      current = undefined;
      byLocation.clear();
    }
    lookedAt = at;
    const before = byLocation.get(location);
    const downs = isDown ? (before?.downs ?? 0) + 1 : 0;
    const isFirst = isDown && downs === 1;
    byLocation.set(location, {
      location,
      downs,
      at,
      brokeAt: isFirst ? at : (before?.brokeAt ?? at),
      goodAt: isDown ? (before?.goodAt ?? null) : at,
    });
    const votes = looking(at);
    const seeing = votes.filter((each) => each.downs > 0);
    const locations = seeing.map((each) => each.location).sort();
    const runs = seeing.reduce((sum, each) => sum + each.downs, 0);
    const isBroken = seeing.length * 2 >= votes.length && runs > 0;
    if (current && !isBroken) {
      found.push({ ...current, endedAt: at });
      current = undefined;
    } else if (current && isDown) {
      current = { ...current, lastAt: at, locations };
    } else if (!current && isBroken && isDown && runs >= confirmingRuns) {
      const brokeAt = Math.min(...seeing.map((each) => each.brokeAt));
      // Another location may have had an answer after the first bad run.
      const goodAts = seeing.flatMap((each) => each.goodAt ?? []).filter((each) => each < brokeAt);
      current = {
        goodAt: goodAts.length === 0 ? null : Math.max(...goodAts),
        brokeAt,
        confirmedAt: at,
        lastAt: at,
        endedAt: null,
        locations,
      };
    }
  }
  return current ? [...found, current] : found;
};

type OutagesAsked = {
  readonly target: string;
  /** Outages that touch this span. */
  readonly from: number;
  readonly until: number;
};

/** So many good runs on either side show how each location stood. */
const edgeRuns = 60;

/** Good runs between bad ones are read, and a month of good runs around them is not. */
const observationsIn = async (
  read: Reading | Writing,
  { target, from, until }: OutagesAsked,
): Promise<Observation[]> => {
  const runs = (isDown: 0 | 1) =>
    read
      .selectFrom('run')
      .select(['location', 'finishedAt as at'])
      .where('target', '=', target)
      .where('isDown', '=', sql.lit(isDown))
      // A clock that was ahead may have left later ones.
      .where('finishedAt', '<=', until);
  const bad = runs(1).orderBy('finishedAt');
  // Back to where it began: an outage that is asked for may have begun long before, and no good run has ended it.
  let since = from;
  for (;;) {
    const within = bad.where('finishedAt', '<', since).where('finishedAt', '>', since - knownMs);
    const answered = sql<boolean>`exists (select 1 from run as good where good.target = run.target
      and good."isDown" = 0 and good.location = run.location
      and good."finishedAt" > run."finishedAt" and good."finishedAt" < ${since})`;
    const goesOn = within.where(({ not }) => not(answered));
    const earlier = await goesOn.limit(1).executeTakeFirst();
    if (!earlier) break;
    since = earlier.at;
  }
  const downs = await bad.where('finishedAt', '>=', since).execute();
  const [first] = downs;
  if (!first) return [];
  const before = await runs(0)
    .where('finishedAt', '<=', first.at)
    .orderBy('finishedAt', 'desc')
    .limit(edgeRuns)
    .execute();
  const lastAt = downs.at(-1)?.at ?? first.at;
  const after = await runs(0).where('finishedAt', '>', lastAt).orderBy('finishedAt').limit(edgeRuns).execute();
  const goods: { location: string; at: number }[] = [...before, ...after];
  // A month between two outages is not read: a gap of a day shows its ends alone.
  let begin = 0;
  for (const [i, { at }] of downs.entries()) {
    const next = downs[i + 1];
    if (next && next.at - at < dayMs) continue;
    const start = downs[begin]?.at ?? at;
    const within = runs(0).where('finishedAt', '>', start).where('finishedAt', '<=', at);
    if (at > start) goods.push(...(await within.execute()));
    if (next) {
      const gap = runs(0).where('finishedAt', '>', at).where('finishedAt', '<=', next.at).limit(edgeRuns);
      goods.push(
        ...(await gap.orderBy('finishedAt').execute()),
        ...(await gap.orderBy('finishedAt', 'desc').execute()),
      );
    }
    begin = i + 1;
  }
  const unique = new Map(goods.map((row) => [`${row.location} ${row.at}`, row]));
  return [
    ...downs.map((row) => ({ ...row, isDown: true })),
    ...[...unique.values()].map((row) => ({ ...row, isDown: false })),
  ];
};

/** Until when a target is known to have been down. */
export const endOf = ({ endedAt, lastAt }: Outage, until: number): number =>
  endedAt ?? Math.max(lastAt, Math.min(until, lastAt + knownMs));

/** Confirmed ones, the oldest first. */
export const outagesOf = async (read: Reading | Writing, asked: OutagesAsked): Promise<Outage[]> => {
  const found = outagesIn(await observationsIn(read, asked));
  return found.filter((each) => each.brokeAt <= asked.until && endOf(each, asked.until) >= asked.from);
};

/** The outage that a target is in; undefined where it is in none. */
export const outageNow = async (
  read: Reading | Writing,
  { target, now }: { readonly target: string; readonly now: number },
): Promise<Outage | undefined> => {
  const last = (await outagesOf(read, { target, from: now, until: latestAt(now) })).at(-1);
  return last && last.endedAt === null ? last : undefined;
};

/** What its newest bad run met, in a line: `connection refused at 10 of 10 requests`. */
export const troubleOfOutage = async (
  read: Reading,
  { target, lastAt }: { readonly target: string } & Pick<Outage, 'lastAt'>,
): Promise<string | null> => {
  const runs = read.selectFrom('run').select('trouble').where('target', '=', target);
  const last = runs.where('isDown', '=', sql.lit(1)).where('finishedAt', '=', lastAt);
  return (await last.executeTakeFirst())?.trouble ?? null;
};

/** The newest run of a target that shows whether it is down. */
export const lastObservation = async (
  read: Reading,
  { target, now }: { readonly target: string; readonly now: number },
): Promise<(Observation & { readonly tookMs: number }) | undefined> => {
  const last = (isDown: 0 | 1) =>
    read
      .selectFrom('run')
      .select(['location', 'finishedAt as at', sql<number>`"finishedAt" - "startedAt"`.as('tookMs')])
      .where('target', '=', target)
      .where('isDown', '=', sql.lit(isDown))
      .where('finishedAt', '<=', latestAt(now))
      .orderBy('finishedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [good, bad] = [await last(0), await last(1)];
  if (bad && bad.at > (good?.at ?? 0)) return { ...bad, isDown: true };
  return good && { ...good, isDown: false };
};

/** How many of the last runs of a target have answered, up to so many. */
export const goodRunsInRow = async (
  read: Reading | Writing,
  { target, now }: { readonly target: string; readonly now: number },
  most: number,
): Promise<number> => {
  const last = (isDown: 0 | 1) =>
    read
      .selectFrom('run')
      .select('finishedAt as at')
      .where('target', '=', target)
      .where('isDown', '=', sql.lit(isDown))
      .where('finishedAt', '<=', latestAt(now))
      .orderBy('finishedAt', 'desc');
  const bad = await last(1).limit(1).executeTakeFirst();
  const good = await last(0)
    .where('finishedAt', '>', bad?.at ?? 0)
    .limit(most)
    .execute();
  return good.length;
};

/** How much of an hour or a day a target was down, from 0 to 1; periods without any are left out. */
export const downShares = (
  outages: readonly Outage[],
  { period, until }: { readonly period: Period; readonly until: number },
): Map<number, number> => {
  const shares = new Map<number, number>();
  for (const outage of outages) {
    const { brokeAt } = outage;
    const end = endOf(outage, until);
    for (let at = beginOf(period, brokeAt); at <= end; at += spanMs[period]) {
      const ms = Math.min(end, at + spanMs[period]) - Math.max(brokeAt, at);
      // Two bad runs in one moment are an outage, too.
      const share = Math.max(ms, 1) / spanMs[period];
      if (ms > 0 || at === beginOf(period, brokeAt)) shares.set(at, Math.min(1, (shares.get(at) ?? 0) + share));
    }
  }
  return shares;
};
