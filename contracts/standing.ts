/** How one clause stands over all flows that exercise it, and what it does to the gate. */

import { gatingBases, type Severity, severities } from './clause.ts';
import { type ClauseId, clause as clauseOf } from './clauses.ts';
import { type Decision, isAbout } from './policy.ts';
import type { Finding, Verdict, VerdictOutcome } from './verdict.ts';

/** What a broken clause does to the gate; without a decision the bases that gate by default count. */
export type GatingRules = Pick<Decision, 'gates' | 'severity' | 'waivers'>;

/** What a clause does to the gate when it is broken. */
export type Weight = 'fails' | 'warns' | 'waived';

/** How one clause stands over all flows that exercise it. */
export type Standing = {
  readonly clause: ClauseId;
  readonly outcome: VerdictOutcome;
  /** `waived` where it is broken, and every failure of it is accepted. */
  readonly weight: Weight;
  readonly decisive: Verdict;
  readonly verdicts: readonly Verdict[];
};

/** The waiver that covers a failure; undefined where none does, or only one that is over. */
export const waiverOf = (
  clause: ClauseId,
  finding: Finding,
  rules: GatingRules | undefined,
): Decision['waivers'][number] | undefined =>
  rules?.waivers.find((each) => each.state === 'covers' && isAbout(each, clause, finding));

const isWaived = ({ clause, outcome, findings }: Verdict, rules: GatingRules | undefined): boolean =>
  outcome === 'fail' && findings.length > 0 && findings.every((each) => waiverOf(clause, each, rules));

/** Whether a clause of this basis fails the gate. */
export const isGating = ({ clause, statement }: Pick<Verdict, 'clause' | 'statement'>, rules?: GatingRules): boolean =>
  (rules?.gates ?? gatingBases).includes(clauseOf(clause, statement).basis);

/** As the policy has it, else as it stands beside the text. */
export const severityOf = (
  { clause, statement }: Pick<Verdict, 'clause' | 'statement'>,
  rules?: GatingRules,
): Severity => rules?.severity?.[clause] ?? clauseOf(clause, statement).severity;

/** The worst first, else in their order. */
export const bySeverity = <Each extends { readonly severity: Severity }>(all: readonly Each[]): Each[] =>
  severities.flatMap((severity) => all.filter((each) => each.severity === severity));

const suffix = '-again';

/** A flow that is walked once more after trouble has a name of its own: each attempt is kept and judged by itself. */
export const againOf = (flow: string): string => `${flow}${suffix}`;

export const originalOf = (name: string): string => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);

/** Held or broken: its subjects were there, and nothing was in the way. */
export const isJudged = ({ outcome }: { readonly outcome: VerdictOutcome }): boolean =>
  outcome === 'pass' || outcome === 'fail';

/**
 * The verdicts on one clause that met trouble where the same flow, walked once more, judged the clause. Only trouble is
 * replaced in this way: a failure of either attempt stays a failure.
 */
export const madeUpFor = (ofClause: readonly Verdict[]): Verdict[] => {
  const judged = new Set(ofClause.filter(isJudged).map(({ flow }) => flow));
  return ofClause.filter(({ flow, because }) => because === 'trouble' && judged.has(againOf(flow)));
};

/**
 * The worst first. Trouble in one flow stands above a pass in another: what could not be measured is not passed. A
 * failure that is waived hides neither trouble nor an error. Where one flow lacked what a clause needs, the flow that
 * exercised the clause passes it. Where a flow met trouble and a second walk of the same flow judged the clause, the
 * second walk counts.
 */
const rank = (verdict: Verdict, rules: GatingRules | undefined): number => {
  const { outcome, because } = verdict;
  if (outcome === 'fail') return isWaived(verdict, rules) ? 3 : 0;
  if (outcome === 'error') return 1;
  if (because === 'trouble') return 2;
  if (outcome === 'pass') return 4;
  return because === 'nothing' ? 5 : 6;
};

/** One standing per clause, in the order in which the clauses first appear. */
export const standings = (verdicts: readonly Verdict[], rules?: GatingRules): Standing[] =>
  [...Map.groupBy(verdicts, ({ clause }) => clause)].map(([clause, ofClause]) => {
    const madeUp = madeUpFor(ofClause);
    const counting = ofClause.filter((each) => !madeUp.includes(each));
    const decisive = counting.reduce((worst, each) => (rank(each, rules) < rank(worst, rules) ? each : worst));
    const weight = isWaived(decisive, rules) ? 'waived' : isGating(decisive, rules) ? 'fails' : 'warns';
    return { clause, outcome: decisive.outcome, weight, decisive, verdicts: ofClause };
  });

/** One per clause of a run, by what was decided of it. */
export const standingsOf = (record: {
  readonly verdicts: readonly Verdict[];
  readonly decision?: Decision | undefined;
}): Standing[] => standings(record.verdicts, record.decision);

export const isGatingStanding = ({ weight }: Standing): boolean => weight === 'fails';

/** Inconclusive although the target could have shown it: too little evidence for a gate. */
export const lacksEvidence = ({ outcome, decisive }: Standing): boolean =>
  outcome === 'inconclusive' && (decisive.because === 'trouble' || decisive.because === 'nothing');

/** More are left to the traces, which hold them too: a reader does not open a hundred files. */
const bundlesMax = 36;

/** Of the findings that the folder of a run holds a bundle of: the first, those that fail a gate before others. */
export const bundledIn = (verdicts: readonly Verdict[]): ReadonlySet<string> => {
  const inOrder = [true, false].flatMap((gates) => verdicts.filter((each) => isGating(each) === gates));
  const found = new Set(inOrder.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  return new Set([...found].slice(0, bundlesMax));
};
