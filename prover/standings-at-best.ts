/** What a target leaves unjudged, found without asking it: a healthy sandbox stands in that can do as much and no more. */
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

/** How each clause would stand if the service kept every promise, and each binding read all that it can. */
export const standingsAtBest = async (target: Target): Promise<readonly Standing[]> => {
  const sandbox = await startSandbox();
  try {
    const { now, delay } = simulatedTime(Date.now);
    const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now });
    const inPlace = noMoreThan(asFarAs(targetReading('nested', baseUrl), target, target.may), target);
    const { flows, pairs } = planOf({ revision: target.revision, depth, obligations: target.may.obligations });
    const verdicts: Verdict[] = [];
    for await (const trace of run(flows, { target: inPlace, seed, depth, transport: { proxy: 'none', now, delay } }))
      verdicts.push(...judgedBy(pairs, trace));
    return standings(verdicts);
  } finally {
    await sandbox.close();
  }
};
