/** Shrinks what was found without sending anything: against what was recorded, and against services that stand in for the target. */
import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Json } from '../contracts/json.ts';
import { judge } from '../contracts/judge.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from '../engine/flow.ts';
import type { Evidence } from './evidence.ts';
import { isFailing, type Sought, sentFor, shows, type Unsent } from './found.ts';
import { flowOf, inputOf, sizeOf } from './input.ts';
import { shrink } from './shrink.ts';

/** A service that breaks a clause in some way, as the target perhaps does. */
export type StandIn = { readonly id: string; record(flow: Flow): Promise<Trace>; close(): Promise<void> };

export type UnsentOptions = {
  readonly target: Target;
  readonly seed: number;
  readonly evidence: Evidence;
  /** Those that break a clause, the most particular first. */
  readonly standIns: (clause: ClauseId) => readonly (() => Promise<StandIn>)[];
  /** Ends it early. */
  readonly isEnough?: () => boolean;
};

/** They go to a machine of ours; so long a person minds not to wait. */
const requestsMax = 10_000;

/** Of them, to find out what stands in. */
const searchMax = 3_000;

/**
 * So many inputs of those that were drawn, and as many of those that what was recorded tells of, must come out in a stand-in
 * as they did.
 */
const samplesMax = 6;

/** What became of an input. */
type Tried = { readonly input: Json; readonly isShown: boolean; readonly requests: number };

const triedBefore = (
  { found, looks }: Sought,
  isBroken: (verdict: Verdict) => boolean,
): readonly Pick<Tried, 'input' | 'isShown'>[] => [
  { input: found.drawn, isShown: true },
  ...looks
    .filter(({ trace }) => !isDeepStrictEqual(trace.input, found.drawn))
    .slice(0, samplesMax)
    .map(({ trace, verdicts }) => ({ input: trace.input, isShown: verdicts.some(isBroken) })),
];

export const shrinkUnsent =
  ({ evidence, standIns, isEnough = () => false, ...options }: UnsentOptions) =>
  async (sought: Sought): Promise<Unsent | undefined> => {
    const { found, one, drawing } = sought;
    const { fingerprint } = found;
    const [finding] = found.verdicts.flatMap(({ clause, findings }) =>
      findings.flatMap((each) => (each.fingerprint === fingerprint ? { clause, operation: each.operation } : [])),
    );
    if (!finding) return undefined;
    const { clause, operation } = finding;

    /** A stand-in may spell otherwise what the interface leaves open, so that the place need not be the same. */
    const isBroken = (verdict: Verdict): boolean =>
      isFailing(verdict) && verdict.clause === clause && verdict.findings.some((each) => each.operation === operation);

    const recalled = async (drawn: unknown): Promise<Tried | undefined> => {
      if (isEnough()) return undefined;
      const trace = await evidence.recall(flowOf(one, drawn), found.trace, options);
      const isShown = trace && shows({ trace, verdicts: [judge(clause, trace)] }, fingerprint);
      return trace && { input: trace.input, isShown: isShown === true, requests: sentFor(trace) };
    };

    let left = requestsMax;
    const stoodIn = async (standIn: StandIn, drawn: unknown): Promise<Tried> => {
      if (left <= 0 || isEnough()) return { input: null, isShown: false, requests: 0 };
      const trace = await standIn.record(flowOf(one, drawn));
      const requests = sentFor(trace);
      left -= requests;
      return { input: trace.input, isShown: trace.error === undefined && isBroken(judge(clause, trace)), requests };
    };

    /** One that is as broken as the target in all that was seen of it, as far as can be told. */
    const likely = async (samples: readonly Pick<Tried, 'input' | 'isShown'>[]): Promise<StandIn | undefined> => {
      for (const open of standIns(clause)) {
        if (left <= requestsMax - searchMax || isEnough()) return undefined;
        const standIn = await open();
        let isLike = true;
        for (const { input, isShown } of samples)
          isLike &&= (await stoodIn(standIn, inputOf(one, input))).isShown === isShown;
        if (isLike) return standIn;
        await standIn.close();
      }
      return undefined;
    };

    let best: Unsent | undefined;
    const recalledInputs: Tried[] = [];
    await shrink(drawing, async (drawn) => {
      const tried = await recalled(drawn);
      if (tried) recalledInputs.push(tried);
      if (tried?.isShown) best = { input: tried.input, requests: tried.requests, shownBy: 'what was recorded' };
      return tried?.isShown === true;
    });
    // The smallest come last.
    const standIn = await likely([...triedBefore(sought, isBroken), ...recalledInputs.slice(-samplesMax)]);
    if (standIn) {
      await shrink(drawing, async (drawn) => {
        const { input, isShown, requests } = (await recalled(drawn)) ?? (await stoodIn(standIn, drawn));
        if (isShown) best = { input, requests, shownBy: standIn.id };
        return isShown;
      });
      await standIn.close();
    }
    return best && sizeOf(best.input) < sizeOf(found.input) ? best : undefined;
  };
