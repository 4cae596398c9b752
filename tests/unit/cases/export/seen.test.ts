/** What a shipped script says of an answer: still wrong, no longer wrong, or only a person can tell. */
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isSeen } from '../../../../cases/export/shipped/seen.mjs';
import type { Json } from '../../../../contracts/json.ts';

const answer = (status: number, body: Json) => ({ status, headers: {}, body, text: JSON.stringify(body) });

const error = { code: 'TICKET_ALREADY_VOID' };
const errorInSuccess = { step: 0, promise: 'absent' as const, path: ['body', 'error'], was: 200 };

test('an error that stood in a success is no error in a refusal', () => {
  deepEqual(isSeen(errorInSuccess, [answer(200, { status: 'SUCCESS', error })]), {
    seen: true,
    value: error,
  });
  deepEqual(isSeen(errorInSuccess, [answer(200, { status: 'SUCCESS' })]), { seen: false, value: undefined });
  deepEqual(isSeen(errorInSuccess, [answer(409, { error })]), {});
});

test('an error of a refusal that is to be absent is still looked for in one', () => {
  const inRefusal = { ...errorInSuccess, path: ['body', 'stack'], was: 409 };
  deepEqual(isSeen(inRefusal, [answer(409, { error, stack: 'at' })]), { seen: true, value: 'at' });
});

test('a text that is to say something is one that is not blank, and nothing that is not there', () => {
  const named = { step: 0, promise: 'matching' as const, pattern: '\\S', path: ['body', 'searchId'], was: 200 };
  const told = { ...named, promise: 'kind' as const, kind: 'text', everywhere: true as const };
  for (const [searchId, asNamed, asText] of [
    ['', true, true],
    [' ', true, true],
    [null, true, true],
    [17, false, true],
    ['s-1', false, false],
  ] as const) {
    deepEqual(isSeen(named, [answer(200, { searchId })]).seen, asNamed);
    deepEqual(isSeen(told, [answer(200, { searchId })]).seen, asText);
  }
});
