/** Literal traces for the clauses of a successful login (parts 2.1 and 4.1). */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
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
