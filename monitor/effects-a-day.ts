/** What a schedule books and tickets in a day, held against what a monitor may take of the budget. */
import { dayMs } from '../contracts/durations.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { planOf } from '../flows/plan.ts';
import { announced } from '../flows/planned.ts';
import type { Watched as WatchedAnywhere } from '../history/fresh-notes.ts';
import type { ScheduledProbe } from './config.ts';
import type { Schedule } from './schedule.ts';
import { sharePerDay } from './watched-probe.ts';

const daysLooked = 8;
const momentsMax = 12_000;

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

type PlannedEffects = { readonly name: string; readonly aDay: number };

/**
 * By target, of those that have any effect.
 *
 * @throws UsageError where the schedule would exceed what a monitor may take of a day's budget.
 */
export const effectsADay = (
  watched: readonly (ScheduledProbe & { readonly reads: Target })[],
  now: number,
): readonly EffectsADay[] => {
  const byTarget = Map.groupBy(watched, ({ reads }) => reads.name);
  return [...byTarget].flatMap(([name, all]) =>
    kinds.flatMap(({ what, permission }): EffectsADay[] => {
      const budget = all[0]?.reads.may[permission];
      if (!budget) return [];
      const planned = all
        .map(({ probe, schedule, reads }): PlannedEffects => {
          const { depth, only } = probe;
          const { flows } = planOf({
            depth,
            only,
            revision: reads.revision,
            obligations: reads.may.obligations,
            isWatching: true,
          });
          const aRun = Math.min(budget.perRun, announced(flows, { target: reads, depth })[what]);
          return { name: probe.name, aDay: aRun === 0 ? 0 : aRun * runsADay(schedule, now) };
        })
        .filter(({ aDay }) => aDay > 0);
      if (planned.length === 0) return [];
      const sum = planned.reduce((total, { aDay }) => total + aDay, 0);
      const share = sharePerDay(budget.perDay);
      const probes = planned.map((each) => each.name);
      const found = { target: name, what, planned: sum, share, perDay: budget.perDay, probes };
      assertWithin(found, '');
      return [found];
    }),
  );
};
