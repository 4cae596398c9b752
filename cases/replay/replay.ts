/** Sends the steps of a case again, within a budget, and says whether its finding shows. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { boundOperations } from '../../contracts/intents.ts';
import { judge } from '../../contracts/judge.ts';
import { importedFlow, outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Finding, Verdict } from '../../contracts/verdict.ts';
import type { Flow } from '../../engine/flow.ts';
import { isShownBy } from '../part-of-trace.ts';
import { endingNow, endingText, otherMessage } from './ending.ts';
import { replayFlow } from './replay-flow.ts';
import { type ReplayLog, replayLog } from './replay-log.ts';
import { type Step, stepsOf, stepsTo } from './steps.ts';

/** What is sought again. */
export type Sought = { readonly clause: ClauseId; readonly finding: Finding; readonly trace: Trace };

/** Or how one exchange ended, where no clause is broken: the refused booking of a file. */
export type SoughtEnding = { readonly ended: Exchange; readonly trace: Trace };

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
  /** By how many days all is moved; as the clock of the target tells when not said. */
  readonly days?: number | undefined;
};

/**
 * `same`: the same finding shows. `different`: the clause is broken in another place. `fixed`: it is kept. `unclear`: nothing
 * of that can be told.
 */
export type Outcome = 'same' | 'different' | 'fixed' | 'unclear';

type Came = {
  readonly outcome: Outcome;
  /** Of `unclear`: the trouble, or the first step that could not be sent again. */
  readonly reason?: string | undefined;
  readonly exact: Trace;
  readonly trace: Trace;
  /** The exchange of now in place of the one that the finding was of. */
  readonly exchange?: Exchange | undefined;
  /** In what it was not as then, a line each. */
  readonly notes: readonly string[];
};

export type Replayed = Came & {
  /** What shows now. */
  readonly finding?: Finding | undefined;
  readonly verdict: Verdict;
};

export type ReplayedEnding = Came & {
  /** How the exchange ended then and how it ended now, in a few words. */
  readonly ended: { readonly operation: string; readonly then: string; readonly now?: string | undefined };
};

export type AnyReplayed = Replayed | ReplayedEnding;
export type AnySought = Sought | SoughtEnding;

/** Why nothing can be said of the exchange that it is about. */
const troubleOf = (trace: Trace, exchange: Exchange | undefined): string | undefined => {
  if (trace.error) return `our own error: ${trace.error.message}`;
  if (trace.stopped) return trace.stopped.reason;
  if (!exchange) return 'the step of the finding was not reached';
  const outcome = outcomeOf(exchange);
  return outcome.kind === 'trouble' ? `${exchange.operation} is in trouble: ${outcome.trouble}` : undefined;
};

/** Why a clause that is not broken now says nothing; undefined where it is kept. */
const doubtOf = (verdict: Verdict, trace: Trace, exchange: Exchange | undefined): string | undefined =>
  troubleOf(trace, exchange) ?? (verdict.outcome === 'pass' ? undefined : (verdict.reason ?? 'nothing shows it'));

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

type SentSteps = Pick<Came, 'exact' | 'trace' | 'exchange' | 'notes'> & { readonly log: ReplayLog };

/** What was made of requests of a file is ours. */
const withEdited = (recorded: Trace, { sentAs }: ReplayLog): Trace => {
  const made = new Set(sentAs.values());
  const exchanges = recorded.exchanges.map((each) =>
    made.has(each.index) ? { ...each, edited: true as const } : each,
  );
  return { ...recorded, exchanges };
};

const sendSteps = async (
  { trace: then, clause }: { readonly trace: Trace; readonly clause?: ClauseId },
  { steps, about }: { readonly steps: readonly Step[]; readonly about: number },
  parts: ReplayParts,
): Promise<SentSteps> => {
  const { isSameTarget, seed, isLiteral = false, requestsMax, isApart = false, days } = parts;
  const log = replayLog();
  const options = { trace: then, steps, clause, isLiteral, isSameTarget, seed, requestsMax, isApart, days };
  const flow = replayFlow(options, log);
  const recorded = await parts.record(flow);
  const exact = then.flow === importedFlow ? withEdited(recorded, log) : recorded;
  const trace = parts.share(exact);
  const exchange = trace.exchanges[log.sentAs.get(about) ?? -1];
  return { exact, trace, exchange, notes: [...log.notes, ...log.deviations], log };
};

/** Never throws. */
export const replay = async ({ clause, finding, trace: then }: Sought, parts: ReplayParts): Promise<Replayed> => {
  const { isSameTarget } = parts;
  const steps = stepsOf(then, { clause, finding }, parts.steps);
  const { log, ...sent } = await sendSteps({ trace: then, clause }, { steps, about: finding.exchange }, parts);
  const { trace, exchange } = sent;
  const verdict = judge(clause, trace);
  const came = { ...sent, verdict };
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

/** Never throws. `same`: the exchange ends as it did then; `fixed`: it succeeds now. */
export const replayEnding = async (
  { ended: about, trace: then }: SoughtEnding,
  parts: ReplayParts,
): Promise<ReplayedEnding> => {
  const steps = stepsTo(then, about, parts.steps);
  const { log, ...sent } = await sendSteps({ trace: then }, { steps, about: about.index }, parts);
  const { trace, exchange, notes } = sent;
  const ended = { operation: about.operation, then: endingText(about), now: exchange && endingText(exchange) };
  const came = { ...sent, ended };
  const end =
    exchange && trace.error === undefined && trace.stopped === undefined ? endingNow(about, exchange) : undefined;
  const [deviation] = log.deviations;
  const [unrepeatable] = exchange ? [] : log.unrepeatable.values();
  if (end === 'same')
    return { ...came, outcome: 'same', notes: [...notes, ...otherMessage(parts.share(then), about, exchange)] };
  const doubt = end === undefined ? (troubleOf(trace, exchange) ?? 'nothing shows it') : undefined;
  const reason = unrepeatable ?? doubt ?? deviation;
  return {
    ...came,
    outcome: reason === undefined ? (end ?? 'unclear') : 'unclear',
    ...(reason !== undefined && { reason }),
  };
};

/** What is sent for it. */
export const stepsSought = (sought: AnySought, chosen?: readonly number[]): Step[] =>
  'ended' in sought ? stepsTo(sought.trace, sought.ended, chosen) : stepsOf(sought.trace, sought, chosen);

/** Never throws. */
export const replayAny = (sought: AnySought, parts: ReplayParts): Promise<AnyReplayed> =>
  'ended' in sought ? replayEnding(sought, parts) : replay(sought, parts);

/** In a few words. */
export const aboutText = (sought: AnySought): string =>
  'ended' in sought ? `${sought.ended.operation}, ${endingText(sought.ended)}` : sought.clause;
