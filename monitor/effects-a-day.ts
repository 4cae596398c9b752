/** What a schedule sends, books and tickets in a day, held against what a monitor may take of the budget. */
import { dayMs } from '../contracts/durations.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { planOf } from '../flows/plan.ts';
import { announced, sendsBadTokens } from '../flows/planned.ts';
import type { Watched as WatchedAnywhere } from '../history/fresh-notes.ts';
import type { ScheduledProbe } from './config.ts';
import type { Schedule } from './schedule.ts';
import { sharePerDay } from './watched-probe.ts';

const daysLooked = 8;
const momentsMax = 12_000;
const hoursADay = 24;

/** In the fullest 24 hours of the next days. */
const runsADay = ({ after }: Schedule, now: number): number => {
  const moments: number[] = [];
  for (let at = after(now); at < now + daysLooked * dayMs && moments.length < momentsMax; at = after(at))
    moments.push(at);
  const spanMs = (moments.at(-1) ?? now) - (moments[0] ?? now);
  // So dense that not even a day was looked at.
  if (moments.length === momentsMax && spanMs < dayMs) return Math.ceil((momentsMax - 1) * (dayMs / spanMs));
  let [first, most] = [0, 0];
  for (const [i, at] of moments.entries()) {
    while ((moments[first] ?? at) <= at - dayMs) first += 1;
    most = Math.max(most, i - first + 1);
  }
  return most;
};

const kinds = [
  { what: 'bookings', permission: 'books' },
  { what: 'tickets', permission: 'tickets' },
] as const;

export type EffectsADay = {
  readonly target: string;
  readonly what: (typeof kinds)[number]['what'];
  readonly planned: number;
  /** What a monitor may take; the rest is kept for gates. */
  readonly share: number;
  readonly perDay: number;
  readonly probes: readonly string[];
};

const assertWithin = ({ probes, planned, what, target, share, perDay }: EffectsADay, from: string): void => {
  if (planned <= share) return;
  const permission = kinds.find((each) => each.what === what)?.permission;
  throw new UsageError(
    `${probes.join(' and ')} would ask for up to ${planned} ${what} a day of ${target}${from}, and a monitor may ask for ${share} of the ${perDay} that may.${permission}.perDay allows: run them less often, or raise it`,
  );
};

/**
 * What other locations ask for by the same probes comes on top.
 *
 * @param watched What is watched anywhere.
 * @throws UsageError where all together would exceed what monitors may take.
 */
export const overLocations = (
  effects: readonly EffectsADay[],
  watched: readonly Pick<WatchedAnywhere, 'probe' | 'location'>[],
  location: string,
): readonly EffectsADay[] =>
  effects.map((one) => {
    const others = watched.filter((each) => one.probes.includes(each.probe)).map((each) => each.location);
    const all = new Set([...others, location]);
    const together = { ...one, planned: one.planned * all.size };
    assertWithin(together, all.size === 1 ? '' : ` from ${all.size} locations`);
    return together;
  });

type PlannedProbe = ScheduledProbe & { readonly reads: Target };

const planFor = ({ probe: { depth, only }, reads: { revision, may } }: PlannedProbe, withoutBadTokens = false) =>
  planOf({ depth, only, revision, obligations: may.obligations, isWatching: true, withoutBadTokens });

type PlannedEffects = { readonly name: string; readonly isAsked: boolean; readonly aDay: number };

const assertAsked = (planned: readonly PlannedEffects[], what: EffectsADay['what'], target: string): void => {
  const unasked = planned.find(({ isAsked }) => !isAsked);
  if (!unasked) return;
  throw new UsageError(
    `probe ${unasked.name} would ask for up to ${unasked.aDay} ${what} a day of ${target}: write effects: true in its entry, or depth: 'probe', which only reads`,
  );
};

/**
 * By target, of those that have any effect.
 *
 * @throws UsageError where a probe does not ask for its effects, or the schedule would exceed what a monitor may take
 *   of a day's budget.
 */
export const effectsADay = (watched: readonly PlannedProbe[], now: number): readonly EffectsADay[] => {
  const byTarget = Map.groupBy(watched, ({ reads }) => reads.name);
  return [...byTarget].flatMap(([name, all]) =>
    kinds.flatMap(({ what, permission }): EffectsADay[] => {
      const budget = all[0]?.reads.may[permission];
      if (!budget) return [];
      const planned = all
        .map((one): PlannedEffects => {
          const { probe, schedule, reads } = one;
          const { flows } = planFor(one);
          const aRun = Math.min(budget.perRun, announced(flows, { target: reads, depth: probe.depth })[what]);
          return { name: probe.name, isAsked: probe.effects, aDay: aRun === 0 ? 0 : aRun * runsADay(schedule, now) };
        })
        .filter(({ aDay }) => aDay > 0);
      if (planned.length === 0) return [];
      assertAsked(planned, what, name);
      const sum = planned.reduce((total, { aDay }) => total + aDay, 0);
      const share = sharePerDay(budget.perDay);
      const probes = planned.map((each) => each.name);
      const found = { target: name, what, planned: sum, share, perDay: budget.perDay, probes };
      assertWithin(found, '');
      return [found];
    }),
  );
};

type FlowsOfPlan = ReturnType<typeof planFor>['flows'];

/** At most, in one run. Of a probe each flow has a bound of its own; the table has the most of each operation. */
const requestsOf = (flows: FlowsOfPlan, { probe: { depth }, reads }: PlannedProbe): number => {
  const { requests } = announced(flows, { target: reads, depth });
  const all = Object.values(requests).reduce((sum, each) => sum + each, 0);
  const bound = flows.reduce((sum, { probe }) => sum + (probe?.requestsMax ?? 0), 0);
  return depth === 'probe' ? Math.min(all, bound) : all;
};

export type RequestsADay = {
  readonly target: string;
  readonly planned: number;
  /** Of them, with a token that must not count, or without one. */
  readonly badTokens: number;
};

/** By target, from one location: what the probes send at most, clean-up included. */
export const requestsADay = (watched: readonly PlannedProbe[], now: number): readonly RequestsADay[] =>
  [...Map.groupBy(watched, ({ reads }) => reads.name)].map(([target, all]) => {
    let [planned, badTokens] = [0, 0];
    for (const one of all) {
      const { flows } = planFor(one);
      // Where no token is kept, the run asks for one.
      const others =
        1 +
        requestsOf(
          flows.filter(({ id }) => !sendsBadTokens(id)),
          one,
        );
      const bad = requestsOf(
        flows.filter(({ id }) => sendsBadTokens(id)),
        one,
      );
      const runs = runsADay(one.schedule, now);
      const isHourly = !planFor(one, true).flows.some(({ id }) => sendsBadTokens(id));
      const ofBad = bad * (isHourly ? Math.min(runs, hoursADay) : runs);
      planned += others * runs + ofBad;
      badTokens += ofBad;
    }
    return { target, planned, badTokens };
  });
