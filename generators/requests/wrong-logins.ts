/** Logins that must fail, widely (parts 4.1, 5 and 7); the client makes them, who holds the right credentials. */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import type { Login } from '../../contracts/trace.ts';
import { inventedText, mostOf } from '../draws.ts';

/** Ways for a credential to be wrong; the client applies them, because only it holds the right value. */
const text = inventedText(12);

const random = fc.record({ kind: fc.constant('random' as const), text });
const lengthened = fc.record({ kind: fc.constant('extended' as const), text: text.map((long) => long.slice(0, 1)) });
const truncated = fc.constant({ kind: 'truncated' as const });

/** An id may lawfully be read without regard to case, so that is no way to be wrong. */
export const wrongClientId = fc.oneof(random, lengthened, truncated);

/**
 * Nearly right, each in another way and in random order. A service that accepts any secret accepts these too, and a
 * careless comparison accepts only these.
 */
export const wrongSecrets = fc
  .tuple(
    lengthened,
    fc.shuffledSubarray(['truncated', 'case-flipped', 'last-changed'] as const, { minLength: 3, maxLength: 3 }),
  )
  .map(([first, kinds]) => [first, ...kinds.map((kind) => ({ kind }))]);

type LoginWrongness =
  | { readonly kind: 'random' | 'extended' | 'preceded'; readonly text: string }
  | { readonly kind: 'middle-changed' | 'last-widened' | 'client-id' }
  | { readonly kind: 'value'; readonly value: Json };

/** The operation takes a login and never a body: what is in it is a secret. */
export type WrongLogin = {
  /** What looks like an attack is for a separate world alone. */
  readonly about: 'lack' | 'client' | 'secret' | 'attack';
  readonly login: Login;
  readonly wrongness?: LoginWrongness;
};

const lacking = (...logins: readonly Login[]): fc.Arbitrary<WrongLogin> =>
  fc.constantFrom(...logins).map((login) => ({ about: 'lack', login }));

const wrongIn =
  (about: WrongLogin['about'], login: Login) =>
  (wrongness: fc.Arbitrary<LoginWrongness>): fc.Arbitrary<WrongLogin> =>
    wrongness.map((how) => ({ about, login, wrongness: how }));

const textual =
  (kind: 'random' | 'extended' | 'preceded') =>
  (texts: fc.Arbitrary<string>): fc.Arbitrary<LoginWrongness> =>
    texts.map((drawn) => ({ kind, text: drawn }));

const extended = textual('extended');
const after = (...signs: readonly string[]) =>
  extended(fc.tuple(fc.constantFrom(...signs), text).map((both) => both.join('')));
const changed = (kind: 'middle-changed' | 'last-widened' | 'client-id') => fc.constant<LoginWrongness>({ kind });
const anyOf = (...values: readonly Json[]): fc.Arbitrary<LoginWrongness> =>
  fc.constantFrom(...values).map((value) => ({ kind: 'value', value }));

const afterNul = after('\0');
/** What a decoder, a form or a list may take for an end. */
const afterSign = after('%00', '\n', ';', ',', '&', '#');
const tooLong = extended(fc.integer({ min: 300, max: 600 }).map((length) => 'x'.repeat(length)));
/** Finds what it stands behind, and more. */
const pattern = extended(fc.constantFrom('%', '*'));
const accented = extended(fc.constantFrom('\u0301', '\u0308', '\u0327'));
const preceded = textual('preceded')(text);
const widened = changed('last-widened');
const word = textual('random')(fc.constantFrom('null', 'undefined', 'true', 'false', 'NaN', '[object Object]', '0'));
const notText = anyOf(true, false, 0, 1, {});

const ofClient = wrongIn('client', 'unusual-client-id');
const ofSecret = wrongIn('secret', 'unusual-secret');
const likeAttack = wrongIn('attack', 'unusual-secret');

/**
 * One without a part of the credentials first, then those with a wrong clientId, then those with a wrong secret. Each
 * is so wrong that no service may take it for right. Spaces around it and the case of letters in a clientId do not
 * count as wrong here. Neither does what standards prepare passwords by (RFC 4013, RFC 8265).
 */
export const wrongLogins: fc.Arbitrary<WrongLogin[]> = mostOf(
  lacking('no-client-id', 'no-secret', 'empty-secret', 'null-secret'),
  ofClient(fc.oneof(afterNul, afterSign, tooLong, preceded, widened, notText)),
  ofClient(pattern),
  ofSecret(afterNul),
  fc.oneof(
    ofSecret(fc.oneof(afterSign, tooLong, preceded, accented)),
    likeAttack(textual('random')(fc.constantFrom("' OR '1'='1", '" OR ""="'))),
  ),
  ofSecret(widened),
  ofSecret(changed('middle-changed')),
  ofSecret(fc.oneof(changed('client-id'), word)),
  fc.oneof(ofSecret(notText), likeAttack(anyOf({ $ne: '' }, { $gt: '' }))),
);
