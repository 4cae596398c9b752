/** The table of areas: how many clauses of each hold, fail, warn, could not be measured, or met a fault of ours. */
import { areaOfClause, areas } from '../contracts/areas.ts';
import { isGatingStanding, type Standing } from '../contracts/standing.ts';
import type { Paint, Style } from './paint.ts';

type Column = {
  readonly name: string;
  readonly style?: Style;
  readonly counts: (standing: Standing) => boolean;
  /** Left out where it counts nothing. */
  readonly isSeldom?: true;
};

const isWaivedStanding = ({ outcome, weight }: Standing): boolean => outcome === 'fail' && weight === 'waived';

const columns: readonly Column[] = [
  { name: 'clauses', counts: () => true },
  { name: 'pass', style: 'green', counts: ({ outcome }) => outcome === 'pass' },
  { name: 'fail', style: 'red', counts: (each) => each.outcome === 'fail' && isGatingStanding(each) },
  // A derived clause that fails is shown apart, so that `fail` says what fails the gate.
  { name: 'warn', style: 'yellow', counts: (each) => each.outcome === 'fail' && each.weight === 'warns' },
  { name: 'waived', style: 'yellow', counts: isWaivedStanding, isSeldom: true },
  { name: 'inconclusive', style: 'cyan', counts: ({ outcome }) => outcome === 'inconclusive' },
  { name: 'error', style: 'magenta', counts: ({ outcome }) => outcome === 'error' },
];

/** Those that a run has something for. */
export const columnsFor = (all: readonly Standing[]): readonly Column[] =>
  columns.filter(({ counts, isSeldom }) => !isSeldom || all.some(counts));

const gap = '  ';

/** Only what a target lacks kept it from being walked at all. */
const hasRun = (of: readonly Standing[]): boolean => of.some(({ decisive }) => decisive.because !== 'needs');

/** The areas that ran, each a row, then their totals; empty where none did. */
export const areaTable = (all: readonly Standing[], paint: Paint): string => {
  const byArea = Map.groupBy(all, ({ clause }) => areaOfClause(clause));
  const ran = areas.flatMap((area) => {
    const of = byArea.get(area);
    return of && hasRun(of) ? [[area, of] as const] : [];
  });
  if (ran.length === 0) return '';
  const rows = [...ran, ['total', ran.flatMap(([, of]) => of)] as const];
  const shown = columnsFor(all);
  const nameWidth = Math.max(...rows.map(([name]) => name.length));

  const row = (name: string, standings: readonly Standing[]): string => {
    const cells = shown.map(({ name: column, style, counts }) => {
      const count = standings.filter(counts).length;
      // Padded before it is painted: escapes have no width.
      const cell = String(count).padStart(column.length);
      return style === undefined ? cell : paint(count === 0 ? 'dim' : style, cell);
    });
    return [name.padEnd(nameWidth), ...cells].join(gap);
  };

  const head = ['area'.padEnd(nameWidth), ...shown.map(({ name }) => name)].join(gap);
  return [paint('dim', head), ...rows.map(([name, standings]) => row(name, standings))].join('\n');
};
