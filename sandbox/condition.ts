/** What a condition is: a circumstance of a request, under which alone a fault may show. */
import type { OperationId } from '../contracts/operations.ts';
import type { SandboxRequest } from './reply.ts';
import type { World } from './world.ts';

/** One request before it is handled, and the world that it meets. */
export type Meeting = { readonly operation: OperationId; readonly request: SandboxRequest; readonly world: World };

export type Condition<Id extends string = string> = {
  readonly id: Id;
  readonly summary: string;
  /** Where it can hold. */
  readonly operations: readonly OperationId[];
  readonly holds: (meeting: Meeting) => boolean;
};

type ConditionRow = Pick<Condition, 'summary' | 'holds'>;

/** The circumstances of some operations: a row each, by id. */
export const conditionsOf = <const Id extends string>(
  operations: readonly OperationId[],
  rows: Readonly<Record<Id, ConditionRow>>,
): readonly Condition<Id>[] =>
  (Object.entries(rows) as [Id, ConditionRow][]).map(([id, row]) => ({ ...row, id, operations }));
