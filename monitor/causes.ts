/** What one run showed of each cause: contract failures, trouble of the service or our network, and our own errors. */
import type { Severity } from '../contracts/clause.ts';
import { type ClauseId, presentId } from '../contracts/clauses.ts';
import { blindness, downCause, loginRefused } from '../contracts/first-step.ts';
import type { SeenInIncident } from '../contracts/incident.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { isJudged, type Standing, severityOf } from '../contracts/standing.ts';
import type { CauseRow, IncidentKind } from '../history/tables.ts';
import { summary } from '../reports/summary.ts';
import { isAllTrouble, type Trouble, type Troubles, troubleSeen, troubleText } from './troubles.ts';

/** What one run showed of a cause; a run that could not show it counts as neither. */
type ShownResult = 'failed' | 'passed';

/** The newest at the end, as the store keeps it: `F` and `P`. */
export type CauseState = { readonly recent: string; readonly isOpen: boolean };

export type CauseRules = {
  /** So many failures in a row open it … */
  readonly inRow: number;
  /** … or so many of the last ones. */
  readonly failures: number;
  readonly ofLast: number;
  /** So many passes in a row close it. */
  readonly passes: number;
};

export const defaultRules: CauseRules = { inRow: 3, failures: 5, ofLast: 12, passes: 2 };

export const noCause: CauseState = { recent: '', isOpen: false };

const letterOf: Readonly<Record<ShownResult, string>> = { failed: 'F', passed: 'P' };

const opens = (recent: string, { inRow, failures, ofLast }: CauseRules, isConfirmed: boolean): boolean =>
  (isConfirmed && recent.endsWith('FF')) ||
  recent.endsWith('F'.repeat(inRow)) ||
  (recent.endsWith('F') && recent.slice(-ofLast).replaceAll('P', '').length >= failures);

/**
 * @param isConfirmed Whether it failed again when it was run once more at once. A probe that runs less often than
 *   hourly does not wait for the next days.
 */
export const afterRun = (
  { recent: before, isOpen }: CauseState,
  shown: ShownResult,
  { rules = defaultRules, isConfirmed = false }: { readonly rules?: CauseRules; readonly isConfirmed?: boolean } = {},
): CauseState & { readonly change: 'opens' | 'closes' | undefined } => {
  const keptMax = Math.max(rules.ofLast, rules.inRow, rules.passes);
  const recent = `${before}${letterOf[shown]}`.slice(-keptMax);
  if (!isOpen && opens(recent, rules, isConfirmed)) return { recent, isOpen: true, change: 'opens' };
  const closes = isOpen && recent.endsWith('P'.repeat(rules.passes));
  // What has ended counts no more: else one failure would open it again.
  if (closes) return { recent: '', isOpen: false, change: 'closes' };
  return { recent, isOpen, change: undefined };
};

/** A cause that a run could show. */
export type SeenCause = {
  readonly cause: string;
  readonly kind: IncidentKind;
  readonly shown: ShownResult;
  /** In a line, as an alert begins. */
  readonly title: string;
  readonly clauses: readonly ClauseId[];
  /** Of clauses, the worst; `major` where it is left out. */
  readonly severity?: Severity;
} & Pick<
  SeenInIncident,
  'trouble' | 'operations' | 'expected' | 'actual' | 'sentence' | 'requestId' | 'isNetworkUnchecked'
>;

type Ran = {
  readonly record: RunRecord;
  readonly troubles: Troubles;
  /** Causes that were seen lately. */
  readonly known: readonly Pick<CauseRow, 'cause' | 'kind'>[];
  /** An independent host could not be reached, either. */
  readonly isNetworkOurs: boolean;
  /** It only settles what was left behind. */
  readonly isSettling?: boolean;
};

const namesMax = 4;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, namesMax).join(', ');
  return names.length > namesMax ? `${shown} and ${names.length - namesMax} more` : shown;
};

const contractCause = (clause: string, fingerprint: string): string => `contract ${clause} ${fingerprint}`;

const broken = (all: readonly Standing[], { decision }: RunRecord): SeenCause[] =>
  all
    .filter(({ outcome, weight }) => outcome === 'fail' && weight === 'fails')
    .flatMap(({ clause, verdicts, decisive }) => {
      const findings = verdicts.flatMap((each) => each.findings);
      const byFingerprint = new Map(findings.map((finding) => [finding.fingerprint, finding]));
      return [...byFingerprint.values()].map(({ fingerprint, operation, place, expected, actual }) => ({
        cause: contractCause(clause, fingerprint),
        kind: 'contract' as const,
        shown: 'failed' as const,
        title: `${clause} is broken: ${operation} ${place}`,
        clauses: [clause],
        severity: severityOf(decisive, decision),
        operations: [operation],
        expected,
        actual,
        ...(decisive.statement && { sentence: decisive.statement.text }),
      }));
    });

/** A clause that was judged shows of each of its causes whether it is still there. */
const mended = (all: readonly Standing[], { known }: Ran, seen: readonly SeenCause[]): SeenCause[] =>
  known
    .filter(({ kind, cause }) => kind === 'contract' && !seen.some((each) => each.cause === cause))
    .flatMap(({ cause }) => {
      const [, clause = ''] = cause.split(' ');
      const standing = all.find((each) => each.clause === presentId(clause));
      if (!standing || !isJudged(standing)) return [];
      const title = `${standing.clause} holds`;
      return [{ cause, kind: 'contract' as const, shown: 'passed' as const, title, clauses: [standing.clause] }];
    });

const troubleCause = (kind: IncidentKind, cause: string, troubled: readonly Trouble[]): SeenCause => {
  const operations = [...new Set(troubled.map(({ operation }) => operation))];
  const [first] = troubled;
  return {
    cause,
    kind,
    shown: 'failed',
    title: `${first ? troubleText(first) : 'trouble'}, at ${listed(operations)}`,
    clauses: [],
    operations,
    ...(first && troubleSeen(first)),
  };
};

/** One for all that fails for want of a token, else one for each kind of trouble. */
const inTrouble = (ran: Ran): SeenCause[] => {
  const { troubled, answered, isLockedOut } = ran.troubles;
  const ofUs = ran.isNetworkOurs ? troubled.filter(({ isUnreached }) => isUnreached) : [];
  const ofService = troubled.filter((each) => !ofUs.includes(each));
  const ofTokens = ofService.filter(({ operation }) => operation === 'token');
  const kinds = Map.groupBy(ofTokens.length > 0 ? ofTokens : ofService, ({ trouble }) =>
    ofTokens.length > 0 ? 'token' : trouble,
  );
  const seen = [
    ...(ofUs.length > 0 ? [troubleCause('network', 'network', ofUs)] : []),
    ...[...kinds].map(([kind, all]) => troubleCause('service', `service ${kind}`, all)),
  ];
  // What does not answer at all is an outage, which the runs of all locations show together.
  if (isAllTrouble(ran.troubles) && ofUs.length === 0) return [];
  // While no token can be obtained, nothing is known of other trouble.
  if (answered === 0 || ofTokens.length > 0 || isLockedOut) return seen;
  const over = ran.known
    .filter(({ kind, cause }) => (kind === 'network' || kind === 'service') && cause !== downCause)
    .filter(({ cause }) => !seen.some((each) => each.cause === cause))
    .map(({ cause, kind }): SeenCause => ({ cause, kind, shown: 'passed', title: `${cause} is over`, clauses: [] }));
  return [...seen, ...over];
};

const ours = (all: readonly Standing[], { record, known }: Ran): SeenCause[] => {
  const errors = all.filter(({ outcome }) => outcome === 'error');
  const [first] = errors;
  const ownError = first?.decisive.reason ?? record.warnings?.[0];
  if (ownError !== undefined) {
    const clauses = errors.map(({ clause }) => clause);
    return [{ cause: 'ours', kind: 'ours', shown: 'failed', title: `our own error: ${ownError}`, clauses }];
  }
  return known.some(({ cause }) => cause === 'ours')
    ? [{ cause: 'ours', kind: 'ours', shown: 'passed', title: 'our own error is over', clauses: [] }]
    : [];
};

/**
 * Nothing was judged, or only what needs no token, and nothing else says why. Either the credentials are refused, or
 * the target lacks what the probe asks for. Without this cause no alert would be sent, because nothing is broken
 * either.
 */
const blind = (seen: readonly SeenCause[], ran: Ran): SeenCause[] => {
  const base = { cause: blindness, kind: 'ours' as const, clauses: [] };
  const why = whyBlind(ran);
  if (why === undefined) {
    const isKnown = ran.known.some(({ cause }) => cause === blindness);
    return isKnown ? [{ ...base, shown: 'passed', title: 'something was judged again' }] : [];
  }
  // What is settled may turn out not to be due yet.
  if (ran.isSettling || isAllTrouble(ran.troubles) || seen.some(({ shown }) => shown === 'failed')) return [];
  const title = `nothing was judged: ${why}`;
  return [{ ...base, shown: 'failed', title, ...(ran.troubles.isLockedOut && { trouble: loginRefused }) }];
};

/** Why a run shows nothing, in the words that most of its clauses say; undefined where it shows something. */
export const whyBlind = ({ record, troubles }: Pick<Ran, 'record' | 'troubles'>): string | undefined => {
  const { standings: all } = summary(record);
  if (all.some(isJudged) && !troubles.isLockedOut) return undefined;
  const reasons = all.filter((each) => !isJudged(each)).flatMap(({ decisive }) => decisive.reason ?? []);
  const [most] = [...Map.groupBy(reasons, (each) => each)].sort(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? 'no clause could be tested';
};

/** Causes that a run says nothing about are left out: they have neither failed nor passed. */
export const causesOf = (ran: Ran): SeenCause[] => {
  const { standings: all } = summary(ran.record);
  const failed = broken(all, ran.record);
  const seen = [...failed, ...mended(all, ran, failed), ...inTrouble(ran), ...ours(all, ran)];
  return [...seen, ...blind(seen, ran)];
};
