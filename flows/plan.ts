/** What a run will do, fixed before anything is sent: which flows, and which clause is judged in which of them. */
import fc from 'fast-check';
import { chosenBy } from '../contracts/areas.ts';
import { topicOf } from '../contracts/clause.ts';
import { type ClauseId, clause, clauseIds } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import { type OperationId, operations } from '../contracts/operations.ts';
import { flowNameOf, type PlannedClause } from '../contracts/partner-clause.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { againOf, isJudged, originalOf } from '../contracts/standing.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type Flow, flow, phases } from '../engine/flow.ts';
import type { Pair } from '../engine/judged-flow.ts';
import type { WalkStep } from '../engine/walk.ts';
import { flowOf, flows } from './flows.ts';

/** Flows that log in wrongly, move a clock, book or ticket are walked once a run, with any result. */
export const mayBeWalkedAgain = (id: string): boolean => {
  const flow = flowOf(id);
  return flow?.phase === 'main' && flow.operations.every((each) => operations[each].effect === 'reads');
};

/** The plan with what is walked once more. */
type PlannedAgain = { readonly flows: string[]; readonly pairs: Pair[]; readonly again: string[] };

/** @param flows Those of the plan that are walked once more. */
export const withAgain = (
  plan: { readonly flows: readonly string[]; readonly pairs: readonly Pair[] },
  flows: readonly string[],
): PlannedAgain => {
  const pairs = plan.pairs.filter(({ flow }) => flows.includes(flow));
  const again = flows.map(againOf);
  return {
    flows: [...plan.flows, ...again],
    pairs: [...plan.pairs, ...pairs.map((pair) => ({ ...pair, flow: againOf(pair.flow) }))],
    again,
  };
};

/** Undefined where nothing may be walked again, or the whole service is in trouble. */
export const plannedAgain = (
  plan: { readonly flows: readonly string[]; readonly pairs: readonly Pair[] },
  { verdicts }: Pick<RunRecord, 'verdicts'>,
): PlannedAgain | undefined => {
  if (!verdicts.some(isJudged)) return undefined;
  const troubled = new Set(verdicts.filter(({ because }) => because === 'trouble').map(({ flow }) => flow));
  const flows = plan.flows.filter((flow) => troubled.has(flow) && mayBeWalkedAgain(flow));
  if (flows.length === 0) return undefined;
  return withAgain(plan, flows);
};

export type Plan = {
  readonly flows: readonly Flow[];
  /** In the order of the clause table. */
  readonly pairs: readonly Pair[];
  /** The clauses of the target file, whether or not they are selected. */
  readonly own: readonly ClauseId[];
  /** What the depth leaves out: only that of a probe does. */
  readonly leftOut: readonly ClauseId[];
};

/** What a flow shows at a depth; undefined where it is not walked then. */
const shownBy = ({ exercises, probe, isForFullOnly }: Flow, depth: Depth): readonly ClauseId[] | undefined => {
  if (depth === 'probe') return probe && exercises.filter((clause) => !probe.without?.includes(clause));
  return isForFullOnly && depth !== 'full' ? undefined : exercises;
};

/** Where the topic of a clause has another name than its operation. */
const askedIn: Readonly<Record<string, readonly OperationId[]>> = {
  'hotel-card': ['hotel-static'],
  'booking-status': ['create-booking', 'view-booking', 'search-bookings'],
};

/**
 * Whether a flow asks what a clause is about, so that it may show it although it is not meant to. The flows that mean
 * to show it judge whether a valid request is answered. Others ask for what an answer named, which may not be there.
 */
const isAskedAbout = (id: ClauseId, { operations, phase, isJudgedNarrowly, begins, settles }: Flow): boolean => {
  const topic = topicOf(id);
  if (isJudgedNarrowly ?? begins ?? settles ?? (phase !== 'main' && phase !== 'alone')) return false;
  if (id.endsWith('.valid-request-is-answered')) return false;
  return (askedIn[topic] ?? [topic as OperationId]).some((operation) => operations.includes(operation));
};

/** Whether a clause of a target file is judged in a flow that is not its own: what is wrong on purpose shows nothing. */
const isLookedAt = ({ operations, flow: own }: PlannedClause, flow: Flow): boolean => {
  const { isJudgedNarrowly, begins, settles, phase } = flow;
  if ((isJudgedNarrowly ?? begins ?? settles) || phase === 'wrong-logins' || phase === 'left-tokens') return false;
  if (!operations) return own === undefined && phase !== 'tokens';
  return operations.some((each) => flow.operations.includes(each));
};

/** What a target may not leave behind is neither begun nor settled. */
const isAllowed = ({ begins, settles }: Flow, may: readonly PendingId[]): boolean => {
  const obligation = begins ?? settles;
  return obligation === undefined || may.includes(obligation);
};

/** The flow that a clause of a target file brings along. */
const flowOfClause = ({ id, flow: own }: PlannedClause): Flow[] => {
  if (!own) return [];
  const { story, operations } = own;
  return [
    flow(flowNameOf(id), {
      story,
      phase: 'main',
      operations,
      exercises: [id],
      isJudgedNarrowly: true,
      input: fc.constant(null),
      run: async (session) => {
        if (!own.run) throw new Error(`the flow of ${id} stands in the target file`);
        await own.run(session);
      },
    }),
  ];
};

/**
 * @param only Areas, topics or clauses; none means all.
 * @param revision Clauses that came after it are left out.
 * @param obligations What may be left behind on purpose, and is settled when it is due.
 * @param isDueOnly Nothing is done but to settle what is due.
 * @param isWatching Nothing logs in wrongly: a monitor would lock the partner out.
 * @param depth A probe leaves out flows, and what takes them too many requests.
 * @throws UsageError when a name is unknown or nothing is left to judge.
 */
export const planOf = ({
  revision,
  only = [],
  obligations = [],
  isDueOnly = false,
  isWatching = false,
  depth = 'full',
  clauses: ofTarget = [],
}: {
  readonly revision: string;
  readonly only?: readonly string[] | undefined;
  readonly obligations?: readonly PendingId[] | undefined;
  readonly isDueOnly?: boolean;
  readonly isWatching?: boolean;
  readonly depth?: Depth;
  /** Those of the target file. */
  readonly clauses?: readonly PlannedClause[] | undefined;
}): Plan => {
  const own = ofTarget.map(({ id }) => id);
  const chosen =
    only.length === 0 ? [...clauseIds, ...own] : [...new Set(only.flatMap((each) => chosenBy(each, undefined, own)))];
  const applicable = chosen.filter((id) => (clause(id).since ?? '') <= revision);
  if (applicable.length === 0) {
    throw new UsageError(`nothing to judge: ${only.join(', ')} came after revision ${revision} of the target`);
  }
  const allowed = [...flows, ...ofTarget.flatMap(flowOfClause)]
    .sort((one, other) => phases.indexOf(one.phase) - phases.indexOf(other.phase))
    .filter((flow) => isAllowed(flow, obligations) && (!isDueOnly || flow.settles))
    .filter(({ logsInWrongly }) => !isWatching || !logsInWrongly);
  const isShownBy = (flow: Flow, id: ClauseId, at: Depth): boolean => {
    const shown = shownBy(flow, at);
    const clauseOfTarget = ofTarget.find((one) => one.id === id);
    return (
      shown !== undefined && (shown.includes(id) || (clauseOfTarget !== undefined && isLookedAt(clauseOfTarget, flow)))
    );
  };
  const pairsAt = (each: Depth): Pair[] =>
    applicable.flatMap((id) =>
      allowed.filter((flow) => isShownBy(flow, id, each)).map((flow) => ({ clause: id, flow: flow.id })),
    );
  const pairs = pairsAt(depth);
  const planned = new Set(pairs.map(({ clause: id }) => id));
  const leftOut = [...new Set(pairsAt('full').map(({ clause: id }) => id))].filter((id) => !planned.has(id));
  if (pairs.length === 0 && leftOut.length > 0) {
    throw new UsageError(
      `nothing to judge: a ${depth} leaves out all of ${only.join(', ')}; leave out --depth ${depth}, or name other clauses`,
    );
  }
  const isJudged = (id: string): boolean => pairs.some(({ flow }) => flow === id);
  const walked = allowed.filter(({ id, begins }) => isJudged(id) || (begins && isJudged(begins)));
  const all = [...planned].flatMap((id): Pair[] =>
    walked.flatMap((flow): Pair[] => {
      const isMeant = isShownBy(flow, id, depth);
      // What a story repeats, another is meant to show.
      if (isMeant && (!flow.isRepeated || own.some((one) => one === id))) return [{ clause: id, flow: flow.id }];
      return isMeant || isAskedAbout(id, flow) ? [{ clause: id, flow: flow.id, isBeside: true }] : [];
    }),
  );
  return { flows: walked, pairs: all, own, leftOut };
};

/** The flows of a plan by their names; one of another version is left out. */
export const stepsOf = (names: readonly string[], clauses: readonly PlannedClause[] = []): WalkStep[] => {
  const own = clauses.flatMap(flowOfClause);
  return names.flatMap((name) => {
    const flow = flowOf(originalOf(name)) ?? own.find(({ id }) => id === name);
    return flow ? [{ name, flow }] : [];
  });
};
