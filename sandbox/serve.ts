/** Answers one request to one world: finds the operation, guards it, handles it, applies the world's deviations. */
import type { OperationId } from '../contracts/operations.ts';
import { guard } from './access/bearer.ts';
import { spelledReply } from './dialect.ts';
import { type Route, routes } from './handlers.ts';
import { isRefused, type Reply, refusal, type SandboxRequest } from './reply.ts';
import type { World } from './world.ts';

const isOn = ({ path }: Route, asked: string): boolean =>
  typeof path === 'string' ? path === asked : path.test(asked);

const answered = async ({ operation, handle }: Route, request: SandboxRequest, whole: World): Promise<Reply> => {
  const world = whole.facing(operation, request);
  const healthy = (await guard(operation, request, world)) ?? (await handle(request, world));
  const deviant = world.changes.reduce(
    (reply, changes) => changes[operation]?.(reply, request, world) ?? reply,
    healthy,
  );
  world.count(`${operation} ${isRefused(deviant) ? 'refused' : 'answered'}`);
  // Deviations speak canonical words, so spelling comes after all of them.
  return spelledReply(operation, deviant, world.dialect);
};

export type Served = {
  readonly reply: Reply;
  /** `undefined` when the request asked for none that is here. */
  readonly operation: OperationId | undefined;
};

const notServed = ({ method, path }: SandboxRequest, onPath: readonly Route[]): Reply => {
  if (onPath.length === 0) return refusal(404, { code: 'NOT_FOUND', message: `Nothing is at ${path}.` });
  const allow = onPath.map((route) => route.method).join(', ');
  const message = `${method} is not allowed here; use ${allow}.`;
  return refusal(405, { code: 'METHOD_NOT_ALLOWED', message }, { allow });
};

export const serve = async (request: SandboxRequest, world: World): Promise<Served> => {
  const onPath = routes.filter((route) => isOn(route, request.path));
  const route = onPath.find(({ method }) => method === request.method);
  world.count('requests');
  if (route?.operation === 'token') world.count('tokens requested');
  return {
    reply: route ? await answered(route, request, world) : notServed(request, onPath),
    operation: route?.operation,
  };
};
