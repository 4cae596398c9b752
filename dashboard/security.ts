/** Who may ask: by the name the page was called under, by a token beyond this machine, and never a page of somebody else. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time whatever is alike. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

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

export type Guard = {
  /** Another site may have its name point to this machine (DNS rebinding): only names that are meant are answered. */
  isMeant(headers: IncomingHttpHeaders): boolean;
  /** By the token itself, or by the cookie that it was exchanged for; always where there is no token. */
  isKnown(headers: IncomingHttpHeaders): boolean;
  /** A browser says where a request comes from; one that does not is no browser of today, and has no cookie to misuse. */
  isOfOurPages(headers: IncomingHttpHeaders): boolean;
  /** @returns The value of a `Set-Cookie` header; undefined for a wrong token. */
  exchanged(token: string, isEncrypted: boolean): string | undefined;
};

export type GuardParts = {
  /** On which the server listens. */
  readonly host: string;
  /** Further names under which it may be called, such as that of a proxy. */
  readonly names: readonly string[];
  readonly token: string | undefined;
  /** The cookie that it is exchanged for: of two servers of one name each has its own, because a port tells none apart. */
  readonly cookie: string;
  readonly now: () => number;
};

export const guardOf = ({ host, names, token, cookie, now }: GuardParts): Guard => {
  const meant = new Set([host, ...names].map((each) => each.toLowerCase()));
  /** When each ends. */
  const sessions = new Map<string, number>();

  const isSession = (given: string): boolean => {
    for (const [id, endsAt] of sessions) if (isSame(id, given)) return endsAt > now();
    return false;
  };

  return {
    isMeant: ({ host: called = '' }) => {
      const name = nameIn(called);
      return meant.has(name) || meant.has(name.replace(/^\[|\]$/g, '')) || isLoopback(name);
    },
    isKnown: (headers) => {
      if (token === undefined) return true;
      const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined) return isSame(bearer, token);
      const session = cookieIn(headers, cookie);
      return session !== undefined && isSession(session);
    },
    isOfOurPages: ({ origin, host: called = '', 'sec-fetch-site': site }) => {
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
      if (origin === undefined) return true;
      return URL.canParse(origin) && new URL(origin).host === called;
    },
    exchanged: (given, isEncrypted) => {
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

/** A page of ours loads from here alone, and nothing in it acts that was not loaded so. */
export const pageHeaders = headersOf(['script', 'style', 'connect', 'img'], 'no-referrer');

/** A page without any script, whose form says from where it is sent: without a referrer, a browser would not. */
export const stillHeaders = headersOf(['style', 'img'], 'same-origin');
