/** Coverage of dimensions and depths is shown in text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClassPair, classCoverage, type GroupCoverage } from '../../../contracts/class-coverage.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { classesLine, classesText, metClassesText } from '../../../reports/classes-text.ts';
import { type DryRun, dryRunText } from '../../../reports/effects-text.ts';
import { coverageLine, domainCoverageText } from '../../../reports/exploration-text.ts';
import { runMarkdown } from '../../../reports/github.ts';
import { depthSharesText } from '../../../reports/proof-matrix.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { none } from '../asserted.ts';
import { passing, recordOf } from './record-of.ts';

const sorted = { ...passing('cities.sorted-by-id'), cells: 'own, English, first read, first listed' };
const unique = { ...passing('cities.ids-are-unique'), cells: sorted.cells };
const refused = passing('token.wrong-secret-is-refused');
const levers = { openWorld: () => Promise.reject(new Error('nobody opens one here')) };
const all = classCoverage(recordOf(sorted, unique, refused), { may: {}, known: {}, levers });

test('clauses of an area with the same domain stand together, a dimension a line', () => {
  assert.equal(
    classesText(['cities.sorted-by-id', 'cities.ids-are-unique', 'token.wrong-secret-is-refused']),
    `\
cities.sorted-by-id, cities.ids-are-unique
  partner     own, other
  language    no language, English, Russian, other language
  read        first read, second read, third read
  position    first listed, listed between, last listed
  after       refusal, wrong login

token.wrong-secret-is-refused
  no dimension: few wrong or further logins may be sent, and none of them is
  about anything else
`,
  );
});

test('with a run each dimension says what was met, what not yet, and what cannot be shown', () => {
  assert.equal(
    metClassesText(all, { id: '0822-7f3a', target: 'acme' }),
    `\
run 0822-7f3a on acme: 8 of 28 classes met, 2 cannot be shown here

dimension      classes       met   not yet  not here
partner              4         2         0         2
language             8         2         6         0
read                 6         2         4         0
position             6         2         4         0
after                4         0         4         0

cities.sorted-by-id, cities.ids-are-unique
  4 of 14 classes met, 1 cannot be shown here
  partner     met       own
              not here  other: needs otherPartner
  language    met       English
              not yet   no language, Russian, other language
  read        met       first read
              not yet   second read, third read
  position    met       first listed
              not yet   listed between, last listed
  after       not yet   refusal, wrong login

token.wrong-secret-is-refused
  no dimension: few wrong or further logins may be sent, and none of them is
  about anything else
`,
  );
});

test('no line is longer than 80 columns, for any name of a target', () => {
  const many = recordOf(...clauseIds.map((clause) => passing(clause)));
  const text = `${classesText(clauseIds)}\n${metClassesText(classCoverage(many, { may: {}, known: {}, levers }), { id: 'r', target: 'acme' })}`;
  none(text.split('\n').filter((line) => line.length > 80));
});

test('a gate has one line of it, and none where nothing reports cells', () => {
  assert.equal(classesLine(all), '8 of 28 classes met, 2 cannot be shown here: npx --no -- preflight clauses --domain');
  assert.equal(classesLine(classCoverage(recordOf(refused))), undefined);
  const report = terminalReport(recordOf(sorted), { color: false, path: 'p', cells: all });
  assert.match(
    report,
    /\ncoverage {4}8 of 28 classes met, 2 cannot be shown here: npx --no -- preflight clauses --domain\nrun record/,
  );
  assert.doesNotMatch(terminalReport(recordOf(sorted), { color: false, path: 'p' }), /coverage/);
});

const trip = (passengers: string, name: string): ClassPair => [
  ['passengers', passengers],
  ['trip', name],
];

const flights: GroupCoverage = {
  domain: 'flights',
  about: 'what is searched',
  shown: [trip('one adult', 'return'), trip('two adults', 'return'), trip('two adults', 'one way')],
  neverShown: [
    trip('one adult', 'one way'),
    trip('one adult', 'open jaw'),
    trip('two adults', 'open jaw'),
    [
      ['trip', 'return'],
      ['horizon', 'later'],
    ],
  ],
};

test('what was never shown at all is listed once, and the rest by what it was not shown with', () => {
  const levels = {
    domain: 'levels',
    about: 'levels of amenities',
    shown: [[['level', 'Room']]],
    neverShown: [],
  } as const;
  assert.equal(
    domainCoverageText({ target: 'acme', runs: 1, coverage: [levels, flights] }),
    `acme was shown 4 of 8 pairs in 1 run

flights: what is searched, 3 of 7 pairs shown
  never at all  trip open jaw; horizon later
  never together  passengers one adult  with  trip one way

levels: levels of amenities, 1 of 1 pair shown
`,
  );
});

test('what is missing beside one class is one line, for any dimension', () => {
  const of = (passengers: string, ...other: [string, string]): ClassPair => [['passengers', passengers], other];
  const trips = ['return', 'one way'].map((name): [string, string] => ['trip', name]);
  const others: [string, string][] = [...trips, ['horizon', 'soon']];
  const shown = [...others.map((other) => of('one', ...other)), of('two', 'x', 'y')];
  const neverShown = others.map((other) => of('two', ...other));
  const coverage = [{ domain: 'flights', about: 'flights', shown, neverShown }];
  const text = domainCoverageText({ target: 'acme', runs: 12, coverage });
  assert.match(text, /in 12 runs\n/);
  assert.match(text, /\n {2}never together {2}passengers two {2}with {2}trip return, one way; horizon soon\n/);
});

test('names that a service made up stay on one line, and what is long is cut', () => {
  const pair = (supplier: string, board: string): ClassPair => [
    ['supplier', supplier],
    ['board', board],
  ];
  const suppliers = Array.from({ length: 40 }, (_, i) => `s${i}\n\u001b[31mred`);
  const shown = [...suppliers.map((each) => pair(each, '1')), pair('other', '2')];
  const neverShown = suppliers.map((each) => pair(each, '2'));
  const coverage = [{ domain: 'offers', about: 'offers', shown, neverShown }];
  const lines = domainCoverageText({ target: 'acme', runs: 2, coverage }).trimEnd().split('\n');
  assert.equal(lines.length, 2 + 1 + 12 + 1);
  assert.equal(lines[3], '  never together  supplier s0 red  with  board 2');
  assert.equal(lines.at(-1), '  and 28 more lines like these');
});

test('one line says what a run has shown, and from the second on what all have', () => {
  const reported = { ofThis: [flights], ofAll: [{ ...flights, neverShown: flights.neverShown.slice(1) }], path: 'p' };
  const missing = flights.neverShown.length;
  assert.equal(
    coverageLine({ ...reported, runs: 1 }),
    `shown 3 of ${3 + missing} pairs of the domain; what never was is in p`,
  );
  assert.equal(
    coverageLine({ ...reported, runs: 2 }),
    `shown 3 of ${3 + missing} pairs of the domain, 3 of ${2 + missing} in 2 runs; what never was is in p`,
  );
});

const path = 'results/0822-7f3a';
const ofDepth = (depth: NonNullable<RunRecord['depth']>, more: Partial<RunRecord> = {}): RunRecord => ({
  ...recordOf(passing('countries.sorted-by-id')),
  depth,
  ...more,
});
const end = (record: RunRecord): string => terminalReport(record, { color: false, path }).split('\n\n').at(-1) ?? '';

test('a probe says at its end what it leaves out, and what to do; a standard run says nothing of its depth', () => {
  const left = end(ofDepth('probe', { leftOut: ['token.is-jwt', 'pnr-cancel.works-on-own-booking'] }));
  assert.match(
    left,
    /^left out {4}2 clauses are left out at depth probe: run with --depth standard to judge them\nrun record/,
  );
  assert.match(left, /, seed 42, depth probe, 1\.9 s, /);
  assert.match(
    runMarkdown(ofDepth('probe', { leftOut: ['token.is-jwt'] }), { path }),
    /^left out {4}1 clause is left out at depth probe: /m,
  );
  assert.doesNotMatch(end(ofDepth('standard')), /depth|left out/);
});

const dry: DryRun = {
  target: 'acme',
  baseUrl: 'https://acme.example',
  depth: 'standard',
  seed: 5,
  leftOut: [],
  flows: 3,
  sends: {
    requests: { token: 4, cities: 20, 'create-booking': 9, 'ticket-issue': 2 },
    bookings: 12,
    tickets: 2,
    wrongLogins: 3,
    unannounced: ['void-after-window'],
  },
  requestsPerSecond: 0.5,
  budgets: { bookings: { perRun: 18, perDay: 20, usedToday: 13 }, tickets: undefined, extraTokens: { perRun: 1 } },
};

test('a dry run shows requests, effects, budgets and time in 80 columns', () => {
  assert.equal(
    dryRunText(dry),
    `\
dry run       nothing was sent
target        acme at https://acme.example
depth         standard, 3 flows, seed 5

operation        up to   effect
token                4   authenticates
cities              20   reads
create-booking       9   books
ticket-issue         2   tickets
total               35

bookings      up to 7; may.books allows 18 a run and 20 a day, of which 13 are
              used
tickets       none: may.tickets does not allow any
wrong logins  up to 3
extra tokens  may.extraTokens allows 1 a run
time          up to 1 min 10 s at 0.5 requests a second, if answers are as fast
not counted   a further look at what takes its time, and further pages of a list
              what former runs have left behind, or this one leaves:
              void-after-window`,
  );
});

test('the shares of a depth are shown for one run and for several, with what was found late', () => {
  const faults = [
    { id: 'a', dialect: 'flat', foundInRun: 1 },
    { id: 'b', dialect: 'flat', foundInRun: 2 },
    { id: 'c', dialect: 'flat', foundInRun: undefined },
  ];
  const shares = { depth: 'standard', seeds: [4, 5], faults, found: [1, 2], blamed: ['healthy on flat'], seconds: 7 };
  assert.equal(
    depthSharesText(shares),
    `\
in run 2   b on flat
not found  c on flat
BLAMED     healthy on flat
within 1 run: 1 of 3 faults, 33.3 %
within 2 runs: 2 of 3 faults, 66.7 %
depth standard, seeds 4 5, 7 s`,
  );
  assert.doesNotMatch(depthSharesText({ ...shares, depth: 'probe' }), /not found|in run/);
});
