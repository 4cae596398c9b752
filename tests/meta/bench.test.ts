/** The benchmark tells the middle of what it measured, calls a broken limit broken, and fits a terminal. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benchTable, holds, quantile, ratioRow, spread } from '../bench/row.ts';
import { rows } from '../bench/rows.ts';

const pairs = [
  { ours: 30, base: 10 },
  { ours: 12, base: 10 },
  { ours: 15, base: 10 },
];

test('the page of the benchmark names every row that can be measured alone', () => {
  const page = readFileSync(new URL('../../docs/change/bench.md', import.meta.url), 'utf8');
  const [, named = ''] = /# some: ([a-z, -]+)$/m.exec(page) ?? [];
  assert.deepEqual(named.split(', '), Object.keys(rows));
});

test('the middle is quoted, with how far it spreads', () => {
  assert.deepEqual(spread([30, 10, 20]), { median: 20, min: 10, max: 30 });
  assert.deepEqual(spread([4, 1, 2, 3]), { median: 2.5, min: 1, max: 4 });
});

test('a percentile is a value that was measured, by the nearest rank', () => {
  const values = Array.from({ length: 30 }, (_, at) => 30 - at);
  assert.deepEqual(
    [0, 0.5, 0.95, 1].map((share) => quantile(values, share)),
    [1, 15, 29, 30],
  );
  assert.equal(quantile([7], 0.95), 7);
});

test('a figure has its unit', () => {
  const row = { ...ratioRow('memory', [{ ours: 300, base: 1 }], { atMost: 512, parts: {} }), unit: 'MB' } as const;
  assert.match(benchTable([row]), /^memory +300 MB +300 MB to 300 MB +at most 512 MB +holds$/m);
});

test('a row keeps its limit by its median, and one without a limit is only reported', () => {
  const row = ratioRow('gate', pairs, { atMost: 1.6, parts: {} });
  assert.equal(row.measured.median, 1.5);
  assert.ok(holds(row));
  assert.ok(!holds({ ...row, atMost: 1.4 }));
  assert.ok(!holds({ ...row, atLeast: 1.6 }));
  assert.ok(holds(ratioRow('gate', pairs, { parts: {} })));
});

test('the table names the limit and what is broken, in 80 columns', () => {
  const kept = ratioRow('gate / (empty Playwright + bare requests)', pairs, { atMost: 1.6, parts: { requests: 370 } });
  const text = benchTable([kept, { ...kept, name: 'engine / bare requests', atMost: 1 }]);
  assert.equal(
    text,
    `\
row                                        median  spread        limit
gate / (empty Playwright + bare requests)  1.50    1.20 to 3.00  at most 1.60  holds
  requests 370
engine / bare requests                     1.50    1.20 to 3.00  at most 1.00  BROKEN
  requests 370`,
  );
});
