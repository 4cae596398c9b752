/** The terminal shows one failure, a counterexample, a repetition and an unread answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared } from '../../../cases/compare.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { reproText } from '../../../reports/case-text.ts';
import { lookedText, type TargetCheck } from '../../../reports/check-target-text.ts';
import { comparisonText } from '../../../reports/differences-text.ts';
import { caseEffectsLines, runEffectsLine } from '../../../reports/effects-text.ts';
import { exploredLines } from '../../../reports/exploration-text.ts';
import { failureMessage } from '../../../reports/failure-message.ts';
import { exploredMatrix, isProven } from '../../../reports/proof-matrix.ts';
import { summary } from '../../../reports/summary.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { none } from '../asserted.ts';
import { cities, ok } from '../contracts/literal-trace.ts';
import { broken, failing, recordOf, run } from './record-of.ts';

const messagesOf = (verdicts: readonly Verdict[]): string[] =>
  summary(recordOf(...verdicts)).failures.map((each) => failureMessage(each, run));

const tokenFound = { operation: 'token', where: 'response.headers.content-type', count: 1 } as const;
const runs = { begunBy: 'r1', settledBy: 'r2', settledAt: '2026-09-01T07:20:00.000Z' };

for (const [what, verdicts, says] of [
  [
    'warns of a derived clause, and says nothing of a reading, a change or a repetition that is not there',
    [failing('token.expiry-agrees-with-exp-claim', tokenFound)],
    /^WARN {2}token\.expiry-agrees-with-exp-claim {3}minor, derived, §2\.1 {3}sandbox\n {6}The exp .*\n {6}a minute\.\n {6}where {5}token → response\.headers\.content-type {6}\(exchange 7 of flow list-cities\)\n/,
  ],
  [
    'counts what was met in two flows once',
    [failing('cities.sorted-by-id'), failing('cities.sorted-by-id', { count: 2 }, 'reuse-token')],
    /\(exchange 7 of flow list-cities, 5 times in 2 flows\)/,
  ],
  [
    'puts long values one below the other',
    [failing('cities.sorted-by-id', { actual: 'x'.repeat(60) })],
    /\n {6}expected {2}sorted by id, and the one before it is 812\n {6}actual {4}x{60}\n/,
  ],
  [
    'names both runs of what took two',
    [{ ...failing('token.works-until-expiry'), runs }],
    /\n {6}runs {6}begun by r1, settled by r2 at 2026-09-01T07:20:00\.000Z\n/,
  ],
] satisfies [string, Verdict[], RegExp][])
  test(`the message of a failure ${what}`, () => {
    const [message, ...more] = messagesOf(verdicts);
    assert.deepEqual(more, []);
    assert.match(message ?? '', says);
  });

test('the text of a service can neither colour, nor break, nor fill the message', () => {
  const actual = `"\u001b[2J\u001b]0;owned\u0007a\r\nPASS  all is well\u202e\u2028\u009b31m${'y'.repeat(100_000)}`;
  const [message = ''] = messagesOf([failing('cities.sorted-by-id', { actual, where: 'a\nb' })]);
  const lines = message.split('\n');
  assert.equal(lines.length, 8);
  assert.ok(lines.every((line) => [...line].length <= 260));
  assert.match(lines[5] ?? '', /^ {6}actual {4}"a PASS {2}all is well y+…$/);
  assert.doesNotMatch(lines.join(''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

const one = {
  fingerprint: '0123456789ab',
  exploration: 'explore-cities',
  requestsUntil: 41,
  shrinkRequests: 1,
  input: { id: 2147483648 },
};

const places = {
  corpus: undefined,
  commandOf: (fingerprint: string) => `npx --no -- preflight explore --replay results/r1/${fingerprint}.smaller.json`,
};

test('a counterexample is shown with its input, on one line for any content, and a smaller one that was not sent', () => {
  const unsent = { input: { id: 7 }, shownBy: 'what was recorded' };
  assert.deepEqual(exploredLines([{ ...one, unsent }], { ...places, corpus: 'results/corpus/acme' }).split('\n'), [
    '0123456789ab  explore-cities, found after 41 requests, shrunk by 1 more',
    '              {"id":2147483648}',
    '              smaller by what was recorded, and not sent',
    '              {"id":7}',
    '              try it  npx --no -- preflight explore --replay results/r1/0123456789ab.smaller.json',
    'kept in results/corpus/acme, and tried first the next time',
  ]);
  assert.equal(exploredLines([{ ...one, input: 'a\n\u001b[31mb' }], places).split('\n').length, 2);
});

test('what was explored is repeated by its bundle, also where specs have walked it beside the flows of a gate', () => {
  const [failure] = summary(recordOf(failing('cities.sorted-by-id', {}, 'explore-cities'))).failures;
  if (!failure) throw new Error('nothing failed');
  for (const repeat of ['explore --target ./acme.ts --seed 42', 'gate --target ./acme.ts --seed 42 --depth full'])
    assert.match(
      failureMessage(failure, { ...run, repeat }),
      /\n {6}repeat {4}npx --no -- preflight explore --target \.\/acme\.ts --seed 42 --replay results\/0822-7f3a\/0123456789ab\.bundle\.json$/,
    );
});

test('an exploration that broke is repeated as a whole, as no clause chooses one', () => {
  const record = recordOf({ ...broken('cities.sorted-by-id', 'ours'), flow: 'explore-cities' });
  assert.match(
    terminalReport({ ...record, repeat: 'explore --target ./acme.ts --seed 42' }, { color: false, path: 'results/r1' }),
    /\n {7}repeat {3}npx --no -- preflight explore --target \.\/acme\.ts --seed 42 --only explore-cities$/,
  );
});

const detection = { id: 'voids-late', dialect: 'nested', requests: [30, 12, 44], blamed: [] };
const lawful = { oddity: 'healthy', seed: 1, blamed: [] };

const matrixOf = (more: Partial<Parameters<typeof exploredMatrix>[0]> = {}): string =>
  exploredMatrix({ detections: [detection], lawful: [lawful], seconds: 1, ...more }, { color: false });

test('a proof of exploration shows the spread of requests, and holds only if all is found without false blame', () => {
  assert.match(
    matrixOf(),
    /✓ voids-late {2}nested {5}3\/3 {3}12 \/ 30 \/ 44\n\n1 lawful world explored, 0 blamed\nPROVEN {2}1 fault/,
  );
  assert.match(
    matrixOf({ detections: [{ ...detection, requests: [30, undefined] }] }),
    /✗ voids-late .* 1\/2[\s\S]*NOT PROVEN/,
  );
  assert.match(
    matrixOf({ detections: [{ ...detection, blamed: ['token.is-jwt'] }] }),
    /also failed: token\.is-jwt[\s\S]*NOT PROVEN/,
  );
  assert.match(
    matrixOf({ lawful: [{ ...lawful, oddity: 'says-nothing', blamed: ['token.is-jwt'] }] }),
    /✗ says-nothing, seed 1: blamed for token\.is-jwt\n1 lawful world explored, 1 blamed\nNOT PROVEN/,
  );
  assert.equal(isProven({ detections: [], lawful: [lawful] }), false, 'what was not sought is not proven');
});

const finding = {
  fingerprint: 'aaaaaaaaaaaa',
  operation: 'cities' as const,
  place: 'response.body[].id',
  where: 'response.body[3].id',
  exchange: 1,
  expected: '7',
  actual: '"7"',
  count: 1,
};

test('one line says how all attempts ended, the worst first', () => {
  const [same, different, fixed] = [
    { outcome: 'same', finding },
    { outcome: 'different', finding },
    { outcome: 'fixed' },
  ] as const;
  const unclear = { outcome: 'unclear', reason: 'cities is in trouble: HTTP 503' } as const;
  assert.equal(reproText([same]), 'still fails the same way   cities → response.body[3].id');
  assert.equal(
    reproText([fixed, different, unclear]),
    'fails differently, in 1 of 3 attempts   cities → response.body[3].id: expected 7, actual "7"',
  );
  assert.equal(reproText([fixed, fixed]), 'fixed, in 2 of 2 attempts');
  const seen = { failed: 2, sent: 5 };
  assert.equal(
    reproText([fixed, fixed], seen),
    'not seen in 2 attempts   it was seen in 2 of 5 sendings, so fixed needs 6 attempts: add --attempts 6',
  );
  assert.equal(reproText([fixed, fixed, fixed, fixed, fixed, fixed], seen), 'fixed, in 6 of 6 attempts');
  assert.equal(reproText([fixed, unclear]), 'cannot tell, in 1 of 2 attempts   cities is in trouble: HTTP 503');
  assert.equal(reproText([]), 'cannot tell   nothing was sent');
});

test('of a case in which no clause is broken, it is said how its exchange ended', () => {
  const then = 'refused with SUPPLIER_ERROR';
  const ended = { operation: 'create-booking', then };
  for (const [outcome, now, says] of [
    ['same', then, 'still refused   create-booking refused with SUPPLIER_ERROR'],
    ['fixed', 'answered well', `fixed   create-booking answered well now, ${then} then`],
    ['different', 'refused with HTTP 400', `ends differently   create-booking refused with HTTP 400 now, ${then} then`],
  ] as const)
    assert.equal(reproText([{ outcome, ended: { ...ended, now } }]), says);
  assert.equal(reproText([{ outcome: 'unclear', ended, reason: 'names nobody' }]), 'cannot tell   names nobody');
});

test('what it does is said before, with what it may cost; of what only reads, the count alone', () => {
  const reads = { requests: 1, stays: 0, flights: 0, tickets: 0, wrongLogins: 0, costs: new Map(), movedMs: 0 };
  assert.deepEqual(caseEffectsLines(reads, 1), ['sends 1 request at least']);
  assert.deepEqual(caseEffectsLines(reads, 3, true), ['sends 1 request at least, up to 3 times']);
  const costs = new Map([['EUR', 120.5]]);
  assert.deepEqual(caseEffectsLines({ ...reads, stays: 1, flights: 2, tickets: 1, costs, movedMs: 5_400_000 }, 3), [
    'sends 1 request at least, 3 times',
    'books 1 stay and 2 flights (120.50 EUR by the prices of then), requests 1 ticket, 3 times: tickets are voided and bookings cancelled again; refunding one that can not be voided may cost a penalty',
    'moves the clock of the service, or of a world of its own, by 1.5 hours, 3 times',
  ]);
  assert.deepEqual(caseEffectsLines({ ...reads, wrongLogins: 2 }, 2), [
    'sends 1 request at least, 2 times',
    'sends 4 wrong logins: too many of them may block the partner',
  ]);
  assert.equal(runEffectsLine({ bookings: 0, tickets: 0 }), undefined);
  assert.match(runEffectsLine({ bookings: 2, tickets: 0 }) ?? '', /^books 2 stays or flights at the most: /);
});

const exchangeOf = (body: Parameters<typeof ok>[0]): Exchange => {
  const [exchange] = [cities('7', ok(body))].flat();
  return { ...(exchange as Exchange), index: 0 };
};

const then = exchangeOf([
  { id: 1, name: 'A long name that no column of half a terminal holds', price: 7, isOpen: true },
]);
const now = exchangeOf([{ id: 2, name: 'B', price: 8, isOpen: true, more: 'x' }]);

const here = { isSameTarget: true, where: 'response.body[0].isOpen' };

test('what differs is apart from what always differs, and what is the same is counted', () => {
  const kindsAt = (place: string) =>
    Object.fromEntries(compared(then, now, { ...here, where: place }).map((each) => [each.place, each.kind]));
  const kinds = kindsAt(here.where);
  assert.deepEqual(
    ['id', 'price', 'name', 'more', 'isOpen'].map((name) => kinds[`response.body[0].${name}`]),
    ['passing', 'passing', 'differs', 'differs', 'same'],
  );
  assert.equal(kindsAt('response.body[0].price')['response.body[0].price'], 'differs');
  const short = comparisonText(compared(then, now, here), { isFull: false, width: 80 });
  assert.match(short, /^differs/);
  assert.doesNotMatch(short, /isOpen|price/);
  assert.match(short, /always different, such as ids, times and amounts: 2 places/);
});

test('a table keeps to its terminal, and what was replaced is shown as replaced', () => {
  const replaced = { ...now, replaced: ['response.body[].name'] };
  for (const isFull of [false, true]) {
    const text = comparisonText(compared(then, replaced, here), { isFull, width: 80 });
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
    assert.match(text, /name .*\(replaced\)/);
  }
  const narrow = comparisonText(compared(then, replaced, here), { isFull: false, width: 40 });
  assert.match(narrow, /response\.body\[0\]\.name \(replaced\)\n {4}then {2}"A long name .*…\n {4}now {3}"B"/);
});

test('at another target, what was meant and what was read is compared', () => {
  const [one, other] = [then, now].map(
    (each, at): Exchange => ({ ...each, intent: { region: at }, facts: { searchId: `s-${at}` } }),
  );
  assert.ok(one && other);
  const rows = compared(one, other, { ...here, isSameTarget: false });
  assert.deepEqual(
    rows.map(({ place, kind }) => `${kind} ${place}`),
    ['same bearer', 'differs intent.region', 'same response.status', 'passing facts.searchId'],
  );
});

const hostile = `\u001b[2J\u202ename\n${'x'.repeat(5_000)}`;

const looked: TargetCheck = {
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
  none(lines.filter((line) => line.length > 80 && !line.startsWith('wrong') && !/^ {7}/.test(line)));
  assert.match(text, /^ {2}… 240 more names$/m);
  assert.match(text, /^ {2}… 60 more things$/m);
  assert.match(text, /^NOT OK {2}100 things to look at$/m);
});
