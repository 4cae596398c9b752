/** Traces in, verdicts out. Never sends, never reads a clock. */
import { createHash } from 'node:crypto';
import {
  type Check,
  check as checkFor,
  exchangesOf,
  lastingPlace,
  type Mismatch,
  type Opinion,
  pathText,
  type Subject,
  type Unshown,
} from './check.ts';
import { classesShown } from './classes-shown.ts';
import { classesText } from './clause-classes.ts';
import { type ClauseId, isPartnerClauseId } from './clauses.ts';
import { asJudged, IntentUnknown } from './imported-trace.ts';
import { errorCodeOf, outcomeOf } from './outcome.ts';
import type { PartnerClause } from './partner-clause.ts';
import { isAuthorized } from './subjects.ts';
import { checkOf } from './topics.ts';
import type { Exchange, Trace } from './trace.ts';
import type { Finding, Verdict } from './verdict.ts';

type MismatchPlace = Pick<Mismatch, 'exchange' | 'path'>;

/** What a fingerprint is made of besides the clause: no prose, index or value, so that it lasts between runs. */
const lastingOf = (at: MismatchPlace): string => `${at.exchange.operation}\n${lastingPlace(at)}`;

export const fingerprint = (clause: ClauseId, at: MismatchPlace): string =>
  createHash('sha256')
    .update(`${clause}\n${lastingOf(at)}`)
    .digest('hex')
    .slice(0, 12);

const findingsOf = (clause: ClauseId, mismatches: readonly Mismatch[]): Finding[] =>
  // Grouped by what a fingerprint is made of: hashing every record of a long list takes seconds.
  [...Map.groupBy(mismatches, lastingOf).values()].flatMap(([first, ...more]) =>
    first
      ? [
          {
            fingerprint: fingerprint(clause, first),
            operation: first.exchange.operation,
            place: lastingPlace(first),
            where: pathText(first.path),
            exchange: first.exchange.index,
            expected: first.expected,
            actual: first.actual,
            count: 1 + more.length,
          },
        ]
      : [],
  );

/** What troubled a subject; undefined when nothing did. */
const troubleOf = (subject: Subject): string | undefined => {
  for (const exchange of exchangesOf(subject)) {
    const outcome = outcomeOf(exchange);
    if (outcome.kind === 'trouble') return `${exchange.operation}: ${outcome.trouble}`;
  }
  return undefined;
};

const isUnshown = (opinion: Opinion): opinion is Unshown => opinion !== undefined && 'unshown' in opinion;

const mismatchesOf = (opinion: Opinion): readonly Mismatch[] => {
  if (opinion === undefined || isUnshown(opinion)) return [];
  return Array.isArray(opinion) ? opinion : [opinion as Mismatch];
};

/** What refused every request of the operation that a clause is named after, or of a calculation before it. */
const refusalOf = (clause: ClauseId, { exchanges }: Trace): string | undefined => {
  const [operation = ''] = clause.split('.');
  const asks = exchanges.filter(
    (each) => isAuthorized(each) && (each.operation === operation || each.operation === `${operation}-calculation`),
  );
  const last = asks.at(-1);
  if (!last || asks.some((each) => outcomeOf(each).kind !== 'refusal')) return undefined;
  return `${last.operation} was refused with ${errorCodeOf(last) ?? `HTTP ${last.response?.status}`}`;
};

/** The intent is unknown, the story ended, or trouble or a refusal prevented the subject. */
const emptiness = (clause: ClauseId, trace: Trace): Pick<Verdict, 'because' | 'reason'> => {
  const { stopped, exchanges, unsaid } = trace;
  if (unsaid?.includes(clause)) return { because: 'unshown', reason: "this target's request cannot say it" };
  const trouble = exchanges.map(troubleOf).find((text) => text !== undefined);
  if (!stopped && trouble !== undefined) return { because: 'trouble', reason: trouble };
  if (!stopped) {
    const reason = refusalOf(clause, trace) ?? `nothing that ${trace.flow} sent or was answered shows it`;
    return { because: 'nothing', reason };
  }
  return { because: stopped.because === 'refused' ? 'nothing' : stopped.because, reason: stopped.reason };
};

const opinionOf = (check: Check, subject: Subject, trace: Trace): Opinion => {
  try {
    return check.then(subject, trace);
  } catch (thrown) {
    if (thrown instanceof IntentUnknown) return { unshown: thrown.message };
    throw thrown;
  }
};

const judged = (clause: ClauseId, check: Check, recorded: Trace): Omit<Verdict, 'clause' | 'flow'> => {
  const trace = asJudged(recorded);
  const subjects = check.given(trace);
  const troubles = subjects.map((subject) => (check.isAboutTrouble?.(subject) ? undefined : troubleOf(subject)));
  const sound = subjects.filter((_, i) => troubles[i] === undefined);
  const opinions = sound.map((subject) => opinionOf(check, subject, trace));
  const findings = findingsOf(clause, opinions.flatMap(mismatchesOf));
  const decisive = sound.filter((_, i) => !isUnshown(opinions[i]));
  // Classes are read from intents, which an imported trace lacks.
  const cells =
    trace === recorded && !isPartnerClauseId(clause) ? classesText(classesShown(clause, decisive, trace)) : '';
  const base = { subjects: sound.length, findings, ...(cells !== '' && { cells }) };
  if (findings.length > 0 && recorded.isClockOfOthers) {
    const reason = 'another run moved the clock of the target meanwhile';
    return { ...base, findings: [], outcome: 'inconclusive', because: 'trouble', reason };
  }
  if (findings.length > 0) return { ...base, outcome: 'fail' };

  const trouble = troubles.filter((text) => text !== undefined);
  if (trouble.length > 0) {
    const reason = `${trouble.length} of ${subjects.length} in trouble, first ${trouble[0]}`;
    return { ...base, outcome: 'inconclusive', because: 'trouble', reason };
  }
  const unshown = opinions.filter(isUnshown);
  if (unshown[0] && unshown.length === opinions.length) {
    const { unshown: reason, isMissed } = unshown.find((each) => each.isMissed) ?? unshown[0];
    return { ...base, outcome: 'inconclusive', because: isMissed ? 'nothing' : 'unshown', reason };
  }
  if (sound.length === 0) return { ...base, outcome: 'inconclusive', ...emptiness(clause, trace) };
  return { ...base, outcome: 'pass' };
};

const broke = (reason: string): Omit<Verdict, 'clause' | 'flow'> => ({
  outcome: 'error',
  subjects: 0,
  findings: [],
  reason,
});

const lackOf = (clause: ClauseId): string =>
  isPartnerClauseId(clause)
    ? `the check of ${clause} stands in the target file, and the run has kept no verdict of it`
    : `clause ${clause} has no check`;

const statementOf = ({ section, basis, text, severity }: PartnerClause): Verdict['statement'] => ({
  section,
  basis,
  text,
  ...(severity && { severity }),
});

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/**
 * Judges one clause in one trace.
 *
 * A flow that threw, and a check that throws, is our fault: `error`, never `fail`. A troubled subject makes the verdict
 * inconclusive unless another subject shows the clause broken.
 *
 * @param own The clauses of the target file. Without them its verdicts are those that the trace has kept.
 */
export const judge = (clause: ClauseId, trace: Trace, own: readonly PartnerClause[] = []): Verdict => {
  const ofTarget = own.find(({ id }) => id === clause);
  const kept = isPartnerClauseId(clause) && !ofTarget && trace.verdicts?.find((each) => each.clause === clause);
  if (kept) return { ...kept, flow: trace.flow };
  const about = {
    clause,
    ...(ofTarget && { statement: statementOf(ofTarget) }),
    flow: trace.flow,
    ...(trace.resumed && { runs: trace.resumed.runs }),
  };
  const check: Check | undefined = ofTarget ? checkFor<Exchange>(ofTarget) : checkOf(clause);
  if (trace.error) return { ...about, ...broke(`the flow broke: ${trace.error.message}`) };
  if (!check && trace.stopped && isPartnerClauseId(clause)) {
    return { ...about, outcome: 'inconclusive', subjects: 0, findings: [], ...emptiness(clause, trace) };
  }
  if (!check) return { ...about, ...broke(lackOf(clause)) };
  try {
    return { ...about, ...judged(clause, check, trace) };
  } catch (thrown) {
    if (thrown instanceof IntentUnknown) {
      return {
        ...about,
        outcome: 'inconclusive',
        because: 'unshown',
        subjects: 0,
        findings: [],
        reason: thrown.message,
      };
    }
    return { ...about, ...broke(`the check broke: ${messageOf(thrown)}`) };
  }
};
