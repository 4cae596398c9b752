/** What a handler of a hotel operation is given besides the canonical request. */
import type { Reply, SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';
import { callerOf, understood } from './asked.ts';
import type { CanonicalRequests, HotelOperation } from './canonical.ts';
import { invalidRequest } from './refusals.ts';

export type Asking = {
  readonly world: World;
  /** The partner who asks. */
  readonly clientId: string;
};

export type HotelHandler<Operation extends HotelOperation> = (
  asked: CanonicalRequests[Operation],
  asking: Asking,
) => Reply;

/** Reads the request before it is handled, and refuses what it does not understand. */
export const handling =
  <Operation extends HotelOperation>(operation: Operation, handle: HotelHandler<Operation>) =>
  (request: SandboxRequest, world: World): Reply => {
    const either = understood(operation, request, world);
    if ('problem' in either) return invalidRequest(either.problem);
    return handle(either.asked, { world, clientId: callerOf(request, world) });
  };
