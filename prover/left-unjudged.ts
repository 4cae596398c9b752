/** What a target leaves unjudged, found without asking it: a healthy sandbox stands in that can do as much and no more. */
import type { BoundOperation } from '../contracts/intents.ts';
import { type Standing, standings } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { judgedBy } from '../engine/judge-flow.ts';
import { run } from '../engine/run.ts';
import { planOf } from '../flows/plan.ts';
import { startSandbox } from '../sandbox/server.ts';
import { simulatedTime } from './simulated-time.ts';
import { targetReading } from './target-reading.ts';

/** A list is as long as that of the target. */
const asLong = (own: unknown, given: unknown): unknown =>
  Array.isArray(own) && Array.isArray(given) ? own.slice(0, given.length) : own;

const onlyNamed = <Of extends object>(own: Of, given: Of): Of =>
  Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => given[name as keyof Of] !== undefined)
      .map(([name, value]) => [name, asLong(value, given[name as keyof Of])]),
  ) as Of;

const boundAs = (own: Target['bindings'], given: Target['bindings']): Target['bindings'] =>
  Object.fromEntries(
    Object.entries(onlyNamed(own, given)).map(([operation, { request, response }]) => [
      operation,
      given[operation as BoundOperation]?.response ? { request, response } : { request },
    ]),
  );

/** The sandbox, as a target with the settings of another. */
const standingIn = (sandbox: Target, { may, known, levers, bindings, otherPartner, ...rest }: Target): Target => {
  const { otherPartner: second, ...first } = sandbox;
  return {
    ...first,
    ...(otherPartner && second && { otherPartner: second }),
    revision: rest.revision,
    voidWindowMs: rest.voidWindowMs,
    may,
    known: onlyNamed(sandbox.known, known),
    levers: onlyNamed(sandbox.levers, levers),
    bindings: boundAs(sandbox.bindings, bindings),
  };
};

const seed = 1;
const depth = 'standard';

/** How each clause would stand if the service kept every promise, and each binding read all that it can. */
export const standingsAtBest = async (target: Target): Promise<readonly Standing[]> => {
  const sandbox = await startSandbox();
  try {
    const { now, delay } = simulatedTime(Date.now);
    const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now });
    const inPlace = standingIn(targetReading('nested', baseUrl), target);
    const { flows, pairs } = planOf({ revision: target.revision, depth, obligations: target.may.obligations });
    const verdicts: Verdict[] = [];
    for await (const trace of run(flows, { target: inPlace, seed, depth, transport: { proxy: 'none', now, delay } }))
      verdicts.push(...judgedBy(pairs, trace));
    return standings(verdicts);
  } finally {
    await sandbox.close();
  }
};
