/** A look at a target as text: nothing in it that a terminal or a pipeline could obey, and no line is long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Looked, lookedText } from '../../../reports/check-target-text.ts';

const hostile = `\u001b[2J\u202ename\n${'x'.repeat(5_000)}`;

const looked: Looked = {
  target: 'acme',
  baseUrl: 'http://127.0.0.1:9',
  isTokenAccepted: true,
  dictionaries: [{ operation: 'cities', about: `countryId=${hostile}`, status: 200, records: 1 }],
  answers: [
    {
      operation: 'hotel-search',
      status: 200,
      bytes: 10,
      hasResponse: true,
      unread: hostile,
      facts: [{ name: hostile, value: hostile, of: 3 }],
      places: Array.from({ length: 300 }, () => ({ place: hostile, reader: 'nobody' as const, value: hostile })),
    },
  ],
  notAsked: ['view-booking'],
  wrong: Array.from({ length: 100 }, () => hostile),
};

test('a hostile service is shown escaped, cut and bounded', () => {
  const text = lookedText(looked);
  const controls = [...text].filter((sign) => sign !== '\n' && /[\p{Cc}\p{Cf}]/u.test(sign));
  assert.deepEqual(controls, []);
  const lines = text.split('\n');
  assert.ok(lines.length < 250, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter((line) => line.length > 80 && !line.startsWith('wrong') && !/^ {7}/.test(line)),
    [],
  );
  assert.match(text, /^ {2}… 240 more names$/m);
  assert.match(text, /^ {2}… 60 more things$/m);
  assert.match(text, /^NOT OK {2}100 things to look at$/m);
});
