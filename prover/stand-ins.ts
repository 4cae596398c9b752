/** Sandboxes that stand in for a target: with one fault each, or healthy and with the settings of the target. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { BoundOperation } from '../contracts/intents.ts';
import type { Standing } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { runner } from '../engine/run.ts';
import type { StandIn } from '../explore/shrink.ts';
import { planOf } from '../flows/plan.ts';
import type { Deviation } from '../sandbox/deviation.ts';
import { type FaultId, faults } from '../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { simulatedTime, targetReading, walkedWorld } from './walked-world.ts';

const only = <Of extends object>(all: Of, { ...those }: Partial<Record<keyof Of, unknown>>): Of =>
  Object.fromEntries(Object.entries(all).filter(([key]) => those[key as keyof Of] !== undefined)) as Of;

/** The sandbox as a target with the settings of another target: it can do what that target can, and nothing else. */
const asFarAs = (
  sandbox: Target,
  { known, levers, bindings, otherPartner, ...target }: Target,
  may: Target['may'],
): Target => {
  const { otherPartner: second, ...first } = sandbox;
  return {
    ...first,
    ...(otherPartner && second && { otherPartner: second }),
    revision: target.revision,
    voidWindowMs: target.voidWindowMs,
    may,
    known: only(sandbox.known, known),
    levers: only(sandbox.levers, levers),
    bindings: only(sandbox.bindings, bindings),
  };
};

/** Lists are as long as those of the target, and what the target does not read is not read. */
const noMoreThan = (sandbox: Target, target: Target): Target => {
  const given: Readonly<Record<string, unknown>> = target.known;
  const known = Object.entries(sandbox.known).map(([name, value]) => {
    const { [name]: own } = given;
    return [name, Array.isArray(value) && Array.isArray(own) ? value.slice(0, own.length) : value];
  });
  const bindings = Object.entries(sandbox.bindings).map(([operation, { request, response }]) => [
    operation,
    target.bindings[operation as BoundOperation]?.response ? { request, response } : { request },
  ]);
  return { ...sandbox, known: Object.fromEntries(known), bindings: Object.fromEntries(bindings) };
};

const seed = 1;
const depth = 'full';

/** The bindings by which everything else is found. */
const searches = ['hotel-search', 'avia-search'] as const;

type Lend = (own: Target, whole: Target) => Target;

const allButBindings: Lend = (own, { may, known, levers, otherPartner }) => ({
  ...own,
  may,
  known,
  levers,
  ...(otherPartner && { otherPartner }),
});

/**
 * A person meets what is missing in this order: bindings (the searches first), permissions, known values, levers. Each
 * row lends the target all that comes later, so that what still is missing is of its kind, or of one before.
 */
const lent: readonly Lend[] = [
  (own, whole) => {
    const missing = searches.filter((each) => !own.bindings[each]);
    const bindings = Object.fromEntries(
      Object.entries(whole.bindings).filter(([operation]) => !missing.some((each) => each === operation)),
    );
    return { ...allButBindings(own, whole), bindings };
  },
  allButBindings,
  (own, whole) => ({ ...allButBindings(own, whole), may: own.may }),
  (own, { levers }) => ({ ...own, levers }),
];

const isLacking = ({ decisive }: Standing): boolean => decisive.because === 'needs';

/**
 * How each clause would stand if the service kept every promise, and each binding read all that it can. A clause that
 * the target cannot show has as its reason the first thing that a person must add.
 */
export const standingsAtBest = async (target: Target): Promise<readonly Standing[]> => {
  const sandbox = await startSandbox();
  const walked = async (as: Target, only: readonly ClauseId[] = []): Promise<Standing[]> => {
    const time = simulatedTime(Date.now);
    const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now: time.now });
    const inPlace = noMoreThan(asFarAs(targetReading('nested', baseUrl), as, as.may), as);
    const plan = planOf({ revision: as.revision, depth, only, obligations: as.may.obligations });
    return walkedWorld(plan, { target: inPlace, seed, depth, time });
  };
  try {
    const best = await walked(target);
    const first = new Map<ClauseId, Standing>();
    for (const lend of lent) {
      const open = best.filter((each) => isLacking(each) && !first.has(each.clause)).map(({ clause }) => clause);
      if (open.length === 0) break;
      const lacking = (await walked(lend(target, targetReading('nested', 'http://127.0.0.1')), open)).filter(isLacking);
      for (const each of lacking) first.set(each.clause, each);
    }
    return best.map((each) => first.get(each.clause) ?? each);
  } finally {
    await sandbox.close();
  }
};

/** A fault that shows only now and then comes first: it says the most about what it needs. */
const breaking = (clause: ClauseId): readonly Deviation<FaultId>[] =>
  Object.values<Deviation<FaultId>>(faults)
    .filter(({ violates }) => violates.includes(clause))
    .sort((one, other) => Number(other.onlyExplored ?? false) - Number(one.onlyExplored ?? false));

/** More than any run needs. */
const plenty = { perRun: 100_000, perDay: 100_000 };

export type StandIns = {
  readonly of: (clause: ClauseId) => readonly (() => Promise<StandIn>)[];
  close(): Promise<void>;
};

/** A sandbox starts when the first stand-in is opened. */
export const standInsFor = (target: Target, seed: number): StandIns => {
  let started: Promise<Sandbox> | undefined;
  const { may } = target;

  const open = async (id: FaultId): Promise<StandIn> => {
    started ??= startSandbox();
    const { now, delay } = simulatedTime(Date.now);
    const { baseUrl } = (await started).openWorld({ scale: 'small', seed, now, faults: [id] });
    const running = runner({
      target: asFarAs(targetReading('nested', baseUrl), target, {
        ...(may.books && { books: plenty }),
        ...(may.tickets && { tickets: plenty }),
      }),
      seed,
      transport: { proxy: 'none', now, delay },
    });
    return { id: `the sandbox with --fault ${id}`, record: running.record, close: running.close };
  };

  return {
    of: (clause) =>
      breaking(clause).map(
        ({ id }) =>
          () =>
            open(id),
      ),
    close: async () => (await started)?.close(),
  };
};
