/** From verdicts to one standing per clause, and from standings to the gate's verdict and exit code. */
import { isGating } from './clause.ts';
import { type ClauseId, clause as clauseOf } from './clauses.ts';
import type { Verdict, VerdictOutcome } from './verdict.ts';

export const exitCodes = { pass: 0, fail: 1, usage: 2, unmeasured: 3, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** How one clause stands over all flows that exercise it. */
export type Standing = {
  readonly clause: ClauseId;
  readonly outcome: VerdictOutcome;
  /** The verdict that decided. */
  readonly decisive: Verdict;
  readonly verdicts: readonly Verdict[];
};

/**
 * The worst first. Trouble in one flow stands above a pass in another: what could not be measured is not passed.
 * A clause that one flow could not exercise for lack of something is passed by the flow that could.
 */
const rank = ({ outcome, because }: Verdict): number => {
  if (outcome === 'fail') return 0;
  if (outcome === 'error') return 1;
  if (because === 'trouble') return 2;
  if (outcome === 'pass') return 3;
  return because === 'nothing' ? 4 : 5;
};

/** One standing per clause, in the order in which the clauses first appear. */
export const standings = (verdicts: readonly Verdict[]): Standing[] =>
  [...Map.groupBy(verdicts, ({ clause }) => clause)].map(([clause, ofClause]) => {
    const decisive = ofClause.reduce((worst, each) => (rank(each) < rank(worst) ? each : worst));
    return { clause, outcome: decisive.outcome, decisive, verdicts: ofClause };
  });

export const isGatingStanding = ({ clause }: Standing): boolean => isGating(clauseOf(clause));

/** Those on clauses that fail a gate before those that warn; else in their order. */
export const gatingFirst = (verdicts: readonly Verdict[]): Verdict[] => {
  const gates = ({ clause }: Verdict): boolean => isGating(clauseOf(clause));
  return [...verdicts.filter(gates), ...verdicts.filter((each) => !gates(each))];
};

/** Inconclusive although the target could have shown it: too little evidence for a gate. */
export const lacksEvidence = ({ outcome, decisive }: Standing): boolean =>
  outcome === 'inconclusive' && (decisive.because === 'trouble' || decisive.because === 'nothing');

export type GateVerdict = 'pass' | 'fail' | 'inconclusive';

/**
 * The gate: `fail` when a documented clause or a reading is broken; `inconclusive` when we broke, when a gating clause
 * lacks evidence, or when none passed; else `pass`. Derived clauses only warn.
 */
export const gateVerdict = (all: readonly Standing[]): GateVerdict => {
  const gating = all.filter(isGatingStanding);
  if (gating.some(({ outcome }) => outcome === 'fail')) return 'fail';
  if (all.some(({ outcome }) => outcome === 'error') || gating.some(lacksEvidence)) return 'inconclusive';
  const judgedOnlyDerived = gating.length === 0 && all.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  return judgedOnlyDerived || gating.some(({ outcome }) => outcome === 'pass') ? 'pass' : 'inconclusive';
};

/** Where something of ours was in the way, what was judged holds, but nobody knows what else there was. */
export const withWarnings = (verdict: GateVerdict, warnings: readonly string[]): GateVerdict =>
  verdict === 'pass' && warnings.length > 0 ? 'inconclusive' : verdict;

export const exitCodeOf = (verdict: GateVerdict): ExitCode =>
  ({ pass: exitCodes.pass, fail: exitCodes.fail, inconclusive: exitCodes.unmeasured })[verdict];
