/** A service that outlives the runs against it: nights pass, and each knows what the ones before have left behind. */
import assert from 'node:assert/strict';
import { memoryLedger } from '../../../client/ledgers/booking-ledger.ts';
import { memoryPending } from '../../../client/ledgers/pending-ledger.ts';
import { judge } from '../../../contracts/judge.ts';
import { type PendingId, pendingIds } from '../../../contracts/pending.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { Flow } from '../../../engine/flow.ts';
import { runner } from '../../../engine/run.ts';
import type { RunOptions } from '../../../engine/run-options.ts';
import { flowOf } from '../../../flows/flows.ts';
import { planOf } from '../../../flows/plan.ts';
import type { FaultId } from '../../../sandbox/faults.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import { memoryStores } from '../../../stores/store.ts';
import { placed } from '../flows/hotel-world.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const named = (id: string): Flow => flowOf(id) ?? assert.fail(`no flow ${id}`);

type ServiceOptions = {
  readonly faults?: FaultId[];
  readonly oddities?: OddityId[];
  readonly may?: readonly PendingId[];
  /** How far its clock is from the clock of the run. */
  readonly startsAfterMs?: number;
  /** What the target says otherwise. */
  readonly changed?: (target: Target) => Partial<Target>;
};

/** A service that outlives the runs against it, and what they know of each other. */
export const service = (options: ServiceOptions = {}) => {
  const { faults = [], oddities = [], may = pendingIds, startsAfterMs = 0, changed } = options;
  const place = placed({ faults, oddities }, (target) => ({
    levers: {},
    may: { ...target.may, obligations: may },
    ...changed?.(target),
  }));
  const { target, world, time } = place;
  const [ledger, obligations] = [memoryLedger(time.now), memoryPending(time.now)];
  const transport = { proxy: 'none', now: time.now, delay: time.delay, tokenCache: memoryStores() } as const;
  world.advance(startsAfterMs);
  let nights = 0;

  /** One run: logs in, settles what is due and leaves what it may. */
  const night = async (more: Partial<RunOptions> = {}) => {
    nights += 1;
    const { flows, pairs } = planOf({ revision: target.revision, obligations: may });
    const running = runner({
      target,
      seed: nights,
      id: `night ${nights}`,
      ledger,
      obligations,
      ...more,
      transport: { ...transport, ...more.transport },
    });
    const traces = new Map<string, Trace>();
    for (const flow of flows.filter(({ id, begins, settles }) => begins || settles || id === 'issue-tokens')) {
      traces.set(flow.id, await running.record(flow));
    }
    await running.close();
    const verdicts = pairs.flatMap(({ clause, flow }): Verdict[] => {
      const trace = traces.get(flow);
      return trace && named(flow).settles ? [judge(clause, trace)] : [];
    });
    const ofFlow = (flow: PendingId) => verdicts.filter((each) => each.flow === flow);
    return {
      traces,
      verdicts,
      outcomes: (flow: PendingId) => [...new Set(ofFlow(flow).map(({ outcome }) => outcome))],
      reasons: (flow: PendingId) => [...new Set(ofFlow(flow).map(({ reason }) => reason))],
      broken: () => verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause),
    };
  };

  // For us and for the service.
  return { ...place, ledger, obligations, night, passes: (ms: number) => void time.delay(ms) };
};

/** Bookings and tickets that a customer would have to pay for. */
export const live = ({ world }: ReturnType<typeof service>): string[] => {
  const pnrs = world.flights.pnrs.all().filter(({ number }) => number > 0);
  const tickets = pnrs.flatMap((pnr) => pnr.tickets);
  return [
    ...pnrs.filter(({ cancelledAtMs }) => cancelledAtMs === undefined).map(() => 'booking'),
    ...tickets.filter(({ coupons }) => coupons.every(({ status }) => status === 'open')).map(() => 'ticket'),
  ].sort();
};

export const beforeEnds = dayMs - 30 * minuteMs;
export const afterEnds = dayMs + 30 * minuteMs;
