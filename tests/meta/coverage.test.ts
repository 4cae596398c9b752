/** The walk through the interface names every clause under its part, and leaves no row without a clause or a reason. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clause, clauseIds, isClauseId } from '../../contracts/clauses.ts';

/** Every part of the interface that says something. */
const parts = [
  '1',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '2.7',
  '3',
  '4',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '4.5',
  '4.6',
  '4.7',
  '5',
  '6',
  '7',
  '8',
  '9',
];

type Row = { readonly part: string; readonly says: string; readonly judgedBy: string; readonly reason: string };

const none = '—';

/** The rows of each table, without its head; a row of another width has empty cells. */
const rowsOf = (page: string): Row[] =>
  page.split(/^##+ (?=\d)/m).flatMap((section) => {
    const part = /^[\d.]+/.exec(section)?.[0] ?? '';
    const lines = section.split('\n').filter((line) => line.startsWith('|'));
    return lines.slice(2).map((line) => {
      const [says = '', judgedBy = '', reason = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return { part, says, judgedBy, reason };
    });
  });

const rows = rowsOf(readFileSync(new URL('../../docs/use/coverage.md', import.meta.url), 'utf8'));
const idsOf = ({ judgedBy }: Row): string[] => [...judgedBy.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id);

test('the walk goes through every part in order', () => {
  assert.deepEqual([...new Set(rows.map(({ part }) => part))], parts);
});

test('every clause stands under its part', () => {
  const strays = clauseIds.filter(
    (id) => !rows.some((row) => row.part === clause(id).section && idsOf(row).includes(id)),
  );
  assert.deepEqual(strays, [], 'name each in docs/use/coverage.md, under the part that its `section` says');
});

test('every clause that the walk names exists', () => {
  assert.deepEqual(
    rows.flatMap(idsOf).filter((id) => !isClauseId(id)),
    [],
  );
});

test('every row has a clause or a reason', () => {
  assert.deepEqual(
    rows.filter((row) => row.says === '' || (idsOf(row).length === 0 && (row.judgedBy !== none || row.reason === ''))),
    [],
  );
});
