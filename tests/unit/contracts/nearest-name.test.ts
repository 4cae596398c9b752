/** One mistake in a name is recognised, whichever it is, and a name of something else is not taken for it. */
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clauseIds } from '../../../contracts/clauses.ts';
import { nearestName } from '../../../contracts/nearest-name.ts';

const mistakes: readonly ((name: string, at: number) => string)[] = [
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at) => `${name.slice(0, at)}x${name.slice(at)}`,
  (name, at) => `${name.slice(0, at)}x${name.slice(at + 1)}`,
  (name, at) => name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2),
  (name, at) => name.slice(0, at) + name.slice(at).toUpperCase(),
];

test('one mistake in a name is recognised', () => {
  // None of them is one mistake away from another.
  const known = ['gate', 'judge', 'repro', 'nightly', 'check-target', ...clauseIds];
  const drawn = fc.constantFrom(...known).chain((name) => fc.tuple(fc.constant(name), fc.nat(name.length - 1)));
  fc.assert(
    fc.property(drawn, fc.constantFrom(...mistakes), ([name, at], mistaken) => {
      equal(nearestName(mistaken(name, at), known), name);
    }),
    { seed: 17, numRuns: 200 },
  );
});

test('a part of a name is recognised, and what is like none is not', () => {
  const known = ['cities.sorted-by-id', 'countries'];
  equal(nearestName('sorted', known), 'cities.sorted-by-id');
  equal(nearestName('my-countries-list', known), 'countries');
  for (const name of ['so', 'hotels', 'x'.repeat(10_000)]) equal(nearestName(name, known), undefined, name);
});
