/** Literal traces for the clauses of a successful login (parts 2.1 and 4.1). */
import type { Json } from '../../../../contracts/json.ts';
import type { Login, Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  answer,
  at,
  dayMs,
  empty,
  encrypted,
  hourMs,
  login,
  minuteMs,
  ok,
  refusal,
  seconds,
  signed,
  startMs,
  text,
  traceOf,
  undated,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const tomorrow = new Date(startMs + dayMs).toISOString();
const inMs = (ms: number): string => new Date(startMs + ms).toISOString();
const claims = { iat: seconds(startMs), exp: seconds(startMs + dayMs) };
const bare = (id: string): string => signed({ sub: id });

/** A right answer but for what is given. */
const issued = (part: Record<string, Json> = {}): Answer => ok({ token: signed(claims), expiresAt: tomorrow, ...part });
const oneLogin = (came: Answer): Trace => traceOf([login(came)]);
const refused = oneLogin(refusal(401, 'AUTHENTICATION_FAILED'));
const expiring = (expiresAt: Json): Trace => oneLogin(issued({ expiresAt }));
const wrongLogin = traceOf([login(issued(), 'wrong-secret')]);
const nothing = { 'a refused login': refused, 'a wrong login': wrongLogin };

const badExpiry = (expiresAt: string) =>
  breaks('response.body.expiresAt', 'ISO 8601 in UTC', JSON.stringify(expiresAt), expiring(expiresAt));
const badToken = (token: string) =>
  breaks('response.body.token', 'a JWT', JSON.stringify(token), oneLogin(issued({ token })));
const badLifetime = (expiresAt: string, expected: string, trace: Trace) =>
  breaks('response.body.expiresAt', `24 hours after ${expected}`, JSON.stringify(expiresAt), trace);
const afterDate = (hours: string) => `the Date of the answer, and it is ${hours} hours`;

export const tokenCases = {
  'token.success-has-token-and-expiry': {
    passes: { plain: oneLogin(issued()) },
    fails: { 'a 204': breaks('response.body', 'object', 'absent', oneLogin(empty(204))) },
    nothing: { ...nothing, 'text is for the json clause': oneLogin(text(200)) },
  },
  'token.success-has-no-error': {
    passes: { plain: oneLogin(issued()) },
    fails: {
      'under status 400': breaks(
        'response.body.error',
        'absent',
        '"no"',
        oneLogin(answer(400, { token: bare('a'), error: 'no' })),
      ),
    },
    nothing,
  },
  'token.is-jwt': {
    passes: { signed: oneLogin(issued()), encrypted: oneLogin(issued({ token: encrypted() })) },
    fails: {
      empty: badToken(''),
      'a payload that is a list': badToken(signed([])),
      'a header without alg': badToken(signed({}, { typ: 'JWT' })),
      padding: badToken(`${signed({})}=`),
      'five parts without enc': badToken(encrypted({ alg: 'dir' })),
    },
    nothing: { ...nothing, 'no token': oneLogin(issued({ token: null })) },
  },
  'token.expiry-is-iso-utc': {
    passes: Object.fromEntries(
      [
        tomorrow,
        '2026-09-02T12:00:00Z',
        '2026-09-02T12:00:00+00:00',
        '2026-09-02T12:00:00.1234567Z',
        '2026-09-02T12:00:00,5Z',
        '2026-09-02T12:00Z',
        '20260902T120000Z',
        '2026-09-02T12:00:00+00',
        '2026-09-01T24:00:00Z',
        '2026-12-31T23:59:60Z',
        '2028-02-29T00:00:00Z',
      ].map((expiresAt) => [expiresAt, expiring(expiresAt)]),
    ),
    fails: Object.fromEntries(
      [
        '',
        '2026-09-02T12:00:00',
        '2026-09-02T15:00:00+03:00',
        '2026-09-02 12:00:00Z',
        '2026-09-02',
        '02.09.2026 12:00',
        'Wed, 02 Sep 2026 12:00:00 GMT',
        '1788350400',
        '2026-13-02T12:00:00Z',
        '2026-02-30T12:00:00Z',
        '2027-02-29T12:00:00Z',
        '2026-09-02T25:00:00Z',
        '2026-09-02T12:60:00Z',
        '2026-09-02T12:0000Z',
        '+12026-09-02T12:00:00Z',
        ' 2026-09-02T12:00:00Z',
      ].map((expiresAt) => [expiresAt, badExpiry(expiresAt)]),
    ),
    nothing: { ...nothing, 'a number is for the shape': expiring(1) },
  },
  'token.lifetime-is-one-day': {
    passes: {
      'by iat': oneLogin(issued()),
      'a cached token shows its iat': traceOf([at(9 * hourMs, login(issued())), at(10 * hourMs, login(issued()))]),
      'by Date': oneLogin(issued({ token: bare('a') })),
      encrypted: oneLogin(issued({ token: encrypted() })),
      'a minute more': oneLogin(issued({ token: bare('a'), expiresAt: inMs(dayMs + minuteMs) })),
    },
    fails: {
      'an hour by iat': badLifetime(
        inMs(hourMs),
        'the iat claim, and it is 1.00 hours',
        oneLogin(issued({ expiresAt: inMs(hourMs) })),
      ),
      'three minutes more by Date': badLifetime(
        inMs(dayMs + 3 * minuteMs),
        afterDate('24.05'),
        oneLogin(issued({ token: bare('a'), expiresAt: inMs(dayMs + 3 * minuteMs) })),
      ),
      'born expired': badLifetime(
        inMs(-hourMs),
        afterDate('-1.00'),
        oneLogin(issued({ token: bare('a'), expiresAt: inMs(-hourMs) })),
      ),
      'the second of two tokens': badLifetime(
        inMs(12 * hourMs),
        afterDate('12.00'),
        traceOf([
          at(-1000, login(issued({ token: bare('a'), expiresAt: inMs(dayMs - 1000) }))),
          at(0, login(issued({ token: bare('b'), expiresAt: inMs(12 * hourMs) }))),
        ]),
      ),
    },
    nothing: { ...nothing, 'no moment': expiring('tomorrow') },
    unshown: {
      'after a login in vain': traceOf([
        login(refusal(401, 'AUTHENTICATION_FAILED')),
        login(issued({ token: bare('a'), expiresAt: inMs(hourMs) })),
      ]),
      'after another partner': traceOf([
        login(issued({ token: bare('b'), expiresAt: inMs(hourMs) }), 'other'),
        login(issued({ token: bare('a'), expiresAt: inMs(hourMs) })),
      ]),
      'no Date': traceOf([undated(login(issued({ token: bare('a'), expiresAt: inMs(hourMs) })))]),
    },
  },
  'token.expiry-agrees-with-exp-claim': {
    passes: { same: oneLogin(issued()), 'a minute off': oneLogin(issued({ expiresAt: inMs(dayMs + minuteMs) })) },
    fails: {
      'an hour off': breaks(
        'response.body.expiresAt',
        `${tomorrow}, the exp claim`,
        JSON.stringify(inMs(dayMs + hourMs)),
        oneLogin(issued({ expiresAt: inMs(dayMs + hourMs) })),
      ),
      'no date of any calendar': breaks(
        'response.body.expiresAt',
        '1e+303 ms since 1970, the exp claim',
        JSON.stringify(tomorrow),
        oneLogin(issued({ token: signed({ exp: 1e300 }) })),
      ),
    },
    nothing,
    unshown: {
      'no exp': oneLogin(issued({ token: bare('a') })),
      'exp as text': oneLogin(issued({ token: signed({ exp: 'tomorrow' }) })),
    },
  },
  'token.needs-no-bearer': {
    passes: {
      plain: oneLogin(issued()),
      'blocked once, and not again': traceOf([login(refusal(401, 'CLIENT_BLOCKED')), login(issued())]),
    },
    fails: { 'says nothing': breaks('response.status', 'anything but 401', '401', oneLogin(empty(401))) },
    nothing: {
      'wrong credentials of ours': refused,
      'lack of rights': oneLogin(refusal(401, 'ACCESS_DENIED')),
      'sent with a bearer': traceOf([login(issued(), 'own', { bearer: 'own' })]),
    },
    unshown: { 'a page of something else': oneLogin(text(401, 'html')) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of a login that must be refused (parts 4.1, 5 and 7). */
const token = signed({});
const code = 'AUTHENTICATION_FAILED';
const tokenIssued = ok({ token, expiresAt: '2026-09-02T12:00:00Z' });
const one = (as: Login, came: Answer) => traceOf([login(came, as)]);
const noLogin = { 'a right login': one('own', tokenIssued), none: traceOf([]) };
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
      'gets a token': notSaid('absent', tokenIssued),
      'success false only': notSaid('absent', ok({ success: false })),
      'a token for an unusual one': carries(unusually, token, tokenIssued),
    },
    nothing: noLogin,
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
      'a token after one': notSaidIn('absent', again(refusal(401, code), tokenIssued)),
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
    nothing: { ...noLogin, 'a wrong login that succeeds': one('wrong-secret', tokenIssued) },
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
    nothing: { ...noLogin, 'no body': one('wrong-secret', empty(401)) },
  },
  'token.refusal-carries-no-token': {
    passes: { plain: one('wrong-secret', refusal(401, code)) },
    fails: {
      'a token with an unusual one': carries('unusual-secret', token, refusedWith({ token })),
      'a token that is no text': carries('wrong-client-id', 1, refusedWith({ token: 1 })),
    },
    nothing: { ...noLogin },
  },
  'token.incomplete-login-gets-no-token': {
    passes: { 'no clientId': one('no-client-id', refusal(400, 'BAD_REQUEST')) },
    fails: {
      'a token': carries('no-secret', token, tokenIssued),
      'for a secret null': carries('null-secret', token, tokenIssued),
    },
    nothing: { ...noLogin },
  },
} satisfies Record<string, ClauseCases>;
