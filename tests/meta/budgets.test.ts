/** Each room has a budget of lines and files, which falls with the room. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** At most so many lines, and so many files. */
const budgets: Readonly<Record<string, readonly [lines: number, files: number]>> = {
  cases: [9020, 58],
  cli: [3766, 31],
  client: [6347, 53],
  contracts: [17566, 129],
  dashboard: [3536, 24],
  docs: [15, 1],
  engine: [3720, 27],
  explore: [1640, 13],
  flows: [5710, 37],
  gate: [7995, 46],
  generators: [2620, 25],
  history: [4442, 26],
  monitor: [6378, 43],
  playwright: [451, 3],
  prover: [1045, 7],
  reports: [4700, 29],
  sandbox: [16325, 96],
  specs: [520, 7],
  stores: [2265, 20],
  targets: [4670, 27],
  tests: [682, 12],
  'tests/bench': [2950, 31],
  'tests/browser': [922, 7],
  'tests/cli': [2169, 16],
  'tests/faults': [380, 3],
  'tests/long': [2414, 21],
  'tests/meta': [1850, 15],
  'tests/oracle': [250, 2],
  'tests/pipelines': [870, 8],
  'tests/programs': [7649, 43],
  'tests/unit': [47009, 261],
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
