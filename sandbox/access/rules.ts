/** The rules of access, how a healthy world sets them, and the guard that follows them. */
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose/jwt/decode';
import type { OperationId } from '../../contracts/operations.ts';
import { type Reply, refusal, type SandboxRequest } from '../reply.ts';
import { dayMs } from '../sales.ts';
import type { Clock, Counters, Identity } from '../world-parts.ts';
import { type Claims, type SandboxPartner, type StoredToken, signed, type TokenStore, verified } from './tokens.ts';

const secondMs = 1000;

/** A token for a partner who has logged in: a new one, or one handed out before where the rules say so. */
export const issue = async ({ clientId }: SandboxPartner, world: AccessWorld): Promise<StoredToken> => {
  const { rules, tokens } = world;
  const older = tokens.issuedTo(clientId);
  const last = older.at(-1);
  if (last && rules.reusesToken(last, world)) return last;

  // Claims count whole seconds, and expiresAt must name the same moment.
  const issuedAtMs = Math.floor(rules.stampsAtMs(world) / secondMs) * secondMs;
  const expiresAtMs = issuedAtMs + rules.lifetimeMs;
  const jti = createHash('sha256')
    .update(`token ${world.count('tokens issued')} of world ${world.id}, seed ${world.seed}`)
    .digest('hex')
    .slice(0, 32);
  const claims = { sub: clientId, jti, iat: issuedAtMs / secondMs, exp: expiresAtMs / secondMs };
  const jwt = await signed(rules.stampsClaims(claims), world);
  const token = { presented: rules.presents(jwt, world), jwt, clientId, issuedAtMs, expiresAtMs, isRevoked: false };
  if (rules.revokesOlderTokens) for (const one of older) one.isRevoked = true;
  tokens.add(token);
  return token;
};

// How a healthy world lets partners in.

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

export const healthyAccessRules: AccessRules = {
  isComplete: ({ clientId, clientSecret }) => isText(clientId) && isText(clientSecret),
  findsPartner: ({ clientId }, world) => world.partners.find((partner) => partner.clientId === clientId),
  matchesSecret: ({ clientSecret }, partner) => partner.clientSecret === clientSecret,
  lifetimeMs: dayMs,
  stampsAtMs: (world) => world.now(),
  writesExpiry: (expiresAtMs) => new Date(expiresAtMs).toISOString().replace('.000Z', 'Z'),
  stampsClaims: (claims) => claims,
  presents: (jwt) => jwt,
  reusesToken: () => false,
  revokesOlderTokens: false,
  readsExpiryFrom: 'claims',
  guards: (operation) => operation !== 'token',
  acceptsToken: (token, world) => verified(token, world),
  writesDate: (nowMs) => new Date(nowMs).toUTCString(),
  namesHeader: (name) => name,
  compresses: () => false,
  delayMs: 0,
};

/** The token of the Authorization header; `undefined` when there is none. */
export const bearerIn = ({ headers }: SandboxRequest): string | undefined =>
  /^Bearer +(.*\S) *$/i.exec(headers.authorization ?? '')?.[1];

const unauthorized = (message: string): Reply =>
  refusal(401, { code: 'UNAUTHORIZED', message }, { 'www-authenticate': 'Bearer' });

/** The refusal of a request that may not pass; `undefined` lets it pass. */
export const guard = async (
  operation: OperationId,
  request: SandboxRequest,
  world: AccessWorld,
): Promise<Reply | undefined> => {
  const token = bearerIn(request);
  if (!world.rules.guards(operation, token)) return undefined;
  if (token === undefined) return unauthorized('A bearer token is required.');
  if (!(await world.rules.acceptsToken(token, world, operation))) {
    return unauthorized('The bearer token is not valid.');
  }
  return undefined;
};

const subjectOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
};

/** The partner who asks. A world that does not look at tokens takes every caller for its first partner. */
export const callerOf = (
  request: SandboxRequest,
  { tokens, partners }: Pick<AccessWorld, 'tokens' | 'partners'>,
): string => {
  const token = bearerIn(request) ?? '';
  const clientId = tokens.find(token)?.clientId ?? subjectOf(token);
  return clientId ?? partners[0]?.clientId ?? '';
};

export type AccessWorld = Identity &
  Counters &
  Pick<Clock, 'now'> & {
    /** Signs and verifies its tokens. */
    readonly key: Uint8Array;
    readonly partners: readonly SandboxPartner[];
    readonly tokens: TokenStore;
    readonly rules: AccessRules;
  };

export type LoginRequest = { readonly clientId?: unknown; readonly clientSecret?: unknown };

export type AccessRules = {
  readonly isComplete: (login: LoginRequest) => boolean;
  readonly findsPartner: (login: LoginRequest, world: AccessWorld) => SandboxPartner | undefined;
  readonly matchesSecret: (login: LoginRequest, partner: SandboxPartner) => boolean;
  /** From issue to `expiresAt`. */
  readonly lifetimeMs: number;
  /** What the clock shows by which a token is stamped. */
  readonly stampsAtMs: (world: AccessWorld) => number;
  readonly writesExpiry: (expiresAtMs: number) => unknown;
  readonly stampsClaims: (claims: Claims) => Claims;
  /** What the partner sees in place of the JWT; the world remembers which JWT it stands for. */
  readonly presents: (jwt: string, world: AccessWorld) => string;
  readonly reusesToken: (last: StoredToken, world: AccessWorld) => boolean;
  readonly revokesOlderTokens: boolean;
  /** Where expiry is read: a world that stamps false or no claims must remember what it promised. */
  readonly readsExpiryFrom: 'claims' | 'memory';
  /** Whether an operation looks at the token of a request, which may have none. */
  readonly guards: (operation: OperationId, token: string | undefined) => boolean;
  /** The claims of an acceptable token; `undefined` for any other. */
  readonly acceptsToken: (token: string, world: AccessWorld, operation: OperationId) => Promise<Claims | undefined>;
  readonly writesDate: (nowMs: number, world: AccessWorld) => string | undefined;
  readonly namesHeader: (name: string) => string;
  /** Decided last of all, so that no other deviation meets compressed bytes. */
  readonly compresses: (request: SandboxRequest) => boolean;
  readonly delayMs: number;
};
