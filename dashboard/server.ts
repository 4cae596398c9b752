/** Serves the dashboard: its pages, and the API that they are made of. Nothing here writes but what a person asks for. */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { UsageError } from '../contracts/usage-error.ts';
import { StoreFailed } from '../history/store-failed.ts';
import { versionOf } from '../history/version.ts';
import { openApiOf } from './api/open-api.ts';
import { NotThere, type Route, type RouteParts } from './api/route.ts';
import { routes } from './api/routes.ts';
import { assetAt } from './assets.ts';
import { lastRunReader } from './last-runs.ts';
import { liveOf } from './live.ts';
import { metricsReader } from './metrics-text.ts';
import { type Guard, guardOf, isLoopback, pageHeaders } from './security.ts';
import { stateReader } from './state-now.ts';

export type DashboardOptions = Pick<RouteParts, 'history' | 'now' | 'evidenceIn'> & {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Further names under which it may be called. */
  readonly names?: readonly string[] | undefined;
  readonly token?: string | undefined;
  /** Of Preflight. */
  readonly version: string;
};

export type Dashboard = { readonly url: string; close(): Promise<void> };

const bodyBytesMax = 16 * 1_024;

class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const read = (form: z.ZodType, given: unknown, what: string): never => {
  const { data, error } = form.safeParse(given ?? {});
  if (!error) return data as never;
  const [issue] = error.issues;
  throw new Refused(400, `${what} ${issue?.path.join('.') ?? ''}: ${issue?.message}`);
};

const statusOf = (thrown: unknown): number => {
  if (thrown instanceof Refused) return thrown.status;
  if (thrown instanceof NotThere) return 404;
  if (thrown instanceof UsageError) return 400;
  if (thrown instanceof StoreFailed) return 503;
  const { statusCode } = Object(thrown) as { statusCode?: number };
  return statusCode !== undefined && statusCode < 500 ? statusCode : 500;
};

/** Before anything is looked at. */
const assertAllowed = (guard: Guard, { headers, method, url }: FastifyRequest): void => {
  if (!guard.isMeant(headers)) throw new Refused(403, 'this name is none of this dashboard: see --name');
  if (method !== 'GET' && method !== 'HEAD' && !guard.isOfOurPages(headers)) {
    throw new Refused(403, 'this was sent by a page of somebody else');
  }
  const path = url.split('?')[0] ?? '';
  const isOpen =
    path === '/' || path === '/login' || path === '/healthz' || path === '/readyz' || path.startsWith('/assets/');
  if (!isOpen && !guard.isKnown(headers)) throw new Refused(401, 'a token is needed');
};

const addRoute = (
  app: FastifyInstance,
  { method, path, params, query, body, handle }: Route,
  parts: RouteParts,
): void => {
  app.route({
    method,
    url: path,
    handler: async (request) => {
      const given = {
        params: read(params, request.params, 'the address'),
        query: read(query, request.query, 'the query'),
        body: read(body, request.body, 'the body'),
      };
      return handle(given, parts);
    },
  });
};

/** @throws UsageError where it would be open beyond this machine without a token, or the port is taken. */
export const startDashboard = async (options: DashboardOptions): Promise<Dashboard> => {
  const { host, port, names = [], token, history, now, evidenceIn, version } = options;
  if (!isLoopback(host) && token === undefined) {
    throw new UsageError(
      `--host ${host} is open to others: set PREFLIGHT_DASHBOARD_TOKEN to a secret of 16 characters or more, or leave --host out`,
    );
  }
  const guard = guardOf({ host, names, token, now });
  const live = liveOf(history, { now });
  const lastRunOf = lastRunReader(history.read);
  const stateNow = stateReader(history.read, lastRunOf);
  const parts: RouteParts = { history, now, evidenceIn, stateNow };
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });

  // A form of any page can be sent as text without being asked for.
  app.removeContentTypeParser('text/plain');

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders);
    assertAllowed(guard, request);
  });
  app.setErrorHandler((thrown, _request, reply) => {
    const status = statusOf(thrown);
    const error = status === 500 ? 'an error of ours' : (thrown as Error).message;
    return reply.code(status).send({ error });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'there is nothing at this address' }));

  const asset = (path: string, reply: FastifyReply): FastifyReply => {
    const found = assetAt(path);
    if (!found) throw new NotThere('there is nothing at this address');
    return reply.type(found.type).send(found.body);
  };
  app.get('/', (_request, reply) => asset('/', reply));
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => asset(`/assets/${params['*']}`, reply));
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async () => {
    await versionOf(history.read);
    return { ok: true };
  });
  const metrics = metricsReader({ read: history.read, lastRunOf, stateNow, version });
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text(now())));
  app.post('/login', (request, reply) => {
    const { token: given } = Object(request.body) as { token?: unknown };
    const cookie = typeof given === 'string' ? guard.exchanged(given, request.protocol === 'https') : undefined;
    if (cookie === undefined) throw new Refused(401, 'this is not the token');
    return reply.header('set-cookie', cookie).send({ ok: true });
  });
  for (const each of routes) addRoute(app, each, parts);
  const document = openApiOf(routes);
  app.get('/api/openapi.json', () => document);
  app.get('/api/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...pageHeaders,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const end = live.listen({ write: (text) => void raw.write(text) });
    request.raw.once('close', end);
  });

  try {
    await app.listen({ host, port });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`port ${port} of ${host} cannot be opened (${code}): name another with --port`);
  }
  const { address, family, port: open } = app.server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${shown}:${open}`,
    close: async () => {
      await live.close();
      await app.close();
    },
  };
};
