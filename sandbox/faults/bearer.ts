/** Faults of the guard in front of the dictionary. */

import { bearerIn } from '../access/bearer.ts';
import {
  aliveIf,
  alsoAccepts,
  expiredFor,
  isGarbage,
  isHs256,
  isUnsigned,
  refusesWhile,
  signatureOf,
} from '../altering/guard.ts';
import { changing, when } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
import { dictionaryIds } from '../operations.ts';
import { type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

const hourMs = 60 * 60 * 1000;

/** Answers 401s of one kind in another way. */
const insteadOf401 = (isKind: (token: string | undefined, world: World) => boolean, bend: (reply: Reply) => Reply) => {
  const change = when(
    (request: SandboxRequest, { status }, world) => status === 401 && isKind(bearerIn(request), world),
    bend,
  );
  return changing(dictionaryIds, change);
};

const isMissing = (token: string | undefined): boolean => token === undefined;

export const bearerFaults = [
  ...faultsOf('bearer.issued-token-is-accepted', {
    'refuses-tokens-in-their-first-minute': refusesWhile(
      dictionaryIds,
      ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + 60_000,
    ),
    'refuses-fresh-tokens-on-cities-only': refusesWhile(
      ['cities'],
      ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + 300_000,
    ),
  }),
  ...faultsOf(
    [
      'bearer.missing-token-is-unauthorized',
      'bearer.garbage-token-is-unauthorized',
      'bearer.tampered-signature-is-unauthorized',
      'bearer.tampered-claims-are-unauthorized',
      'bearer.unsigned-token-is-unauthorized',
      'bearer.expired-token-is-unauthorized',
    ],
    {
      'forgets-the-bearer-on-cities': {
        rules: ({ guards }) => ({ guards: (operation, token) => operation !== 'cities' && guards(operation, token) }),
        touches: ['cities'],
      },
      'forgets-the-bearer-on-hotel-cards': {
        rules: ({ guards }) => ({
          guards: (operation, token) => operation !== 'hotel-static' && guards(operation, token),
        }),
        touches: ['hotel-static'],
      },
    },
  ),
  ...faultsOf('bearer.missing-token-is-unauthorized', {
    'answers-403-for-a-missing-token': insteadOf401(isMissing, (reply) => ({ ...reply, status: 403 })),
    'answers-200-with-an-error-for-a-missing-token': insteadOf401(isMissing, (reply) => ({ ...reply, status: 200 })),
  }),
  ...faultsOf('bearer.garbage-token-is-unauthorized', {
    'takes-any-text-for-a-token': alsoAccepts(dictionaryIds, (token) =>
      isGarbage(token) ? { sub: token } : undefined,
    ),
    'takes-any-text-for-a-token-on-amenities-only': alsoAccepts(['amenities'], (token) =>
      isGarbage(token) ? { sub: token } : undefined,
    ),
    'answers-400-for-a-garbage-token': insteadOf401(isGarbage, () =>
      refusal(400, { code: 'MALFORMED_TOKEN', message: 'This is no JWT.' }),
    ),
  }),
  ...faultsOf(['bearer.tampered-signature-is-unauthorized', 'bearer.tampered-claims-are-unauthorized'], {
    'never-checks-signatures': {
      summary: 'Any JWT that names HS256 and is not expired is let in.',
      ...alsoAccepts(dictionaryIds, (token, world) =>
        aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature !== ''),
      ),
    },
  }),
  ...faultsOf('bearer.tampered-signature-is-unauthorized', {
    'compares-only-the-start-of-signatures': alsoAccepts(dictionaryIds, (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8)),
    ),
    'knows-tokens-by-their-claims': {
      summary: 'A token whose claims were issued before is let in, whatever its signature.',
      ...alsoAccepts(dictionaryIds, (token, world) =>
        aliveIf(
          token,
          world,
          (jwt) => jwt.signature !== '' && world.tokens.all().some((issued) => issued.jwt.startsWith(`${jwt.signed}.`)),
        ),
      ),
    },
  }),
  ...faultsOf('bearer.tampered-claims-are-unauthorized', {
    'knows-tokens-by-their-signature': {
      summary: 'A token whose signature was issued before is let in, whatever its claims.',
      ...alsoAccepts(dictionaryIds, (token, world) =>
        aliveIf(
          token,
          world,
          ({ signature }) =>
            signature !== '' && world.tokens.all().some((issued) => issued.jwt.endsWith(`.${signature}`)),
        ),
      ),
    },
  }),
  ...faultsOf('bearer.unsigned-token-is-unauthorized', {
    'accepts-the-algorithm-none': alsoAccepts(dictionaryIds, (token, world) => aliveIf(token, world, isUnsigned)),
    'accepts-the-algorithm-none-on-meal-types-only': alsoAccepts(['meal-types'], (token, world) =>
      aliveIf(token, world, isUnsigned),
    ),
  }),
  ...faultsOf('bearer.expired-token-is-unauthorized', {
    'accepts-expired-tokens-for-ever': alsoAccepts(dictionaryIds, (token, world) =>
      Number.isFinite(expiredFor(token, world)) ? { sub: 'expired' } : undefined,
    ),
    'grants-expired-tokens-an-hour-of-grace': alsoAccepts(dictionaryIds, (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
    'grants-expired-tokens-an-hour-on-bed-types-only': alsoAccepts(['bed-types'], (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
    'answers-403-for-an-expired-token': insteadOf401(
      (token, world) => token !== undefined && Number.isFinite(expiredFor(token, world)),
      (reply) => ({ ...reply, status: 403 }),
    ),
  }),
];
