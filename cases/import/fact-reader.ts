/** Reads facts out of imported answers with the bindings of a target, as if they had just been answered. */
import type { Reading } from '../../client/call.ts';
import type { Binding } from '../../contracts/bindings.ts';
import { type BoundOperation, boundOperations } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import type { Target } from '../../contracts/target.ts';
import { bindingsInTime } from '../../engine/bindings-in-time.ts';
import { readingBy } from '../../engine/bound-call.ts';

/** What was read, and why that is not all. */
type Read = { readonly reading?: Reading; readonly why?: string };

/** Stands for what the request was meant to say: whoever asks for a part of it cannot read. */
const unknownIntent = (ask: () => never): never =>
  new Proxy({}, { get: ask, has: ask, ownKeys: ask, getOwnPropertyDescriptor: ask }) as never;

const isBound = (operation: OperationId): operation is BoundOperation =>
  (boundOperations as readonly OperationId[]).includes(operation);

export const factReader = (target: Pick<Target, 'bindings' | 'limits'>) => {
  const bindings = bindingsInTime(target.bindings, target.limits.bindingDeadlineMs);
  return (operation: OperationId, body: Json): Read => {
    if (!isBound(operation)) return {};
    const binding = (bindings[operation] ?? { request: () => ({}) }) as Binding<BoundOperation>;
    let asksForIntent = false;
    const intent = unknownIntent(() => {
      asksForIntent = true;
      throw new Error('what the request was meant to say is not known');
    });
    const reading = readingBy(operation, binding, intent)(body);
    if (!asksForIntent) return { reading };
    const why = `bindings['${operation}'].response asks what was meant: only documented names are read in its answer`;
    return { reading: { facts: reading.facts }, why };
  };
};
