/** Each room has a budget of lines and files, which falls with the room. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** At most so many lines, and so many files. */
const budgets: Readonly<Record<string, readonly [lines: number, files: number]>> = {
  cases: [8700, 57],
  cli: [3800, 48],
  client: [6190, 56],
  contracts: [17360, 127],
  dashboard: [3200, 24],
  docs: [50, 1],
  engine: [3860, 27],
  explore: [1690, 16],
  flows: [5750, 39],
  gate: [8010, 48],
  generators: [3040, 28],
  history: [3800, 25],
  monitor: [5150, 40],
  playwright: [400, 5],
  prover: [900, 6],
  reports: [4810, 31],
  sandbox: [15180, 90],
  specs: [515, 7],
  stores: [2300, 20],
  targets: [1900, 11],
  tests: [660, 11],
  'tests/bench': [2920, 32],
  'tests/browser': [850, 7],
  'tests/cli': [2150, 16],
  'tests/faults': [355, 3],
  'tests/long': [2140, 18],
  'tests/meta': [2050, 17],
  'tests/oracle': [250, 2],
  'tests/pipelines': [900, 8],
  'tests/programs': [7530, 41],
  'tests/unit': [46190, 256],
  'the root': [60, 3],
};

const roomOf = (file: string): string => {
  const [top = '', ...rest] = file.split('/');
  if (rest.length === 0) return 'the root';
  return top === 'tests' && rest.length > 1 ? `tests/${rest[0]}` : top;
};

const files = globSync('**/*.{ts,mts,mjs}', {
  cwd: root,
  exclude: ['node_modules/**', 'results/**', '**/compiled/**', 'dist/**'],
});
const rooms = Map.groupBy(files, roomOf);

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

test('every room has a budget, and every budget is of a room', () => {
  assert.deepEqual([...rooms.keys()].sort(), Object.keys(budgets).sort());
});

for (const [room, [lines, count]] of Object.entries(budgets)) {
  test(`${room} keeps to ${lines} lines in ${count} files`, () => {
    const own = rooms.get(room) ?? [];
    const total = own.reduce((sum, file) => sum + linesOf(file), 0);
    const wayOut = `lower the budget of ${room} when the room shrinks; to raise it, write a decision in docs/decisions`;
    assert.ok(total <= lines, `${total} lines: ${wayOut}`);
    assert.ok(own.length <= count, `${own.length} files: ${wayOut}`);
  });
}
