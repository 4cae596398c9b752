/** Draws cover the combinations of dimensions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type GroupCoverage,
  merged,
  type ShownTogether,
  shownStore,
  storeOf,
} from '../../../contracts/class-coverage.ts';
import { type OperationId, operationIds } from '../../../contracts/operations.ts';
import { alteredBearers } from '../../../contracts/trace.ts';
import { badTokens } from '../../../generators/bad-tokens.ts';
import { coverageOf, leastShown } from '../../../generators/coverage.ts';
import type { DimensionGroup } from '../../../generators/dimension-groups.ts';
import { countriesToAsk } from '../../../generators/requests/country-ids.ts';
import { notNumbers, sampledNotNumbers } from '../../../generators/requests/notations.ts';
import { coveringRows, sampleOf, turned } from '../../../generators/sample.ts';
import { none } from '../asserted.ts';

const small: DimensionGroup = {
  about: 'a small domain',
  dimensions: { size: ['s', 'm', 'l'], colour: ['red', 'green', 'blue'], shape: ['round', 'square', 'flat'] },
};
const of = { small };
const shownTogetherOf = (classes: Record<string, string>): ShownTogether => ({ domain: 'small', classes });
const coverageIn = (together: readonly ShownTogether[], group: DimensionGroup = small): GroupCoverage => {
  const [only] = coverageOf(together, { small: group });
  assert.ok(only);
  return only;
};

const names = (pairs: GroupCoverage['shown']): string[] =>
  pairs.map((pair) => pair.map((named) => named.join(' ')).join(', '));

test('a dimension that no trace showed has no pair, and what is of another domain none at all', () => {
  assert.equal(coverageIn([shownTogetherOf({ size: 's', shape: 'flat' })]).shown.length, 1);
  assert.equal(coverageIn([shownTogetherOf({ size: 's' })]).shown.length, 0);
  assert.deepEqual(coverageOf([{ domain: 'large', classes: { size: 's', shape: 'flat' } }], of)[0]?.shown, []);
});

test('what cannot come together is not missed', () => {
  const allows: DimensionGroup['allows'] = ({ size, colour }) => size !== 's' || colour === 'red';
  const { neverShown } = coverageIn([], { ...small, allows });
  assert.equal(neverShown.length, 27 - 2);
  const refusals = names(coverageOf([]).find(({ domain }) => domain === 'refusal')?.neverShown ?? []).join('; ');
  assert.match(refusals, /operation cities, code 400/);
  assert.doesNotMatch(refusals, /operation countries, code 400/);
});

test('an open dimension has the classes that were reported, and a domain of one dimension is counted by its classes', () => {
  const open: DimensionGroup = { about: 'offers', dimensions: { board: 'open', size: ['s', 'm'] } };
  assert.deepEqual(coverageIn([], open).neverShown, []);
  const { shown, neverShown } = coverageIn([shownTogetherOf({ board: '7', size: 's' })], open);
  assert.deepEqual([names(shown), names(neverShown)], [['board 7, size s'], ['board 7, size m']]);
  const one = coverageIn([shownTogetherOf({ size: 'm' })], { about: 'one', dimensions: { size: ['s', 'm'] } });
  assert.deepEqual([names(one.shown), names(one.neverShown)], [['size m'], ['size s']]);
});

test('the stores of two runs add up, each combination once', () => {
  const [one, other] = [shownTogetherOf({ size: 's', colour: 'red' }), shownTogetherOf({ size: 'm', colour: 'red' })];
  const sum = merged(
    storeOf('acme', [one, one]),
    storeOf('acme', [{ ...one, classes: { colour: 'red', size: 's' } }, other]),
  );
  assert.deepEqual(shownStore.parse(JSON.parse(JSON.stringify(sum))), {
    schema: 'preflight.touches/1',
    target: 'acme',
    runs: 2,
    touches: [one, other],
  });
  assert.equal(coverageIn(sum.touches).shown.length, 2);
  assert.throws(() => merged(sum, storeOf('other', [])), /acme and other are two targets/);
});

/** How many draws it takes to show every pair. */
const drawsUntilAll = (
  seed: number,
  next: (together: readonly ShownTogether[]) => fc.Arbitrary<Record<string, string>>,
): number => {
  const together: ShownTogether[] = [];
  while (coverageIn(together).neverShown.length > 0) {
    const [classes] = fc.sample(next(together), { seed: seed + together.length, numRuns: 1 });
    together.push(shownTogetherOf(classes ?? {}));
    assert.ok(together.length < 500, 'some pair is never drawn');
  }
  return together.length;
};

test('guided shows every pair of a small domain in far fewer draws than chance', () => {
  const anything = leastShown('small', { together: [], group: small });
  const seeds = Array.from({ length: 20 }, (_, i) => 1_000 * i);
  const mean = (next: Parameters<typeof drawsUntilAll>[1]): number =>
    seeds.reduce((sum, seed) => sum + drawsUntilAll(seed, next), 0) / seeds.length;
  const guided = mean((together) => leastShown('small', { together, group: small }));
  const byChance = mean(() => anything);
  // Nine are the least, as two dimensions have nine pairs.
  assert.ok(guided < 13, `${guided} draws`);
  assert.ok(byChance > 2 * guided, `${byChance} draws by chance, ${guided} leastShown`);
});

test('a draw depends on the seed and what was shown alone, and keeps to what may be drawn', () => {
  const together = [shownTogetherOf({ size: 's', colour: 'red', shape: 'flat' })];
  const draws = (seed: number) =>
    fc.sample(leastShown('small', { together, group: small, may: ({ size }) => size !== 'l' }), { seed, numRuns: 200 });
  assert.deepEqual(draws(3), draws(3));
  assert.notDeepEqual(draws(3), draws(4));
  assert.ok(draws(3).every(({ size }) => size === 's' || size === 'm'));
  assert.throws(
    () => leastShown('small', { together, group: small, may: () => false }),
    /nothing of small may be drawn/,
  );
  assert.throws(() => leastShown('no such domain', { together }), /no group of dimensions is named/);
});

test('what is leastShown shrinks to the first class of every dimension where that shows the same', () => {
  const together = [shownTogetherOf({ size: 's', colour: 'red', shape: 'round' })];
  const { counterexample } = fc.check(
    fc.property(leastShown('small', { together, group: small }), ({ colour }) => colour === 'red'),
    { seed: 11, numRuns: 100 },
  );
  assert.deepEqual(counterexample, [{ size: 's', colour: 'green', shape: 'round' }]);
});

test('rows that cannot be are left out, and what they alone would show', () => {
  const rows = coveringRows({ party: [1, 2], passenger: ['first', 'second'] }, ({ party, passenger }) =>
    party > 1 ? true : passenger === 'first',
  );
  assert.deepEqual(rows, [
    { party: 1, passenger: 'first' },
    { party: 2, passenger: 'first' },
    { party: 2, passenger: 'second' },
  ]);
});

test('of one dimension every value is a row, and of none allowed there is no row', () => {
  assert.deepEqual(coveringRows({ trip: ['one way', 'return'] }), [{ trip: 'one way' }, { trip: 'return' }]);
  none(coveringRows({ trip: [1, 2], party: [1, 2] }, () => false));
});

test('for any dimensions, no pair is missing and no row is superfluous', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }), (sizes) => {
      const dimensions = Object.fromEntries(
        sizes.map((size, i) => [`d${i}`, Array.from({ length: size }, (_, at) => at)]),
      );
      const rows = coveringRows(dimensions);
      const shown = new Set<string>();
      for (const row of rows) {
        const before = shown.size;
        for (const [one, value] of Object.entries(row)) {
          for (const [other, also] of Object.entries(row))
            if (one < other) shown.add(`${one}=${value} ${other}=${also}`);
        }
        assert.ok(shown.size > before);
      }
      const pairs = sizes.flatMap((size, i) => sizes.slice(i + 1).map((other) => size * other));
      assert.equal(
        shown.size,
        pairs.reduce((sum, each) => sum + each, 0),
      );
    }),
    { seed: 1 },
  );
});

const seeds = fc.integer({ min: -0x7fff_ffff, max: 0x7fff_ffff });
const ring = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 });

test('a window of a ring has as many as were asked for, in their order', () => {
  fc.assert(
    fc.property(ring, fc.nat(25), seeds, fc.nat(40), (all, count, seed, row) => {
      const some = turned(all, { count, seed, row });
      assert.equal(some.length, Math.min(count, all.length));
      assert.deepEqual(
        some,
        all.filter((each) => some.includes(each)),
      );
    }),
  );
});

test('as many seeds in a row as there are windows meet every element, and so do as many rows', () => {
  fc.assert(
    fc.property(ring, fc.integer({ min: 1, max: 20 }), seeds, (all, count, seed) => {
      const windows = Array.from({ length: Math.ceil(all.length / count) }, (_, i) => i);
      const met = (of: (i: number) => number[]) => new Set(windows.flatMap(of)).size;
      assert.equal(
        met((i) => turned(all, { count, seed: seed + i })),
        all.length,
      );
      assert.equal(
        met((i) => turned(all, { count, seed, row: i })),
        all.length,
      );
    }),
  );
});

const garbage = ['garbage', 'a.b.c'];
const isEmpty = (operation: OperationId) => operation.startsWith('ticket-') || operation.startsWith('pnr-');

/** Of one run, `operation kind` for each pair that it asks. */
const pairsOf = (depth: 'standard' | 'full', seed: number): string[] => {
  const { unowned, altered, isSampled } = badTokens(garbage, sampleOf(depth, seed), isEmpty);
  return operationIds.flatMap((operation) =>
    [...unowned, ...altered]
      .filter((token) => isSampled(operation, token))
      .map((token) => `${operation} ${token.bearer} ${token.garbage ?? ''}`.trim()),
  );
};

const everyPair = (operations: readonly OperationId[]): string[] =>
  operations.flatMap((operation) =>
    ['missing', ...garbage.map((text) => `garbage ${text}`), ...alteredBearers].map((kind) => `${operation} ${kind}`),
  );

test('a full run asks every operation with every kind of bad token', () => {
  assert.deepEqual(new Set(pairsOf('full', 1)), new Set(everyPair(operationIds)));
});

test('a standard run asks every operation with some kinds, and nearly each kind of some operation of each area', () => {
  const areas = [
    /^(countries|cities|.*-types|amenities|hotel-static)$/,
    /^(hotel-(search|pricing)|.*-booking.*|offer-pricing)$/,
    /^(avia-|fare-|pnr-|ticket-)/,
  ];
  fc.assert(
    fc.property(seeds, (seed) => {
      const pairs = pairsOf('standard', seed);
      for (const operation of operationIds)
        assert.ok(
          pairs.some((pair) => pair.startsWith(`${operation} `)),
          operation,
        );
      for (const area of areas) {
        const kinds = new Set(
          pairs.filter((pair) => area.test(pair.split(' ')[0] ?? '')).map((pair) => pair.replace(/^\S+ /, '')),
        );
        assert.ok(kinds.size >= 9, [...kinds].join(', '));
      }
    }),
  );
});

test('every run asks without a token what is asked with content, and eleven in a row ask everything with each kind', () => {
  const withContent = operationIds.filter((operation) => !isEmpty(operation));
  fc.assert(
    fc.property(seeds, (seed) => {
      const met = (runs: number) =>
        new Set(Array.from({ length: runs }, (_, i) => pairsOf('standard', seed + i)).flat());
      const [ofOne, ofFive, ofEleven] = [met(1), met(5), met(11)];
      none(withContent.map((operation) => `${operation} missing`).filter((pair) => !ofOne.has(pair)));
      // The two texts that are no JWT take turns, and so do no text at all and a signature that goes on.
      none(everyPair(withContent).filter((pair) => !(ofFive.has(pair) || /garbage|empty|extended/.test(pair))));
      none(everyPair(operationIds).filter((pair) => !ofEleven.has(pair)));
    }),
    { numRuns: 30 },
  );
});

test('the first and last country, one for each length of an id, and known large ones are asked for', () => {
  const codes = ['RU', 'US', 'VA', 'AQ', 'XA', 'XB', 'XC', 'XD'];
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: codes.length, maxLength: 60 });
  fc.assert(
    fc.property(ids, seeds, (drawn, seed) => {
      const countries = drawn
        .toSorted((a, b) => a - b)
        .map((id, i) => ({ id, ...(codes[i] && { codeA2: i % 2 ? codes[i] : codes[i].toLowerCase() }) }));
      const { some } = sampleOf('standard', seed);
      const asked = countriesToAsk(countries, { some, seed });
      const idOf = (code: string) => countries.find(({ codeA2 }) => codeA2?.toUpperCase() === code)?.id ?? 0;
      for (const id of [countries[0]?.id, countries.at(-1)?.id, idOf('RU'), idOf('US'), idOf('VA'), idOf('AQ')]) {
        assert.ok(asked.includes(id ?? 0), `${id} is not among ${asked.join(' ')}`);
      }
      const lengths = (of: readonly number[]) => new Set(of.map((id) => String(id).length));
      assert.deepEqual(lengths(asked), lengths(drawn));
      assert.ok(asked.length <= 12, `${asked.length} of ${drawn.length}`);
    }),
  );
});

test('of values that are no numbers, one begins with digits and one is a word of a careless client', () => {
  fc.assert(
    fc.property(notNumbers, seeds, (values, seed) => {
      const some = sampledNotNumbers(values, sampleOf('standard', seed));
      assert.ok(some.some((value) => /^\d/.test(value)));
      assert.ok(some.some((value) => ['null', 'undefined'].includes(value)));
      assert.equal(some.length, 3);
    }),
  );
});
