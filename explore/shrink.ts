/** Shrinks a finding: without sending first, then by sending within a budget of requests. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Json } from '../contracts/json.ts';
import { judge } from '../contracts/judge.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from '../engine/flow.ts';
import type { KeptAnswers } from './evidence.ts';
import {
  type Exploration,
  type ExploredFinding,
  flowOf,
  type InputDrawing,
  isFailing,
  type JudgedInput,
  type ShrinkSought,
  sentFor,
  shownBy,
  shows,
  sizeOf,
  type UnsentInput,
} from './exploration.ts';

export type ShrinkOptions = {
  /** Further requests for each finding; 0 sends nothing. */
  readonly requestsMax: number;
  /** Walks an input. The flow ends before it sends more than `requestsMax`; clean-up comes on top. */
  readonly recorded: (one: Exploration, input: unknown, requestsMax: number) => Promise<JudgedInput>;
  /** Finds a smaller input without sending anything. */
  readonly shrinkUnsent?: ((sought: ShrinkSought) => Promise<UnsentInput | undefined>) | undefined;
};

/** The rest of a budget, after a clean-up as large as that of the finding. */
const withoutCleanUp = (requests: number, { trace: { cleanUp = [] } }: ExploredFinding): number =>
  requests - cleanUp.length;

/** Sends smaller inputs while the fingerprint stays. Each may take as many requests as the finding took. */
const shrunkBySending = async (
  { found, one, drawing }: ShrinkSought,
  { requestsMax, recorded }: ShrinkOptions,
): Promise<ExploredFinding> => {
  const cost = sentFor(found.trace);
  let small = found;
  let sent = 0;
  await shrink(drawing, async (input) => {
    if (sent + cost > requestsMax) return false;
    const look = await recorded(one, input, withoutCleanUp(requestsMax - sent, found));
    sent += sentFor(look.trace);
    const isShown = shows(look, found.fingerprint);
    if (isShown) small = { ...small, ...shownBy(look) };
    return isShown;
  });
  return { ...small, shrinkRequests: found.shrinkRequests + sent };
};

/** Shrinks without sending first, and sends the result once, where the budget allows it. */
export const shrinkInBudget = async (sought: ShrinkSought, options: ShrinkOptions): Promise<ExploredFinding> => {
  const { found, one } = sought;
  const { requestsMax, recorded, shrinkUnsent } = options;
  const unsent = await shrinkUnsent?.(sought);
  if (!unsent || unsent.requests > requestsMax) {
    const sent = await shrunkBySending(sought, options);
    return unsent && sizeOf(unsent.input) < sizeOf(sent.input) ? { ...sent, unsent } : sent;
  }
  const storyMax = Math.max(unsent.requests, withoutCleanUp(requestsMax, found));
  const look = await recorded(one, unsent.input, storyMax);
  const shrinkRequests = sentFor(look.trace);
  if (shows(look, found.fingerprint)) return { ...found, ...shownBy(look), shrinkRequests };
  const left = { ...options, requestsMax: requestsMax - shrinkRequests };
  return shrunkBySending({ ...sought, found: { ...found, shrinkRequests } }, left);
};

/** A service that stands in for the target: it breaks a clause, perhaps in the same way. */
export type StandIn = { readonly id: string; record(flow: Flow): Promise<Trace>; close(): Promise<void> };

export type UnsentOptions = {
  readonly target: Target;
  readonly seed: number;
  readonly evidence: KeptAnswers;
  /** Services that break a clause, the most specific first. */
  readonly standIns: (clause: ClauseId) => readonly (() => Promise<StandIn>)[];
  readonly isEnough?: () => boolean;
};

/** These requests stay on this machine: the bound limits the time. */
const requestsMax = 10_000;

/** The share for choosing a stand-in. */
const searchMax = 3_000;

/**
 * A stand-in must give the same result for so many drawn inputs, and for as many inputs tried on recorded answers.
 */
const samplesMax = 6;

type TriedInput = { readonly input: Json; readonly isShown: boolean; readonly requests: number };

const triedBefore = (
  { found, looks }: ShrinkSought,
  isBroken: (verdict: Verdict) => boolean,
): readonly Pick<TriedInput, 'input' | 'isShown'>[] => [
  { input: found.drawn, isShown: true },
  ...looks
    .filter(({ trace }) => !isDeepStrictEqual(trace.input, found.drawn))
    .slice(0, samplesMax)
    .map(({ trace, verdicts }) => ({ input: trace.input, isShown: verdicts.some(isBroken) })),
];

export const shrinkUnsent =
  ({ evidence, standIns, isEnough = () => false, ...options }: UnsentOptions) =>
  async (sought: ShrinkSought): Promise<UnsentInput | undefined> => {
    const { found, one, drawing } = sought;
    const { fingerprint } = found;
    const [finding] = found.verdicts.flatMap(({ clause, findings }) =>
      findings.flatMap((each) => (each.fingerprint === fingerprint ? { clause, operation: each.operation } : [])),
    );
    if (!finding) return undefined;
    const { clause, operation } = finding;

    /** By clause and operation: a stand-in may have another place where the documentation names none. */
    const isBroken = (verdict: Verdict): boolean =>
      isFailing(verdict) && verdict.clause === clause && verdict.findings.some((each) => each.operation === operation);

    const recalled = async (drawn: unknown): Promise<TriedInput | undefined> => {
      if (isEnough()) return undefined;
      const trace = await evidence.recall(flowOf(one, drawn), found.trace, options);
      const isShown = trace && shows({ trace, verdicts: [judge(clause, trace)] }, fingerprint);
      return trace && { input: trace.input, isShown: isShown === true, requests: sentFor(trace) };
    };

    let left = requestsMax;
    const stoodIn = async (standIn: StandIn, drawn: unknown): Promise<TriedInput> => {
      if (left <= 0 || isEnough()) return { input: null, isShown: false, requests: 0 };
      const trace = await standIn.record(flowOf(one, drawn));
      const requests = sentFor(trace);
      left -= requests;
      return { input: trace.input, isShown: trace.error === undefined && isBroken(judge(clause, trace)), requests };
    };

    /** The first stand-in that gave the same results as the target. */
    const likely = async (samples: readonly Pick<TriedInput, 'input' | 'isShown'>[]): Promise<StandIn | undefined> => {
      for (const open of standIns(clause)) {
        if (left <= requestsMax - searchMax || isEnough()) return undefined;
        const standIn = await open();
        let isLike = true;
        for (const { input, isShown } of samples) isLike &&= (await stoodIn(standIn, input)).isShown === isShown;
        if (isLike) return standIn;
        await standIn.close();
      }
      return undefined;
    };

    let best: UnsentInput | undefined;
    const recalledInputs: TriedInput[] = [];
    await shrink(drawing, async (drawn) => {
      const tried = await recalled(drawn);
      if (tried) recalledInputs.push(tried);
      if (tried?.isShown) best = { input: tried.input, requests: tried.requests, shownBy: 'what was recorded' };
      return tried?.isShown === true;
    });
    // The smallest inputs are last.
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

/** Tries smaller and smaller inputs as long as they show the finding. */
const shrink = async (
  { arbitrary, ...drawing }: InputDrawing,
  isShown: (input: unknown) => Promise<boolean>,
): Promise<void> => {
  await fc.check(
    fc.asyncProperty(arbitrary, async (input) => !(await isShown(input))),
    { ...drawing, numRuns: 1 },
  );
};
