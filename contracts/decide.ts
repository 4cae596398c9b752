/** From verdicts and a policy to the decision and the verdict of a run, whether new or stored. */

import { type Area, areaNamed, areaOfClause, areas, showsItsArea } from './areas.ts';
import { topicOf } from './clause.ts';
import { type ClauseId, presentId } from './clauses.ts';
import { dayMs } from './durations.ts';
import { type PendingId, pendingIds } from './pending.ts';
import { type Decision, isAbout, isOver, type Waiver, type WaiverState } from './policy.ts';
import { isJudged, lacksEvidence, madeUpFor, type Standing, standings } from './standing.ts';
import type { GateVerdict, Verdict } from './verdict.ts';

/** What a run is compared with. */
export type Earlier = {
  readonly run: string;
  readonly startedAt: string;
  readonly broken: readonly ClauseId[];
  /** Its findings, by fingerprint; undefined where a stored decision does not say. */
  readonly found: readonly string[] | undefined;
};

/** What decides besides the verdicts; a stored decision holds the same. */
export type Terms = Omit<Decision, 'lacking' | 'unjudged' | 'waivers' | 'flaky' | 'since'> & {
  /** Of this target alone. */
  readonly waivers: readonly Waiver[];
  readonly since?: Earlier | undefined;
};

const brokenIn = (all: readonly Standing[]): ClauseId[] =>
  all.flatMap(({ clause, outcome }) => (outcome === 'fail' ? clause : []));

type NewCause = NonNullable<NonNullable<Decision['since']>['newCauses']>[number];

/** Of each clause that is broken, one a fingerprint. */
const causesIn = (all: readonly Standing[]): NewCause[] => {
  const causes = all
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap(({ clause, verdicts }) =>
      verdicts.flatMap(({ findings }) =>
        findings.map(({ operation, fingerprint }) => ({ clause, operation, fingerprint })),
      ),
    );
  return [...new Map(causes.map((each) => [each.fingerprint, each])).values()];
};

/** What a later run is compared with. */
export const earlierOf = ({ id, startedAt, verdicts }: Decidable & { readonly id: string }): Earlier => {
  const all = standings(verdicts);
  return {
    run: id,
    startedAt,
    broken: brokenIn(all),
    found: causesIn(all).map(({ fingerprint }) => fingerprint),
  };
};

const comparedWith = ({ run, startedAt, broken, found }: Earlier, all: readonly Standing[]): Decision['since'] => {
  const now = brokenIn(all);
  const held = new Set(all.flatMap(({ clause, outcome }) => (outcome === 'pass' ? clause : [])));
  const ended = broken.filter((each) => !now.includes(each));
  return {
    run,
    startedAt,
    new: now.filter((each) => !broken.includes(each)),
    still: now.filter((each) => broken.includes(each)),
    fixed: ended.filter((each) => held.has(each)),
    unexercised: ended.filter((each) => !held.has(each)),
    ...(found && {
      found: [...found],
      newCauses: causesIn(all).filter((each) => broken.includes(each.clause) && !found.includes(each.fingerprint)),
    }),
  };
};

/** The areas that a run has clauses of, and has judged nothing of them. */
export const unjudgedIn = (all: readonly Standing[]): Area[] => {
  const counting = all.filter(({ clause }) => showsItsArea(clause));
  const ofArea = Map.groupBy(counting, ({ clause }) => areaOfClause(clause));
  return areas.filter((area) => ofArea.get(area)?.some(isJudged) === false);
};

/** Clauses that pass only because a flow was walked once more. */
const flakyIn = (all: readonly Standing[]): ClauseId[] =>
  all.flatMap(({ clause, outcome, verdicts }) => (outcome === 'pass' && madeUpFor(verdicts).length > 0 ? clause : []));

const stateOf = (waiver: Waiver, all: readonly Standing[], day: string): WaiverState => {
  const standing = all.find(({ clause }) => clause === presentId(waiver.clause));
  if (!standing) return 'idle';
  const { clause, verdicts } = standing;
  const isThere = verdicts.some(({ outcome, findings }) =>
    findings.some((each) => outcome === 'fail' && isAbout(waiver, clause, each)),
  );
  if (isThere) return isOver(waiver, day) ? 'expired' : 'covers';
  return isJudged(standing) ? 'stale' : 'idle';
};

type DecisionTerms = Pick<Decision, 'requires' | 'quotas' | 'obligationDays' | 'settled'>;
type Lack = Decision['lacking'][number];

/** In the words of the judge. Trouble comes before a missing setting, which would not have helped. */
const mostOften = (all: readonly Standing[]): string => {
  const troubled = all.filter(({ decisive }) => decisive.because === 'trouble');
  const reasons = (troubled.length > 0 ? troubled : all).flatMap(({ decisive }) => decisive.reason ?? []);
  const [, [first] = []] = [...Map.groupBy(reasons, (each) => each)].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  return first ?? 'no flow of this run shows it: npx --no -- preflight gate --dry-run lists what is sent';
};

const isPending = (flow: string): boolean => pendingIds.includes(flow as PendingId);

/** Whether only a later run can judge it: the flows that could do so at once need what the target lacks. */
const isTakingADay = ({ verdicts }: Standing): boolean =>
  verdicts.some(({ flow }) => isPending(flow)) &&
  verdicts.every(({ flow, because }) => isPending(flow) || because === 'needs');

const daysText = (ms: number): string => {
  const days = Math.floor(ms / dayMs);
  return ms > days * dayMs ? `more than ${days} days` : `${days} days`;
};

/** Why the last verdict about a clause that takes a day no longer counts; undefined while it counts. */
const ageLack = (
  standing: Standing,
  { obligationDays, settled = [] }: DecisionTerms,
  atMs: number,
): string | undefined => {
  const here = standing.verdicts.flatMap(({ runs, outcome }) =>
    runs && isJudged({ outcome }) ? [{ run: runs.settledBy, at: runs.settledAt, isBroken: false }] : [],
  );
  const before = settled
    .filter(({ clause }) => clause === standing.clause)
    .map(({ run, at, outcome }) => ({ run, at, isBroken: outcome === 'fail' }));
  const [last] = [...here, ...before].sort((a, b) => (a.at < b.at ? 1 : -1));
  const wayOut = 'npx --no -- preflight obligations lists what waits, npx --no -- preflight gate --due settles it';
  if (!last) return `it takes a day and no run has judged it yet: ${wayOut}`;
  if (last.isBroken) return `run ${last.run} found it broken, and no run has judged it since: ${wayOut}`;
  // The clock of a test environment may have been turned back since.
  const age = Math.abs(atMs - Date.parse(last.at));
  if (obligationDays === undefined || age <= obligationDays * dayMs) return undefined;
  return `its last verdict, of run ${last.run}, is ${daysText(age)} old, and ${obligationDays} are allowed: ${wayOut}`;
};

const isOf = (name: string, id: ClauseId): boolean => {
  const area = areaNamed(name);
  return area ? areaOfClause(id) === area && showsItsArea(id) : id === presentId(name) || topicOf(id) === name;
};

const requirementLack = (name: string, all: readonly Standing[], asked: DecisionTerms, atMs: number): Lack[] => {
  const meant = all.filter(({ clause }) => isOf(name, clause));
  if (meant.some(isJudged)) return [];
  if (meant.some((each) => isTakingADay(each) && ageLack(each, asked, atMs) === undefined)) return [];
  const which = meant.length === 1 ? 'it' : `none of its ${meant.length} clauses`;
  return [{ what: name, reason: `${which} was judged; ${mostOften(meant)}`.replace(/^it was/, 'it was not') }];
};

const quotaLack = (name: string, quota: number, all: readonly Standing[]): Lack[] => {
  const meant = all.filter(({ clause }) => areaOfClause(clause) === areaNamed(name));
  const judged = meant.filter(isJudged).length;
  if (judged >= quota) return [];
  const rest = meant.filter((each) => !isJudged(each));
  return [{ what: `quota of ${name}`, reason: `${judged} of ${quota} clauses were judged; ${mostOften(rest)}` }];
};

/** @param at When the run began. */
const lackingIn = (all: readonly Standing[], asked: DecisionTerms, at: string): Lack[] => {
  const atMs = Date.parse(at);
  const ages =
    asked.obligationDays === undefined
      ? []
      : all.filter(isTakingADay).flatMap((each): Lack[] => {
          const reason = ageLack(each, asked, atMs);
          return reason === undefined ? [] : [{ what: each.clause, reason }];
        });
  const required = asked.requires
    .filter((name) => !ages.some(({ what }) => what === name))
    .flatMap((name) => requirementLack(name, all, asked, atMs));
  const quotas = Object.entries(asked.quotas ?? {}).flatMap(([name, quota]) => quotaLack(name, quota, all));
  return [...required, ...quotas, ...ages];
};

/**
 * The gate: `fail` when a clause that gates is broken and not waived; `inconclusive` when we broke, when a gating
 * clause lacks evidence, or when none was judged; else `pass`. Other clauses only warn.
 */
const verdictOf = (all: readonly Standing[]): GateVerdict => {
  const gating = all.filter(({ weight }) => weight !== 'warns');
  if (gating.some((each) => each.outcome === 'fail' && each.weight === 'fails')) return 'fail';
  if (all.some(({ outcome }) => outcome === 'error') || gating.some(lacksEvidence)) return 'inconclusive';
  return (gating.length === 0 ? all : gating).some(isJudged) ? 'pass' : 'inconclusive';
};

/** With a warning, or a requirement that was not met, other clauses may be broken. */
const withoutPass = (verdict: GateVerdict, ...lacks: readonly (readonly unknown[])[]): GateVerdict =>
  verdict === 'pass' && lacks.some(({ length }) => length > 0) ? 'inconclusive' : verdict;

type DecidedBy = {
  /** Undefined: the bases that gate by default, without waivers. */
  readonly policy?: Terms | undefined;
  readonly startedAt: string;
  readonly warnings?: readonly string[] | undefined;
};

/** The one place that makes the verdict of a run; the exit code follows from the verdict (`exit-codes.ts`). */
export const decide = (
  verdicts: readonly Verdict[],
  { policy, startedAt, warnings = [] }: DecidedBy,
): { readonly decision?: Decision; readonly verdict: GateVerdict } => {
  const plain = standings(verdicts);
  if (!policy) return { verdict: withoutPass(verdictOf(plain), warnings) };
  const { waivers, since, ...terms } = policy;
  const day = startedAt.slice(0, 10);
  const rules = {
    gates: terms.gates,
    waivers: waivers.map((each) => ({ ...each, state: stateOf(each, plain, day) })),
  };
  const all = standings(verdicts, rules);
  const unjudged = unjudgedIn(all);
  const lacking = lackingIn(all, terms, startedAt);
  const decision: Decision = {
    ...terms,
    ...rules,
    flaky: flakyIn(all),
    lacking,
    unjudged,
    allowedUnjudged: terms.allowedUnjudged.filter((each) => unjudged.includes(each)),
    ...(since && { since: comparedWith(since, all) }),
  };
  return { decision, verdict: withoutPass(verdictOf(all), warnings, lacking) };
};

type Decidable = {
  readonly verdicts: readonly Verdict[];
  readonly startedAt: string;
  readonly warnings?: readonly string[] | undefined;
};

/** @returns The record with the decision and the verdict that the policy makes of it. */
export const decided = <R extends Decidable>(record: R, policy: Terms): R => ({
  ...record,
  ...decide(record.verdicts, { ...record, policy }),
});

/** The terms that a stored decision was made by. */
export const termsOfDecision = ({ lacking, unjudged, waivers, flaky, since, ...terms }: Decision): Terms => ({
  ...terms,
  waivers: waivers.map(({ state, ...waiver }) => waiver),
  ...(since && {
    since: {
      run: since.run,
      startedAt: since.startedAt,
      broken: [...since.still, ...since.fixed, ...since.unexercised],
      found: since.found,
    },
  }),
});

/** The option that lets areas stay unjudged. */
export const allowing = (which: readonly Area[]): string => `--allow-unjudged ${which.join(',')}`;
