/** Serves the dashboard: its pages, and the API that they are made of. It writes only what a person asks for. */

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { noneUnsaved, type UnsavedCounts, unsavedText } from '../contracts/unsaved.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { History } from '../history/history.ts';
import { StoreFailed } from '../stores/database.ts';
import { type ApiRoute, NotThere, openApiOf, type RouteParts } from './api/route.ts';
import { routes } from './api/routes.ts';
import { assetAt } from './assets.ts';
import { guardedServer, type Listening, pageHeaders, Refused, type Served, statusOfRefusal } from './guarded-server.ts';
import { metricsReader } from './metrics.ts';
import { lastRunReader, stateReader } from './state-now.ts';

// Notifies open pages of a change: one look at the store a second for all of them, and none while no page listens.

const lookMs = 1_000;
/** A proxy ends what is silent for a minute, and a page that hears nothing asks by itself. */
const aliveMs = 15_000;
/** A proxy that collects before it passes on has enough to pass on at once, each time. */
const padding = `: ${' '.repeat(2_048)}\n`;

/** Sent to a page that has not read it: a page that stops reading is dropped, and connects again when it wakes. */
const unreadBytesMax = 64 * 1_024;

type Event = 'changed' | 'alive';
const textOf = (event: Event, now: number): string => `${padding}event: ${event}\ndata: ${now}\n\n`;

type Listener = {
  readonly write: (text: string) => void;
  readonly unreadBytes: () => number;
  readonly end: () => void;
};

/** Rejects when it is to end. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const inRealTime: Wait = (ms, signal) => delay(ms, undefined, { signal });

export const liveOf = (
  history: Pick<History, 'version'>,
  { now, wait = inRealTime }: { readonly now: () => number; readonly wait?: Wait },
) => {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let looking: Promise<void> | undefined;

  let sentAt = 0;
  const send = (event: Event): void => {
    sentAt = now();
    for (const each of listeners) {
      each.write(textOf(event, sentAt));
      if (each.unreadBytes() <= unreadBytesMax) continue;
      listeners.delete(each);
      each.end();
    }
  };

  let version: number | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    version = await history.version().catch(() => undefined);
    isLooking = true;
    send('alive');
    for (;;) {
      await wait(lookMs, ending.signal);
      if (listeners.size === 0) return;
      const before = version;
      // A store that is away for a moment is no change.
      version = await history.version().catch(() => before);
      if (version !== before) send('changed');
      else if (now() - sentAt >= aliveMs || now() < sentAt) send('alive');
    }
  };

  return {
    /** @returns What ends it. */
    listen: (to: Listener): (() => void) => {
      listeners.add(to);
      to.write('retry: 2000\n\n');
      // Later changes are sent; the first listener gets `alive` after the first look.
      if (isLooking) to.write(textOf('alive', now()));
      looking ??= look()
        .catch(() => {})
        .finally(() => {
          looking = undefined;
          isLooking = false;
        });
      return () => void listeners.delete(to);
    },
    close: async (): Promise<void> => {
      listeners.clear();
      ending.abort();
      await looking;
    },
  };
};

export type DashboardOptions = Listening &
  Pick<RouteParts, 'history' | 'evidenceIn'> & {
    /** Of Preflight. */
    readonly version: string;
    /** Of the monitor that serves it; left out without one. */
    readonly unsaved?: () => UnsavedCounts;
  };

const read = (form: z.ZodType, given: unknown, what: string): never => {
  const { data, error } = form.safeParse(given ?? {});
  if (!error) return data as never;
  const [issue] = error.issues;
  throw new Refused(400, `${what} ${issue?.path.join('.') ?? ''}: ${issue?.message}`);
};

const statusOf = (thrown: unknown): number => {
  if (thrown instanceof NotThere) return 404;
  if (thrown instanceof UsageError) return 400;
  return thrown instanceof StoreFailed ? 503 : statusOfRefusal(thrown);
};

const guarded = {
  what: 'dashboard',
  variable: 'PREFLIGHT_DASHBOARD_TOKEN',
  cookie: 'preflight-session',
  headers: pageHeaders,
  isOpen: (path: string): boolean =>
    ['/', '/login', '/healthz', '/readyz'].includes(path) || path.startsWith('/assets/'),
  refusalOf: (thrown: unknown) => {
    const status = statusOf(thrown);
    return { status, error: status === 500 ? 'our own error' : (thrown as Error).message };
  },
};

const answerOf = (asked: FastifyRequest, { params, query, body, handle }: ApiRoute, parts: RouteParts) =>
  handle(
    {
      params: read(params, asked.params, 'the address'),
      query: read(query, asked.query, 'the query'),
      body: read(body, asked.body, 'the body'),
    },
    parts,
  );

/** @throws UsageError where it would be open beyond this machine without a token, or the port is taken. */
export const startDashboard = async (options: DashboardOptions): Promise<Served> => {
  const { history, now, evidenceIn, version, unsaved = () => noneUnsaved } = options;
  const { app, guard, listen } = guardedServer(options, guarded);
  const live = liveOf(history, { now });
  const lastRunsOf = lastRunReader(history.read);
  const stateNow = stateReader(history.read, lastRunsOf);
  const parts: RouteParts = { history, now, evidenceIn, stateNow, unsaved };

  const asset = (path: string, reply: FastifyReply): FastifyReply => {
    const found = assetAt(path);
    if (!found) throw new NotThere('there is nothing at this address');
    return reply.type(found.type).send(found.body);
  };
  app.get('/', (_request, reply) => asset('/', reply));
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => asset(`/assets/${params['*']}`, reply));
  app.get('/readyz', async () => {
    const waiting = unsavedText(unsaved());
    if (waiting !== undefined) throw new Refused(503, waiting);
    await history.version();
    return { ok: true };
  });
  const metrics = metricsReader({ read: history.read, lastRunsOf, stateNow, version, unsaved });
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text(now())));
  app.post('/login', (request, reply) => {
    const { token: given } = Object(request.body) as { token?: unknown };
    const cookie = typeof given === 'string' ? guard.exchanged(given, request.protocol === 'https') : undefined;
    if (cookie === undefined) throw new Refused(401, 'this is not the token');
    return reply.header('set-cookie', cookie).send({ ok: true });
  });
  for (const each of routes)
    app.route({ method: each.method, url: each.path, handler: async (asked) => answerOf(asked, each, parts) });
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
    const end = live.listen({
      write: (text) => void raw.write(text),
      unreadBytes: () => raw.writableLength,
      end: () => void raw.destroy(),
    });
    request.raw.once('close', end);
  });

  return {
    url: await listen(),
    close: async () => {
      await live.close();
      await app.close();
    },
  };
};
