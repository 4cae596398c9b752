/** Signs and verifies the access tokens of a world: HS256 JWTs under the world's own key and clock. */
import { createHash } from 'node:crypto';
import { type CryptoKey, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { World } from './world.ts';

/** Seconds since 1970, as RFC 7519 has them. */
export type Claims = JWTPayload;

/** Worlds of one seed still have keys of their own: no token of one opens another. */
export const signingKey = ({ seed, id }: { readonly seed: number; readonly id: string }): Uint8Array =>
  createHash('sha256').update(`signing key of world ${id}, seed ${seed}`).digest();

/** Imported once a world: importing it for every request costs more than verifying. */
const imported = new WeakMap<World, Promise<CryptoKey>>();

const keyOf = (world: World): Promise<CryptoKey> => {
  const known = imported.get(world);
  if (known) return known;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', Buffer.from(world.key), hmac, false, ['sign', 'verify']);
  imported.set(world, key);
  return key;
};

export const signed = async (claims: Claims, world: World): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(await keyOf(world));

/** The claims of a token that is genuine and alive by the world's clock; `undefined` for any other. */
export const verified = async (token: string, world: World): Promise<Claims | undefined> => {
  const issued = world.tokens.find(token);
  if (issued?.isRevoked) return undefined;
  const remembers = issued !== undefined && world.rules.readsExpiryFrom === 'memory';
  if (remembers && world.now() >= issued.expiresAtMs) return undefined;
  try {
    const { payload } = await jwtVerify(issued?.jwt ?? token, await keyOf(world), {
      algorithms: ['HS256'],
      currentDate: new Date(world.now()),
      // What the world remembers has already decided, so the claims of time say nothing here.
      clockTolerance: remembers ? Number.MAX_SAFE_INTEGER : 0,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};
