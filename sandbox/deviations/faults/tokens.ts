/** Faults of logins: how wrong ones are refused, and the token, its expiry and its life. */
import type { AccessWorld, LoginRequest } from '../../access/rules.ts';
import { partners, type SandboxPartner, type StoredToken } from '../../access/tokens.ts';
import { exploredFaultsOf, faultsOf, ruled } from '../../deviation.ts';
import { dictionaryIds, everyOperation } from '../../operations.ts';
import {
  answer,
  codeOf,
  fieldsIn,
  isSuccess,
  type Reply,
  refusal,
  type SandboxRequest,
  withBody,
} from '../../reply.ts';
import { dayMs, hourMs, minuteMs } from '../../sales.ts';
import type { World } from '../../world.ts';
import { changedWhere, successBody, successFields } from '../changes.ts';
import { refusesWhile } from './guard.ts';

type ErrorFields = Readonly<Record<string, unknown>>;

const errorIn = ({ body }: Reply): ErrorFields | undefined => (body as { error?: ErrorFields } | undefined)?.error;

const isFailed = (reply: Reply): boolean => codeOf(reply) === 'AUTHENTICATION_FAILED';

const knowsClient = (request: SandboxRequest, world: World): boolean =>
  world.partners.some(({ clientId }) => clientId === fieldsIn(request)?.clientId);

const refused = (bend: (reply: Reply) => Reply) => ({ token: changedWhere((_, reply) => isFailed(reply), bend) });

const refusedSecret = (bend: (reply: Reply) => Reply) => ({
  token: changedWhere((request, reply, world) => isFailed(reply) && knowsClient(request, world), bend),
});

const refusedClient = (bend: (reply: Reply) => Reply) => ({
  token: changedWhere((request, reply, world) => isFailed(reply) && !knowsClient(request, world), bend),
});

const errorFields = (bend: (error: ErrorFields) => unknown) => (reply: Reply) =>
  withBody(reply, { error: bend(errorIn(reply) ?? {}) });

const withCode = (code: string) => errorFields((error) => ({ ...error, code }));

const besides = (fields: ErrorFields) => (reply: Reply) =>
  withBody(reply, { ...(reply.body as ErrorFields), ...fields });

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Lacks one field and spells the other right, or lacks nothing. */
const lacksOnly = (field: keyof LoginRequest, login: LoginRequest): boolean =>
  isAbsent(login[field]) && !isAbsent(login[field === 'clientId' ? 'clientSecret' : 'clientId']);

const loginFaults = [
  ...faultsOf(['token.wrong-client-id-is-refused', 'token.wrong-secret-is-refused'], {
    'knows-partners-by-their-secret': ruled(['token'], 'findsPartner', (_, { clientSecret }, world) =>
      world.partners.find((partner) => partner.clientSecret === clientSecret),
    ),
    'writes-the-code-of-failed-logins-small': refused(withCode('authentication_failed')),
  }),
  ...faultsOf('token.wrong-client-id-is-refused', {
    'calls-a-wrong-client-unknown': refusedClient(withCode('CLIENT_NOT_FOUND')),
  }),
  ...faultsOf('token.wrong-secret-is-refused', {
    'never-checks-the-secret': { touches: ['token'], rules: { matchesSecret: () => true } },
    'accepts-the-secret-of-any-partner': ruled(['token'], 'matchesSecret', (before, login, partner) =>
      partners.some((each) => before(login, each) || before(login, partner)),
    ),
    'calls-a-wrong-secret-invalid': refusedSecret(withCode('INVALID_CREDENTIALS')),
    'ignores-case-and-end-of-the-secret': {
      summary: 'Of the secret only the first eight characters count, in either case of letters.',
      ...ruled(
        ['token'],
        'matchesSecret',
        (_, { clientSecret }, partner) =>
          typeof clientSecret === 'string' &&
          clientSecret.slice(0, 8).toLowerCase() === partner.clientSecret.slice(0, 8).toLowerCase(),
      ),
    },
  }),
  ...faultsOf(
    ['token.wrong-client-id-is-refused', 'token.wrong-secret-is-refused', 'token.refusal-has-code-and-message'],
    {
      'refuses-logins-with-a-bare-string': refused(errorFields(({ code }) => code)),
      'refuses-logins-with-an-empty-body': refused(() => answer(401, undefined)),
    },
  ),
  ...faultsOf('token.refusal-has-code-and-message', {
    'leaves-out-the-message-of-failed-logins': refused(errorFields(({ code }) => ({ code }))),
    'translates-the-message-of-failed-logins': refused(
      errorFields(({ code, message }) => ({ code, message: { en: message } })),
    ),
  }),
  ...faultsOf('token.refusal-says-something', {
    'leaves-the-message-of-failed-logins-empty': refused(errorFields((error) => ({ ...error, message: '' }))),
    'leaves-the-message-of-failed-logins-blank': refused(errorFields((error) => ({ ...error, message: ' ' }))),
  }),
  ...faultsOf('token.refusal-carries-no-token', {
    'gives-a-token-with-a-failed-login': refused(besides({ token: 'guest', expiresAt: '2030-01-01T00:00:00Z' })),
    'gives-a-token-with-a-wrong-secret': refusedSecret(besides({ token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJndWVzdCJ9.' })),
  }),
  ...faultsOf('token.incomplete-login-gets-no-token', {
    'gives-a-token-without-a-secret': {
      touches: ['token'],
      rules: ({ isComplete, matchesSecret }) => ({
        isComplete: (login) => isComplete(login) || lacksOnly('clientSecret', login),
        matchesSecret: (login, partner) => isAbsent(login.clientSecret) || matchesSecret(login, partner),
      }),
    },
    'gives-a-token-without-a-client-id': {
      touches: ['token'],
      rules: ({ isComplete, findsPartner }) => ({
        isComplete: (login) => isComplete(login) || lacksOnly('clientId', login),
        findsPartner: (login, world) =>
          isAbsent(login.clientId)
            ? world.partners.find(({ clientSecret }) => clientSecret === login.clientSecret)
            : findsPartner(login, world),
      }),
    },
  }),
];

const fields = (bend: Parameters<typeof successFields>[0]) => ({ token: successFields(bend) });

const expiryWrittenAs = (writesExpiry: (date: Date, expiresAtMs: number) => unknown) => ({
  touches: ['token'] as const,
  rules: { writesExpiry: (expiresAtMs: number) => writesExpiry(new Date(expiresAtMs), expiresAtMs) },
});

/** A token that looks different still works, so that only its look is broken. */
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

// Only while it is young: another clause judges a token near its end.
const usedUpAfter = (usesMax: number) =>
  refusesWhile(
    dictionaryIds,
    ({ claims, token, world }) =>
      world.count(`uses of ${token}`) > usesMax && world.now() < (claims.iat ?? 0) * 1000 + hourMs,
  );

const isExpiredBy = (world: AccessWorld) => (issued: StoredToken) => issued.expiresAtMs <= world.now();

const withoutBearer = (other: () => Reply) => ({
  token: changedWhere(({ headers }, reply) => isSuccess(reply) && headers.authorization === undefined, other),
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
      token: changedWhere(
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

const alsoTakes = (isMeant: (secret: string, partner: SandboxPartner) => boolean) =>
  ruled(['token'], 'matchesSecret', (before, login, partner) => {
    const { clientSecret: secret } = login;
    return before(login, partner) || (typeof secret === 'string' && isMeant(secret, partner));
  });

/** Compares what is left of a secret. */
const comparesOnly = (part: (secret: string) => string) =>
  alsoTakes((secret, { clientSecret }) => part(secret) === part(clientSecret));

export const unusualLoginFaults = [
  ...exploredFaultsOf('token.wrong-secret-is-refused', {
    'stops-reading-a-secret-at-a-nul': comparesOnly((secret) => secret.replace(/\0.*/s, '')),
    'compares-only-the-low-bytes-of-a-secret': {
      summary: 'Of every character of a secret only the lowest eight bits count.',
      ...comparesOnly((secret) => Buffer.from(secret, 'latin1').toString('latin1')),
    },
    'compares-only-both-ends-of-a-secret': comparesOnly(
      (secret) => `${secret.slice(0, 8)}${secret.length}${secret.slice(-8)}`,
    ),
    'takes-what-anybody-guesses-for-a-secret': {
      summary: 'A secret that is the clientId, or what a careless client writes for none, is let in.',
      ...alsoTakes(
        (secret, { clientId }) =>
          secret === clientId || /^(null|undefined|true|false|NaN|\[object Object\]|0)$/.test(secret),
      ),
    },
    'takes-anything-but-text-for-a-secret': {
      touches: ['token'],
      rules: ({ isComplete, matchesSecret }) => {
        const isNoText = (secret: unknown): boolean => typeof (secret ?? '') !== 'string';
        return {
          isComplete: (login) => isComplete(isNoText(login.clientSecret) ? { ...login, clientSecret: '-' } : login),
          matchesSecret: (login, partner) => isNoText(login.clientSecret) || matchesSecret(login, partner),
        };
      },
    },
  }),
  ...exploredFaultsOf('token.wrong-client-id-is-refused', {
    'looks-clients-up-by-pattern': ruled(['token'], 'findsPartner', (before, login, world) =>
      before({ ...login, clientId: String(login.clientId).replace(/[%*]$/, '') }, world),
    ),
  }),
];
