/** Latency: percentiles by nearest rank, and pictures whose bins are the same for all operations. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { binBoundMs, latencies, latencyTable, percentile } from '../../../reports/latency.ts';

const answered = (operation: 'cities' | 'token', ...all: number[]) =>
  all.map((durationMs) => ({ operation, durationMs }));

test('of a hundred answers the fiftieth, the ninety-fifth and the ninety-ninth', () => {
  const all = latencies([
    ...answered('cities', ...Array.from({ length: 100 }, (_, i) => 100 - i)),
    ...answered('token', 7),
  ]);
  deepEqual(
    all.map(({ operation, count, p50, p95, p99, max }) => [operation, count, p50, p95, p99, max]),
    [
      ['token', 1, 7, 7, 7, 7],
      ['cities', 100, 50, 95, 99, 100],
    ],
  );
  deepEqual(latencies([]), []);
  equal(percentile([], 50), 0);
});

test('every answer is in one bin, which reaches up to its bound', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 50 }), (all) => {
      const [only] = latencies(answered('cities', ...all));
      equal(
        only?.bins.reduce((sum, count) => sum + count, 0),
        all.length,
      );
      const within = all.filter((ms) => ms <= binBoundMs(5)).length;
      equal(
        only?.bins.slice(0, 6).reduce((sum, count) => sum + count, 0),
        within,
      );
    }),
    { seed: 1 },
  );
});

test('a table with a picture of each', () => {
  const table = latencyTable(latencies([...answered('cities', 1, 2, 2, 90), ...answered('token', 1_500)]));
  match(table, /Of 5 answers/);
  equal(table.match(/<svg /g)?.length, 2);
  match(table, /<td class="number">1\.5 s<\/td>/);
  ok(!/style=|NaN|Infinity/.test(table));
});
