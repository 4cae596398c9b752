/** Reads the bearer token of a request: who carries no acceptable one gets 401, and the others are known by it. */
import { decodeJwt } from 'jose/jwt/decode';
import type { OperationId } from '../../contracts/operations.ts';
import { type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { AccessWorld } from './rules.ts';

/** The token of the Authorization header; `undefined` when there is none. */
export const bearerIn = ({ headers }: SandboxRequest): string | undefined =>
  /^Bearer +(.*\S) *$/i.exec(headers.authorization ?? '')?.[1];

const unauthorized = (message: string): Reply =>
  refusal(401, { code: 'UNAUTHORIZED', message }, { 'www-authenticate': 'Bearer' });

/** The refusal of a request that may not pass; `undefined` lets it pass. */
export const guard = async (
  operation: OperationId,
  request: SandboxRequest,
  world: AccessWorld,
): Promise<Reply | undefined> => {
  const token = bearerIn(request);
  if (!world.rules.guards(operation, token)) return undefined;
  if (token === undefined) return unauthorized('A bearer token is required.');
  if (!(await world.rules.acceptsToken(token, world, operation))) {
    return unauthorized('The bearer token is not valid.');
  }
  return undefined;
};

const subjectOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
};

/** The partner who asks. A world that does not look at tokens takes everybody for its first partner. */
export const callerOf = (
  request: SandboxRequest,
  { tokens, partners }: Pick<AccessWorld, 'tokens' | 'partners'>,
): string => {
  const token = bearerIn(request) ?? '';
  const clientId = tokens.find(token)?.clientId ?? subjectOf(token);
  return clientId ?? partners[0]?.clientId ?? '';
};
