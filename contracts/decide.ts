/** From a run record and what a person asks of it to its decision and its verdict: pure, for a run that ends and one that is judged again. */
import { madeUpFor } from './again.ts';
import { type Area, areaOfClause, areas, tellsOfItsArea } from './areas.ts';
import type { ClauseId } from './clauses.ts';
import type { Decision } from './decision.ts';
import { lackingIn } from './lacking.ts';
import type { RunRecord } from './run-record.ts';
import { gateVerdict, isJudged, type Standing, standings, withLacks } from './standing.ts';
import { isAbout, isOver, type Waiver, type WaiverState } from './waiver.ts';

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

type Cause = NonNullable<NonNullable<Decision['since']>['newCauses']>[number];

/** Of each clause that is broken, one a fingerprint. */
const causesIn = (all: readonly Standing[]): Cause[] => {
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
export const earlierOf = ({ id, startedAt, verdicts }: RunRecord): Earlier => {
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
  const told = all.filter(({ clause }) => tellsOfItsArea(clause));
  const ofArea = Map.groupBy(told, ({ clause }) => areaOfClause(clause));
  return areas.filter((area) => ofArea.get(area)?.some(isJudged) === false);
};

/** Those that hold only by what was walked once more. */
const flakyIn = (all: readonly Standing[]): ClauseId[] =>
  all.flatMap(({ clause, outcome, verdicts }) => (outcome === 'pass' && madeUpFor(verdicts).length > 0 ? clause : []));

const stateOf = (waiver: Waiver, all: readonly Standing[], day: string): WaiverState => {
  const standing = all.find(({ clause }) => clause === waiver.clause);
  if (!standing) return 'idle';
  const { clause, verdicts } = standing;
  const isThere = verdicts.some(({ outcome, findings }) =>
    findings.some((each) => outcome === 'fail' && isAbout(waiver, clause, each)),
  );
  if (isThere) return isOver(waiver, day) ? 'expired' : 'covers';
  return isJudged(standing) ? 'stale' : 'idle';
};

/** @returns The record with what the terms make of it. */
export const decided = (record: RunRecord, { waivers, since, ...terms }: Terms): RunRecord => {
  const day = record.startedAt.slice(0, 10);
  const plain = standings(record.verdicts);
  const rules = {
    gates: terms.gates,
    waivers: waivers.map((each) => ({ ...each, state: stateOf(each, plain, day) })),
  };
  const all = standings(record.verdicts, rules);
  const unjudged = unjudgedIn(all);
  const lacking = lackingIn(all, terms, record.startedAt);
  const decision: Decision = {
    ...terms,
    ...rules,
    flaky: flakyIn(all),
    lacking,
    unjudged,
    allowedUnjudged: terms.allowedUnjudged.filter((each) => unjudged.includes(each)),
    ...(since && { since: comparedWith(since, all) }),
  };
  return { ...record, decision, verdict: withLacks(gateVerdict(all), record.warnings ?? [], lacking) };
};

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

/** What of an area a person types to say that nothing of it need be judged. */
export const allowing = (which: readonly Area[]): string => `--allow-unjudged ${which.join(',')}`;
