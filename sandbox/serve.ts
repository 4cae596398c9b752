/** Answers one request to one world: finds the operation, guards it, handles it, applies the world's deviations. */
import type { OperationId } from '../contracts/operations.ts';
import { guard } from './bearer.ts';
import { cities } from './handlers/cities.ts';
import { countries } from './handlers/countries.ts';
import { token } from './handlers/token.ts';
import { type Reply, refusal, type SandboxRequest } from './reply.ts';
import type { World } from './world.ts';

type Handler = (request: SandboxRequest, world: World) => Reply | Promise<Reply>;

type Route = {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  readonly handle: Handler;
};

const routes: readonly Route[] = [
  { operation: 'token', method: 'POST', path: '/auth/token', handle: token },
  { operation: 'countries', method: 'GET', path: '/api/dictionary/countries', handle: countries },
  { operation: 'cities', method: 'GET', path: '/api/dictionary/cities', handle: cities },
];

const answered = async ({ operation, handle }: Route, request: SandboxRequest, world: World): Promise<Reply> => {
  const healthy = (await guard(operation, request, world)) ?? (await handle(request, world));
  return world.deviations.reduce((reply, deviation) => {
    const change = deviation.reply?.[operation];
    return change ? change(reply, request, world) : reply;
  }, healthy);
};

export const serve = (request: SandboxRequest, world: World): Promise<Reply> | Reply => {
  const onPath = routes.filter(({ path }) => path === request.path);
  const route = onPath.find(({ method }) => method === request.method);
  world.count('requests');
  if (route?.operation === 'token') world.count('tokens requested');
  if (route) return answered(route, request, world);
  if (onPath.length === 0) return refusal(404, { code: 'NOT_FOUND', message: `Nothing is at ${request.path}.` });
  const allow = onPath.map(({ method }) => method).join(', ');
  const message = `${request.method} is not allowed here; use ${allow}.`;
  return refusal(405, { code: 'METHOD_NOT_ALLOWED', message }, { allow });
};
