/** Serves the status page to outsiders on a separate listener. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { History } from '../../history/history.ts';
import {
  guardedServer,
  type Listening,
  Refused,
  type Served,
  statusOfRefusal,
  stillHeaders,
} from '../guarded-server.ts';
import { freshMs, icon, type MadePage, makerOf, style } from './made.ts';
import { loginPage } from './page.ts';
import { type StatusAsked, statusReader } from './status-now.ts';

export type StatusPageOptions = Listening & StatusAsked & { readonly history: History };

const assetSeconds = 300;

const messages: Readonly<Record<number, string>> = { 404: 'there is nothing at this address', 503: 'not ready' };

const guarded = {
  what: 'page',
  variable: 'PREFLIGHT_STATUS_TOKEN',
  cookie: 'preflight-status',
  headers: stillHeaders,
  // The pages themselves ask for the token.
  isOpen: (path: string): boolean => path !== '/status.json',
  // An internal error may name a path; an error of the library is about the request.
  refusalOf: (thrown: unknown) => {
    const status = statusOfRefusal(thrown);
    const own = thrown instanceof Refused ? thrown.message : 'this cannot be taken';
    return { status, error: messages[status] ?? (status === 500 ? 'our own error' : own) };
  },
};

const isKept = ({ headers }: FastifyRequest, mark: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === mark);

/** @throws UsageError where it would be open beyond this machine without a token, or the port is taken. */
export const startStatusPage = async (options: StatusPageOptions): Promise<Served> => {
  const { history, title, token, now } = options;
  const { app, guard, listen } = guardedServer(options, guarded);
  const make = makerOf(statusReader(history.read, options), { title, now });
  const cached = `${token === undefined ? 'public' : 'private'}, max-age=${freshMs / 1_000}`;

  const answer = async (name: keyof MadePage['forms'], request: FastifyRequest, reply: FastifyReply) => {
    const { type, body, mark } = (await make()).forms[name];
    reply.headers({ 'cache-control': cached, etag: mark });
    return isKept(request, mark) ? reply.code(304).send() : reply.type(type).send(body);
  };
  const login = (reply: FastifyReply, isWrong: boolean): FastifyReply =>
    reply.code(401).type('text/html; charset=utf-8').send(loginPage(isWrong));

  for (const [path, name] of [
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/live.html', 'live.html'],
  ] as const) {
    app.get(path, (request, reply) =>
      guard.isKnown(request.headers) ? answer(name, request, reply) : login(reply, false),
    );
  }
  app.get('/status.json', (request, reply) => answer('status.json', request, reply));
  for (const [path, { type, body }] of [
    ['/status.css', style],
    ['/icon.svg', icon],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${assetSeconds}`).type(type).send(body),
    );
  }
  app.get('/readyz', async () => {
    const isThere = await history.version().then(
      () => true,
      () => false,
    );
    if (!isThere || !(await make()).isRead) throw new Refused(503, 'not ready');
    return { ok: true };
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.post('/login', (request, reply) => {
    const { token: given } = Object(request.body) as { token?: string };
    const cookie = guard.exchanged(given ?? '', request.protocol === 'https');
    return cookie === undefined ? login(reply, true) : reply.header('set-cookie', cookie).redirect('./', 303);
  });

  return { url: await listen(), close: async () => void (await app.close()) };
};
