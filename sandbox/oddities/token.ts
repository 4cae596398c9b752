/** Lawful oddities of tokens and logins. */
import type { Login } from '../access/rules.ts';
import { successFields, when } from '../altering/replies.ts';
import { oddity } from '../deviation.ts';
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

export const tokenOddities = [
  oddity('refuses-logins-with-400', { summary: 'A refused login has status 400.', reply: refusedWith(400) }),
  oddity('refuses-logins-with-403', { summary: 'A refused login has status 403.', reply: refusedWith(403) }),
  oddity('refuses-logins-with-200', { summary: 'A refused login has status 200.', reply: refusedWith(200) }),
  oddity('blocks-clients-after-a-wrong-login', {
    summary: 'Who logs in wrongly twice with one clientId is refused with a code of its own.',
    reply: {
      token: when(
        (request, reply, world) => isFailed(reply) && world.count(`wrong logins of ${fieldsIn(request)?.clientId}`) > 1,
        (reply) => ({ ...reply, status: 423, body: { error: { code: 'CLIENT_BLOCKED', message: 'Call us.' } } }),
      ),
    },
  }),
  oddity('prepares-credentials-before-it-compares', {
    summary: 'Spaces around a clientId or a secret, compatibility forms, and the case of a clientId do not count.',
    touches: ['token'],
    rules: ({ findsPartner, matchesSecret }) => ({
      findsPartner: (login, world) =>
        findsPartner({ ...login, clientId: prepared(login.clientId)?.toLowerCase() }, world),
      matchesSecret: (login, partner) =>
        matchesSecret({ ...login, clientSecret: prepared(login.clientSecret) }, partner),
    }),
  }),
  oddity('refuses-unexpected-credentials-unread', {
    summary: 'A clientId or a secret too long or with unexpected signs is refused with a code of its own.',
    reply: {
      token: when(
        (request, reply) => isFailed(reply) && !isExpected(fieldsIn(request) ?? {}),
        (reply) => ({ ...reply, status: 422, body: { error: { code: 'VALIDATION_FAILED', message: 'No.' } } }),
      ),
    },
  }),
  oddity('creates-tokens-with-201', {
    summary: 'A successful login has status 201.',
    reply: {
      token: when(
        (_, reply) => isSuccess(reply) && reply.status === 200 && !isRefused(reply.body),
        (reply) => ({ ...reply, status: 201 }),
      ),
    },
  }),
  oddity('writes-expiry-with-milliseconds', {
    summary: 'expiresAt tells milliseconds.',
    ...expiryWrittenAs(isoOf),
  }),
  oddity('writes-expiry-with-a-zero-offset', {
    summary: 'expiresAt says +00:00 where others say Z.',
    ...expiryWrittenAs((atMs) => isoOf(atMs).replace('.000Z', '+00:00')),
  }),
  oddity('writes-expiry-with-seven-decimals', {
    summary: 'expiresAt tells tenths of microseconds.',
    ...expiryWrittenAs((atMs) => isoOf(atMs).replace('.000Z', '.0000000Z')),
  }),
  oddity('says-error-null-on-success', {
    summary: 'A successful login says that error is null.',
    reply: { token: successFields((login) => (isRefused(login) ? login : { ...login, error: null })) },
  }),
  oddity('says-token-null-on-refusal', {
    summary: 'A refused login says that token and expiresAt are null.',
    reply: {
      token: when(
        (_, reply) => isRefused(reply.body),
        (reply) => withBody(reply, { token: null, expiresAt: null, ...(reply.body as object) }),
      ),
    },
  }),
  oddity('revokes-the-token-before', {
    summary: 'A second token of a partner revokes the first.',
    touches: everyOperation,
    rules: { revokesOlderTokens: true },
  }),
  oddity('gives-the-same-token-again', {
    summary: 'A partner gets the same token again until it is about to expire.',
    touches: everyOperation,
    rules: { reusesToken: (last, world) => !last.isRevoked && last.expiresAtMs - world.now() > reuseMarginMs },
  }),
  oddity('stamps-no-claims-of-time', {
    summary: 'The JWT has only sub and jti; the service remembers when it expires.',
    touches: everyOperation,
    rules: {
      readsExpiryFrom: 'memory',
      stampsClaims: ({ iat: _, exp: __, ...claims }) => claims,
    },
  }),
  oddity('stamps-claims-nobody-knows', {
    summary: 'The JWT has claims of its own, nbf among them.',
    touches: everyOperation,
    rules: {
      stampsClaims: (claims) => ({
        ...claims,
        ...(claims.iat !== undefined && { nbf: claims.iat }),
        roles: ['partner'],
      }),
    },
  }),
];
