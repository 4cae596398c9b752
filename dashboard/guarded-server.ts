/** What every server has: it checks first who asks, limits sizes, and refuses in one line. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { UsageError } from '../contracts/usage-error.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for any two texts. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

const sessionMs = 12 * 3_600_000;
const sessionsMax = 1_000;

const cookieIn = ({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined =>
  cookie
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The name of a `Host` header, without the port. */
const nameIn = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

/** @param cookie Each server has its own: two of one name would share it, because cookies ignore ports. */
export const guardOf = ({
  host,
  names = [],
  token,
  cookie,
  now,
}: Omit<Listening, 'port'> & { readonly cookie: string }) => {
  const meant = new Set([host, ...names].map((each) => each.toLowerCase()));
  /** When each ends. */
  const sessions = new Map<string, number>();

  const isSession = (given: string): boolean => {
    for (const [id, endsAt] of sessions) if (isSame(id, given)) return endsAt > now();
    return false;
  };

  return {
    /** Another site may have its name point to this machine (DNS rebinding): only names that are meant are answered. */
    isMeant: ({ host: called = '' }: IncomingHttpHeaders): boolean => {
      const name = nameIn(called);
      return meant.has(name) || meant.has(name.replace(/^\[|\]$/g, '')) || isLoopback(name);
    },
    /** By the token itself, or by the cookie that it was exchanged for; always where there is no token. */
    isKnown: (headers: IncomingHttpHeaders): boolean => {
      if (token === undefined) return true;
      const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined) return isSame(bearer, token);
      const session = cookieIn(headers, cookie);
      return session !== undefined && isSession(session);
    },
    /** A browser says where a request comes from; what does not is no browser of today: it has no cookie to misuse. */
    isOfOurPages: ({ origin, host: called = '', 'sec-fetch-site': site }: IncomingHttpHeaders): boolean => {
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
      if (origin === undefined) return true;
      return URL.canParse(origin) && new URL(origin).host === called;
    },
    /** @returns The value of a `Set-Cookie` header; undefined for a wrong token. */
    exchanged: (given: string, isEncrypted: boolean): string | undefined => {
      if (token === undefined || !isSame(given, token)) return undefined;
      const [oldest] = sessions.keys();
      if (sessions.size >= sessionsMax && oldest !== undefined) sessions.delete(oldest);
      const id = randomBytes(32).toString('base64url');
      sessions.set(id, now() + sessionMs);
      const secure = isEncrypted ? '; Secure' : '';
      return `${cookie}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${sessionMs / 1_000}${secure}`;
    },
  };
};

const headersOf = (loaded: readonly string[], referrer: string): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    ...loaded.map((each) => `${each}-src 'self'`),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': referrer,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Our pages load from here alone, and run nothing else. */
export const pageHeaders = headersOf(['script', 'style', 'connect', 'img'], 'no-referrer');

/** A page without any script, whose form says from where it is sent: without a referrer, a browser would not. */
export const stillHeaders = headersOf(['style', 'img'], 'same-origin');

/** Where it listens, and who may ask. */
export type Listening = {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Further names under which it may be called. */
  readonly names?: readonly string[] | undefined;
  readonly token?: string | undefined;
  readonly now: () => number;
};

export type Served = { readonly url: string; close(): Promise<void> };

type Guarded = {
  /** As a person calls it. */
  readonly what: string;
  /** The variable of the environment that has the token. */
  readonly variable: string;
  readonly cookie: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Paths that answer without a token: none of them shows stored data. */
  readonly isOpen: (path: string) => boolean;
  /** What an error is to who asked: a status below 600, and a line. */
  readonly refusalOf: (thrown: unknown) => { readonly status: number; readonly error: string };
};

const bodyBytesMax = 16 * 1_024;

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The status of a refusal here, or of a refusal of the library; 500 for any other error. */
export const statusOfRefusal = (thrown: unknown): number => {
  if (thrown instanceof Refused) return thrown.status;
  const { statusCode } = Object(thrown) as { statusCode?: number };
  return statusCode !== undefined && statusCode < 500 ? statusCode : 500;
};

/** Before anything is looked at. */
const assertAllowed = (
  guard: ReturnType<typeof guardOf>,
  { what, isOpen }: Guarded,
  { headers, method, url }: FastifyRequest,
): void => {
  if (!guard.isMeant(headers)) throw new Refused(403, `this name is none of this ${what}: see --name`);
  // A person who follows a link from elsewhere may look; a foreign page may not ask behind its reader's back.
  const isLink = (method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate';
  if (!isLink && !guard.isOfOurPages(headers)) throw new Refused(403, 'this was sent by a foreign page');
  if (!isOpen(url.split('?')[0] ?? '') && !guard.isKnown(headers)) throw new Refused(401, 'a token is needed');
};

/** @throws UsageError where the port is taken. */
const listen = async (app: FastifyInstance, { host, port }: Listening): Promise<string> => {
  try {
    await app.listen({ host, port });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`port ${port} of ${host} cannot be opened (${code}): name another with --port`);
  }
  const { address, family, port: open } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${open}`;
};

/**
 * @returns A server to which routes are added before it listens.
 * @throws UsageError where it would be open beyond this machine without a token.
 */
export const guardedServer = (listening: Listening, guarded: Guarded) => {
  const { host, token } = listening;
  const { variable, cookie, headers, refusalOf } = guarded;
  if (!isLoopback(host) && token === undefined) {
    throw new UsageError(
      `--host ${host} is open to others: set ${variable} to a secret of 16 characters or more, or leave --host out`,
    );
  }
  const guard = guardOf({ ...listening, cookie });
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  // A form of any page can be sent as text without being asked for.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    assertAllowed(guard, guarded, request);
  });
  app.setErrorHandler((thrown, _request, reply) => {
    const { status, error } = refusalOf(thrown);
    return reply.code(status).send({ error });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'there is nothing at this address' }));
  app.get('/healthz', () => ({ ok: true }));
  return { app, guard, listen: (): Promise<string> => listen(app, listening) };
};
