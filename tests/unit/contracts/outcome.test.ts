/** Holds the classification of answers against a table: statuses, bodies and failures. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCodeOf, errorOf, type Outcome, outcomeOf, refusalCodes } from '../../../contracts/outcome.ts';
import { failureKinds } from '../../../contracts/trace.ts';
import { type Answer, answer, empty, failed, ok, refusal, text } from './literal-trace.ts';

const success: Outcome = { kind: 'success' };
const refused: Outcome = { kind: 'refusal' };
const refusedAs = (code: string): Outcome => ({ kind: 'refusal', code });
const unreadable = (status: number): Answer => {
  const number = '1e999 at body[1].id';
  return {
    response: { status, headers: {}, text: { looksLike: 'unreadable-number', characters: 9, number }, bytes: 9 },
  };
};
const trouble = (why: string): Outcome => ({ kind: 'trouble', trouble: why });

const table: Readonly<Record<string, [Answer, Outcome]>> = {
  'an object': [ok({}), success],
  'a list': [ok([]), success],
  'JSON null': [ok(null), success],
  'JSON false': [ok(false), success],
  'error null is absence': [ok({ error: null }), success],
  'success true': [ok({ success: true }), success],
  'success as text': [ok({ success: 'false' }), success],
  'success false': [ok({ success: false }), refused],
  'an error of text': [ok({ error: 'no' }), refused],
  'an empty error': [ok({ error: {} }), refused],
  'an error that is false is still one': [ok({ error: false }), refused],
  'a code of its own under 200': [refusal(200, 'NO_SEATS'), refusedAs('NO_SEATS')],
  'a code that is no text': [ok({ error: { code: 7 } }), refused],
  'an error inside a list is data': [ok([{ error: { code: 'TICKET_USED' } }]), success],
  'error null under 400': [answer(400, { error: null }), refused],
  'status 201': [answer(201, {}), success],
  'a 204': [empty(204), success],
  'an empty 200 is for the json clause': [empty(200), success],
  'text under 200 is for the json clause': [text(200), success],
  'a page under 200': [text(200, 'html'), trouble('an HTML page')],
  'a page under 401': [text(401, 'html'), refused],
  'a page under 502': [text(502, 'html'), trouble('HTTP 502')],
  'a broken-off body under 200': [text(200, 'truncated-json'), trouble('JSON that breaks off')],
  'a broken-off body under 404': [text(404, 'truncated-json'), refused],
  'a number too large under 200': [
    unreadable(200),
    trouble('JSON with a number too large to be read: 1e999 at body[1].id'),
  ],
  'a number too large under 404': [unreadable(404), refused],
  'no answer': [{}, trouble('no answer')],
  '304': [empty(304), trouble('HTTP 304, a redirect is not followed')],
  '302 with an error': [refusal(302, 'X'), refusedAs('X')],
  '400': [empty(400), refused],
  '429': [empty(429), trouble('HTTP 429')],
  '429 with a code of its own': [refusal(429, 'SLOW_DOWN'), trouble('HTTP 429')],
  '500': [empty(500), trouble('HTTP 500')],
  '500 with a code of its own': [refusal(500, 'OOPS'), trouble('HTTP 500')],
  '500 with success false': [answer(500, { success: false }), trouble('HTTP 500')],
  'INTERNAL_ERROR under 200': [refusal(200, 'INTERNAL_ERROR'), trouble('HTTP 200 with INTERNAL_ERROR')],
  'INTERNAL_ERROR under 400': [refusal(400, 'INTERNAL_ERROR'), trouble('HTTP 400 with INTERNAL_ERROR')],
  'small letters are another code': [refusal(500, 'access_denied'), trouble('HTTP 500')],
  'a failure beats what came before it': [
    { ...refusal(401, 'ACCESS_DENIED'), ...failed('body-timeout') },
    trouble('body-timeout: by hand'),
  ],
};

describe('outcomeOf', () => {
  for (const [name, [came, expected]] of Object.entries(table)) {
    it(name, () => assert.deepEqual(outcomeOf(came), expected));
  }

  for (const code of refusalCodes) {
    it(`takes ${code} for a refusal at any status`, () => {
      for (const status of [200, 204, 302, 400, 401, 404, 429, 500, 503]) {
        assert.deepEqual(outcomeOf(refusal(status, code)), refusedAs(code), `HTTP ${status}`);
      }
    });
  }

  it('knows every refusal of part 7', () => {
    const documented = [
      'AUTHENTICATION_FAILED',
      'VOID_TIME_EXPIRED',
      'TICKET_NOT_FOUND',
      'TICKET_USED',
      'INVALID_TICKET_STATE',
      'BOOKING_NOT_FOUND',
      'ACCESS_DENIED',
      'SUPPLIER_ERROR',
      'HOTEL_NOT_FOUND',
    ];
    assert.deepEqual([...refusalCodes].toSorted(), documented.toSorted());
  });

  for (const kind of failureKinds) {
    it(`takes ${kind} for trouble`, () => assert.deepEqual(outcomeOf(failed(kind)), trouble(`${kind}: by hand`)));
  }
});

describe('errorOf and errorCodeOf', () => {
  it('take null for absence and look into objects only', () => {
    assert.equal(errorOf(ok({ error: null })), undefined);
    assert.equal(errorOf(ok(['error'])), undefined);
    assert.deepEqual(errorOf(ok({ error: [] })), []);
    assert.equal(errorCodeOf(ok({ error: ['code'] })), undefined);
    assert.equal(errorCodeOf(refusal(200, 'X')), 'X');
  });
});
