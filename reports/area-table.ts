/** The table of areas: how many clauses of each hold, fail, warn, could not be measured, or met a fault of ours. */
import type { Paint, Style } from './paint.ts';
import { type ClauseRow, type StateCounts, type Summary, stateCounts } from './summary.ts';

type Column = {
  readonly name: string;
  readonly style?: Style;
  readonly count: (counts: StateCounts) => number;
  /** Left out where it counts nothing. */
  readonly isSeldom?: true;
};

const columns: readonly Column[] = [
  { name: 'clauses', count: (each) => Object.values(each).reduce((sum, count) => sum + count, 0) - each['left-out'] },
  { name: 'pass', style: 'green', count: ({ holds, flaky }) => holds + flaky },
  { name: 'fail', style: 'red', count: ({ broken }) => broken },
  // A derived clause that fails is shown apart, so that `fail` says what fails the gate.
  { name: 'warn', style: 'yellow', count: ({ warning }) => warning },
  { name: 'waived', style: 'yellow', count: ({ waived }) => waived, isSeldom: true },
  { name: 'inconclusive', style: 'cyan', count: ({ trouble, unjudged }) => trouble + unjudged },
  { name: 'error', style: 'magenta', count: ({ error }) => error },
];

const gap = '  ';

/** An area whose clauses all need what the target lacks was not walked at all. */
const hasRun = (rows: readonly ClauseRow[]): boolean =>
  rows.some(({ standing }) => standing && standing.decisive.because !== 'needs');

/** The areas that ran, each a row, then their totals; empty where none did. */
export const areaTable = ({ areas, counts }: Summary, paint: Paint): string => {
  const ran = areas.filter(({ rows }) => hasRun(rows));
  if (ran.length === 0) return '';
  const rows = [
    ...ran.map((each) => [each.area, each.counts] as const),
    ['total', stateCounts(ran.flatMap((each) => each.rows))] as const,
  ];
  const shown = columns.filter(({ count, isSeldom }) => !isSeldom || count(counts) > 0);
  const nameWidth = Math.max(...rows.map(([name]) => name.length));

  const row = (name: string, ofRow: StateCounts): string => {
    const cells = shown.map(({ name: column, style, count }) => {
      const value = count(ofRow);
      // Padded before it is painted: escapes have no width.
      const cell = String(value).padStart(column.length);
      return style === undefined ? cell : paint(value === 0 ? 'dim' : style, cell);
    });
    return [name.padEnd(nameWidth), ...cells].join(gap);
  };

  const head = ['area'.padEnd(nameWidth), ...shown.map(({ name }) => name)].join(gap);
  return [paint('dim', head), ...rows.map(([name, ofRow]) => row(name, ofRow))].join('\n');
};
