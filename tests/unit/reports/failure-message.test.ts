/** The form of a failure, and that a service cannot write into it more than a bounded line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../../contracts/verdict.ts';
import { failureMessage, type Kept } from '../../../reports/failure-message.ts';
import { summary } from '../../../reports/summary.ts';
import { failing, inconclusive, passing, recordOf, run } from './record-of.ts';

const messagesOf = (verdicts: readonly Verdict[], kept?: Kept): string[] =>
  summary(recordOf(...verdicts)).failures.map((each) => failureMessage(each, run, kept));

const messageOf = (verdict: Verdict): string => messagesOf([verdict]).join('\n\n');

test('a failure says what, where, how to judge it again and how to repeat it', () => {
  assert.equal(
    messageOf(failing('cities.sorted-by-id')),
    `\
FAIL  cities.sorted-by-id   documented, §2.6, since 2026-08-11   sandbox
      The cities of a country are sorted by id.
      reading   The direction is not said: either passes here.
      where     cities → response.body[17].id      (exchange 7 of flow list-cities, 3 times)
      expected  sorted by id, and the one before it is 812        actual  640
      judge     npx --no -- preflight judge results/0822-7f3a/0123456789ab.bundle.json --clause cities.sorted-by-id
      repeat    npx --no -- preflight gate --target sandbox --seed 42 --only cities.sorted-by-id`,
  );
});

test('a derived clause warns; without reading, change or repetition nothing is said of them', () => {
  const found = { operation: 'token', where: 'response.headers.content-type', count: 1 } as const;
  const message = messageOf(failing('token.expiry-agrees-with-exp-claim', found));
  assert.deepEqual(message.split('\n').slice(0, 4), [
    'WARN  token.expiry-agrees-with-exp-claim   derived, §2.1   sandbox',
    '      The exp claim of the JWT and expiresAt name the same moment, give or take',
    '      a minute.',
    '      where     token → response.headers.content-type      (exchange 7 of flow list-cities)',
  ]);
});

test('a finding met in two flows is one message with both counts', () => {
  const verdicts = [failing('cities.sorted-by-id'), failing('cities.sorted-by-id', { count: 2 }, 'reuse-token')];
  const [message, ...more] = messagesOf(verdicts);
  assert.deepEqual(more, []);
  assert.match(message ?? '', /\(exchange 7 of flow list-cities, 5 times in 2 flows\)/);
});

test('what fails the gate comes before what warns, and only failures come', () => {
  const verdicts = [
    passing('cities.list-is-an-array'),
    inconclusive('token.is-jwt', 'trouble', 'no'),
    failing('cities.ids-are-unique', { fingerprint: 'aaaaaaaaaaaa' }),
    failing('cities.sorted-by-id'),
  ];
  assert.deepEqual(
    summary(recordOf(...verdicts)).failures.map(({ clause }) => clause),
    ['cities.sorted-by-id', 'cities.ids-are-unique'],
  );
  assert.equal(messageOf(passing('token.is-jwt')), '');
});

test('long values stand one below the other', () => {
  const message = messageOf(failing('cities.sorted-by-id', { actual: 'x'.repeat(60) }));
  assert.match(message, /\n {6}expected {2}sorted by id, and the one before it is 812\n {6}actual {4}x{60}\n/);
});

test('the text of a service can neither colour, nor break, nor fill the message', () => {
  const actual = `"\u001b[2J\u001b]0;owned\u0007a\r\nPASS  all is well\u202e\u2028\u009b31m${'y'.repeat(100_000)}`;
  const lines = messageOf(failing('cities.sorted-by-id', { actual, where: 'a\nb' })).split('\n');
  assert.equal(lines.length, 8);
  assert.ok(lines.every((line) => [...line].length <= 260));
  assert.match(lines[5] ?? '', /^ {6}actual {4}"a PASS {2}all is well y+…$/);
  assert.doesNotMatch(lines.join(''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test('bundles are named where they are', () => {
  assert.match(
    messagesOf([failing('cities.sorted-by-id')], { folder: 'other/place' })[0] ?? '',
    / judge other\/place\//,
  );
});

test('what took two runs names both', () => {
  const runs = { begunBy: 'r1', settledBy: 'r2', settledAt: '2026-09-01T07:20:00.000Z' };
  const lines = messageOf({ ...failing('token.works-until-expiry'), runs }).split('\n');
  const at = lines.findIndex((line) => line.startsWith('      runs'));
  assert.equal(lines[at], '      runs      begun by r1, settled by r2 at 2026-09-01T07:20:00.000Z');
});
