/** Literal traces for the clauses of a login that must be refused (parts 4.1, 5 and 7). */
import type { Json } from '../../../../contracts/json.ts';
import type { Login, Trace } from '../../../../contracts/trace.ts';
import { type Answer, answer, empty, login, ok, refusal, signed, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const token = signed({});
const code = 'AUTHENTICATION_FAILED';
const issued = ok({ token, expiresAt: '2026-09-02T12:00:00Z' });
const one = (as: Login, came: Answer) => traceOf([login(came, as)]);
const nothing = { 'a right login': one('own', issued), none: traceOf([]) };
const refusedWith = (part: Record<string, Json>): Answer => answer(401, { error: { code, message: 'No.' }, ...part });

const notSaidIn = (actual: string, trace: Trace) => breaks('response.body.error.code', `"${code}"`, actual, trace);

/** Whether a service reads what is unusual is its own affair, as long as it gives no token for it. */
const wrong = (as: Login, unusually: Login): ClauseCases => {
  const notSaid = (actual: string, came: Answer) => notSaidIn(actual, one(as, came));
  return {
    passes: {
      ...Object.fromEntries([401, 200, 400, 403, 500].map((status) => [status, one(as, refusal(status, code))])),
      'an unusual one': one(unusually, refusal(401, code)),
    },
    fails: {
      'gets a token': notSaid('absent', issued),
      'success false only': notSaid('absent', ok({ success: false })),
      'a token for an unusual one': carries(unusually, token, issued),
    },
    nothing,
    unshown: {
      'a page of something else': one(as, text(403, 'html')),
      'nothing for an unusual one': one(unusually, empty(204)),
    },
  };
};

/** Wrong logins one after the other. */
const again = (...came: Answer[]) => traceOf(came.map((each) => login(each, 'wrong-secret')));

const lacks = (where: string, expected: string, actual: string, came: Answer) =>
  breaks(`response.body.${where}`, expected, actual, one('wrong-secret', came));
const carries = (as: Login, actual: Json, came: Answer) =>
  breaks('response.body.token', 'absent', JSON.stringify(actual), one(as, came));

const wrongSecret = wrong('wrong-secret', 'unusual-secret');

export const refusedLoginCases = {
  'token.wrong-client-id-is-refused': wrong('wrong-client-id', 'unusual-client-id'),
  'token.wrong-secret-is-refused': {
    ...wrongSecret,
    passes: {
      ...wrongSecret.passes,
      'perhaps blocked after one': again(refusal(401, code), refusal(423, 'CLIENT_BLOCKED'), empty(403)),
    },
    fails: {
      ...wrongSecret.fails,
      'a token after one': notSaidIn('absent', again(refusal(401, code), issued)),
      'another code before it': notSaidIn('"X"', again(refusal(423, 'X'), refusal(401, code))),
    },
  },
  'token.refusal-has-code-and-message': {
    passes: {
      plain: one('wrong-secret', refusal(401, code)),
      'further fields': one(
        'no-secret',
        answer(400, { error: { code: 'X', message: 'No.', details: [] }, traceId: 1 }),
      ),
    },
    fails: { 'no body': lacks('error', 'object', 'absent', empty(401)) },
    nothing: { ...nothing, 'a wrong login that succeeds': one('wrong-secret', issued) },
    unshown: { 'a page of something else': one('wrong-secret', text(403, 'html')) },
  },
  'token.refusal-says-something': {
    passes: {
      plain: one('wrong-secret', refusal(401, code)),
      'an incomplete login': one('empty-secret', refusal(400, 'X')),
      'what is no text is for the shape': one('no-secret', answer(400, { error: { code: null } })),
    },
    fails: {
      'a blank message': lacks('error.message', 'not blank', '" "', refusal(401, code, ' ')),
      'a blank code': lacks('error.code', 'not blank', '""', refusal(401, '')),
    },
    nothing: { ...nothing, 'no body': one('wrong-secret', empty(401)) },
  },
  'token.refusal-carries-no-token': {
    passes: { plain: one('wrong-secret', refusal(401, code)) },
    fails: {
      'a token with an unusual one': carries('unusual-secret', token, refusedWith({ token })),
      'a token that is no text': carries('wrong-client-id', 1, refusedWith({ token: 1 })),
    },
    nothing: { ...nothing },
  },
  'token.incomplete-login-gets-no-token': {
    passes: { 'no clientId': one('no-client-id', refusal(400, 'BAD_REQUEST')) },
    fails: {
      'a token': carries('no-secret', token, issued),
      'for a secret null': carries('null-secret', token, issued),
    },
    nothing: { ...nothing },
  },
} satisfies Record<string, ClauseCases>;
