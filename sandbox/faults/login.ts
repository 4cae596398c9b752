/** Faults in how wrong and incomplete logins are refused. */
import { partners } from '../access/partners.ts';
import type { Login } from '../access/rules.ts';
import { when } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
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

/** Lacks one field and spells the other right, or lacks nothing. */
const lacksOnly = (field: keyof Login, login: Login): boolean =>
  isAbsent(login[field]) && !isAbsent(login[field === 'clientId' ? 'clientSecret' : 'clientId']);

export const loginFaults = [
  ...faultsOf(['token.wrong-client-id-is-refused', 'token.wrong-secret-is-refused'], {
    'knows-partners-by-their-secret': {
      touches: ['token'],
      rules: {
        findsPartner: ({ clientSecret }, world) =>
          world.partners.find((partner) => partner.clientSecret === clientSecret),
      },
    },
    'writes-the-code-of-failed-logins-small': refused(withCode('authentication_failed')),
  }),
  ...faultsOf('token.wrong-client-id-is-refused', {
    'calls-a-wrong-client-unknown': refusedClient(withCode('CLIENT_NOT_FOUND')),
  }),
  ...faultsOf('token.wrong-secret-is-refused', {
    'never-checks-the-secret': { touches: ['token'], rules: { matchesSecret: () => true } },
    'accepts-the-secret-of-any-partner': {
      touches: ['token'],
      rules: ({ matchesSecret }) => ({
        matchesSecret: (login, partner) =>
          partners.some((each) => matchesSecret(login, each) || matchesSecret(login, partner)),
      }),
    },
    'calls-a-wrong-secret-invalid': refusedSecret(withCode('INVALID_CREDENTIALS')),
    'ignores-case-and-end-of-the-secret': {
      summary: 'Of the secret only the first eight characters count, in either case of letters.',
      touches: ['token'],
      rules: {
        matchesSecret: ({ clientSecret }, partner) =>
          typeof clientSecret === 'string' &&
          clientSecret.slice(0, 8).toLowerCase() === partner.clientSecret.slice(0, 8).toLowerCase(),
      },
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
