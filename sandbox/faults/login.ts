/** Faults in how wrong and incomplete logins are refused. */
import { partners } from '../access/partners.ts';
import type { Login } from '../access/rules.ts';
import { when } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
import { fieldsIn } from '../fields.ts';
import { answer, type Reply, type SandboxRequest, withBody } from '../reply.ts';
import type { World } from '../world.ts';

type ErrorFields = Readonly<Record<string, unknown>>;

const errorIn = ({ body }: Reply): ErrorFields | undefined => (body as { error?: ErrorFields } | undefined)?.error;

const isFailed = (reply: Reply): boolean => errorIn(reply)?.code === 'AUTHENTICATION_FAILED';

const knowsClient = (request: SandboxRequest, world: World): boolean =>
  world.partners.some(({ clientId }) => clientId === fieldsIn(request)?.clientId);

/** Changes how a complete but wrong login is refused. */
const refused = (bend: (reply: Reply) => Reply) => ({ token: when((_, reply) => isFailed(reply), bend) });

const refusedSecret = (bend: (reply: Reply) => Reply) => ({
  token: when((request, reply, world) => isFailed(reply) && knowsClient(request, world), bend),
});

const refusedClient = (bend: (reply: Reply) => Reply) => ({
  token: when((request, reply, world) => isFailed(reply) && !knowsClient(request, world), bend),
});

const errorFields = (bend: (error: ErrorFields) => unknown) => (reply: Reply) =>
  withBody(reply, { error: bend(errorIn(reply) ?? {}) });

const withCode = (code: string) => errorFields((error) => ({ ...error, code }));

const besides = (fields: ErrorFields) => (reply: Reply) =>
  withBody(reply, { ...(reply.body as ErrorFields), ...fields });

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const wrongLogins = ['token.wrong-client-id-is-refused', 'token.wrong-secret-is-refused'] as const;

/** Lacks one field and spells the other right, or lacks nothing. */
const lacksOnly = (field: keyof Login, login: Login): boolean =>
  isAbsent(login[field]) && !isAbsent(login[field === 'clientId' ? 'clientSecret' : 'clientId']);

export const loginFaults = [
  fault('knows-partners-by-their-secret', {
    violates: ['token.wrong-client-id-is-refused', 'token.wrong-secret-is-refused'],
    summary: 'Any clientId gets a token with a right secret.',
    touches: ['token'],
    rules: {
      findsPartner: ({ clientSecret }, world) =>
        world.partners.find((partner) => partner.clientSecret === clientSecret),
    },
  }),
  fault('calls-a-wrong-client-unknown', {
    violates: ['token.wrong-client-id-is-refused'],
    summary: 'A wrong clientId is refused with the code CLIENT_NOT_FOUND.',
    reply: refusedClient(withCode('CLIENT_NOT_FOUND')),
  }),
  fault('never-checks-the-secret', {
    violates: ['token.wrong-secret-is-refused'],
    summary: 'Any secret gets a token.',
    touches: ['token'],
    rules: { matchesSecret: () => true },
  }),
  fault('accepts-the-secret-of-any-partner', {
    violates: ['token.wrong-secret-is-refused'],
    summary: 'A clientId gets a token with the secret of another partner.',
    touches: ['token'],
    rules: ({ matchesSecret }) => ({
      matchesSecret: (login, partner) =>
        partners.some((each) => matchesSecret(login, each) || matchesSecret(login, partner)),
    }),
  }),
  fault('calls-a-wrong-secret-invalid', {
    violates: ['token.wrong-secret-is-refused'],
    summary: 'A wrong secret is refused with the code INVALID_CREDENTIALS.',
    reply: refusedSecret(withCode('INVALID_CREDENTIALS')),
  }),
  fault('ignores-case-and-end-of-the-secret', {
    violates: ['token.wrong-secret-is-refused'],
    summary: 'Of the secret only the first eight characters count, in either case of letters.',
    touches: ['token'],
    rules: {
      matchesSecret: ({ clientSecret }, partner) =>
        typeof clientSecret === 'string' &&
        clientSecret.slice(0, 8).toLowerCase() === partner.clientSecret.slice(0, 8).toLowerCase(),
    },
  }),
  fault('writes-the-code-of-failed-logins-small', {
    violates: wrongLogins,
    summary: 'The code of a refused login is in small letters.',
    reply: refused(withCode('authentication_failed')),
  }),
  fault('refuses-logins-with-a-bare-string', {
    violates: [...wrongLogins, 'token.refusal-has-code-and-message'],
    summary: 'The error of a refused login is its code as a plain string.',
    reply: refused(errorFields(({ code }) => code)),
  }),
  fault('refuses-logins-with-an-empty-body', {
    violates: [...wrongLogins, 'token.refusal-has-code-and-message'],
    summary: 'A refused login gets 401 and nothing else.',
    reply: refused(() => answer(401, undefined)),
  }),
  fault('leaves-out-the-message-of-failed-logins', {
    violates: ['token.refusal-has-code-and-message'],
    summary: 'The error of a refused login has no message.',
    reply: refused(errorFields(({ code }) => ({ code }))),
  }),
  fault('leaves-the-message-of-failed-logins-empty', {
    violates: ['token.refusal-says-something'],
    summary: 'The message of a refused login is an empty string.',
    reply: refused(errorFields((error) => ({ ...error, message: '' }))),
  }),
  fault('leaves-the-message-of-failed-logins-blank', {
    violates: ['token.refusal-says-something'],
    summary: 'The message of a refused login is a space.',
    reply: refused(errorFields((error) => ({ ...error, message: ' ' }))),
  }),
  fault('translates-the-message-of-failed-logins', {
    violates: ['token.refusal-has-code-and-message'],
    summary: 'The message of a refused login is an object of languages.',
    reply: refused(errorFields(({ code, message }) => ({ code, message: { en: message } }))),
  }),
  fault('gives-a-token-with-a-failed-login', {
    violates: ['token.refusal-carries-no-token'],
    summary: 'A refused login carries a token next to its error.',
    reply: refused(besides({ token: 'guest', expiresAt: '2030-01-01T00:00:00Z' })),
  }),
  fault('gives-a-token-with-a-wrong-secret', {
    violates: ['token.refusal-carries-no-token'],
    summary: 'A login refused for its secret alone carries a token next to its error.',
    reply: refusedSecret(besides({ token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJndWVzdCJ9.' })),
  }),
  fault('gives-a-token-without-a-secret', {
    violates: ['token.incomplete-login-gets-no-token'],
    summary: 'A known clientId without any secret gets a token.',
    touches: ['token'],
    rules: ({ isComplete, matchesSecret }) => ({
      isComplete: (login) => isComplete(login) || lacksOnly('clientSecret', login),
      matchesSecret: (login, partner) => isAbsent(login.clientSecret) || matchesSecret(login, partner),
    }),
  }),
  fault('gives-a-token-without-a-client-id', {
    violates: ['token.incomplete-login-gets-no-token'],
    summary: 'A known secret without any clientId gets a token.',
    touches: ['token'],
    rules: ({ isComplete, findsPartner }) => ({
      isComplete: (login) => isComplete(login) || lacksOnly('clientId', login),
      findsPartner: (login, world) =>
        isAbsent(login.clientId)
          ? world.partners.find(({ clientSecret }) => clientSecret === login.clientSecret)
          : findsPartner(login, world),
    }),
  }),
];
