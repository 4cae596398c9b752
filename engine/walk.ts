/** The one walk: records flows in order, keeps evidence, makes and judges the shareable trace, returns all three. */
import type { Sharing } from '../client/redaction/sharing.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import type { PartnerClause } from '../contracts/partner-clause.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from './flow.ts';
import {
  type JudgedFlow,
  type Pair,
  type PairsOfRun,
  type PlanOfRun,
  recordOfFlows,
  throttledOf,
} from './judged-flow.ts';
import { withOwnVerdicts } from './own-clause.ts';
import type { Runner } from './run.ts';

// Judges the trace of one flow by every clause that a plan asks of it.

/** Of a trace that took two runs, what was sent in this one. */
export const sentIn = (run: string, { exchanges, cleanUp = [], resumed }: Trace): Trace['exchanges'] => {
  if (!resumed) return [...exchanges, ...cleanUp];
  return resumed.runs.settledBy === run ? [...exchanges.slice(resumed.beforeExchange), ...cleanUp] : [];
};

/** From the first request to the last answer, in whole ms; undefined where nothing was sent. */
const durationOf = (sent: Trace['exchanges']): number | undefined => {
  if (sent.length === 0) return undefined;
  const begins = sent.map(({ sentAt }) => Date.parse(sentAt));
  const ends = sent.map(({ durationMs }, at) => (begins[at] ?? 0) + durationMs);
  return Math.round(Math.max(...ends) - Math.min(...begins));
};

/** What a former run has settled counts; what it could not measure is no lack of this one, which cannot do it again. */
const carried = (run: string, verdict: Verdict): Verdict =>
  verdict.outcome === 'inconclusive' && verdict.runs && verdict.runs.settledBy !== run
    ? { ...verdict, because: 'needs' }
    : verdict;

/** What was shown besides what a flow is meant to show: where it was not, nothing is lacking. */
const isWorthKeeping = ({ isBeside }: Pair, { outcome }: Verdict): boolean => !isBeside || outcome !== 'inconclusive';

/** What one input does not show is no lack: another may be drawn that does. */
export const undrawn = (verdict: Verdict): Verdict =>
  verdict.because === 'nothing'
    ? { ...verdict, because: 'unshown', reason: 'no input that was drawn shows it' }
    : verdict;

export const judgedBy = (pairs: readonly Pair[], trace: Trace): Verdict[] =>
  pairs
    .filter(({ flow }) => flow === trace.flow)
    .flatMap((pair) => {
      const verdict = pair.isDrawn ? undrawn(judge(pair.clause, trace)) : judge(pair.clause, trace);
      return isWorthKeeping(pair, verdict) ? [verdict] : [];
    });

export const judgeFlow = ({ run, pairs }: PairsOfRun, trace: Trace): JudgedFlow => {
  // What was sent before the story began, such as a login that it recalls, is counted where it was sent.
  const isOwn = ({ sentAt }: Exchange) => trace.resumed !== undefined || sentAt >= trace.startedAt;
  const sent = sentIn(run.id, trace).filter((each) => each.failure?.kind !== 'withheld' && isOwn(each));
  const durationMs = durationOf(sent);
  const isCountedHere = (trace.resumed?.runs.settledBy ?? run.id) === run.id;
  const throttled = throttledOf(sent.map((each) => each.throttled));
  const isLast429 = ({ throttled: met, response }: Exchange) => met !== undefined && response?.status === 429;
  return {
    flow: trace.flow,
    exchanges: sent.length + (throttled?.refused ?? 0) - sent.filter(isLast429).length,
    tokensRequested: sent.filter(({ operation }) => operation === 'token').length,
    ...(throttled && { throttled }),
    ...(durationMs !== undefined && { durationMs }),
    ...(trace.warnings && { warnings: trace.warnings }),
    ...(trace.bookings && isCountedHere && { bookings: trace.bookings }),
    verdicts: judgedBy(pairs, trace).map((verdict) => carried(run.id, verdict)),
  };
};

export const judgeTraces = (
  plan: PlanOfRun,
  traces: readonly Trace[],
  finishedAt: string,
  warnings?: readonly string[],
): RunRecord =>
  recordOfFlows(
    plan,
    traces.map((trace) => judgeFlow(plan, trace)),
    finishedAt,
    warnings,
  );

/** A flow under the name of its trace, which is another one where the flow is walked once more. */
export type WalkStep = { readonly name: string; readonly flow: Flow };

export type WalkedFlow = {
  readonly name: string;
  /** As it was recorded, so far as it may be judged: it stays on this machine. */
  readonly exact: Trace;
  /** In the form that may leave, as it was stored. */
  readonly trace: Trace;
  readonly judged: JudgedFlow;
};

export type WalkOptions = Sharing & {
  readonly record: Runner['record'];
  /** Keeps the trace exactly. The next flow is recorded meanwhile. */
  readonly keep?: (exact: Trace) => Promise<void>;
  /** Which part of a trace may be judged; all of it when not said. */
  readonly judgeable?: ((exact: Trace) => Trace) | undefined;
  /** Stores the shareable trace, and gives back what was stored: a later `judge` gives the same verdicts. */
  readonly store?: (trace: Trace) => Promise<Trace>;
  readonly own?: readonly PartnerClause[] | undefined;
  /** Called before each flow; the walk ends when it gives back false. */
  readonly begin?: (name: string) => boolean;
};

export async function* walk(
  plan: PairsOfRun,
  steps: Iterable<WalkStep> | AsyncIterable<WalkStep>,
  { record, share, keep, judgeable = (trace) => trace, store = async (trace) => trace, begin, own = [] }: WalkOptions,
): AsyncGenerator<WalkedFlow, void, undefined> {
  let keeping: Promise<void> | undefined;
  try {
    for await (const { name, flow } of steps) {
      if (begin?.(name) === false) return;
      const recorded = await record(flow);
      const named = recorded.flow === name ? recorded : { ...recorded, flow: name };
      await keeping;
      keeping = keep?.(named);
      const exact = judgeable(named);
      const shared = share(withOwnVerdicts(exact, plan.pairs, own));
      const judging = async (): Promise<JudgedFlow> => judgeFlow(plan, shared);
      const [trace, judged] = await Promise.all([store(shared), judging()]);
      yield { name, exact, trace, judged: trace === shared ? judged : judgeFlow(plan, trace) };
    }
  } finally {
    await keeping;
  }
}

export type FlowWalker = ReturnType<typeof walker>;

/** Walks single flows of one run, each chosen by what the flow before has shown: a replay, an exploration. */
export const walker = (run: PairsOfRun['run'], options: Omit<WalkOptions, 'begin' | 'judgeable'>) => ({
  share: options.share,
  /** @param clauses Judged in the trace of the flow. */
  walk: async (flow: Flow, clauses: readonly ClauseId[], judgeable?: WalkOptions['judgeable']): Promise<WalkedFlow> => {
    const pairs = clauses.map((clause) => ({ clause, flow: flow.id }));
    const [walked] = await Array.fromAsync(walk({ run, pairs }, [{ name: flow.id, flow }], { ...options, judgeable }));
    if (!walked) throw new Error(`${flow.id} was not walked`);
    return walked;
  },
});
