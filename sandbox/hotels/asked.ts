/** What a request to a hotel operation asks, in canonical words, and who asks it. */
import { decodeJwt } from 'jose/jwt/decode';
import { bearerIn } from '../bearer.ts';
import { type Fields, isFields } from '../fields.ts';
import type { SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';
import type { HotelOperation } from './canonical.ts';
import { type Validated, validated } from './requests.ts';

/** The JSON object in a body; undefined when there is none. */
export const fieldsIn = ({ body }: SandboxRequest): Fields | undefined => {
  try {
    const parsed: unknown = JSON.parse(body);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

export const noObject = 'The body must be a JSON object.';

/** The canonical request in a body, or why there is none. */
export const understood = <Operation extends HotelOperation>(
  operation: Operation,
  request: SandboxRequest,
  { dialect }: World,
): Validated<Operation> => {
  const fields = fieldsIn(request);
  if (!fields) return { problem: noObject };
  return validated(operation, dialect.reads[operation](fields));
};

const subjectOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
};

/** The partner who asks. A world that does not look at tokens takes everybody for its first partner. */
export const callerOf = (request: SandboxRequest, { tokens, partners }: World): string => {
  const token = bearerIn(request) ?? '';
  const clientId = tokens.find(token)?.clientId ?? subjectOf(token);
  return clientId ?? partners[0]?.clientId ?? '';
};
