/** What a request to an operation that sells asks, in canonical words. */
import { understood as understoodOfFlights } from './avia/asked.ts';
import type { AviaOperation, FlightReplies, FlightRequests } from './avia/canonical.ts';
import { understood as understoodOfHotels } from './hotels/asked.ts';
import type { CanonicalReplies, CanonicalRequests, HotelOperation } from './hotels/canonical.ts';
import { aviaIds } from './operations.ts';
import type { SandboxRequest } from './reply.ts';
import type { World } from './world.ts';

export type SoldRequests = CanonicalRequests & FlightRequests;
export type SoldReplies = CanonicalReplies & FlightReplies;
export type SoldOperation = keyof SoldRequests;

const isOfFlights = (operation: SoldOperation): operation is AviaOperation =>
  (aviaIds as readonly SoldOperation[]).includes(operation);

/** The canonical request in a body; `undefined` when there is none. */
export const askedIn = <Operation extends SoldOperation>(
  operation: Operation,
  request: SandboxRequest,
  world: World,
): SoldRequests[Operation] | undefined => {
  const named: SoldOperation = operation;
  const either = isOfFlights(named)
    ? understoodOfFlights(named, request, world)
    : understoodOfHotels(named as HotelOperation, request, world);
  return 'asked' in either ? (either.asked as SoldRequests[Operation]) : undefined;
};
