/** Ways to let in who must stay out, and to keep out who may come in, for faults of the guard. */
import { createHmac } from 'node:crypto';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import type { OperationId } from '../../contracts/operations.ts';
import type { Claims } from '../access/jwt.ts';
import type { AccessRules, AccessWorld } from '../access/rules.ts';

type Accepts = AccessRules['acceptsToken'];

/** Lets in what the guard of these operations refuses, when the condition finds claims in it. */
export const alsoAccepts = (
  operations: readonly OperationId[],
  lenient: (token: string, world: AccessWorld) => Claims | undefined,
) => ({
  touches: operations,
  rules: ({ acceptsToken }: AccessRules): { acceptsToken: Accepts } => ({
    acceptsToken: async (token, world, operation) =>
      (await acceptsToken(token, world, operation)) ??
      (operations.includes(operation) ? lenient(token, world) : undefined),
  }),
});

/** Keeps out what the guard of these operations accepts, while the condition holds. */
export const refusesWhile = (
  operations: readonly OperationId[],
  holds: (seen: { claims: Claims; token: string; world: AccessWorld }) => boolean,
) => ({
  touches: operations,
  rules: ({ acceptsToken }: AccessRules): { acceptsToken: Accepts } => ({
    acceptsToken: async (token, world, operation) => {
      const claims = await acceptsToken(token, world, operation);
      return claims && !(operations.includes(operation) && holds({ claims, token, world })) ? claims : undefined;
    },
  }),
});

/** The guard of some operations lets in everybody, or only those without a token. */
export const unguarded = (
  operations: readonly OperationId[],
  isMeant: (token: string | undefined) => boolean = () => true,
) => ({
  touches: operations,
  rules: ({ guards }: AccessRules): Pick<AccessRules, 'guards'> => ({
    guards: (operation, token) => !(operations.includes(operation) && isMeant(token)) && guards(operation, token),
  }),
});

export const isMissing = (token: string | undefined): boolean => token === undefined;

export type Opened = {
  readonly alg: string;
  readonly claims: Claims;
  readonly signature: string;
  readonly signed: string;
};

/** The parts of a JWT, whatever its signature; `undefined` for anything else. */
export const opened = (token: string): Opened | undefined => {
  try {
    const [header, payload, signature = ''] = token.split('.');
    return {
      alg: String(decodeProtectedHeader(token).alg),
      claims: decodeJwt(token),
      signature,
      signed: `${header}.${payload}`,
    };
  } catch {
    return undefined;
  }
};

const isAlive = ({ exp }: Claims, world: AccessWorld): boolean => exp === undefined || exp * 1000 > world.now();

/** The claims of a JWT that is alive and fits, though nobody may have signed it. */
export const aliveIf = (token: string, world: AccessWorld, fits: (jwt: Opened) => boolean): Claims | undefined => {
  const jwt = opened(token);
  return jwt && isAlive(jwt.claims, world) && fits(jwt) ? jwt.claims : undefined;
};

export const isHs256 = ({ alg }: Opened): boolean => alg === 'HS256';
export const isUnsigned = ({ alg }: Opened): boolean => alg.toLowerCase() === 'none';

export const signatureOf = ({ signed }: Opened, world: AccessWorld): string =>
  createHmac('sha256', world.key).update(signed).digest('base64url');

/** Tokens this world has signed, alive or not. */
const isGenuine = (token: string, world: AccessWorld): boolean => {
  const jwt = opened(token);
  return jwt !== undefined && isHs256(jwt) && jwt.signature === signatureOf(jwt, world);
};

/** For how many milliseconds a token has been expired; infinite for one that was never genuine. */
export const expiredFor = (token: string, world: AccessWorld): number =>
  isGenuine(token, world) ? world.now() - (opened(token)?.claims.exp ?? 0) * 1000 : Number.POSITIVE_INFINITY;

export const isGarbage = (token: string | undefined): boolean => token !== undefined && opened(token) === undefined;
