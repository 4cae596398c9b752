/** Lawful oddities of tokens and logins. */
import type { Login } from '../access/rules.ts';
import { successFields, when } from '../altering/replies.ts';
import { odditiesOf } from '../deviation.ts';
import { fieldsIn } from '../fields.ts';
import { everyOperation } from '../operations.ts';
import { isSuccess, type Reply, withBody } from '../reply.ts';

const isRefused = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && body.error !== null;

const isFailed = ({ body }: Reply): boolean =>
  isRefused(body) && (body as { error: { code?: unknown } }).error.code === 'AUTHENTICATION_FAILED';

const isoOf = (atMs: number): string => new Date(atMs).toISOString();

const expiryWrittenAs = (writesExpiry: (expiresAtMs: number) => string) => ({
  touches: ['token'] as const,
  rules: { writesExpiry },
});

/** Gives a refused login another status than 401. */
const refusedWith = (status: number) => ({
  token: when(
    (_, reply) => reply.status === 401,
    (reply) => ({ ...reply, status }),
  ),
});

/** As RFC 4013 prepares passwords. */
const prepared = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.normalize('NFKC').trim() : undefined;

const isExpected = (login: Login): boolean =>
  [login.clientId, login.clientSecret].every((text) => /^[\w-]{1,40}$/.test(String(text)));

// A client asks anew within the last minutes of a token, and must then get one that lives longer.
const reuseMarginMs = 30 * 60_000;

export const tokenOddities = odditiesOf({
  'refuses-logins-with-400': refusedWith(400),
  'refuses-logins-with-403': refusedWith(403),
  'refuses-logins-with-200': refusedWith(200),
  'blocks-clients-after-a-wrong-login': {
    summary: 'Who logs in wrongly twice with one clientId is refused with a code of its own.',
    reply: {
      token: when(
        (request, reply, world) => isFailed(reply) && world.count(`wrong logins of ${fieldsIn(request)?.clientId}`) > 1,
        (reply) => ({ ...reply, status: 423, body: { error: { code: 'CLIENT_BLOCKED', message: 'Call us.' } } }),
      ),
    },
  },
  'prepares-credentials-before-it-compares': {
    summary: 'Spaces around a clientId or a secret, compatibility forms, and the case of a clientId do not count.',
    touches: ['token'],
    rules: ({ findsPartner, matchesSecret }) => ({
      findsPartner: (login, world) =>
        findsPartner({ ...login, clientId: prepared(login.clientId)?.toLowerCase() }, world),
      matchesSecret: (login, partner) =>
        matchesSecret({ ...login, clientSecret: prepared(login.clientSecret) }, partner),
    }),
  },
  'refuses-unexpected-credentials-unread': {
    summary: 'A clientId or a secret too long or with unexpected signs is refused with a code of its own.',
    reply: {
      token: when(
        (request, reply) => isFailed(reply) && !isExpected(fieldsIn(request) ?? {}),
        (reply) => ({ ...reply, status: 422, body: { error: { code: 'VALIDATION_FAILED', message: 'No.' } } }),
      ),
    },
  },
  'creates-tokens-with-201': {
    token: when(
      (_, reply) => isSuccess(reply) && reply.status === 200 && !isRefused(reply.body),
      (reply) => ({ ...reply, status: 201 }),
    ),
  },
  'writes-expiry-with-milliseconds': expiryWrittenAs(isoOf),
  'writes-expiry-with-a-zero-offset': expiryWrittenAs((atMs) => isoOf(atMs).replace('.000Z', '+00:00')),
  'writes-expiry-with-seven-decimals': expiryWrittenAs((atMs) => isoOf(atMs).replace('.000Z', '.0000000Z')),
  'says-error-null-on-success': {
    summary: 'A successful login says that error is null.',
    reply: { token: successFields((login) => (isRefused(login) ? login : { ...login, error: null })) },
  },
  'says-token-null-on-refusal': {
    token: when(
      (_, reply) => isRefused(reply.body),
      (reply) => withBody(reply, { token: null, expiresAt: null, ...(reply.body as object) }),
    ),
  },
  'revokes-the-token-before': {
    touches: everyOperation,
    rules: { revokesOlderTokens: true },
  },
  'gives-the-same-token-again': {
    summary: 'A partner gets the same token again until it is about to expire.',
    touches: everyOperation,
    rules: { reusesToken: (last, world) => !last.isRevoked && last.expiresAtMs - world.now() > reuseMarginMs },
  },
  'stamps-no-claims-of-time': {
    summary: 'The JWT has only sub and jti; the service remembers when it expires.',
    touches: everyOperation,
    rules: {
      readsExpiryFrom: 'memory',
      stampsClaims: ({ iat: _, exp: __, ...claims }) => claims,
    },
  },
  'stamps-claims-nobody-knows': {
    summary: 'The JWT has claims of its own, nbf among them.',
    touches: everyOperation,
    rules: {
      stampsClaims: (claims) => ({
        ...claims,
        ...(claims.iat !== undefined && { nbf: claims.iat }),
        roles: ['partner'],
      }),
    },
  },
});
