/** What a handler of an avia operation is given besides the canonical request. */
import { callerOf } from '../hotels/asked.ts';
import type { Asking } from '../hotels/handler.ts';
import type { Reply, SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';
import { understood } from './asked.ts';
import type { AviaOperation, FlightRequests } from './canonical.ts';
import { invalidRequest, type Refused, refusedReply } from './refusals.ts';

export type FlightHandler<Operation extends AviaOperation> = (
  asked: FlightRequests[Operation],
  asking: Asking,
) => Reply;

/** As the operation says it: the refusals of ticket_cancel may have a form of their own. */
const refusing = (operation: AviaOperation, refused: Refused, world: World): Reply =>
  operation === 'ticket-cancel' ? world.rules.voidRefusalReply(refused, world) : refusedReply(refused);

/** Reads the request before it is handled, and refuses what it does not understand. */
export const handlingFlights =
  <Operation extends AviaOperation>(operation: Operation, handle: FlightHandler<Operation>) =>
  (request: SandboxRequest, world: World): Reply => {
    const either = understood(operation, request, world);
    if ('problem' in either) return refusing(operation, invalidRequest(either.problem), world);
    return handle(either.asked, { world, clientId: callerOf(request, world) });
  };
