/** Partners and their access tokens: signed, verified and remembered under the key and the clock of a world. */
import { createHash } from 'node:crypto';
import type { CryptoKey, JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { Clock, Identity } from '../world-parts.ts';

const secondMs = 1000;

/** Seconds since 1970, as RFC 7519 has them. */
export type Claims = JWTPayload;

/** Worlds of one seed still have keys of their own: no token of one opens another. */
export const signingKey = ({ seed, id }: Identity): Uint8Array =>
  createHash('sha256').update(`signing key of world ${id}, seed ${seed}`).digest();

type Signing = { readonly key: Uint8Array };

/** Imported once a world: importing it for every request costs more than verifying. */
const imported = new WeakMap<Signing, Promise<CryptoKey>>();

const keyOf = (world: Signing): Promise<CryptoKey> => {
  const known = imported.get(world);
  if (known) return known;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', Buffer.from(world.key), hmac, false, ['sign', 'verify']);
  imported.set(world, key);
  return key;
};

export const signed = async (claims: Claims, world: Signing): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(await keyOf(world));

type TokenCheck = { readonly jwt: string; readonly atMs: number; readonly clockTolerance: number };

const verifiedOnce = async ({ jwt, atMs, clockTolerance }: TokenCheck, world: Signing): Promise<Claims | undefined> => {
  try {
    const currentDate = new Date(atMs);
    const { payload } = await jwtVerify(jwt, await keyOf(world), {
      algorithms: ['HS256'],
      currentDate,
      clockTolerance,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

type Verifying = Signing &
  Pick<Clock, 'now'> & {
    readonly tokens: Pick<TokenStore, 'find'>;
    readonly rules: { readonly readsExpiryFrom: 'claims' | 'memory' };
  };

type VerifiedToken = TokenCheck & { readonly claims: Promise<Claims | undefined> };

/**
 * Of each world the last token and what was said of it: a partner comes with the same one hundreds of times a second.
 */
const lastVerified = new WeakMap<Verifying, VerifiedToken>();

/** The claims of a token that is genuine and alive by the world's clock; `undefined` for any other. */
export const verified = (token: string, world: Verifying): Promise<Claims | undefined> => {
  const issued = world.tokens.find(token);
  if (issued?.isRevoked) return Promise.resolve(undefined);
  const remembers = issued !== undefined && world.rules.readsExpiryFrom === 'memory';
  if (remembers && world.now() >= issued.expiresAtMs) return Promise.resolve(undefined);
  const asked: TokenCheck = {
    jwt: issued?.jwt ?? token,
    // Claims count whole seconds, so within one of them nothing changes.
    atMs: Math.floor(world.now() / secondMs) * secondMs,
    // What the world remembers has already decided, so the claims of time say nothing here.
    clockTolerance: remembers ? Number.MAX_SAFE_INTEGER : 0,
  };
  const last = lastVerified.get(world);
  const isSame = last?.jwt === asked.jwt && last.atMs === asked.atMs && last.clockTolerance === asked.clockTolerance;
  if (last && isSame) return last.claims;
  const claims = verifiedOnce(asked, world);
  lastVerified.set(world, { ...asked, claims });
  return claims;
};

// The partners every world knows, as plain data: a target of the sandbox logs in with these.

export type SandboxPartner = {
  readonly clientId: string;
  readonly clientSecret: string;
};

export const preflightPartner: SandboxPartner = {
  clientId: 'preflight-partner',
  clientSecret: 'Kd7-sandbox-Vq2mXw94-secret',
};

export const otherPartner: SandboxPartner = {
  clientId: 'other-partner',
  clientSecret: 'Zt5-sandbox-Hn8cRb61-secret',
};

export const partners: readonly SandboxPartner[] = [preflightPartner, otherPartner];

export type StoredToken = {
  readonly presented: string;
  readonly jwt: string;
  readonly clientId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  isRevoked: boolean;
};

export type TokenStore = {
  readonly find: (presented: string) => StoredToken | undefined;
  readonly issuedTo: (clientId: string) => readonly StoredToken[];
  readonly all: () => readonly StoredToken[];
  readonly add: (token: StoredToken) => void;
};

// Beyond this the oldest are forgotten; a healthy world needs no memory to accept them.
const tokensRememberedMax = 10_000;

export const tokenStore = (): TokenStore => {
  const tokens = new Map<string, StoredToken>();
  return {
    find: (presented) => tokens.get(presented),
    issuedTo: (clientId) => [...tokens.values()].filter((token) => token.clientId === clientId),
    all: () => [...tokens.values()],
    add: (token) => {
      tokens.set(token.presented, token);
      const [oldest] = tokens.keys();
      if (tokens.size > tokensRememberedMax && oldest !== undefined) tokens.delete(oldest);
    },
  };
};
