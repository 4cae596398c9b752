/** The rows of the benchmark as a table that fits a terminal. */
import { holds, type Row } from './row.ts';
import type { Spread } from './spread.ts';

const figure = (unit: Row['unit'], value: number): string => {
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`;
  return unit === 'ratio' ? value.toFixed(2) : `${Math.round(value)} ${unit}`;
};

const limitOf = ({ unit, atMost, atLeast }: Row): string => {
  if (atMost !== undefined) return `at most ${figure(unit, atMost)}`;
  return atLeast === undefined ? 'reported' : `at least ${figure(unit, atLeast)}`;
};

const spreadText = (unit: Row['unit'], { min, max }: Spread): string => `${figure(unit, min)} to ${figure(unit, max)}`;

const partText = ([name, value]: [string, Spread | number]): string =>
  typeof value === 'number' ? `${name} ${value}` : `${name} ${Math.round(value.median)} ms`;

export const benchTable = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => [
    row.name,
    figure(row.unit, row.measured.median),
    spreadText(row.unit, row.measured),
    limitOf(row),
    holds(row) ? 'holds' : 'BROKEN',
  ]);
  const head = ['row', 'median', 'spread', 'limit', ''];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(head),
    ...rows.flatMap((row, at) => [line(cells[at] ?? []), `  ${Object.entries(row.parts).map(partText).join(', ')}`]),
  ].join('\n');
};
