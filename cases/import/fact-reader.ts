/** Reads facts out of imported answers with the bindings of a target, as if they had just been answered. */
import type { Reading } from '../../client/call.ts';
import type { Binding } from '../../contracts/bindings.ts';
import { type BoundOperation, boundOperations } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import type { Target } from '../../contracts/target.ts';
import { bindingsInTime, readingUnmeant } from '../../engine/bound-call.ts';

/** What was read, and why that is not all. */
type Read = { readonly reading?: Reading; readonly why?: string };

const isBound = (operation: OperationId): operation is BoundOperation =>
  (boundOperations as readonly OperationId[]).includes(operation);

export const factReader = (target: Pick<Target, 'bindings' | 'limits'>) => {
  const bindings = bindingsInTime(target.bindings, target.limits.bindingDeadlineMs);
  return (operation: OperationId, body: Json): Read => {
    if (!isBound(operation)) return {};
    const { reading, asksForIntent } = readingUnmeant(operation, bindings[operation] as Binding<BoundOperation>)(body);
    if (!asksForIntent) return { reading };
    const why = `bindings['${operation}'].response asks what was meant: only documented names are read in its answer`;
    return { reading, why };
  };
};
