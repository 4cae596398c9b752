/** Sends the steps of a case again, within a budget, and decides whether its finding shows. */

import type { ClauseId } from '../../contracts/clauses.ts';
import { importedFlow } from '../../contracts/imported-trace.ts';
import { boundOperations } from '../../contracts/intents.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Finding, Verdict } from '../../contracts/verdict.ts';
import type { FlowWalker } from '../../engine/walk.ts';
import { isShownBy } from '../chain.ts';
import { endingNow, endingText, otherMessage } from '../compare.ts';
import {
  indicesOf,
  type ReplayLog,
  type ReplayOptions,
  type ReplayStep,
  replayLog,
  stepsOf,
  stepsTo,
} from './repeated.ts';
import { replayFlow } from './replay-flow.ts';

export type SoughtFinding = { readonly clause: ClauseId; readonly finding: Finding; readonly trace: Trace };

/** Or the ending of one exchange, where no clause is broken: the refused booking of a file. */
export type SoughtEnding = { readonly ended: Exchange; readonly trace: Trace };

export type ReplayParts = Pick<ReplayOptions, 'isSameTarget' | 'seed' | 'requestsMax' | 'days'> & {
  readonly walker: FlowWalker;
  /** The indices of exchanges to send; all up to the finding by default. */
  readonly steps?: readonly number[] | undefined;
  readonly isLiteral?: boolean | undefined;
  readonly isApart?: boolean | undefined;
};

/**
 * `same`: the same finding shows. `different`: the clause is broken in another place. `fixed`: the clause holds.
 * `unclear`: nothing can be said.
 */
export type ReplayOutcome = 'same' | 'different' | 'fixed' | 'unclear';

type Came = {
  readonly outcome: ReplayOutcome;
  /** Of `unclear`: the trouble, or the first step that cannot be sent again. */
  readonly reason?: string | undefined;
  readonly exact: Trace;
  readonly trace: Trace;
  /** The new exchange in the place of the one with the finding. */
  readonly exchange?: Exchange | undefined;
  /** One line for each difference from the recorded case. */
  readonly notes: readonly string[];
};

export type Replayed = Came & { readonly finding?: Finding | undefined; readonly verdict: Verdict };

type ReplayedEnding = Came & {
  /** How the exchange ended when recorded, and now. */
  readonly ended: { readonly operation: string; readonly then: string; readonly now?: string | undefined };
};

export type AnyReplayed = Replayed | ReplayedEnding;
export type AnySought = SoughtFinding | SoughtEnding;

/** Why nothing can be said of the exchange. */
const troubleOf = (trace: Trace, exchange: Exchange | undefined): string | undefined => {
  if (trace.error) return `our own error: ${trace.error.message}`;
  if (trace.stopped) return trace.stopped.reason;
  if (!exchange) return 'the step of the finding was not reached';
  const outcome = outcomeOf(exchange);
  return outcome.kind === 'trouble' ? `${exchange.operation} is in trouble: ${outcome.trouble}` : undefined;
};

/** Each target has its own place where the documentation names none. */
const spelledOtherwise = ({ operation }: Finding, { findings }: Verdict): Finding | undefined =>
  [...boundOperations, 'ticket-cancel'].includes(operation)
    ? findings.find((each) => each.operation === operation)
    : undefined;

type SentSteps = Pick<Came, 'exact' | 'trace' | 'exchange' | 'notes'> & {
  readonly log: ReplayLog;
  readonly verdicts: readonly Verdict[];
};

/** Marks requests that were made from a file: their bodies hold invented values. */
const withEdited = (recorded: Trace, { sentAs }: ReplayLog): Trace => {
  const made = new Set(sentAs.values());
  const marked = (each: Exchange): Exchange => (made.has(each.index) ? { ...each, edited: true } : each);
  return { ...recorded, exchanges: recorded.exchanges.map(marked) };
};

const sendSteps = async (
  { trace: then, clause }: { readonly trace: Trace; readonly clause?: ClauseId },
  { steps, about }: { readonly steps: readonly ReplayStep[]; readonly about: number },
  parts: ReplayParts,
): Promise<SentSteps> => {
  const { isSameTarget, seed, isLiteral = false, requestsMax, isApart = false, days } = parts;
  const log = replayLog();
  const options = { trace: then, steps, clause, isLiteral, isSameTarget, seed, requestsMax, isApart, days };
  const { exact, trace, judged } = await parts.walker.walk(
    replayFlow(options, log),
    clause === undefined ? [] : [clause],
    then.flow === importedFlow ? (recorded) => withEdited(recorded, log) : undefined,
  );
  const exchange = trace.exchanges[log.sentAs.get(about) ?? -1];
  return { exact, trace, exchange, notes: [...log.notes, ...log.deviations], log, verdicts: judged.verdicts };
};

/** Never throws. */
export const replay = async (
  { clause, finding, trace: then }: SoughtFinding,
  parts: ReplayParts,
): Promise<Replayed> => {
  const { isSameTarget } = parts;
  const steps = stepsOf(then, { clause, finding }, parts.steps);
  const about = finding.exchange;
  const { log, verdicts, ...sent } = await sendSteps({ trace: then, clause }, { steps, about }, parts);
  const { trace, exchange } = sent;
  const [verdict] = verdicts as readonly [Verdict];
  const came = { ...sent, verdict };
  const { fingerprint } = finding;
  const same =
    verdict.findings.find((each) => each.fingerprint === fingerprint) ??
    (isSameTarget ? undefined : spelledOtherwise(finding, verdict));
  if (same) return { ...came, outcome: 'same', finding: same };
  const [other] = verdict.findings;
  if (other) return { ...came, outcome: 'different', finding: other };
  const [deviation] = log.deviations;
  const sentAgain = steps.filter((step) => log.sentAs.has(step.then.index));
  const isNeeded = !isShownBy(then, { clause, fingerprint }, indicesOf(sentAgain));
  const [unrepeatable] = isNeeded ? log.unrepeatable.values() : [];
  const unshown = verdict.outcome === 'pass' ? undefined : (verdict.reason ?? 'nothing shows it');
  const reason = unrepeatable ?? troubleOf(trace, exchange) ?? unshown ?? deviation;
  return reason === undefined ? { ...came, outcome: 'fixed' } : { ...came, outcome: 'unclear', reason };
};

/** Never throws. `same`: the exchange ends as recorded. `fixed`: it succeeds now. */
export const replayEnding = async (
  { ended: about, trace: then }: SoughtEnding,
  parts: ReplayParts,
): Promise<ReplayedEnding> => {
  const steps = stepsTo(then, about, parts.steps);
  const { log, verdicts: _, ...sent } = await sendSteps({ trace: then }, { steps, about: about.index }, parts);
  const { trace, exchange, notes } = sent;
  const ended = { operation: about.operation, then: endingText(about), now: exchange && endingText(exchange) };
  const came = { ...sent, ended };
  const end =
    exchange && trace.error === undefined && trace.stopped === undefined ? endingNow(about, exchange) : undefined;
  const [deviation] = log.deviations;
  const [unrepeatable] = exchange ? [] : log.unrepeatable.values();
  if (end === 'same')
    return { ...came, outcome: 'same', notes: [...notes, ...otherMessage(parts.walker.share(then), about, exchange)] };
  const doubt = end === undefined ? (troubleOf(trace, exchange) ?? 'nothing shows it') : undefined;
  const reason = unrepeatable ?? doubt ?? deviation;
  return reason === undefined ? { ...came, outcome: end ?? 'unclear' } : { ...came, outcome: 'unclear', reason };
};

export const stepsSought = (sought: AnySought, chosen?: readonly number[]): ReplayStep[] =>
  'ended' in sought ? stepsTo(sought.trace, sought.ended, chosen) : stepsOf(sought.trace, sought, chosen);

/** Never throws. */
export const replayAny = (sought: AnySought, parts: ReplayParts): Promise<AnyReplayed> =>
  'ended' in sought ? replayEnding(sought, parts) : replay(sought, parts);

export const aboutText = (sought: AnySought): string =>
  'ended' in sought ? `${sought.ended.operation}, ${endingText(sought.ended)}` : sought.clause;

const budgetText = (requestsMax: number): string => `the budget of ${requestsMax} requests is used up`;

/** Why permissions or the budget allow no further request; undefined as long as they do. */
const spentBy = ({ trace: { stopped } }: AnyReplayed, requestsMax: number): string | undefined => {
  if (stopped?.because !== 'needs' || !/^needs (\S+ )?more /.test(stopped.reason)) return undefined;
  return /more than \d+ requests$/.test(stopped.reason) ? budgetText(requestsMax) : stopped.reason;
};

/** Thrown to end a search; its message is the reason. */
export class Ends extends Error {
  readonly ended: 'spent' | 'interrupted';
  constructor(ended: 'spent' | 'interrupted', reason: string) {
    super(reason);
    this.ended = ended;
  }
}

export const createBudget = (requestsMax: number, isInterrupted: () => boolean) => {
  let requests = 0;
  const assertGoesOn = (): void => {
    if (isInterrupted()) throw new Ends('interrupted', 'interrupted');
  };
  return {
    /** How many requests were sent, with clean-up. */
    requests: (): number => requests,
    /** @param atLeast How many requests it takes. @throws Ends where the budget is spent, or the run is interrupted. */
    send: async (atLeast: number, send: (left: number) => Promise<AnyReplayed>): Promise<AnyReplayed> => {
      assertGoesOn();
      const left = requestsMax - requests;
      if (left < atLeast) throw new Ends('spent', budgetText(requestsMax));
      const replayed = await send(left);
      const { exchanges, cleanUp = [] } = replayed.exact;
      requests += exchanges.length + cleanUp.length;
      assertGoesOn();
      const spent = spentBy(replayed, requestsMax);
      if (spent !== undefined) throw new Ends('spent', spent);
      return replayed;
    },
  };
};
