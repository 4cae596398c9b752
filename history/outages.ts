/** When a target was down: the one answer for pages, metrics and alerts, made of the stored runs. */
import { type RawBuilder, sql } from 'kysely';
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
const inOrder = <T extends Observation>(all: readonly T[]): T[] =>
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

type OfTarget = { readonly target: string };
/** Runs that show whether a target was down, in one order of one index: all that asks for them names the location. */
const runsAt = (read: Reading | Writing, { target }: OfTarget, isDown: 0 | 1, location: string) =>
  read
    .selectFrom('run')
    .where('target', '=', target)
    .where('isDown', '=', sql.lit(isDown))
    .where('location', '=', location);

/** From where a target was looked at: found by leaps over the index, not by reading its runs. */
const locationsOf = async (read: Reading | Writing, { target }: OfTarget): Promise<string[]> => {
  const found = new Set<string>();
  for (const isDown of [0, 1] as const) {
    let last: string | undefined;
    for (;;) {
      const next: { location: string | null } | undefined = await read
        .selectFrom('run')
        .select(({ fn }) => fn.min('location').as('location'))
        .where('target', '=', target)
        .where('isDown', '=', sql.lit(isDown))
        .where('location', last === undefined ? '>=' : '>', last ?? '')
        .executeTakeFirst();
      if (!next || next.location === null) break;
      found.add(next.location);
      last = next.location;
    }
  }
  return [...found];
};

/** What each location shows, together. */
const ofAll = async <Row>(
  locations: readonly string[],
  each: (location: string) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  // An outage may have more rows than a call takes arguments.
  for (const location of locations) for (const row of await each(location)) rows.push(row);
  return rows;
};

/**
 * The bad runs, and of each location the good one before each, the first after it, and the first after its vote is lost:
 * nothing begins or ends at another one.
 */
const observationsIn = async (
  read: Reading | Writing,
  { target, from, until }: OutagesAsked,
): Promise<Observation[]> => {
  const locations = await locationsOf(read, { target });
  // A clock that was ahead may have left later ones.
  const bad = (location: string) => runsAt(read, { target }, 1, location).where('finishedAt', '<=', until);
  // Back to where it began: an outage that is asked for may have begun long before, and no good run has ended it.
  let since = from;
  for (;;) {
    const answered = sql<boolean>`exists (select 1 from run as good where good.target = run.target
      and good."isDown" = 0 and good.location = run.location
      and good."finishedAt" > run."finishedAt" and good."finishedAt" < ${since})`;
    const goesOn = await ofAll(locations, (location) =>
      bad(location)
        .select('finishedAt as at')
        .where('finishedAt', '<', since)
        .where('finishedAt', '>', since - knownMs)
        .where(({ not }) => not(answered))
        .orderBy('finishedAt')
        .limit(1)
        .execute(),
    );
    if (goesOn.length === 0) break;
    since = Math.min(...goesOn.map(({ at }) => at));
  }
  const downs = await ofAll(locations, (location) =>
    bad(location).select(['location', 'finishedAt as at']).where('finishedAt', '>=', since).execute(),
  );
  if (downs.length === 0) return [];
  const goods = await ofAll(locations, async (location) => {
    const good = (what: 'min' | 'max', within: RawBuilder<unknown>) => sql`(select ${sql.raw(what)}("finishedAt")
      from run where target = ${target} and "isDown" = 0 and location = ${location} and ${within})`;
    const { rows } = await sql<Record<'before' | 'after' | 'late', number | null>>`
      with bad as (
        select "finishedAt" as at from run where target = ${target} and "isDown" = 1
          and "finishedAt" between ${since} and ${until} and location in (${sql.join(locations)})
      ) select
        ${good('max', sql`"finishedAt" < bad.at`)} as "before",
        ${good('min', sql`"finishedAt" between bad.at and ${until}`)} as "after",
        ${good('min', sql`"finishedAt" between bad.at + ${sql.lit(silentMs)} and ${until}`)} as "late"
      from bad`.execute(read);
    const moments = new Set(rows.flatMap((row) => Object.values(row).flatMap((at) => at ?? [])));
    return [...moments].map((at) => ({ location, at }));
  });
  return [...downs.map((row) => ({ ...row, isDown: true })), ...goods.map((row) => ({ ...row, isDown: false }))];
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
  const last = async (isDown: 0 | 1, location: string) => {
    const rows = await runsAt(read, { target }, isDown, location)
      .select(['location', 'finishedAt as at', sql<number>`"finishedAt" - "startedAt"`.as('tookMs')])
      .where('finishedAt', '<=', latestAt(now))
      .orderBy('finishedAt', 'desc')
      .limit(1)
      .execute();
    return rows.map((row) => ({ ...row, isDown: isDown === 1 }));
  };
  const all = await ofAll(await locationsOf(read, { target }), async (location) => [
    ...(await last(0, location)),
    ...(await last(1, location)),
  ]);
  return inOrder(all).at(-1);
};

type AnswersAsked = OfTarget & { readonly after: number; readonly until?: number };

/** When a target answered, the first few times within a span. */
export const answersOfTarget = async (
  read: Reading | Writing,
  { target, after, until = Number.MAX_SAFE_INTEGER }: AnswersAsked,
  most: number,
  locations?: readonly string[],
): Promise<number[]> => {
  const rows = await ofAll(locations ?? (await locationsOf(read, { target })), (location) =>
    runsAt(read, { target }, 0, location)
      .select('finishedAt as at')
      .where('finishedAt', '>', after)
      .where('finishedAt', '<=', until)
      .orderBy('finishedAt')
      .limit(most)
      .execute(),
  );
  const moments = rows.map(({ at }) => at).sort((one, other) => one - other);
  return moments.slice(0, most);
};

/** How many of the last runs of a target have answered, up to so many. */
export const goodRunsInRow = async (
  read: Reading | Writing,
  { target, now }: { readonly target: string; readonly now: number },
  most: number,
): Promise<number> => {
  const locations = await locationsOf(read, { target });
  const bad = await ofAll(locations, (location) =>
    runsAt(read, { target }, 1, location)
      .select(({ fn }) => fn.max('finishedAt').as('at'))
      .where('finishedAt', '<=', latestAt(now))
      .execute(),
  );
  const after = Math.max(0, ...bad.map(({ at }) => at ?? 0));
  return (await answersOfTarget(read, { target, after, until: latestAt(now) }, most, locations)).length;
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
