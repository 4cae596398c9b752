/** What a run would send, reported before it sends anything. */
import type { Depth } from '../contracts/depth.ts';
import { type OperationId, operationIds, operations } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';
import sends from './sends.json' with { type: 'json' };

/** What one flow sends at most, or a run; clean-up included. */
export type Sends = {
  readonly requests: Readonly<Partial<Record<OperationId, number>>>;
  /** Of them, bookings that are asked for with valid content. */
  readonly bookings: number;
  readonly tickets: number;
  readonly wrongLogins: number;
};

/**
 * Measured, and held by a test that runs every flow. The measured service answers at the first look, and shows its
 * lists on one page. A flow or a depth that is not in it is not announced.
 */
const table: Readonly<Record<string, Partial<Record<Depth, Sends>>>> = sends;

export const sendsOf = (flow: string, depth: Depth): Sends | undefined => table[flow]?.[depth];

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

const isPossible = (flow: Flow, operation: OperationId, { bindings, may }: Target): boolean => {
  if (unbound.includes(flow.id)) return true;
  const { effect } = operations[operation];
  const isAllowed = (effect !== 'books' || may.books) && (effect !== 'tickets' || may.tickets);
  return Boolean(isAllowed && (needsNoBinding(operation) || Object.hasOwn(bindings, operation)));
};

export type Announced = Sends & {
  /** Walked, but not in the table: how much they send depends on what a former run has left behind. */
  readonly unannounced: readonly string[];
};

/** What flows send together on a target, in the order of the interface. */
export const announced = (flows: readonly Flow[], { target, depth }: { target: Target; depth: Depth }): Announced => {
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
