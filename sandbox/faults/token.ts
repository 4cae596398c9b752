/** Faults of what a successful login gives: the token, its expiry and its life. */
import type { AccessWorld } from '../access/rules.ts';
import type { IssuedToken } from '../access/tokens.ts';
import { refusesWhile } from '../altering/guard.ts';
import { successBody, successFields, when } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
import { dictionaryIds, everyOperation } from '../operations.ts';
import { answer, isSuccess, type Reply, refusal } from '../reply.ts';
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

/** Answers right logins without a bearer token in another way. */
const withoutBearer = (other: () => Reply) => ({
  token: when(({ headers }, reply) => isSuccess(reply) && headers.authorization === undefined, other),
});

export const tokenFaults = [
  ...faultsOf('token.success-has-token-and-expiry', {
    'leaves-out-expires-at': fields(({ expiresAt: _, ...rest }) => rest),
    'writes-expires-at-as-a-number': expiryWrittenAs((_, expiresAtMs) => expiresAtMs / 1000),
    'names-the-token-access-token': fields(({ token, ...rest }) => ({ access_token: token, ...rest })),
    'wraps-the-login-in-data': { token: successBody((data) => ({ data })) },
  }),
  ...faultsOf('token.success-has-no-error', {
    'says-ok-as-an-error': fields((login) => ({ ...login, error: { code: 'OK', message: 'Success' } })),
    'warns-in-the-error-of-a-success': fields((login) => ({
      ...login,
      error: { code: 'PASSWORD_EXPIRES_SOON', message: 'Change it.' },
    })),
  }),
  ...faultsOf('token.is-jwt', {
    'gives-an-opaque-token': presentedAs((jwt) => hex(jwt.slice(-43))),
    'gives-a-token-with-a-payload-of-text': presentedAs((jwt) =>
      jwt
        .split('.')
        .with(1, base64url(`partner ${jwt.slice(-12)}`))
        .join('.'),
    ),
    'gives-a-token-with-a-header-of-text': presentedAs((jwt) => jwt.split('.').with(0, base64url('HS256')).join('.')),
    'gives-a-token-without-signature': presentedAs((jwt) => jwt.split('.').slice(0, 2).join('.')),
    'prefixes-the-token-with-bearer': presentedAs((jwt) => `Bearer ${jwt}`),
  }),
  ...faultsOf('token.expiry-is-iso-utc', {
    'writes-expiry-in-moscow-time': expiryWrittenAs((_, ms) =>
      new Date(ms + 3 * hourMs).toISOString().replace('.000Z', '+03:00'),
    ),
    'writes-expiry-without-a-zone': expiryWrittenAs((date) => date.toISOString().slice(0, 19)),
    'writes-expiry-the-russian-way': expiryWrittenAs((date) => {
      const day = `${twoDigits(date.getUTCDate())}.${twoDigits(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
      return `${day} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
    }),
    'writes-expiry-as-a-mail-date': expiryWrittenAs((date) => date.toUTCString()),
  }),
  ...faultsOf('token.lifetime-is-one-day', {
    'lets-tokens-live-25-hours': livesFor(25 * hourMs),
    'lets-tokens-live-23-hours': livesFor(23 * hourMs),
    'lets-tokens-live-24-minutes': livesFor(24 * minuteMs),
    'lets-tokens-live-three-minutes-too-long': livesFor(dayMs + 3 * minuteMs),
  }),
  ...faultsOf('token.expiry-agrees-with-exp-claim', {
    'stamps-exp-an-hour-late': expOffBy(60 * 60),
    'stamps-exp-an-hour-early': expOffBy(-60 * 60),
    'stamps-exp-three-minutes-late': expOffBy(3 * 60),
  }),
  ...faultsOf('token.works-until-expiry', {
    'drops-tokens-after-twelve-hours': refusesWhile(
      dictionaryIds,
      ({ claims, world }) => world.now() >= (claims.iat ?? 0) * 1000 + 12 * hourMs,
    ),
    'drops-tokens-ten-minutes-early': refusesWhile(
      dictionaryIds,
      ({ claims, world }) => world.now() >= (claims.exp ?? 0) * 1000 - 10 * minuteMs,
    ),
  }),
  ...faultsOf('token.serves-many-requests', {
    'uses-up-tokens-after-eight-requests': usedUpAfter(8),
    'uses-up-tokens-after-five-requests': usedUpAfter(5),
  }),
  ...faultsOf('token.renewed-after-expiry', {
    'gives-the-expired-token-again': {
      touches: ['token', 'countries'],
      rules: { reusesToken: ({ isRevoked }) => !isRevoked },
    },
    'refuses-logins-once-a-token-has-expired': {
      token: when(
        (_, reply, world) => isSuccess(reply) && world.tokens.all().some(isExpiredBy(world)),
        () => refusal(401, { code: 'AUTHENTICATION_FAILED', message: 'The session has expired.' }),
      ),
    },
    'refuses-the-token-after-an-expired-one': refusesWhile(dictionaryIds, ({ claims, world }) =>
      world.tokens.issuedTo(String(claims.sub)).some((issued) => issued.expiresAtMs <= (claims.iat ?? 0) * 1000),
    ),
  }),
  ...faultsOf('token.needs-no-bearer', {
    'demands-a-bearer-for-a-login': withoutBearer(() =>
      refusal(401, { code: 'UNAUTHORIZED', message: 'A bearer token is required.' }),
    ),
    'challenges-a-login-without-a-word': withoutBearer(() => answer(401, undefined, { 'www-authenticate': 'Bearer' })),
  }),
  ...loginFaults,
];
