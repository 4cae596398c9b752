/** Guards an operation: who carries no acceptable bearer token gets 401. */
import type { OperationId } from '../contracts/operations.ts';
import { type Reply, refusal, type SandboxRequest } from './reply.ts';
import type { World } from './world.ts';

/** The token of the Authorization header; `undefined` when there is none. */
export const bearerIn = ({ headers }: SandboxRequest): string | undefined =>
  /^Bearer +(.*\S) *$/i.exec(headers.authorization ?? '')?.[1];

const unauthorized = (message: string): Reply =>
  refusal(401, { code: 'UNAUTHORIZED', message }, { 'www-authenticate': 'Bearer' });

/** The refusal of a request that may not pass; `undefined` lets it pass. */
export const guard = async (
  operation: OperationId,
  request: SandboxRequest,
  world: World,
): Promise<Reply | undefined> => {
  const token = bearerIn(request);
  if (!world.rules.guards(operation, token)) return undefined;
  if (token === undefined) return unauthorized('A bearer token is required.');
  if (!(await world.rules.acceptsToken(token, world, operation))) {
    return unauthorized('The bearer token is not valid.');
  }
  return undefined;
};
