/** Faults of what a successful login gives: the token, its expiry and its life. */
import type { AccessWorld } from '../access/rules.ts';
import type { IssuedToken } from '../access/tokens.ts';
import { refusesWhile } from '../altering/guard.ts';
import { successBody, successFields, when } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
import { dictionaryIds, everyOperation } from '../operations.ts';
import { answer, isSuccess, refusal } from '../reply.ts';
import { loginFaults } from './login.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const fields = (bend: Parameters<typeof successFields>[0]) => ({ token: successFields(bend) });

const expiryWrittenAs = (writesExpiry: (date: Date, expiresAtMs: number) => unknown) => ({
  touches: ['token'] as const,
  rules: { writesExpiry: (expiresAtMs: number) => writesExpiry(new Date(expiresAtMs), expiresAtMs) },
});

/** A token that looks different still works, so that nothing but its look is broken. */
const presentedAs = (presents: (jwt: string, world: AccessWorld) => string) => ({
  touches: ['token', ...dictionaryIds] as const,
  rules: { presents },
});

const livesFor = (lifetimeMs: number) => ({ touches: everyOperation, rules: { lifetimeMs } });

/** The exp claim is off, and the world goes on accepting the token until the true moment. */
const expOffBy = (seconds: number) => ({
  touches: everyOperation,
  rules: {
    readsExpiryFrom: 'memory' as const,
    stampsClaims: (claims: { exp?: number }) => ({ ...claims, exp: (claims.exp ?? 0) + seconds }),
  },
});

const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const twoDigits = (value: number): string => String(value).padStart(2, '0');

// Only while it is young: a token near its end is the matter of another clause.
const usedUpAfter = (usesMax: number) =>
  refusesWhile(
    dictionaryIds,
    ({ claims, token, world }) =>
      world.count(`uses of ${token}`) > usesMax && world.now() < (claims.iat ?? 0) * 1000 + hourMs,
  );

const isExpiredBy = (world: AccessWorld) => (issued: IssuedToken) => issued.expiresAtMs <= world.now();

const successFaults = [
  fault('leaves-out-expires-at', {
    violates: ['token.success-has-token-and-expiry'],
    summary: 'A successful login says nothing of expiry.',
    reply: fields(({ expiresAt: _, ...rest }) => rest),
  }),
  fault('writes-expires-at-as-a-number', {
    violates: ['token.success-has-token-and-expiry'],
    summary: 'expiresAt is a number, the seconds since 1970.',
    ...expiryWrittenAs((_, expiresAtMs) => expiresAtMs / 1000),
  }),
  fault('names-the-token-access-token', {
    violates: ['token.success-has-token-and-expiry'],
    summary: 'The token stands in a field access_token.',
    reply: fields(({ token, ...rest }) => ({ access_token: token, ...rest })),
  }),
  fault('wraps-the-login-in-data', {
    violates: ['token.success-has-token-and-expiry'],
    summary: 'Token and expiry are one level deeper, in data.',
    reply: { token: successBody((data) => ({ data })) },
  }),
  fault('says-ok-as-an-error', {
    violates: ['token.success-has-no-error'],
    summary: 'A successful login carries an error object that says all is well.',
    reply: fields((login) => ({ ...login, error: { code: 'OK', message: 'Success' } })),
  }),
  fault('warns-in-the-error-of-a-success', {
    violates: ['token.success-has-no-error'],
    summary: 'A successful login carries a warning in error.',
    reply: fields((login) => ({ ...login, error: { code: 'PASSWORD_EXPIRES_SOON', message: 'Change it.' } })),
  }),
  fault('gives-an-opaque-token', {
    violates: ['token.is-jwt'],
    summary: 'The token is a hexadecimal string.',
    ...presentedAs((jwt) => hex(jwt.slice(-43))),
  }),
  fault('gives-a-token-with-a-payload-of-text', {
    violates: ['token.is-jwt'],
    summary: 'The token has three parts, but its payload is no JSON.',
    ...presentedAs((jwt) =>
      jwt
        .split('.')
        .with(1, base64url(`partner ${jwt.slice(-12)}`))
        .join('.'),
    ),
  }),
  fault('gives-a-token-with-a-header-of-text', {
    violates: ['token.is-jwt'],
    summary: 'The token has three parts, but its header is no JSON.',
    ...presentedAs((jwt) => jwt.split('.').with(0, base64url('HS256')).join('.')),
  }),
  fault('gives-a-token-without-signature', {
    violates: ['token.is-jwt'],
    summary: 'The token has only the two parts header and payload.',
    ...presentedAs((jwt) => jwt.split('.').slice(0, 2).join('.')),
  }),
  fault('prefixes-the-token-with-bearer', {
    violates: ['token.is-jwt'],
    summary: 'The word Bearer stands inside the token.',
    ...presentedAs((jwt) => `Bearer ${jwt}`),
  }),
  fault('writes-expiry-in-moscow-time', {
    violates: ['token.expiry-is-iso-utc'],
    summary: 'expiresAt is the right moment with the offset +03:00.',
    ...expiryWrittenAs((_, ms) => new Date(ms + 3 * hourMs).toISOString().replace('.000Z', '+03:00')),
  }),
  fault('writes-expiry-without-a-zone', {
    violates: ['token.expiry-is-iso-utc'],
    summary: 'expiresAt has neither Z nor an offset.',
    ...expiryWrittenAs((date) => date.toISOString().slice(0, 19)),
  }),
  fault('writes-expiry-the-russian-way', {
    violates: ['token.expiry-is-iso-utc'],
    summary: 'expiresAt is written dd.mm.yyyy hh:mm.',
    ...expiryWrittenAs((date) => {
      const day = `${twoDigits(date.getUTCDate())}.${twoDigits(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
      return `${day} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
    }),
  }),
  fault('writes-expiry-as-a-mail-date', {
    violates: ['token.expiry-is-iso-utc'],
    summary: 'expiresAt is written as the Date header is.',
    ...expiryWrittenAs((date) => date.toUTCString()),
  }),
  fault('lets-tokens-live-25-hours', {
    violates: ['token.lifetime-is-one-day'],
    summary: 'A token lives one hour longer than a day.',
    ...livesFor(25 * hourMs),
  }),
  fault('lets-tokens-live-23-hours', {
    violates: ['token.lifetime-is-one-day'],
    summary: 'A token lives one hour less than a day.',
    ...livesFor(23 * hourMs),
  }),
  fault('lets-tokens-live-24-minutes', {
    violates: ['token.lifetime-is-one-day'],
    summary: 'A token lives 24 minutes.',
    ...livesFor(24 * minuteMs),
  }),
  fault('lets-tokens-live-three-minutes-too-long', {
    violates: ['token.lifetime-is-one-day'],
    summary: 'A token lives a day and three minutes.',
    ...livesFor(dayMs + 3 * minuteMs),
  }),
  fault('stamps-exp-an-hour-late', {
    violates: ['token.expiry-agrees-with-exp-claim'],
    summary: 'The exp claim is one hour after expiresAt, which is right.',
    ...expOffBy(60 * 60),
  }),
  fault('stamps-exp-an-hour-early', {
    violates: ['token.expiry-agrees-with-exp-claim'],
    summary: 'The exp claim is one hour before expiresAt, which is right.',
    ...expOffBy(-60 * 60),
  }),
  fault('stamps-exp-three-minutes-late', {
    violates: ['token.expiry-agrees-with-exp-claim'],
    summary: 'The exp claim is three minutes after expiresAt, which is right.',
    ...expOffBy(3 * 60),
  }),
  fault('drops-tokens-after-twelve-hours', {
    violates: ['token.works-until-expiry'],
    summary: 'A token stops working after twelve hours, whatever expiresAt says.',
    ...refusesWhile(dictionaryIds, ({ claims, world }) => world.now() >= (claims.iat ?? 0) * 1000 + 12 * hourMs),
  }),
  fault('drops-tokens-ten-minutes-early', {
    violates: ['token.works-until-expiry'],
    summary: 'A token stops working ten minutes before expiresAt.',
    ...refusesWhile(dictionaryIds, ({ claims, world }) => world.now() >= (claims.exp ?? 0) * 1000 - 10 * minuteMs),
  }),
  fault('uses-up-tokens-after-eight-requests', {
    violates: ['token.serves-many-requests'],
    summary: 'In its first hour a token is accepted eight times.',
    ...usedUpAfter(8),
  }),
  fault('uses-up-tokens-after-five-requests', {
    violates: ['token.serves-many-requests'],
    summary: 'In its first hour a token is accepted five times.',
    ...usedUpAfter(5),
  }),
  fault('gives-the-expired-token-again', {
    violates: ['token.renewed-after-expiry'],
    summary: 'A partner gets the same token for ever, expired or not.',
    touches: ['token', 'countries'],
    rules: { reusesToken: ({ isRevoked }) => !isRevoked },
  }),
  fault('refuses-logins-once-a-token-has-expired', {
    violates: ['token.renewed-after-expiry'],
    summary: 'A right login is refused when a token of the partner has expired.',
    reply: {
      token: when(
        (_, reply, world) => isSuccess(reply) && world.tokens.all().some(isExpiredBy(world)),
        () => refusal(401, { code: 'AUTHENTICATION_FAILED', message: 'The session has expired.' }),
      ),
    },
  }),
  fault('refuses-the-token-after-an-expired-one', {
    violates: ['token.renewed-after-expiry'],
    summary: 'A token is refused when an older one of the partner has expired.',
    ...refusesWhile(dictionaryIds, ({ claims, world }) =>
      world.tokens.issuedTo(String(claims.sub)).some((issued) => issued.expiresAtMs <= (claims.iat ?? 0) * 1000),
    ),
  }),
  fault('demands-a-bearer-for-a-login', {
    violates: ['token.needs-no-bearer'],
    summary: 'A right login without a bearer token gets 401 and an error of its own.',
    reply: {
      token: when(
        ({ headers }, reply) => isSuccess(reply) && headers.authorization === undefined,
        () => refusal(401, { code: 'UNAUTHORIZED', message: 'A bearer token is required.' }),
      ),
    },
  }),
  fault('challenges-a-login-without-a-word', {
    violates: ['token.needs-no-bearer'],
    summary: 'A right login without a bearer token gets 401 with an empty body.',
    reply: {
      token: when(
        ({ headers }, reply) => isSuccess(reply) && headers.authorization === undefined,
        () => answer(401, undefined, { 'www-authenticate': 'Bearer' }),
      ),
    },
  }),
];

export const tokenFaults = [...successFaults, ...loginFaults];
