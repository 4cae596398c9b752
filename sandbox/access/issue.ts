/** Makes a token for a partner, as the rules of a world say. */
import { createHash } from 'node:crypto';
import { signed } from './jwt.ts';
import type { Partner } from './partners.ts';
import type { AccessWorld } from './rules.ts';
import type { IssuedToken } from './tokens.ts';

const secondMs = 1000;

/** A token for a partner who has logged in: a new one, or one handed out before where the rules say so. */
export const issue = async ({ clientId }: Partner, world: AccessWorld): Promise<IssuedToken> => {
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
