/** The table of areas: how many clauses of each hold, fail, warn, could not be measured, or met a fault of ours. */
import { topicOf } from '../contracts/clause.ts';
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

/** Areas in the order in which their clauses first appear, then the totals. */
export const areaTable = (all: readonly Standing[], paint: Paint): string => {
  const areas = [...Map.groupBy(all, ({ clause }) => topicOf(clause)), ['total', all] as const];
  const shown = columnsFor(all);
  const nameWidth = Math.max(...areas.map(([area]) => area.length));

  const row = (area: string, standings: readonly Standing[]): string => {
    const cells = shown.map(({ name, style, counts }) => {
      const count = standings.filter(counts).length;
      // Padded before it is painted: escapes have no width.
      const cell = String(count).padStart(name.length);
      return style === undefined ? cell : paint(count === 0 ? 'dim' : style, cell);
    });
    return [area.padEnd(nameWidth), ...cells].join(gap);
  };

  const head = ['area'.padEnd(nameWidth), ...shown.map(({ name }) => name)].join(gap);
  return [paint('dim', head), ...areas.map(([area, standings]) => row(area, standings))].join('\n');
};
