/** Sends the steps of a case again, within a budget, and says whether its finding shows. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { boundOperations } from '../../contracts/intents.ts';
import { judge } from '../../contracts/judge.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Finding, Verdict } from '../../contracts/verdict.ts';
import type { Flow } from '../../engine/flow.ts';
import { isShownBy } from '../part-of-trace.ts';
import { replayFlow } from './replay-flow.ts';
import { type ReplayLog, replayLog } from './replay-log.ts';
import { type Step, stepsOf } from './steps.ts';

/** What is sought again. */
export type Sought = { readonly clause: ClauseId; readonly finding: Finding; readonly trace: Trace };

export type ReplayParts = {
  /** Records one flow, with all that a run does around it; never throws. */
  readonly record: (flow: Flow) => Promise<Trace>;
  /** Makes the form that is judged, and may leave. */
  readonly share: (trace: Trace) => Trace;
  readonly isSameTarget: boolean;
  readonly seed: number;
  /** The indices of exchanges to send; all up to the finding when not said. */
  readonly steps?: readonly number[] | undefined;
  readonly isLiteral?: boolean | undefined;
  /** How many requests it may send, clean-up not counted. */
  readonly requestsMax?: number | undefined;
  /** In a world of its own, where the target opens one: nothing is left there of what was sent before. */
  readonly isApart?: boolean | undefined;
};

/**
 * `same`: the same finding shows. `different`: the clause is broken in another place. `fixed`: it is kept. `unclear`: nothing
 * of that can be told.
 */
export type Outcome = 'same' | 'different' | 'fixed' | 'unclear';

export type Replayed = {
  readonly outcome: Outcome;
  /** Of `unclear`: the trouble, or the first step that could not be sent again. */
  readonly reason?: string | undefined;
  /** What shows now. */
  readonly finding?: Finding | undefined;
  readonly verdict: Verdict;
  readonly exact: Trace;
  readonly trace: Trace;
  /** The exchange of now in place of the one that the finding was of. */
  readonly exchange?: Exchange | undefined;
  /** In what it was not as then, a line each. */
  readonly notes: readonly string[];
};

/** Why a clause that is not broken now says nothing; undefined where it is kept. */
const doubtOf = (verdict: Verdict, trace: Trace, exchange: Exchange | undefined): string | undefined => {
  if (trace.error) return `our own error: ${trace.error.message}`;
  if (trace.stopped) return trace.stopped.reason;
  if (!exchange) return 'the step of the finding was not reached';
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return `${exchange.operation} is in trouble: ${outcome.trouble}`;
  return verdict.outcome === 'pass' ? undefined : (verdict.reason ?? 'nothing shows it');
};

/** Of the steps of then, those that were sent again, and what looked them up. */
const sentAgain = (steps: readonly Step[], { sentAs }: ReplayLog): ReadonlySet<number> =>
  new Set(
    steps
      .filter(({ then }) => sentAs.has(then.index))
      .flatMap(({ then, lookedUpBy }) => [then, ...lookedUpBy].map(({ index }) => index)),
  );

/** Where no documentation names the place, each target spells it in its own way. */
const spelledOtherwise = ({ operation }: Finding, { findings }: Verdict): Finding | undefined =>
  [...boundOperations, 'ticket-cancel'].includes(operation)
    ? findings.find((each) => each.operation === operation)
    : undefined;

/** Never throws. */
export const replay = async ({ clause, finding, trace: then }: Sought, parts: ReplayParts): Promise<Replayed> => {
  const { isSameTarget, seed, isLiteral = false, requestsMax, isApart = false } = parts;
  const log = replayLog();
  const steps = stepsOf(then, { clause, finding }, parts.steps);
  const flow = replayFlow({ trace: then, steps, clause, isLiteral, isSameTarget, seed, requestsMax, isApart }, log);
  const exact = await parts.record(flow);
  const trace = parts.share(exact);
  const verdict = judge(clause, trace);
  const exchange = trace.exchanges[log.sentAs.get(finding.exchange) ?? -1];
  const notes = [...log.notes, ...log.deviations];
  const came = { verdict, exact, trace, exchange, notes };
  const { fingerprint } = finding;
  const same =
    verdict.findings.find((each) => each.fingerprint === fingerprint) ??
    (isSameTarget ? undefined : spelledOtherwise(finding, verdict));
  if (same) return { ...came, outcome: 'same', finding: same };
  const [other] = verdict.findings;
  if (other) return { ...came, outcome: 'different', finding: other };
  const [deviation] = log.deviations;
  const isNeeded = !isShownBy(then, { clause, fingerprint }, sentAgain(steps, log));
  const [unrepeatable] = isNeeded ? log.unrepeatable.values() : [];
  const reason = unrepeatable ?? doubtOf(verdict, trace, exchange) ?? deviation;
  return reason === undefined ? { ...came, outcome: 'fixed' } : { ...came, outcome: 'unclear', reason };
};
