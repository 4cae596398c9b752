/** What was never shown is told in a few lines, whatever a service calls its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainCoverage, Pair } from '../../../contracts/domain-coverage.ts';
import { coverageLine, domainCoverageText } from '../../../reports/exploration-text.ts';

const trip = (passengers: string, name: string): Pair => [
  ['passengers', passengers],
  ['trip', name],
];

const flights: DomainCoverage = {
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

test('what was never shown at all is told once, and the rest by what it was not shown with', () => {
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

test('what is missing beside one class is one line, whatever its dimension', () => {
  const of = (passengers: string, ...other: [string, string]): Pair => [['passengers', passengers], other];
  const text = domainCoverageText({
    target: 'acme',
    runs: 12,
    coverage: [
      {
        domain: 'flights',
        about: 'flights',
        shown: [
          of('one', 'trip', 'return'),
          of('one', 'trip', 'one way'),
          of('one', 'horizon', 'soon'),
          of('two', 'x', 'y'),
        ],
        neverShown: [of('two', 'trip', 'return'), of('two', 'horizon', 'soon'), of('two', 'trip', 'one way')],
      },
    ],
  });
  assert.match(text, /in 12 runs\n/);
  assert.match(text, /\n {2}never together {2}passengers two {2}with {2}trip return, one way; horizon soon\n/);
});

test('names that a service made up stay on one line, and what is long is cut', () => {
  const pair = (i: number, board: string): Pair => [
    ['supplier', `s${i}\n\u001b[31mred`],
    ['board', board],
  ];
  const suppliers = Array.from({ length: 40 }, (_, i) => i);
  const text = domainCoverageText({
    target: 'acme',
    runs: 2,
    coverage: [
      {
        domain: 'offers',
        about: 'offers',
        shown: [
          ...suppliers.map((i) => pair(i, '1')),
          [
            ['supplier', 'other'],
            ['board', '2'],
          ],
        ],
        neverShown: suppliers.map((i) => pair(i, '2')),
      },
    ],
  });
  const lines = text.trimEnd().split('\n');
  assert.equal(lines.length, 2 + 1 + 12 + 1);
  assert.equal(lines[3], '  never together  supplier s0 red  with  board 2');
  assert.equal(lines.at(-1), '  and 28 more lines like these');
});

test('one line tells what a run has shown, and from the second on what all have', () => {
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
