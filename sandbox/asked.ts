/** How a request to an operation that sells is read in canonical words before it is handled. */
import type { z } from 'zod';
import { callerOf } from './access/rules.ts';
import type { FlightReplies, FlightRequests } from './avia/canonical.ts';
import { flightRequests } from './avia/requests.ts';
import type { CanonicalReplies, CanonicalRequests } from './hotels/canonical.ts';
import { hotelRequests } from './hotels/requests.ts';
import { invalidRequest, type Refused, refusedReply } from './refusals.ts';
import { fieldsIn, type Reply, type SandboxRequest } from './reply.ts';
import { type CheckedRequest, heldAgainst } from './sales.ts';
import type { World } from './world.ts';

export type Handler = (request: SandboxRequest, world: World) => Reply | Promise<Reply>;

/** What a handler of an operation that sells is given besides the canonical request. */
export type SaleContext = {
  readonly world: World;
  /** The partner who asks. */
  readonly clientId: string;
};

export type SalesHandler<Operation extends SoldOperation> = (
  asked: SoldRequests[Operation],
  asking: SaleContext,
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

export type SoldRequests = CanonicalRequests & FlightRequests;
export type SoldReplies = CanonicalReplies & FlightReplies;
export type SoldOperation = keyof SoldRequests;

const forms: Readonly<Record<SoldOperation, z.ZodType>> = { ...hotelRequests, ...flightRequests };

/** The canonical request in a body, or why there is none. */
const understood = <Operation extends SoldOperation>(
  operation: Operation,
  request: SandboxRequest,
  world: World,
): CheckedRequest<SoldRequests[Operation]> => {
  const fields = fieldsIn(request);
  if (!fields) return { problem: 'The body must be a JSON object.' };
  const read = world.dialect.reads[operation](fields);
  const within = { operation, world, clientId: callerOf(request, world) };
  return heldAgainst(forms[operation], world.rules.asksAbout(Object(read), within));
};

/** The canonical request in a body; `undefined` when there is none. */
export const askedIn = <Operation extends SoldOperation>(
  operation: Operation,
  request: SandboxRequest,
  world: World,
): SoldRequests[Operation] | undefined => {
  const either = understood(operation, request, world);
  return 'asked' in either ? either.asked : undefined;
};
