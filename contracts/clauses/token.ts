/** What the token operation promises (parts 2.1, 4.1, 5 and 8). */
import { type Clause, derived, documented, reading } from '../clause.ts';

const refusedAnyhow =
  'The HTTP status is not documented: any is lawful. A service may block who logs in wrongly too often, and how that is told is not shown: another refusal counts only for the first wrong login of its kind. What is too long for a credential, has signs of no credential or is no text may be refused unread, with any code: it must get no token.';

export const tokenClauses = {
  'token.success-has-token-and-expiry': documented('2.1', {
    text: 'A successful login answers with both token and expiresAt, each a string.',
  }),
  'token.success-has-no-error': documented('2.1', {
    text: 'A successful login carries no error.',
    reading: 'error: null is the same as no error.',
  }),
  'token.is-jwt': documented('2.1', {
    text: 'The token is a JWT.',
    reading: 'Signed (three parts), encrypted (five parts) and without any particular claim are all lawful.',
  }),
  'token.expiry-is-iso-utc': documented('2.1', {
    text: 'expiresAt is a moment in ISO 8601, in UTC.',
    reading:
      'Z and a zero offset both say UTC, any precision is lawful; the date is a calendar date. A time without a designator is local time by ISO 8601 and does not pass.',
  }),
  'token.lifetime-is-one-day': documented('5', {
    text: 'A token lives 24 hours from its issue.',
    reading:
      'Issue is the iat claim; without it, the Date header of the answer, where our clock shows the same: nodes disagree, and one clock alone blames nothing. Tolerance one minute. Levers may have moved the clock before the run and left the Date header: then without iat only a token that serves for longer breaks it. A cached token may lawfully be returned, so without iat only the second of two different tokens can be too short.',
  }),
  'token.expiry-agrees-with-exp-claim': derived('2.1', {
    text: 'The exp claim of the JWT and expiresAt name the same moment, give or take a minute.',
  }),
  'token.works-until-expiry': documented('5', {
    text: 'A token is accepted until the moment in expiresAt.',
    reading: 'Asked ten minutes before that moment. Asking for another token may lawfully end the first.',
  }),
  'token.serves-many-requests': documented('5', {
    text: 'One token serves any number of requests until it expires.',
    reading:
      'Somebody else may lawfully have revoked a token by asking for another, so one refusal is not blamed: two tokens must stop working after they have served.',
  }),
  'token.needs-no-bearer': documented('4', {
    text: 'The token operation itself asks for no bearer token.',
    reading:
      'A 401 to a login without a bearer asks for one, unless it says AUTHENTICATION_FAILED or ACCESS_DENIED, is the page of something else than the service, or another login without a bearer succeeds.',
  }),
  'token.wrong-client-id-is-refused': documented('5', {
    text: 'A wrong clientId is refused with AUTHENTICATION_FAILED.',
    reading: refusedAnyhow,
  }),
  'token.wrong-secret-is-refused': documented('5', {
    text: 'A wrong clientSecret is refused with AUTHENTICATION_FAILED.',
    reading: refusedAnyhow,
  }),
  'token.refusal-has-code-and-message': documented('7', {
    text: 'A refused login carries an error object with a code and a message, both strings.',
    reading:
      'With which code an incomplete login is refused is open. A page comes from something else than the service.',
  }),
  'token.refusal-says-something': derived('7', {
    text: 'Neither the code nor the message of a refused login is blank.',
  }),
  'token.renewed-after-expiry': documented('5', {
    text: 'After a token has expired, the token operation gives another one, which works.',
  }),
  'token.refusal-carries-no-token': reading('4.1', {
    text: 'A refused login carries no token.',
    reading:
      'The answer to a failure is shown as error alone. token: null and an empty token are the same as no token.',
  }),
  'token.incomplete-login-gets-no-token': reading('4.1', {
    text: 'A login without clientId or without clientSecret gets no token.',
    reading: 'Both are required; with which code and status their lack is refused is not said, so any is lawful.',
  }),
} satisfies Record<string, Clause>;
