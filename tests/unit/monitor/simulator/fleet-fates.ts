/**
 * What becomes of each slot of a fleet, derived from what happens to its monitors and its store alone. A simulation of
 * the real monitors proves this rule on some pairs of a probe and a location. The rule then counts the slots of all
 * pairs.
 */
import type { missedReasons } from '../../../../monitor/slot-result.ts';

const minuteMs = 60_000;
/** How often a simulated monitor looks. */
export const tickMs = 30_000;

export type Pair = {
  readonly probe: string;
  readonly location: string;
  /** How long after its moment it is due. */
  readonly spreadMs: number;
  /** How long one run takes: with the look before it, always less than a minute. */
  readonly runMs: number;
};

export type Span = { readonly from: number; readonly until: number };

/** Of one location nothing happens within some minutes of something else. */
export type Happened = {
  /** All monitors of a location die, and come back together. */
  readonly downs: Readonly<Record<string, readonly Span[]>>;
  /** One of the two of a location dies. */
  readonly deaths: Readonly<Record<string, readonly Span[]>>;
  /** The store is away for all monitors. */
  readonly storeOuts: readonly Span[];
};

export type Fate = 'done' | keyof typeof missedReasons;

/** Where it depends on which of two monitors had it. */
const taken: readonly Fate[] = ['done', 'killed', 'busy'];
const done: readonly Fate[] = ['done'];
const late: readonly Fate[] = ['late'];
const killed: readonly Fate[] = ['killed'];

/** When it is begun: with the first look once it is due. */
const beginsAt = (at: number, { spreadMs }: Pair): number => at + Math.ceil(spreadMs / tickMs) * tickMs;

/** @returns What it may end as; most slots have one way to end. */
export const fatesOf = (at: number, pair: Pair, { downs, deaths }: Happened): readonly Fate[] => {
  const begun = beginsAt(at, pair);
  const ended = begun + pair.runMs;
  for (const { from, until } of downs[pair.location] ?? []) {
    if (begun < from && from < ended) return killed;
    // A monitor that comes back runs the newest, and reports those before it.
    if (begun >= from && at <= until) return at + minuteMs > until ? done : late;
  }
  // What it ran is its own until its lease is over, then it is taken over while due: the next may be due meanwhile.
  for (const { from } of deaths[pair.location] ?? [])
    if (at <= from + 2 * minuteMs && from < at + 2 * minuteMs) return taken;
  // Without the store they go on reading, and their results wait.
  return done;
};

/** How many slots of some pairs end how, by the fates that each may have; `until` is no slot any more. */
export const countedFates = (pairs: Iterable<Pair>, { from, until }: Span, happened: Happened): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const pair of pairs)
    for (let at = from; at < until; at += minuteMs) {
      const key = fatesOf(at, pair, happened).join(' or ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
};
