/** What a fault or an oddity is made of: rules that differ, and replies that are changed on their way out. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Rules } from './rules.ts';
import type { Changes } from './world.ts';

export type Deviation = {
  /** Rules that replace the healthy ones; as a function it sees those it replaces and can build on them. */
  readonly rules?: Partial<Rules> | ((before: Rules) => Partial<Rules>);
  /** Changes the replies of single operations. */
  readonly reply?: Changes;
};

type Described = {
  readonly summary: string;
  /** Operations whose answers can differ; a deviation of replies alone need not say. */
  readonly touches?: readonly OperationId[];
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

/** Changes of rules can show anywhere, so they say where; changes of replies say it by their keys. */
type Spelled = Described &
  (
    | { readonly reply: NonNullable<Deviation['reply']>; readonly rules?: never }
    | (Deviation & { readonly rules: NonNullable<Deviation['rules']>; readonly touches: readonly OperationId[] })
  );

const operationsOf = ({ touches, reply }: Spelled): readonly OperationId[] =>
  touches ?? (Object.keys(reply ?? {}) as OperationId[]);

export const fault = <const Id extends string>(
  id: Id,
  spelled: Spelled & Pick<Fault, 'onlyExplored'> & { readonly violates: readonly [ClauseId, ...ClauseId[]] },
): Fault<Id> => ({ ...spelled, id, touches: operationsOf(spelled) });

export const oddity = <const Id extends string>(id: Id, spelled: Spelled): Oddity<Id> => ({
  ...spelled,
  id,
  touches: operationsOf(spelled),
});

/** The rules after all deviations, each building on those before it. */
export const deviating = (healthy: Rules, deviations: readonly Deviation[]): Rules => {
  let rules = healthy;
  for (const deviation of deviations) {
    rules = { ...rules, ...(typeof deviation.rules === 'function' ? deviation.rules(rules) : deviation.rules) };
  }
  return rules;
};
