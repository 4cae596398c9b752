/** What one run showed of each cause: contract failures, trouble of the service or our network, and our own errors. */
import type { Severity } from '../contracts/clause.ts';
import { type ClauseId, presentId } from '../contracts/clauses.ts';
import { hourMs } from '../contracts/durations.ts';
import { blindness, downCause, loginRefused } from '../contracts/first-step.ts';
import { type SeenInIncident, seenIn } from '../contracts/incident.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { isJudged, type Standing, severityOf } from '../contracts/standing.ts';
import { iso } from '../history/history.ts';
import type { CauseRow, IncidentKind, IncidentRow } from '../history/tables.ts';
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

// What was seen of an incident, and whether what a run shows is part of it.

/** The run that shows it. */
export type ShownBy = {
  readonly probe: string;
  /** The shortest time between two slots of the probe. */
  readonly intervalMs?: number;
  /** Null where no run does, as of an error budget. */
  readonly runId: string | null;
  readonly now: number;
};

export const seenNow = (seen: SeenCause, { probe, now }: ShownBy): SeenInIncident => {
  const { cause, title, clauses, trouble, operations, sentence, expected, actual, requestId } = seen;
  return {
    probe,
    cause,
    title,
    firstAt: iso(now),
    lastAt: iso(now),
    endedAt: null,
    ...(clauses.length > 0 && { clauses: [...clauses] }),
    ...(trouble !== undefined && { trouble }),
    ...(operations !== undefined && { operations: [...operations] }),
    ...(sentence !== undefined && { sentence }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(requestId !== undefined && { requestId }),
    ...(seen.isNetworkUnchecked === true && { isNetworkUnchecked: true }),
  };
};

/** What an earlier version kept is of one cause. */
export const seenOf = (incident: IncidentRow): SeenInIncident[] => {
  const { probe, cause, title, openedAt, lastAt } = incident;
  const all = seenIn(incident);
  const only = { probe, cause, title, firstAt: iso(openedAt), lastAt: iso(lastAt), endedAt: null };
  return all.length > 0 ? all : [only];
};

/** An outage is seen by all probes together. */
export const isSame = (one: SeenInIncident, { cause }: Pick<SeenCause, 'cause'>, { probe }: ShownBy): boolean =>
  one.cause === cause && (one.probe === probe || cause === downCause);

const isOpen = ({ endedAt }: SeenInIncident): boolean => endedAt === null;

/** So many entries are kept: what flaps for days would fill the store. What is not over is always kept. */
const seenMax = 60;

const keptOf = (all: readonly SeenInIncident[]): SeenInIncident[] => {
  const dropped = new Set(all.filter((each) => !isOpen(each)).slice(0, Math.max(0, all.length - seenMax)));
  return all.filter((each) => !dropped.has(each));
};

/** The same trouble in other words, as with another status, is another entry of the history. */
export const withSeen = (all: readonly SeenInIncident[], seen: SeenCause, shown: ShownBy): SeenInIncident[] => {
  const at = all.findLastIndex((each) => isSame(each, seen, shown));
  const before = all[at];
  const now = seenNow(seen, shown);
  if (!before || before.title !== now.title) {
    const ended = all.map((each) => (each === before && isOpen(each) ? { ...each, endedAt: now.firstAt } : each));
    return keptOf([...ended, now]);
  }
  return all.with(at, { ...before, lastAt: now.lastAt, endedAt: null });
};

export const withEnded = (all: readonly SeenInIncident[], over: SeenCause, shown: ShownBy): SeenInIncident[] =>
  all.map((each) => (isSame(each, over, shown) && isOpen(each) ? { ...each, endedAt: iso(shown.now) } : each));

/** What breaks within an hour of the last change, or within three slots, is taken for the same. Later it is news. */
const isLately = (all: readonly SeenInIncident[], { now, intervalMs = hourMs }: ShownBy): boolean => {
  const changes = all.flatMap(({ firstAt, endedAt }) => [firstAt, endedAt ?? firstAt]).map(Date.parse);
  return now - Math.max(...changes) < Math.max(hourMs, 3 * intervalMs);
};

/** Another operation is in trouble, after an incident has been the same for a while. An outage is of all of them. */
export const isBroader = (
  incident: IncidentRow,
  { cause, kind, operations = [] }: SeenCause,
  shown: ShownBy,
): boolean => {
  const all = seenOf(incident);
  if (kind !== 'service' || cause === downCause || isLately(all, shown)) return false;
  const known = all.filter(isOpen).flatMap((each) => each.operations ?? []);
  return operations.some((each) => !known.includes(each));
};

const isOutage = ({ kind, cause }: Pick<SeenCause, 'kind' | 'cause'>): boolean =>
  kind === 'service' || cause === downCause;

/**
 * One outage is one incident in all its forms: refused logins in its course are part of it. Clauses that break
 * in one run, or soon after each other at one operation, have one cause. What comes long after the rest is another
 * incident: else one that a person has acknowledged weeks ago would swallow it.
 */
const belongsTo = (incident: IncidentRow, seen: SeenCause, shown: ShownBy): boolean => {
  const all = seenOf(incident);
  const open = all.filter(isOpen);
  const isRecent = isLately(all, shown);
  if (isRecent && all.some((each) => isSame(each, seen, shown))) return true;
  if (incident.kind === 'service')
    return (isOutage(seen) || seen.cause === blindness) && (isRecent || open.some((each) => each.cause === downCause));
  if (incident.kind !== 'contract' || seen.kind !== 'contract') return false;
  const isOfOneRun = shown.runId !== null && incident.runId === shown.runId;
  const isAlike = (one: SeenInIncident): boolean =>
    (isRecent || seen.clauses.some((each) => one.clauses?.includes(each))) &&
    (seen.operations ?? []).some((each) => one.operations?.includes(each));
  return isOfOneRun || open.some((each) => each.cause === seen.cause || isAlike(each));
};

/** The open incident that a cause is part of. What is over ends where it was seen, and in no other. */
export const incidentOf = (all: readonly IncidentRow[], seen: SeenCause, shown: ShownBy): IncidentRow | undefined => {
  const its = all.find((each) => seenOf(each).some((one) => isOpen(one) && isSame(one, seen, shown)));
  if (its || seen.shown === 'passed') return its;
  return all.find((each) => belongsTo(each, seen, shown));
};
