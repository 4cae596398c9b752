/**
 * Serves the sandbox over HTTP: the default world at the root, the others under /worlds/<id>, the levers at /_admin.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { OperationId } from '../contracts/operations.ts';
import { guard } from './access/rules.ts';
import { adminRoutes } from './admin.ts';
import { spelledReply } from './dialect.ts';
import { type Route, routes } from './handlers.ts';
import type { OpenedService } from './open-port.ts';
import { answer, isRefused, type Reply, refusal, type SandboxRequest, withHeaders } from './reply.ts';
import { troubled } from './troubles.ts';
import type { World } from './world.ts';
import { defaultWorldId, type OpenedWorld, type WorldOptions, type Worlds, worldsOf } from './worlds.ts';

/** Answers one request to one world: finds the operation, guards it, handles it, applies the world's deviations. */
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

type ServedReply = {
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

const serve = async (request: SandboxRequest, world: World): Promise<ServedReply> => {
  const onPath = routes.filter((route) => isOn(route, request.path));
  const route = onPath.find(({ method }) => method === request.method);
  world.count('requests');
  if (route?.operation === 'token') world.count('tokens requested');
  return {
    reply: route ? await answered(route, request, world) : notServed(request, onPath),
    operation: route?.operation,
  };
};

export type SandboxOptions = {
  /** 0 takes any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1' | 'localhost' | '::1';
  /** How the default world differs from a healthy one of full scale. */
  readonly world?: Partial<Omit<WorldOptions, 'id'>>;
  /** Source of time of every world that brings none, in milliseconds since 1970. */
  readonly now?: () => number;
};

export type Sandbox = {
  /** Base url of the default world. */
  readonly url: string;
  readonly world: (id: string) => OpenedWorld | undefined;
  readonly openWorld: (options?: Partial<WorldOptions>) => {
    readonly id: string;
    readonly baseUrl: string;
    readonly close: () => void;
  };
  readonly close: () => Promise<void>;
};

const hint = answer(200, { service: 'reference sandbox', operations: ['/auth/token', '/api/dictionary/countries'] });
const hinted: ServedReply = { reply: hint, operation: undefined };

const requestIn = ({ raw, body }: FastifyRequest, basePath: string): SandboxRequest => {
  const [path = '', ...query] = (raw.url ?? '').slice(basePath.length).split('?');
  return {
    method: raw.method ?? '',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: raw.headers,
    body: typeof body === 'string' ? body : '',
  };
};

/** Writes below Fastify, because an oddity decides even how header names are spelled. */
const send = async (
  fastifyReply: FastifyReply,
  request: SandboxRequest,
  { reply: served, operation }: ServedReply,
  world: OpenedWorld,
): Promise<void> => {
  const { reply, wire } = troubled(served, operation, request, world);
  const { writesDate, namesHeader, compresses, delayMs } = world.rules;
  if (delayMs > 0) await delay(delayMs);
  const plain = Buffer.from(reply.encode(reply.body));
  const isCompressed = plain.length > 0 && compresses(request);
  const bytes = isCompressed ? gzipSync(plain) : plain;
  const date = writesDate(world.now(), world);
  const { headers } = withHeaders(reply, {
    ...(reply.status !== 204 &&
      reply.headers['transfer-encoding'] === undefined && { 'content-length': String(bytes.length) }),
    ...(isCompressed && { 'content-encoding': 'gzip', vary: 'accept-encoding' }),
    ...(date !== undefined && { date }),
  });
  fastifyReply.hijack();
  fastifyReply.raw.sendDate = false;
  const spelled = Object.entries(headers).map(([name, value]) => [namesHeader(name), value]);
  // A client that has hung up receives nothing: its connection will not close a second time.
  if (fastifyReply.request.raw.socket.destroyed) return;
  wire(fastifyReply.raw, { status: reply.status, headers: Object.fromEntries(spelled), bytes });
};

/** The application that answers, on any port. */
const serviceOf = (
  { world: first = {}, now = Date.now }: SandboxOptions,
  urlOf: () => string,
): { readonly app: FastifyInstance; readonly worlds: Worlds } => {
  const worlds = worldsOf(now, first);
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: false } });

  // A handler decides for itself what a broken body means, so every body arrives as text.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const answerFor = async (id: string, request: FastifyRequest, fastifyReply: FastifyReply): Promise<unknown> => {
    const world = worlds.find(id);
    if (!world) return fastifyReply.code(404).send({ error: { code: 'NOT_FOUND', message: 'No such world.' } });
    const sandboxRequest = requestIn(request, worlds.pathOf(id));
    const isHint = id === defaultWorldId && sandboxRequest.method === 'GET' && sandboxRequest.path === '/';
    await send(fastifyReply, sandboxRequest, isHint ? hinted : await serve(sandboxRequest, world), world);
    return fastifyReply;
  };

  adminRoutes(app, worlds, urlOf);
  app.all<{ Params: { id: string } }>('/worlds/:id/*', (request, reply) =>
    answerFor(request.params.id, request, reply),
  );
  app.all('/*', (request, reply) => answerFor(defaultWorldId, request, reply));
  app.setErrorHandler<Error & { statusCode?: number }>(({ statusCode = 500, message }, _request, reply) => {
    const { status, body } = refusal(statusCode, { code: 'INVALID_REQUEST', message });
    return reply.code(status).send(body);
  });
  return { app, worlds };
};

/** Answers what comes to a port that is open at that address. */
export const answerAt = async (url: string, options: Omit<SandboxOptions, 'port' | 'host'>): Promise<OpenedService> => {
  const { app } = serviceOf(options, () => url);
  await app.ready();
  return { handle: app.routing, close: () => app.close() };
};

/** Starts a sandbox that only this machine can reach. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const { port = 0, host = '127.0.0.1' } = options;
  let url = '';
  const { app, worlds } = serviceOf(options, () => url);
  url = await app.listen({ port, host });
  return {
    url,
    world: worlds.find,
    openWorld: (worldOptions = {}) => {
      const { id } = worlds.open(worldOptions);
      return { id, baseUrl: `${url}${worlds.pathOf(id)}`, close: () => worlds.remove(id) };
    },
    close: () => app.close(),
  };
};
