/** What a target leaves unjudged, found without asking it: a healthy sandbox stands in that can do as much and no more. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { BoundOperation } from '../contracts/intents.ts';
import { type Standing, standings } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { judgedBy } from '../engine/judge-flow.ts';
import { run } from '../engine/run.ts';
import { planOf } from '../flows/plan.ts';
import { startSandbox } from '../sandbox/server.ts';
import { asFarAs } from './as-far-as.ts';
import { simulatedTime } from './simulated-time.ts';
import { targetReading } from './target-reading.ts';

/** Lists are as long as those of the target, and what it does not read is not read. */
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
const depth = 'standard';

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
 * A person meets what is missing in this order: bindings (the searches first), permissions, known values, levers. Each row
 * lends the target all that comes later, so that what still is missing is of its kind, or of one before.
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
 * How each clause would stand if the service kept every promise, and each binding read all that it can. A clause that the
 * target cannot show has as its reason the first thing that a person must add.
 */
export const standingsAtBest = async (target: Target): Promise<readonly Standing[]> => {
  const sandbox = await startSandbox();
  const walked = async (as: Target, only: readonly ClauseId[] = []): Promise<Standing[]> => {
    const { now, delay } = simulatedTime(Date.now);
    const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now });
    const inPlace = noMoreThan(asFarAs(targetReading('nested', baseUrl), as, as.may), as);
    const { flows, pairs } = planOf({ revision: as.revision, depth, only, obligations: as.may.obligations });
    const verdicts: Verdict[] = [];
    for await (const trace of run(flows, { target: inPlace, seed, depth, transport: { proxy: 'none', now, delay } }))
      verdicts.push(...judgedBy(pairs, trace));
    return standings(verdicts);
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
