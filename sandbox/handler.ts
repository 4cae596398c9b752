/** What answers an operation, and how a request to one that sells is read before it is handled. */
import { callerOf } from './access/bearer.ts';
import { type SoldOperation, type SoldRequests, understood } from './asked.ts';
import type { Reply, SandboxRequest } from './reply.ts';
import { invalidRequest, type Refused, refusedReply } from './sales/refusals.ts';
import type { World } from './world.ts';

export type Handler = (request: SandboxRequest, world: World) => Reply | Promise<Reply>;

/** What a handler of an operation that sells is given besides the canonical request. */
export type Asking = {
  readonly world: World;
  /** The partner who asks. */
  readonly clientId: string;
};

export type SalesHandler<Operation extends SoldOperation> = (
  asked: SoldRequests[Operation],
  asking: Asking,
) => Reply | Refused;

/** Reads the request before it is handled, and refuses what it does not understand. */
export const selling =
  <Operation extends SoldOperation>(operation: Operation, handle: SalesHandler<Operation>): Handler =>
  (request, world) => {
    const either = understood(operation, request, world);
    if ('asked' in either) {
      const handled = handle(either.asked, { world, clientId: callerOf(request, world) });
      return 'code' in handled ? refusedReply(handled) : handled;
    }
    const refused = invalidRequest(either.problem);
    // The refusals of a void may have a form of their own.
    return operation === 'ticket-cancel' ? world.rules.voidRefusalReply(refused, world) : refusedReply(refused);
  };
