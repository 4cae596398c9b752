/** Text for a terminal is plain, and shows progress, proofs and differences. */
import assert, { equal, match } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ClauseId } from '../../../contracts/clauses.ts';
import type { Comparison, Difference } from '../../../contracts/comparison.ts';
import { standings } from '../../../contracts/standing.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { differencesText } from '../../../reports/differences-text.ts';
import { progress } from '../../../reports/progress.ts';
import { type ProofRow, proofMatrix } from '../../../reports/proof-matrix.ts';
import { block, oneLine, unobeyed, unobeyedJson } from '../../../reports/safe-text.ts';
import { durationText, wrapped } from '../../../reports/text-layout.ts';
import { draws } from '../../whole.ts';
import { broken, failing, inconclusive, passing } from './record-of.ts';

test('one line keeps what can be read and drops what can be obeyed', () => {
  assert.equal(oneLine('Санкт-Петербург 東京'), 'Санкт-Петербург 東京');
  assert.equal(oneLine('a\u001b[31mb\u001b[0m\tc\r\n\u0000d\u2029e'), 'ab c d e');
  assert.equal(oneLine('a\u202eb\u200bc\ufeff'), 'abc');
  assert.equal(oneLine('a\ud800b'), 'a\ufffdb');
});

test('what is printed begins no command of a pipeline, in its middle either, and JSON is read as before', () => {
  assert.equal(oneLine('a ::error::b ##[error]c ##vso[x]'), 'a : :error::b # #[error]c # #vso[x]');
  assert.equal(oneLine('connect ECONNREFUSED ::1:443'), 'connect ECONNREFUSED ::1:443');
  assert.equal(
    unobeyed('a ##[error]b ###vso[x]\n  ::error::c\nd ::e::'),
    'a # #[error]b ## #vso[x]\n  : :error::c\nd ::e::',
  );
  assert.equal(unobeyed('::error title=ours::b'), '::error title=ours::b');
  assert.match(block('::error::x\ny ::z'), /^: :error::x\ny ::z$/m);
  const signs = [
    '#',
    '##',
    '##[',
    '##vso[',
    '##TeamCity[',
    '[',
    ':',
    '::',
    '\\',
    '"',
    '\n',
    ' ',
    '\u200b',
    '\u001b[0m',
  ];
  const piece = fc.constantFrom(...signs, 'error', 'vso[');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const value = { [pieces.join('')]: pieces };
      const text = unobeyedJson(JSON.stringify(value, null, 1));
      assert.deepEqual(JSON.parse(text), value);
      const line = oneLine(pieces.join(''));
      assert.doesNotMatch(line, /::[\w-]+( .*)?::/);
      for (const each of [text, line, unobeyed(pieces.join(''))]) assert.doesNotMatch(each, /##(\[|vso\[|teamcity\[)/i);
    }),
    { seed: 1, numRuns: draws(500) },
  );
});

test('a cut falls between characters, and lines break at spaces: a word that is too long stays whole', () => {
  assert.equal(oneLine('😀'.repeat(9), 4), '😀😀😀…');
  assert.equal(oneLine('abcd', 4), 'abcd');
  assert.equal([...oneLine('z'.repeat(1_000_000))].length, 240);
  assert.equal(wrapped('one two three', { hang: 2, width: 9 }), 'one two\n  three');
  assert.equal(wrapped('a waytoolongword b', { hang: 0, width: 5 }), 'a\nwaytoolongword\nb');
});

test('durations round without sixty seconds', () => {
  const rounded = ['0.0 s', '1.9 s', '59.9 s', '1 min 0 s', '1 min 0 s', '2 min 0 s', '3 min 12 s'];
  assert.deepEqual([0, 1_940, 59_949, 59_951, 60_000, 119_600, 192_000].map(durationText), rounded);
});

const flows = ['list-cities', 'issue-tokens'];

const begun = (output: { isTTY: boolean; now?: () => number }) => {
  const written: string[] = [];
  const shown = progress({ ...output, output: { ...output, write: (text) => written.push(text) } });
  shown.begin(flows);
  return { shown, text: () => written.join('') };
};

const recorded = { flow: 'list-cities', durationMs: 1234 };

test('a pipe gets a line for each flow, with what was found broken in it', () => {
  const { shown, text } = begun({ isTTY: false });
  const outcomes = ['fail', 'pass', 'fail', 'inconclusive'];
  for (const flow of flows) shown.began(flow);
  shown.recorded({ ...recorded, exchanges: 251, judged: { verdicts: outcomes.map((outcome) => ({ outcome })) } });
  shown.recorded({ flow: 'issue-tokens', durationMs: 40, exchanges: 1, judged: { verdicts: [] } });
  shown.end();
  assert.equal(
    text(),
    `\
recorded  list-cities   251 exchanges   1.2 s   2 broken
recorded  issue-tokens    1 exchange    0.0 s

`,
  );
});

test('a terminal shows within a second what is under way and for how long, and keeps no trace of it', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const { shown, text } = begun({ isTTY: true, now: () => nowMs });
  const wait = (ms: number) => {
    nowMs += ms;
    context.mock.timers.tick(ms);
  };
  const erase = '\r\u001b[2K';
  shown.began('list-cities');
  wait(500);
  wait(500);
  shown.recorded({ ...recorded, exchanges: 251 });
  shown.end();
  wait(500);
  assert.equal(
    text(),
    `${erase}recording list-cities   0.5 s${erase}recording list-cities   1.0 s${erase}recorded  list-cities   251 exchanges   1.2 s\n\n`,
  );
});

test('a flow that was cut off is said to be, and what broke it in Preflight, clean and on separate lines', () => {
  const { shown, text } = begun({ isTTY: false });
  shown.recorded({ ...recorded, exchanges: 3, isCutShort: true });
  shown.recorded({ ...recorded, error: 'Error: disk full\n\u001b[31m    at gate/recorder.ts' });
  assert.equal(
    text(),
    `\
cut short list-cities     3 exchanges   1.2 s
cut short list-cities                   1.2 s
error     Error: disk full
          at gate/recorder.ts
`,
  );
});

const sorted: ClauseId = 'cities.sorted-by-id';
const unique: ClauseId = 'cities.ids-are-unique';

const row = (
  id: string,
  dialect: string,
  verdicts: readonly Verdict[],
  more: Partial<Pick<ProofRow, 'missed' | 'blamed' | 'broken' | 'isSubtle'>> = {},
): ProofRow => ({
  kind: id === 'healthy' ? 'healthy' : id.startsWith('lawful') ? 'oddity' : 'fault',
  id,
  dialect,
  violates: id === 'shuffles' ? [sorted] : [],
  isSubtle: false,
  standings: standings(verdicts),
  missed: [],
  blamed: [],
  broken: [],
  ...more,
});

const shown = (rows: readonly ProofRow[]): string[] =>
  proofMatrix(rows, { color: false, seed: 5, seconds: 1.23 }).split('\n').slice(1);

/** What stands in the matrix beside an id. */
const marks = (line = ''): string => line.replace(' ~ ', '   ').split(/ {2,}/).slice(1).join(' ').trim();

test('what holds in every dialect is one line, and the end says so', () => {
  const lines = shown(
    ['nested', 'flat'].flatMap((each) => [
      row('healthy', each, [passing(sorted), passing(unique)]),
      row('lawful', each, [passing(sorted)]),
      row('shuffles', each, [failing(sorted), passing(unique)]),
    ]),
  );
  assert.equal(lines.length, 3 + 4);
  assert.match(lines[0] ?? '', /^✓ healthy /);
  assert.equal(marks(lines[0]), '· ·');
  assert.match(lines[2] ?? '', /^✓ shuffles /);
  assert.equal(marks(lines[2]), '● ·');
  assert.equal(
    lines.at(-1),
    'PROVEN  every fault is caught by exactly its clauses, nothing lawful is blamed: 1 faults, 0 of them subtle, 1 oddities, on nested and flat, seed 5, 1.2 s',
  );
});

test('what is subtle in every dialect is marked and counted', () => {
  const lines = shown(
    ['nested', 'flat'].flatMap((each) => [
      row('shuffles', each, [failing(sorted)], { isSubtle: true }),
      row('swaps', each, [failing(sorted)], { isSubtle: each === 'nested' }),
    ]),
  );
  assert.match(lines[0] ?? '', /^✓ shuffles ~ /);
  assert.match(lines[1] ?? '', /^✓ swaps {7}/);
  assert.match(lines.at(-1) ?? '', /: 2 faults, 1 of them subtle, 0 oddities, on nested and flat, /);
});

test('what is missed in one dialect is missed, and the sentence names it and why', () => {
  const lines = shown([
    row('shuffles', 'nested', [failing(sorted)]),
    row('shuffles', 'flat', [inconclusive(sorted, 'needs', 'needs a binding')], { missed: [sorted] }),
  ]);
  const says = 'breaks cities.sorted-by-id, and its check did not fail:';
  assert.match(lines[0] ?? '', /^✗ shuffles .*○/);
  assert.equal(lines[4], `shuffles on flat ${says} needs a binding`);
  assert.match(lines.at(-1) ?? '', /^NOT PROVEN {2}1 of 1 are not as they must be: /);
  const unexercised = shown([row('shuffles', 'nested', [], { missed: [sorted] })]);
  assert.equal(unexercised[4], `shuffles on nested ${says} no flow that touches the fault exercises it`);
});

test('what is wrong alike in both is said once', () => {
  const wrong = { blamed: [unique], broken: [sorted] };
  const lines = shown(
    ['nested', 'flat'].map((each) =>
      row('lawful', each, [failing(unique), broken(sorted, 'the check broke: boom')], wrong),
    ),
  );
  assert.match(lines[0] ?? '', /^✗ lawful .*x.*!|^✗ lawful .*!.*x/);
  assert.deepEqual(lines.slice(4, -2), [
    'lawful on nested and flat does not name cities.ids-are-unique, and its check failed: response.body[17].id: expected sorted by id, and the one before it is 812, actual 640',
    'lawful on nested and flat broke the check of cities.sorted-by-id: the check broke: boom',
  ]);
});

test('what only one dialect shows is blank', () => {
  const [line] = shown([row('lawful', 'nested', [passing(sorted)]), row('lawful', 'flat', [])]);
  assert.equal(marks(line), '');
});

describe('differences', () => {
  const comparison = (differences: readonly Difference[], rest: Partial<Comparison> = {}): Comparison => ({
    schema: 'preflight.comparison/1',
    id: '20260901-1200-abcdef',
    seed: 3,
    depth: 'standard',
    startedAt: '2026-09-01T12:00:00.000Z',
    finishedAt: '2026-09-01T12:00:04.200Z',
    a: { target: 'live', baseUrl: 'https://live.example', revision: '2026-08-31' },
    b: { target: 'staging', baseUrl: 'https://staging.example', revision: '2026-08-31' },
    rounds: 4,
    requests: 2832,
    compared: 8234,
    differences: [...differences],
    troubled: [],
    ...rest,
  });

  const text = (given: Comparison): string => differencesText(given, { color: false, path: 'results/x' });
  const flows = ['list-countries', 'reuse-token', 'outlive-token', 'send-bad-tokens'];

  test('what differs is shown once, the clause first', () => {
    const type = {
      kind: 'value' as const,
      place: 'content-type of a refusal',
      a: ['application/json'],
      b: ['text/html'],
    };
    equal(
      text(
        comparison([
          { ...type, about: 'countries', flows },
          { ...type, about: 'cities', flows: ['list-cities'] },
          { kind: 'content', about: 'countries', place: 'request 1 body [].id', a: ['[4,8,10]'], b: ['[4,10]'], flows },
          {
            kind: 'verdict',
            about: 'token',
            place: 'token.lifetime-is-one-day',
            a: ['holds'],
            b: ['broken at token response.body.expiresAt'],
            flows: ['issue-tokens'],
          },
        ]),
      ),
      `DIFFERENT  verdict of token
  where    token.lifetime-is-one-day, in issue-tokens
  A        holds
  B        broken at token response.body.expiresAt

DIFFERENT  value of countries, cities
  where    content-type of a refusal, in list-countries, reuse-token,
           outlive-token and 2 more
  A        application/json
  B        text/html

DIFFERENT  content of countries
  where    request 1 body [].id, in list-countries, reuse-token, outlive-token
           and 1 more
  A        8 (2 of 3)
  B        10 (2 of 2)

kept in results/x
DIFFERENT  3 differences, each shown in every round
A live, B staging, seed 3, 4 rounds each, 2832 requests, 4.2 s`,
    );
  });

  test('nothing that differs, and nothing that could be compared, are two things', () => {
    match(text(comparison([])), /^SAME {2}8,234 places compared, and none differs$/m);
    match(text(comparison([], { compared: 0 })), /^COULD NOT COMPARE/m);
    match(text(comparison([], { troubled: ['list-cities'] })), /^TROUBLE {4}came and went in list-cities$/m);
  });

  test('what a service says is shown and not obeyed', () => {
    const hostile = '\u001b[31mred\n::error::x\u202e';
    const shown = text(comparison([{ kind: 'value', about: 'countries', place: hostile, a: [hostile], b: [], flows }]));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
    equal(/[\u001b\u202e]|^::/m.test(shown), false);
  });

  test('what follows from a difference is counted under it', () => {
    const of = (about: string, followsFrom?: number): Difference => ({
      kind: 'content',
      about,
      place: 'request 1 read price.amount',
      a: ['[100]'],
      b: ['[112]'],
      flows: ['price-hotels'],
      ...(followsFrom !== undefined && { followsFrom }),
    });
    match(
      text(comparison([of('hotel-search'), of('hotel-pricing', 0), of('view-booking', 0)])),
      /^DIFFERENT {2}content of hotel-search\n {2}where .*\n {2}A .*\n {2}B .*\n {2}and {6}2 that follow from it, in hotel-pricing, view-booking: see\n {11}comparison.json\n\n[\s\S]*\nDIFFERENT {2}1 difference, /,
    );
  });
});
