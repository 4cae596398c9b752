/** One flow, judged: its verdicts, and what it adds to the totals of its run. Many of them make a run record. */
import { z } from 'zod';
import type { ClauseId } from '../contracts/clauses.ts';
import { type RunIdentity, type RunRecord, recordOfRun } from '../contracts/run-record.ts';
import { type BookingTotals, bookingTotals, throttled } from '../contracts/trace.ts';
import { type Verdict, verdict } from '../contracts/verdict.ts';

/** A clause judged in a flow: meant to be shown, perhaps shown besides, or perhaps shown by the input that was drawn. */
export type Pair = {
  readonly clause: ClauseId;
  readonly flow: string;
  readonly isBeside?: true | undefined;
  readonly isDrawn?: true | undefined;
};

const count = z.int().nonnegative();

export const judgedFlow = z.strictObject({
  flow: z.string(),
  /** How many requests were sent in this run, clean-up included. */
  exchanges: count,
  tokensRequested: count,
  throttled: throttled.optional(),
  /** From the first request of this run to the last answer; flows did not say so at first. */
  durationMs: z.number().nonnegative().optional(),
  /** Absent where another run has counted them. */
  bookings: bookingTotals.optional(),
  /** What was in the way of the run and is none of the service's doing. */
  warnings: z.array(z.string()).optional(),
  verdicts: z.array(verdict),
});
export type JudgedFlow = z.infer<typeof judgedFlow>;

const sum = <Name extends string>(of: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  of.reduce((total, each) => total + each[name], 0);

export const bookingsOf = (all: readonly BookingTotals[]): BookingTotals => {
  const tickets = all.flatMap((each) => each.tickets ?? []);
  const obligations = all.flatMap((each) => each.obligations ?? []);
  return {
    requested: sum(all, 'requested'),
    cancelled: sum(all, 'cancelled'),
    left: sum(all, 'left'),
    ...(tickets.length > 0 && {
      tickets: { requested: sum(tickets, 'requested'), closed: sum(tickets, 'closed'), left: sum(tickets, 'left') },
    }),
    ...(obligations.length > 0 && {
      obligations: { begun: sum(obligations, 'begun'), ended: sum(obligations, 'ended') },
    }),
  };
};

/** All together; undefined when the service never answered 429. */
export const throttledOf = (
  all: readonly (RunRecord['throttled'] | undefined)[],
): NonNullable<RunRecord['throttled']> | undefined => {
  const met = all.filter((each) => each !== undefined);
  if (met.length === 0) return undefined;
  return {
    refused: sum(met, 'refused'),
    requestsPerSecond: Math.min(...met.map(({ requestsPerSecond }) => requestsPerSecond)),
  };
};

export type PairsOfRun = { readonly run: Pick<RunIdentity, 'id'>; readonly pairs: readonly Pair[] };

/** As much of a plan as a run record needs. */
export type PlanOfRun = PairsOfRun & {
  readonly run: RunIdentity;
  readonly leftOut?: readonly ClauseId[] | undefined;
};

/** The run record of a plan; its verdicts stand in the order of the plan's pairs, not of the judging. */
export const recordOfFlows = (
  { run, pairs, leftOut }: PlanOfRun,
  judged: readonly JudgedFlow[],
  finishedAt: string,
  warnings: readonly string[] = [],
): RunRecord => {
  const verdictOf = new Map(
    judged.flatMap(({ verdicts }) => verdicts.map((each) => [`${each.clause} ${each.flow}`, each] as const)),
  );
  return recordOfRun(run, {
    finishedAt,
    exchanges: sum(judged, 'exchanges'),
    tokensRequested: sum(judged, 'tokensRequested'),
    throttled: throttledOf(judged.map((each) => each.throttled)),
    bookings: bookingsOf(judged.flatMap(({ bookings }) => bookings ?? [])),
    verdicts: pairs.flatMap(({ clause, flow }): Verdict[] => {
      const found = verdictOf.get(`${clause} ${flow}`);
      return found ? [found] : [];
    }),
    ...(leftOut && { leftOut }),
    flowDurationsMs: Object.fromEntries(
      judged.flatMap(({ flow, durationMs }) => (durationMs === undefined ? [] : [[flow, durationMs]])),
    ),
    warnings: [...warnings, ...judged.flatMap((each) => each.warnings ?? [])],
  });
};
