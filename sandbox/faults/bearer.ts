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
import { fault } from '../deviation.ts';
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

const everyRefusal = [
  'bearer.missing-token-is-unauthorized',
  'bearer.garbage-token-is-unauthorized',
  'bearer.tampered-signature-is-unauthorized',
  'bearer.tampered-claims-are-unauthorized',
  'bearer.unsigned-token-is-unauthorized',
  'bearer.expired-token-is-unauthorized',
] as const;

export const bearerFaults = [
  fault('refuses-tokens-in-their-first-minute', {
    violates: ['bearer.issued-token-is-accepted'],
    summary: 'A token is refused until it is one minute old.',
    ...refusesWhile(dictionaryIds, ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + 60_000),
  }),
  fault('refuses-fresh-tokens-on-cities-only', {
    violates: ['bearer.issued-token-is-accepted'],
    summary: 'The cities refuse a token until it is five minutes old; all else accepts it.',
    ...refusesWhile(['cities'], ({ claims, world }) => world.now() < (claims.iat ?? 0) * 1000 + 300_000),
  }),
  fault('forgets-the-bearer-on-cities', {
    violates: everyRefusal,
    summary: 'The cities are answered to anybody.',
    rules: ({ guards }) => ({ guards: (operation, token) => operation !== 'cities' && guards(operation, token) }),
    touches: ['cities'],
  }),
  fault('forgets-the-bearer-on-countries', {
    violates: everyRefusal,
    summary: 'The countries are answered to anybody.',
    rules: ({ guards }) => ({ guards: (operation, token) => operation !== 'countries' && guards(operation, token) }),
    touches: ['countries'],
  }),
  fault('forgets-the-bearer-on-hotel-cards', {
    violates: everyRefusal,
    summary: 'The card of a hotel is shown to anybody.',
    rules: ({ guards }) => ({ guards: (operation, token) => operation !== 'hotel-static' && guards(operation, token) }),
    touches: ['hotel-static'],
  }),
  fault('answers-403-for-a-missing-token', {
    violates: ['bearer.missing-token-is-unauthorized'],
    summary: 'A request without a token gets 403.',
    reply: insteadOf401(isMissing, (reply) => ({ ...reply, status: 403 })),
  }),
  fault('answers-200-with-an-error-for-a-missing-token', {
    violates: ['bearer.missing-token-is-unauthorized'],
    summary: 'A request without a token gets an error object under status 200.',
    reply: insteadOf401(isMissing, (reply) => ({ ...reply, status: 200 })),
  }),
  fault('takes-any-text-for-a-token', {
    violates: ['bearer.garbage-token-is-unauthorized'],
    summary: 'What is no JWT is let in, as if it were a key of an older kind.',
    ...alsoAccepts(dictionaryIds, (token) => (isGarbage(token) ? { sub: token } : undefined)),
  }),
  fault('takes-any-text-for-a-token-on-cities-only', {
    violates: ['bearer.garbage-token-is-unauthorized'],
    summary: 'The cities let in what is no JWT; nothing else does.',
    ...alsoAccepts(['cities'], (token) => (isGarbage(token) ? { sub: token } : undefined)),
  }),
  fault('takes-any-text-for-a-token-on-amenities-only', {
    violates: ['bearer.garbage-token-is-unauthorized'],
    summary: 'The amenities let in what is no JWT; nothing else does.',
    ...alsoAccepts(['amenities'], (token) => (isGarbage(token) ? { sub: token } : undefined)),
  }),
  fault('answers-400-for-a-garbage-token', {
    violates: ['bearer.garbage-token-is-unauthorized'],
    summary: 'A token that is no JWT gets 400.',
    reply: insteadOf401(isGarbage, () => refusal(400, { code: 'MALFORMED_TOKEN', message: 'This is no JWT.' })),
  }),
  fault('never-checks-signatures', {
    violates: ['bearer.tampered-signature-is-unauthorized', 'bearer.tampered-claims-are-unauthorized'],
    summary: 'Any JWT that names HS256 and is not expired is let in.',
    ...alsoAccepts(dictionaryIds, (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature !== ''),
    ),
  }),
  fault('compares-only-the-start-of-signatures', {
    violates: ['bearer.tampered-signature-is-unauthorized'],
    summary: 'A signature is let in when its first eight characters are right.',
    ...alsoAccepts(dictionaryIds, (token, world) =>
      aliveIf(token, world, (jwt) => isHs256(jwt) && jwt.signature.slice(0, 8) === signatureOf(jwt, world).slice(0, 8)),
    ),
  }),
  fault('knows-tokens-by-their-claims', {
    violates: ['bearer.tampered-signature-is-unauthorized'],
    summary: 'A token whose claims were issued before is let in, whatever its signature.',
    ...alsoAccepts(dictionaryIds, (token, world) =>
      aliveIf(
        token,
        world,
        (jwt) => jwt.signature !== '' && world.tokens.all().some((issued) => issued.jwt.startsWith(`${jwt.signed}.`)),
      ),
    ),
  }),
  fault('knows-tokens-by-their-signature', {
    violates: ['bearer.tampered-claims-are-unauthorized'],
    summary: 'A token whose signature was issued before is let in, whatever its claims.',
    ...alsoAccepts(dictionaryIds, (token, world) =>
      aliveIf(
        token,
        world,
        ({ signature }) =>
          signature !== '' && world.tokens.all().some((issued) => issued.jwt.endsWith(`.${signature}`)),
      ),
    ),
  }),
  fault('accepts-the-algorithm-none', {
    violates: ['bearer.unsigned-token-is-unauthorized'],
    summary: 'A JWT that names the algorithm none, in any case of letters, is let in.',
    ...alsoAccepts(dictionaryIds, (token, world) => aliveIf(token, world, isUnsigned)),
  }),
  fault('accepts-the-algorithm-none-on-cities-only', {
    violates: ['bearer.unsigned-token-is-unauthorized'],
    summary: 'The cities let in a JWT that names the algorithm none; nothing else does.',
    ...alsoAccepts(['cities'], (token, world) => aliveIf(token, world, isUnsigned)),
  }),
  fault('accepts-the-algorithm-none-on-meal-types-only', {
    violates: ['bearer.unsigned-token-is-unauthorized'],
    summary: 'The meal types let in a JWT that names the algorithm none; nothing else does.',
    ...alsoAccepts(['meal-types'], (token, world) => aliveIf(token, world, isUnsigned)),
  }),
  fault('accepts-expired-tokens-for-ever', {
    violates: ['bearer.expired-token-is-unauthorized'],
    summary: 'A token never stops working.',
    ...alsoAccepts(dictionaryIds, (token, world) =>
      Number.isFinite(expiredFor(token, world)) ? { sub: 'expired' } : undefined,
    ),
  }),
  fault('grants-expired-tokens-an-hour-of-grace', {
    violates: ['bearer.expired-token-is-unauthorized'],
    summary: 'A token works for an hour after its expiry.',
    ...alsoAccepts(dictionaryIds, (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
  }),
  fault('grants-expired-tokens-an-hour-on-bed-types-only', {
    violates: ['bearer.expired-token-is-unauthorized'],
    summary: 'The bed types accept a token for an hour after its expiry; nothing else does.',
    ...alsoAccepts(['bed-types'], (token, world) =>
      expiredFor(token, world) < hourMs ? { sub: 'expired' } : undefined,
    ),
  }),
  fault('answers-403-for-an-expired-token', {
    violates: ['bearer.expired-token-is-unauthorized'],
    summary: 'An expired token gets 403.',
    reply: insteadOf401(
      (token, world) => token !== undefined && Number.isFinite(expiredFor(token, world)),
      (reply) => ({ ...reply, status: 403 }),
    ),
  }),
];
