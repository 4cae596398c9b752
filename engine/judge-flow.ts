/** Judges the trace of one flow by every clause that a plan asks of it. */
import { judge } from '../contracts/judge.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import {
  type JudgedFlow,
  type Pair,
  type PairsOfRun,
  type PlanOfRun,
  recordOfFlows,
  throttledOf,
} from './judged-flow.ts';

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
