/** What a request to an avia operation asks, in canonical words. */
import { fieldsIn, noObject } from '../hotels/asked.ts';
import type { Held } from '../hotels/requests.ts';
import type { SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';
import type { AviaOperation, FlightRequests } from './canonical.ts';
import { validated } from './requests.ts';

/** The canonical request in a body, or why there is none. */
export const understood = <Operation extends AviaOperation>(
  operation: Operation,
  request: SandboxRequest,
  { dialect }: World,
): Held<FlightRequests[Operation]> => {
  const fields = fieldsIn(request);
  return fields ? validated(operation, dialect.reads[operation](fields)) : { problem: noObject };
};
