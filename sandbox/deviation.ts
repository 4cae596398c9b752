/** What a fault or an oddity is made of: rules that differ, and replies that are changed on their way out. */
import type { Bindings } from '../contracts/bindings.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Condition } from './condition.ts';
import type { Rules } from './rules.ts';
import type { Changes } from './world.ts';

export type Deviation = {
  /** Rules that replace the healthy ones; as a function it sees those it replaces and can build on them. */
  readonly rules?: Partial<Rules> | ((before: Rules) => Partial<Rules>);
  /** Changes the replies of single operations. */
  readonly reply?: Changes;
  /** How a target of such a world spells its requests: no usual binding shows what such a service allows. */
  readonly binds?: (bindings: Bindings) => Bindings;
  /** For which requests alone it is there; for all when not said. */
  readonly when?: Condition['holds'];
};

export type Fault<Id extends string = string> = Deviation & {
  readonly id: Id;
  /** Exactly the clauses a world with this fault breaks. */
  readonly violates: readonly ClauseId[];
  readonly summary: string;
  readonly touches: readonly OperationId[];
  /** The plain flows cannot see it: only an unusual input or order of calls reveals it. */
  readonly onlyExplored?: true;
};

export type Oddity<Id extends string = string> = Omit<Fault<Id>, 'violates' | 'onlyExplored'>;

type Replies = NonNullable<Deviation['reply']>;

/** Changes of rules can show anywhere, so they say where; changes of replies say it by their keys. */
type Placed = {
  /** Operations whose answers can differ; a deviation of replies alone need not say. */
  readonly touches?: readonly OperationId[];
} & (
  | { readonly reply: Replies; readonly rules?: never }
  | (Deviation & { readonly rules: NonNullable<Deviation['rules']>; readonly touches: readonly OperationId[] })
);

const operationsOf = ({ touches, reply }: Placed): readonly OperationId[] =>
  touches ?? (Object.keys(reply ?? {}) as OperationId[]);

/** The changed replies by operation, or a change spelled out; with a summary only where the id does not say it already. */
export type DeviationRow = Replies | (Placed & { readonly summary?: string });

const isSpelledOut = (row: DeviationRow): row is Exclude<DeviationRow, Replies> => 'reply' in row || 'rules' in row;

const sentenceOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}.`;

/** Lawful behaviour: a row each, by id. */
export const odditiesOf = <const Id extends string>(rows: Readonly<Record<Id, DeviationRow>>): readonly Oddity<Id>[] =>
  (Object.entries(rows) as [Id, DeviationRow][]).map(([id, row]) => {
    const spelled = isSpelledOut(row) ? row : { reply: row };
    return { summary: sentenceOf(id), ...spelled, id, touches: operationsOf(spelled) };
  });

/** The faults that break exactly these clauses: a row each, by id. */
export const faultsOf = <const Id extends string>(
  clauses: ClauseId | readonly [ClauseId, ClauseId, ...ClauseId[]],
  rows: Readonly<Record<Id, DeviationRow>>,
): readonly Fault<Id>[] => {
  const violates = typeof clauses === 'string' ? [clauses] : clauses;
  return odditiesOf(rows).map((deviation) => ({ ...deviation, violates }));
};

/** The same, where the plain flows cannot see them. */
export const exploredFaultsOf: typeof faultsOf = (clauses, rows) =>
  faultsOf(clauses, rows).map((fault) => ({ ...fault, onlyExplored: true }));

/** The rules after all deviations, each building on those before it. */
export const deviating = (healthy: Rules, deviations: readonly Deviation[]): Rules => {
  let rules = healthy;
  for (const deviation of deviations) {
    rules = { ...rules, ...(typeof deviation.rules === 'function' ? deviation.rules(rules) : deviation.rules) };
  }
  return rules;
};
