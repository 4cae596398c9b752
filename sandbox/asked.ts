/** What a request to an operation that sells asks, in canonical words. */
import type { z } from 'zod';
import type { FlightReplies, FlightRequests } from './avia/canonical.ts';
import { flightRequests } from './avia/requests.ts';
import { fieldsIn } from './fields.ts';
import type { CanonicalReplies, CanonicalRequests } from './hotels/canonical.ts';
import { hotelRequests } from './hotels/requests.ts';
import type { SandboxRequest } from './reply.ts';
import { type Held, heldAgainst } from './sales/forms.ts';
import type { World } from './world.ts';

export type SoldRequests = CanonicalRequests & FlightRequests;
export type SoldReplies = CanonicalReplies & FlightReplies;
export type SoldOperation = keyof SoldRequests;

const forms: Readonly<Record<SoldOperation, z.ZodType>> = { ...hotelRequests, ...flightRequests };

/** The canonical request in a body, or why there is none. */
export const understood = <Operation extends SoldOperation>(
  operation: Operation,
  request: SandboxRequest,
  world: World,
): Held<SoldRequests[Operation]> => {
  const fields = fieldsIn(request);
  if (!fields) return { problem: 'The body must be a JSON object.' };
  const read = world.dialect.reads[operation](fields);
  return heldAgainst(forms[operation], world.rules.asksAbout(Object(read), { operation, world }));
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
