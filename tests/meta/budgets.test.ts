/** Each room has a budget of lines and files, which falls with the room. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** At most so many lines, and so many files. */
const budgets: Readonly<Record<string, readonly [lines: number, files: number]>> = {
  cases: [9386, 55],
  cli: [3750, 30],
  client: [6448, 47],
  contracts: [18337, 116],
  dashboard: [3536, 21],
  docs: [15, 1],
  engine: [3770, 24],
  explore: [1629, 13],
  flows: [5994, 38],
  gate: [7972, 46],
  generators: [2706, 25],
  history: [4435, 25],
  monitor: [6366, 36],
  playwright: [451, 3],
  prover: [1041, 7],
  reports: [4687, 29],
  sandbox: [16539, 89],
  specs: [513, 7],
  stores: [2258, 14],
  targets: [4667, 25],
  tests: [681, 12],
  'tests/bench': [2936, 31],
  'tests/browser': [918, 7],
  'tests/cli': [2154, 13],
  'tests/faults': [370, 3],
  'tests/long': [2431, 21],
  'tests/meta': [1849, 15],
  'tests/oracle': [244, 2],
  'tests/pipelines': [865, 8],
  'tests/programs': [7622, 42],
  'tests/unit': [47606, 247],
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
