/** What was never shown is told in a few lines, whatever a service calls its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainCoverage, Pair } from '../../../contracts/domain-coverage.ts';
import { domainCoverageText } from '../../../reports/domain-coverage.ts';

const trip = (passengers: string, name: string): Pair => [
  ['passengers', passengers],
  ['trip', name],
];

const flights: DomainCoverage = {
  ...{ domain: 'flights', about: 'what is searched' },
  shown: [trip('one adult', 'return')],
  neverShown: [trip('one adult', 'one way'), trip('two adults', 'one way'), trip('two adults', 'return')],
};

test('what is missing of one dimension stands beside the class of the other', () => {
  const levels = {
    domain: 'levels',
    about: 'levels of amenities',
    shown: [[['level', 'Room']]],
    neverShown: [],
  } as const;
  assert.equal(
    domainCoverageText({ target: 'acme', runs: 1, coverage: [levels, flights] }),
    `acme was shown 2 of 5 pairs in 1 run

flights: what is searched, 1 of 4 pairs shown
  never  passengers one adult  with  trip one way
  never  passengers two adults  with  trip one way, return

levels: levels of amenities, 1 of 1 pair shown
`,
  );
});

test('of one dimension, the classes alone', () => {
  const neverShown: Pair[] = [[['level', 'Hotel']], [['level', 'none']]];
  const text = domainCoverageText({
    ...{ target: 'acme', runs: 12 },
    coverage: [{ domain: 'levels', about: 'levels', shown: [], neverShown }],
  });
  assert.match(text, /in 12 runs\n/);
  assert.match(text, /\n {2}never {2}level Hotel, none\n/);
});

test('names that a service made up stay on one line, and what is long is cut', () => {
  const neverShown = Array.from(
    { length: 40 },
    (_, i): Pair => [
      ['supplier', `s${i}\n\u001b[31mred`],
      ['board', '1'],
    ],
  );
  const text = domainCoverageText({
    ...{ target: 'acme', runs: 2 },
    coverage: [{ domain: 'offers', about: 'offers', shown: [], neverShown }],
  });
  const lines = text.trimEnd().split('\n');
  assert.equal(lines.length, 2 + 1 + 12 + 1);
  assert.equal(lines[3], '  never  supplier s0 red  with  board 1');
  assert.equal(lines.at(-1), '  never  28 more lines like these');
});
