/** The tokens a world has issued: makes new ones by its rules and remembers them. */
import { createHash } from 'node:crypto';
import { signed } from './jwt.ts';
import type { Partner } from './partners.ts';
import type { World } from './world.ts';

export type IssuedToken = {
  readonly presented: string;
  readonly jwt: string;
  readonly clientId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  isRevoked: boolean;
};

export type TokenStore = {
  readonly find: (presented: string) => IssuedToken | undefined;
  readonly issuedTo: (clientId: string) => readonly IssuedToken[];
  readonly all: () => readonly IssuedToken[];
  readonly add: (token: IssuedToken) => void;
};

// Beyond this the oldest are forgotten; a healthy world needs no memory to accept them.
const tokensRememberedMax = 10_000;

export const tokenStore = (): TokenStore => {
  const tokens = new Map<string, IssuedToken>();
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

const secondMs = 1000;

/** A token for a partner who has logged in: a new one, or one handed out before where the rules say so. */
export const issue = async ({ clientId }: Partner, world: World): Promise<IssuedToken> => {
  const { rules, tokens } = world;
  const older = tokens.issuedTo(clientId);
  const last = older.at(-1);
  if (last && rules.reusesToken(last, world)) return last;

  // Claims count whole seconds, and expiresAt must name the same moment.
  const issuedAtMs = Math.floor(world.now() / secondMs) * secondMs;
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
