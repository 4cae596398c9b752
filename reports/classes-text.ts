/** Domains of clauses for `preflight clauses --domain`: their dimensions and classes, and which a run has met. */
import { type ClassTotals, type ClauseCoverage, classTotals } from '../contracts/class-coverage.ts';
import { topicOf } from '../contracts/clause.ts';
import { clauseClasses } from '../contracts/clause-classes.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import { dimensions } from '../contracts/dimensions.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { oneLine } from './safe-text.ts';
import { labelled, wrapped } from './text-layout.ts';

const nameWidth = 2 + Math.max(...Object.keys(dimensions).map((name) => name.length));
const labelWidth = 10;

/** What a clause says of its domain; clauses of an area that say the same stand together. */
type ClauseText = { readonly clause: ClauseId; readonly lines: readonly string[] };

const together = (parts: readonly ClauseText[]): string[] =>
  [...Map.groupBy(parts, ({ clause, lines }) => [topicOf(clause), ...lines].join('\n')).values()].flatMap((alike) => {
    const names = alike.map(({ clause }) => clause).join(', ');
    return [wrapped(names, { hang: 0 }), ...(alike[0]?.lines ?? []), ''];
  });

const line = (dimension: string, text: string): string =>
  `  ${labelled(dimension, text, { hang: 2 + nameWidth, indent: 2 })}`;

const whyNoneLine = (why: string): string => `  ${wrapped(`no dimension: ${why}`, { hang: 2 })}`;

/** Without a run: the dimensions of each clause, with all their classes. */
export const classesText = (clauses: readonly ClauseId[]): string =>
  together(
    clauses.map((clause): ClauseText => {
      const { classes, whyNone } = clauseClasses(clause);
      const lines = [...classes].map(([dimension, names]) => line(dimension, names.join(', ')));
      return { clause, lines: whyNone === undefined ? lines : [whyNoneLine(whyNone)] };
    }),
  ).join('\n');

const classLine = (label: string, text: string): string =>
  labelled(label, text, { hang: 2 + nameWidth + labelWidth, indent: 2 + nameWidth });

const dimensionLines = (dimension: string, cells: ClauseCoverage['cells']): string[] => {
  const namesOf = (some: ClauseCoverage['cells']): string => some.map(({ name }) => name).join(', ');
  const [met, open] = [cells.filter(({ isMet }) => isMet), cells.filter(({ isMet, lacks }) => !isMet && !lacks)];
  const lacking = Map.groupBy(cells, ({ lacks = '' }) => lacks);
  lacking.delete('');
  const texts = [
    ...(met.length > 0 ? [classLine('met', namesOf(met))] : []),
    ...(open.length > 0 ? [classLine('not yet', namesOf(open))] : []),
    ...[...lacking].map(([why, some]) => classLine('not here', `${namesOf(some)}: ${oneLine(why)}`)),
  ];
  return texts.map((text, at) => `  ${(at === 0 ? dimension : '').padEnd(nameWidth)}${text}`);
};

const many = (count: number): string => count.toLocaleString('en');

const metOf = ({ met, lacking, all }: ClassTotals): string =>
  `${many(met)} of ${many(all)} classes met${lacking > 0 ? `, ${many(lacking)} cannot be shown here` : ''}`;

const partOf = ({ clause, cells, whyNone }: ClauseCoverage): ClauseText => {
  if (whyNone !== undefined) return { clause, lines: [whyNoneLine(whyNone)] };
  const byDimension = [...Map.groupBy(cells, ({ dimension }) => dimension)];
  const lines = byDimension.flatMap(([dimension, some]) => dimensionLines(dimension, some));
  return { clause, lines: [`  ${metOf(classTotals(cells))}`, ...lines] };
};

const sumRow = (cells: readonly (string | number)[]): string => {
  const [name = '', ...counts] = cells.map(String);
  return `${name.padEnd(nameWidth)}${counts.map((each) => each.padStart(labelWidth)).join('')}`;
};

/** How many classes of each dimension were met, over all clauses. */
const sums = (all: readonly ClauseCoverage[]): string[] => {
  const cells = all.flatMap((each) => each.cells);
  const rows = [...Map.groupBy(cells, ({ dimension }) => dimension)].map(([dimension, some]) => {
    const { met, lacking, all: count } = classTotals(some);
    return sumRow([dimension, count, met, count - met - lacking, lacking]);
  });
  return [sumRow(['dimension', 'classes', 'met', 'not yet', 'not here']), ...rows];
};

/** With a run: which of them it has met, which not yet, and which its target cannot show. */
export const metClassesText = (
  all: readonly ClauseCoverage[],
  { id, target }: Pick<RunRecord, 'id' | 'target'>,
): string =>
  [
    `run ${oneLine(id)} on ${oneLine(target)}: ${metOf(classTotals(all.flatMap(({ cells }) => cells)))}`,
    '',
    ...sums(all),
    '',
    ...together(all.map(partOf)),
  ].join('\n');

/** One line of a gate; undefined where its record holds no cells. */
export const classesLine = (all: readonly ClauseCoverage[]): string | undefined => {
  const totals = classTotals(all.flatMap(({ cells }) => cells));
  return totals.met === 0 ? undefined : `${metOf(totals)}: npx --no -- preflight clauses --domain`;
};
