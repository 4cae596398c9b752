/** What a run will do and send, fixed before: which flows, which clause is judged in which, and how many requests. */
import { chosenBy } from '../contracts/areas.ts';
import { topicOf } from '../contracts/clause.ts';
import { type ClauseId, clause, clauseIds } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import { type OperationId, operationIds, operations } from '../contracts/operations.ts';
import type { PlannedClause } from '../contracts/partner-clause.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { againOf, isJudged, originalOf } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type Flow, flowOfClause, phases } from '../engine/flow.ts';
import type { Pair } from '../engine/judged-flow.ts';
import table from './planned.json' with { type: 'json' };
import sends from './sends.json' with { type: 'json' };

/** What a plan needs to know of a flow. */
export type PlannedFlow = Omit<Flow, 'input' | 'run' | 'story'>;

/** `npm run generate` writes them down, in the order in which a run walks them. */
const plannedFlows = table as unknown as readonly PlannedFlow[];

/** Flows that log in wrongly, move a clock, book or ticket are walked once a run, with any result. */
export const mayBeWalkedAgain = (id: string): boolean => {
  const flow = plannedFlows.find((each) => each.id === id);
  return flow?.phase === 'main' && flow.operations.every((each) => operations[each].effect === 'reads');
};

const ofBadTokens = plannedFlows.filter(({ sendsBadTokens }) => sendsBadTokens);

export const sendsBadTokens = (flow: string): boolean => ofBadTokens.some(({ id }) => id === originalOf(flow));

/** Whether bad tokens show it, and perhaps other requests. */
export const isShownByBadTokens = (clause: string): boolean =>
  ofBadTokens.some(({ exercises }) => exercises.some((each) => each === clause));

type NamedPlan = { readonly flows: readonly string[]; readonly pairs: readonly Pair[] };

/** The plan with what is walked once more. */
type PlannedAgain = { readonly flows: string[]; readonly pairs: Pair[]; readonly again: string[] };

/** @param flows Those of the plan that are walked once more. */
export const withAgain = (plan: NamedPlan, flows: readonly string[]): PlannedAgain => {
  const pairs = plan.pairs.filter(({ flow }) => flows.includes(flow));
  const again = flows.map(againOf);
  return {
    flows: [...plan.flows, ...again],
    pairs: [...plan.pairs, ...pairs.map((pair) => ({ ...pair, flow: againOf(pair.flow) }))],
    again,
  };
};

/** Undefined where nothing may be walked again, or the whole service is in trouble. */
export const plannedAgain = (plan: NamedPlan, { verdicts }: Pick<RunRecord, 'verdicts'>): PlannedAgain | undefined => {
  if (!verdicts.some(isJudged)) return undefined;
  const troubled = new Set(verdicts.filter(({ because }) => because === 'trouble').map(({ flow }) => flow));
  const flows = plan.flows.filter((flow) => troubled.has(flow) && mayBeWalkedAgain(flow));
  if (flows.length === 0) return undefined;
  return withAgain(plan, flows);
};

export type Plan<Planned extends PlannedFlow = PlannedFlow> = {
  readonly flows: readonly Planned[];
  /** In the order of the clause table. */
  readonly pairs: readonly Pair[];
  /** The clauses of the target file, whether or not they are selected. */
  readonly own: readonly ClauseId[];
  /** What the depth leaves out, as that of a probe does, and what only bad tokens show. */
  readonly leftOut: readonly ClauseId[];
};

/** What a flow shows at a depth; undefined where it is not walked then. */
const shownBy = (flow: PlannedFlow, depth: Depth): readonly ClauseId[] | undefined => {
  const { exercises, probe, isForFullOnly, forFullOnly = [] } = flow;
  if (depth === 'full') return exercises;
  const shown = exercises.filter((clause) => !forFullOnly.includes(clause));
  if (depth === 'probe') return probe && shown.filter((clause) => !probe.without?.includes(clause));
  return isForFullOnly ? undefined : shown;
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
const isAskedAbout = (id: ClauseId, { operations, phase, isJudgedNarrowly, begins, settles }: PlannedFlow): boolean => {
  const topic = topicOf(id);
  if (isJudgedNarrowly ?? begins ?? settles ?? (phase !== 'main' && phase !== 'alone')) return false;
  if (id.endsWith('.valid-request-is-answered')) return false;
  return (askedIn[topic] ?? [topic as OperationId]).some((operation) => operations.includes(operation));
};

/** Whether a clause of a target file is judged in a flow that is not its own: what is wrong on purpose shows nothing. */
const isLookedAt = ({ operations, flow: own }: PlannedClause, flow: PlannedFlow): boolean => {
  const { isJudgedNarrowly, begins, settles, phase } = flow;
  if ((isJudgedNarrowly ?? begins ?? settles) || phase === 'wrong-logins' || phase === 'left-tokens') return false;
  if (!operations) return own === undefined && phase !== 'tokens';
  return operations.some((each) => flow.operations.includes(each));
};

/** What a target may not leave behind is neither begun nor settled. */
const isAllowed = ({ begins, settles }: PlannedFlow, may: readonly PendingId[]): boolean => {
  const obligation = begins ?? settles;
  return obligation === undefined || may.includes(obligation);
};

export type PlanOptions = {
  /** Clauses that came after it are left out. */
  readonly revision: string;
  /** Areas, topics or clauses; none means all. */
  readonly only?: readonly string[] | undefined;
  /** What may be left behind on purpose, and is settled when it is due. */
  readonly obligations?: readonly PendingId[] | undefined;
  /** Nothing is done but to settle what is due. */
  readonly isDueOnly?: boolean;
  /** Nothing logs in wrongly: a monitor would lock the partner out. */
  readonly isWatching?: boolean;
  /** No token is sent that must not count, unless nothing else is selected: a monitor sends such tokens once an hour. */
  readonly withoutBadTokens?: boolean | undefined;
  /** A probe leaves out flows, and what takes them too many requests. */
  readonly depth?: Depth;
  /** Those of the target file. */
  readonly clauses?: readonly PlannedClause[] | undefined;
};

/** @throws UsageError when a name is unknown or nothing is left to judge. */
export const planFrom = <Planned extends PlannedFlow>(
  flows: readonly Planned[],
  options: PlanOptions,
): Plan<Planned | Flow> => {
  const { revision, only = [], obligations = [], depth = 'full', clauses = [] } = options;
  const { isDueOnly, isWatching, withoutBadTokens } = options;
  const own = clauses.map(({ id }) => id);
  const chosen =
    only.length === 0 ? [...clauseIds, ...own] : [...new Set(only.flatMap((each) => chosenBy(each, undefined, own)))];
  const applicable = chosen.filter((id) => (clause(id).since ?? '') <= revision);
  if (applicable.length === 0) {
    throw new UsageError(`nothing to judge: ${only.join(', ')} came after revision ${revision} of the target`);
  }
  const allowed: (Planned | Flow)[] = [...flows, ...clauses.flatMap(flowOfClause)]
    .sort((one, other) => phases.indexOf(one.phase) - phases.indexOf(other.phase))
    .filter((flow) => isAllowed(flow, obligations) && (!isDueOnly || flow.settles))
    .filter(({ logsInWrongly }) => !isWatching || !logsInWrongly);
  const isShownBy = (flow: PlannedFlow, id: ClauseId, at: Depth): boolean => {
    const shown = shownBy(flow, at);
    const clauseOfTarget = clauses.find((one) => one.id === id);
    return Boolean(shown && (shown.includes(id) || (clauseOfTarget && isLookedAt(clauseOfTarget, flow))));
  };
  const pairsOf = (those: typeof allowed, at: Depth): Pair[] =>
    applicable.flatMap((id) =>
      those.filter((flow) => isShownBy(flow, id, at)).map((flow) => ({ clause: id, flow: flow.id })),
    );
  const others = withoutBadTokens ? allowed.filter(({ sendsBadTokens }) => !sendsBadTokens) : allowed;
  const walkable = pairsOf(others, depth).length > 0 ? others : allowed;
  const pairs = pairsOf(walkable, depth);
  const planned = new Set(pairs.map(({ clause: id }) => id));
  const leftOut = [...new Set(pairsOf(allowed, 'full').map(({ clause: id }) => id))].filter((id) => !planned.has(id));
  if (pairs.length === 0 && leftOut.length > 0) {
    throw new UsageError(
      `nothing to judge: a ${depth} leaves out all of ${only.join(', ')}; leave out --depth ${depth}, or name other clauses`,
    );
  }
  const isJudged = (id: string): boolean => pairs.some(({ flow }) => flow === id);
  const walked = walkable.filter(({ id, begins }) => isJudged(id) || (begins && isJudged(begins)));
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

/** A plan by what is written down of the flows: nothing that sends is loaded for it. */
export const planByTable = (options: PlanOptions): Plan => planFrom(plannedFlows, options);

/** What one flow sends at most, or a run; clean-up included. */
export type Sends = {
  readonly requests: Readonly<Partial<Record<OperationId, number>>>;
  /** Of them, bookings that are asked for with valid content. */
  readonly bookings: number;
  readonly tickets: number;
  /** Logins that must be refused. */
  readonly wrongLogins: number;
};

/**
 * Measured, and held by a test that runs every flow. The measured service answers at the first look, and shows its
 * lists on one page. A flow or a depth that is not in it is not announced.
 */
const measured: Readonly<Record<string, Partial<Record<Depth, Sends>>>> = sends;

export const sendsOf = (flow: string, depth: Depth): Sends | undefined => measured[flow]?.[depth];

/** With empty bodies, or as the interface shows them in full; other operations need a binding. */
const needsNoBinding = (operation: OperationId): boolean =>
  operation === 'token' || operation === 'ticket-cancel' || operations[operation].path.startsWith('/api/dictionary/');

/** These send empty bodies where there is no binding. */
const unbound = [
  'ask-hotels-badly',
  'ask-flights-badly',
  'outlive-token',
  'send-bad-tokens-to-hotels',
  'send-bad-tokens-to-flights',
];

const isPossible = ({ id }: PlannedFlow, operation: OperationId, { bindings, may }: Target): boolean => {
  if (unbound.includes(id)) return true;
  const { effect } = operations[operation];
  const isAllowed = (effect !== 'books' || may.books) && (effect !== 'tickets' || may.tickets);
  return Boolean(isAllowed && (needsNoBinding(operation) || Object.hasOwn(bindings, operation)));
};

export type Announced = Sends & {
  /** Walked, but not in the table: how much they send depends on what a former run has left behind. */
  readonly unannounced: readonly string[];
};

type AnnouncedFor = { readonly target: Target; readonly depth: Depth };

/** What flows send together on a target, in the order of the interface. */
export const announced = (flows: readonly PlannedFlow[], { target, depth }: AnnouncedFor): Announced => {
  const all = flows.map((flow) => ({ flow, sent: sendsOf(flow.id, depth) }));
  const known = all.flatMap(({ flow, sent }) => (sent ? [{ flow, sent }] : []));
  const sum = (of: (sent: Sends) => number): number => known.reduce((total, { sent }) => total + of(sent), 0);
  const count = (operation: OperationId): number =>
    known
      .filter(({ flow }) => isPossible(flow, operation, target))
      .reduce((total, { sent }) => total + (sent.requests[operation] ?? 0), 0);
  // The first flow asks for the token of the run, where none is kept.
  const ofRun = (operation: OperationId): number => (operation === 'token' && known.length > 0 ? 1 : 0);
  const requests = operationIds
    .map((operation) => [operation, Math.max(count(operation), ofRun(operation))] as const)
    .filter(([, many]) => many > 0);
  return {
    requests: Object.fromEntries(requests),
    bookings: target.may.books ? sum(({ bookings }) => bookings) : 0,
    tickets: target.may.tickets ? sum(({ tickets }) => tickets) : 0,
    wrongLogins: sum(({ wrongLogins }) => wrongLogins),
    unannounced: all.filter(({ sent }) => !sent).map(({ flow }) => flow.id),
  };
};
