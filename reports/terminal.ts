/** What a person reads at the end of a gate run: what only warns, the count, the verdict, and last its causes. */

import type { ClauseCoverage } from '../contracts/class-coverage.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { classesLine } from './classes-text.ts';
import { type EvidencePlace, failureMessage, keptIn, repeatCommand } from './failure-message.ts';
import { bookingsLine, decisionLines, leftOutLine } from './run-facts.ts';
import { oneLine } from './safe-text.ts';
import { type CauseGroup, type ClauseRow, type StateCounts, type Summary, stateCounts, summary } from './summary.ts';
import { counted, type Paint, paintWith, type Style, wrapped } from './text-layout.ts';
import { causesOfLack, clauseNames, exitMeaning, onlyCause, verdictLine } from './verdict-line.ts';

/** How many clauses of each area hold, fail, warn, could not be measured, or met our own error. */
type AreaColumn = {
  readonly name: string;
  readonly style?: Style;
  readonly count: (counts: StateCounts) => number;
  /** Left out where it counts nothing. */
  readonly isSeldom?: true;
};

const columns: readonly AreaColumn[] = [
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
const areaTable = ({ areas, counts }: Summary, paint: Paint): string => {
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

/** The names of the last lines take so much. */
const hang = 12;

const endLine = (name: string, text: string, paint: Paint): string =>
  `${paint('dim', name)}${' '.repeat(hang - name.length)}${text}`;

const labelStyles: Record<string, Style> = {
  FAIL: ['bold', 'red'],
  WARN: ['bold', 'yellow'],
  WAIVED: ['bold', 'yellow'],
};

/** Only the label is coloured: the rest is copied into tickets and terminals. */
const painted = (message: string, paint: Paint): string =>
  message.replace(/^\w+/, (label) => paint(labelStyles[label] ?? 'bold', label));

/** Our own errors, one block per reason: a flow that broke takes all its clauses with it. */
export const errors = (record: RunRecord, paint: Paint): string[] => {
  const broken = record.verdicts.filter(({ outcome }) => outcome === 'error');
  const groups = Map.groupBy(broken, ({ flow, reason }) => `${flow}\n${reason}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [Verdict];
    const clauses = [...new Set(group.map(({ clause }) => clause))].join(', ');
    return [
      `${paint(['bold', 'magenta'], 'ERROR')}  ${wrapped(oneLine(first.reason ?? 'no reason given'), { hang: 7 })}`,
      `       flow     ${oneLine(first.flow)}      our side broke, not the service`,
      `       clauses  ${wrapped(clauses, { hang: 16 })}`,
      `       repeat   ${repeatCommand(record, first)}`,
    ].join('\n');
  });
};

/** @param isShown Which of the groups; all when not said. */
export const inconclusives = (
  of: Summary,
  paint: Paint,
  isShown: (group: CauseGroup) => boolean = () => true,
): string[] => {
  const groups = of.causes.filter(isShown);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
  const hang = 11;
  const lines = groups.flatMap(({ because, cause, clauses }) => [
    `  ${paint('cyan', because.padEnd(hang - 2))}${wrapped(cause, { hang })}`,
    `${' '.repeat(hang)}${paint('dim', wrapped(clauseNames(clauses, of), { hang }))}`,
  ]);
  return [[`${paint(['bold', 'cyan'], 'INCONCLUSIVE')}  ${counted(count, 'clause')}`, ...lines].join('\n')];
};

/** What was judged: a run that just ended, or again what a former run has left in its folder, or in one bundle. */
export type Judged = 'run' | 'folder' | 'bundle';

/** A run that is over made its bookings then, and nothing was booked or stored now. */
const origin = (record: RunRecord, path: string, judged: Judged, paint: Paint): string[] => {
  if (judged !== 'run') {
    const of = `run ${oneLine(record.id)} on ${oneLine(record.target)}, begun at ${record.startedAt}`;
    const from = `${oneLine(path, path.length)}, ${judged === 'bundle' ? 'a bundle of ' : ''}${of}`;
    return [endLine('judged', from, paint)];
  }
  const bookings = bookingsLine(record);
  const text = wrapped(bookings?.text ?? '', { hang });
  return [
    ...(bookings ? [endLine('bookings', bookings.isWarning ? paint('yellow', text) : text, paint)] : []),
    endLine('run record', `${path}/run.json`, paint),
  ];
};

/** Which pace the service bore, and how to keep it from the start. */
const paceLine = ({ throttled, target }: RunRecord): string | undefined => {
  if (!throttled) return undefined;
  const { refused, requestsPerSecond } = throttled;
  const kept = requestsPerSecond < 1 ? Number(requestsPerSecond.toPrecision(2)) : Math.floor(requestsPerSecond);
  const setting =
    target === 'live'
      ? `PREFLIGHT_REQUESTS_PER_SECOND=${kept} in the environment`
      : `limits.requestsPerSecond: ${kept} in the target file`;
  return `the service answered 429 to ${counted(refused, 'request')}, and the pace went down to ${kept} a second: to keep it from the start, set ${setting}`;
};

type TerminalOptions = {
  readonly color: boolean;
  /** The folder of the run, or the bundle, as the person would type it. */
  readonly path: string;
  readonly judged?: Judged;
  /** Where findings can be judged again; the folder of the run when not said. */
  readonly kept?: EvidencePlace | undefined;
  /** Of every clause that was judged; no line is printed of them when left out. */
  readonly cells?: readonly ClauseCoverage[];
};

export const terminalReport = (
  record: RunRecord,
  { color, path, judged = 'run', kept = keptIn(record, path), cells = [] }: TerminalOptions,
): string => {
  const paint = paintWith(color);
  const of = summary(record);
  const left = leftOutLine(record);
  const met = classesLine(cells);
  // A service that is not there deserves one line, not a list of everything it might have done.
  const isNothingThere = onlyCause(of) !== undefined;
  const pace = paceLine(record);
  const made = decisionLines(record).filter(({ name }) => !(isNothingThere && name === 'lacking'));
  const line = (name: string, text: string): string => endLine(name, text, paint);
  const end = [
    ...(record.warnings ?? []).map((each) => line('warning', paint('yellow', oneLine(each, each.length)))),
    ...made.map(({ name, text }) => line(name, text)),
    ...(pace ? [line('pace', paint('yellow', wrapped(pace, { hang })))] : []),
    ...(left ? [line('left out', left)] : []),
    ...(met ? [line('coverage', met)] : []),
    ...(record.release ? [line('release', oneLine(record.release))] : []),
    ...origin(record, path, judged, paint),
    line('exit code', exitMeaning(record.verdict)),
    verdictLine(of, paint),
  ].join('\n');
  if (isNothingThere) return end;
  const messages = (areFailing: boolean): string[] =>
    of.failures
      .filter(({ weight }) => (weight === 'fails') === areFailing)
      .map((each) => painted(failureMessage(each, record, kept), paint));
  // One shared cause stands in the sentence of the verdict.
  const areCauses = record.verdict === 'inconclusive' && causesOfLack(of).length > 1;
  const isCauseOfEnd = ({ because }: CauseGroup): boolean => areCauses && /trouble|nothing/.test(because);
  return [
    ...messages(false),
    ...inconclusives(of, paint, (group) => !isCauseOfEnd(group)),
    areaTable(of, paint),
    end,
    // A terminal shows its end: what a person must mend.
    ...inconclusives(of, paint, isCauseOfEnd),
    ...errors(record, paint),
    ...messages(true),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
};
