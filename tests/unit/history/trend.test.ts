/** A trend is told where two spans differ by more than chance, and else not. */
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Bin, binOf } from '../../../history/bins.ts';
import { trendOf } from '../../../history/trend.ts';

const binsOf = (all: readonly number[]): Bin[] =>
  [...Map.groupBy(all, binOf)].map(([bin, { length: count }]) => ({ bin, count }));

const even = (count: number, ms: number): Bin[] =>
  binsOf(Array.from({ length: count }, (_, at) => ms * (1 + (at % 100) / 100)));

test('too few requests are unknown: 20 for the middle, 200 for the 95th percentile', () => {
  for (const [count, share, expected] of [
    [19, 0.5, 'unknown'],
    [20, 0.5, 'slower'],
    [199, 0.95, 'unknown'],
    [200, 0.95, 'slower'],
  ] as const)
    equal(trendOf(even(count, 10), even(count, 100), share), expected, `${count} at ${share}`);
  equal(trendOf([], even(500, 10), 0.5), 'unknown');
  equal(trendOf(even(500, 10), [], 0.5), 'unknown');
});

test('both directions are told, and a change that nobody minds is none', () => {
  equal(trendOf(even(400, 100), even(400, 50), 0.5), 'faster');
  equal(trendOf(even(400, 100), even(400, 50), 0.95), 'faster');
  equal(trendOf(even(100_000, 100), even(100_000, 108), 0.5), 'steady');
  const tail = [...even(900, 10), ...even(100, 500)];
  equal(trendOf(even(1_000, 10), tail, 0.5), 'steady');
  equal(trendOf(even(1_000, 10), tail, 0.95), 'slower');
});

test('two draws from one source are told apart about never', () => {
  let told = 0;
  let all = 0;
  // A long tail, as latencies have it.
  const ms = fc.double({ min: 0.01, max: 1, noNaN: true, noDefaultInfinity: true }).map((draw) => 10 / draw);
  fc.assert(
    fc.property(fc.array(ms, { minLength: 600, maxLength: 600, size: 'max' }), (drawn) => {
      for (const share of [0.5, 0.95]) {
        all += 1;
        const trend = trendOf(binsOf(drawn.slice(0, 300)), binsOf(drawn.slice(300)), share);
        if (trend !== 'steady') told += 1;
      }
    }),
    { seed: 18, numRuns: 100 },
  );
  ok(told <= all / 50, `${told} of ${all}`);
});
