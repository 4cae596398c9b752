/** What a person reads at the end of a gate run: failures first, then what could not be judged, then the count. */
import { areaOf } from '../contracts/clause.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { type Standing, standings } from '../contracts/standing.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { areaTable } from './area-table.ts';
import { type BookingsLine, bookingsLine } from './bookings-line.ts';
import { causeGroups } from './causes.ts';
import { closing, exitMeaning, onlyCause } from './closing.ts';
import { counted } from './counted.ts';
import { failureMessages, repeatCommand } from './failure-message.ts';
import { leftOutLine } from './left-out-line.ts';
import { oneLine } from './one-line.ts';
import { type Paint, paintWith, type Style } from './paint.ts';
import { wrapped } from './wrapped.ts';

const labelStyles: Record<string, Style> = { FAIL: ['bold', 'red'], WARN: ['bold', 'yellow'] };

/** Only the label is coloured: the rest is copied into tickets and terminals. */
const painted = (message: string, paint: Paint): string =>
  message.replace(/^\w+/, (label) => paint(labelStyles[label] ?? 'bold', label));

/** Every verdict that we owe, one block per reason: a flow that broke takes all its clauses with it. */
export const errors = (record: RunRecord, paint: Paint): string[] => {
  const broken = record.verdicts.filter(({ outcome }) => outcome === 'error');
  const groups = Map.groupBy(broken, ({ flow, reason }) => `${flow}\n${reason}`);
  return [...groups.values()].flatMap((group: readonly Verdict[]) => {
    const [first] = group;
    if (!first) return [];
    const clauses = [...new Set(group.map(({ clause }) => clause))].join(', ');
    return [
      [
        `${paint(['bold', 'magenta'], 'ERROR')}  ${wrapped(oneLine(first.reason ?? 'no reason given'), { hang: 7 })}`,
        `       ${'flow'.padEnd(9)}${oneLine(first.flow)}      our side broke, not the service`,
        `       ${'clauses'.padEnd(9)}${wrapped(clauses, { hang: 16 })}`,
        `       ${'repeat'.padEnd(9)}${repeatCommand(record, first)}`,
      ].join('\n'),
    ];
  });
};

/** An area is named instead of its clauses when all of them share the cause: `countries (all 9)`. */
const namesOf = (clauses: readonly ClauseId[], all: readonly Standing[]): string => {
  const sizes = Map.groupBy(all, ({ clause }) => areaOf(clause));
  return [...Map.groupBy(clauses, areaOf)]
    .flatMap(([area, ids]) =>
      ids.length > 1 && ids.length === sizes.get(area)?.length ? [`${area} (all ${ids.length})`] : ids,
    )
    .join(', ');
};

export const inconclusives = (all: readonly Standing[], paint: Paint): string[] => {
  const groups = causeGroups(all);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
  const hang = 11;
  const lines = groups.flatMap(({ because, cause, clauses }) => [
    `  ${paint('cyan', because.padEnd(hang - 2))}${wrapped(cause, { hang })}`,
    `${' '.repeat(hang)}${paint('dim', wrapped(namesOf(clauses, all), { hang }))}`,
  ]);
  return [[`${paint(['bold', 'cyan'], 'INCONCLUSIVE')}  ${counted(count, 'clause')}`, ...lines].join('\n')];
};

const told = ({ text, isWarning }: BookingsLine, paint: Paint): string => (isWarning ? paint('yellow', text) : text);

/**
 * The report without a newline at its end.
 *
 * @param path The folder of the run, as the person would type it.
 */
export const terminalReport = (
  record: RunRecord,
  { color, path }: { readonly color: boolean; readonly path: string },
): string => {
  const paint = paintWith(color);
  const all = standings(record.verdicts);
  const bookings = bookingsLine(record);
  const left = leftOutLine(record);
  const end = [
    ...(bookings ? [`${paint('dim', 'bookings')}    ${told(bookings, paint)}`] : []),
    ...(left ? [`${paint('dim', 'left out')}    ${left}`] : []),
    `${paint('dim', 'run record')}  ${path}/run.json`,
    `${paint('dim', 'exit code')}   ${exitMeaning(record.verdict)}`,
    closing(record, all, paint),
  ].join('\n');
  // A service that is not there deserves one line, not a list of everything it might have done.
  if (onlyCause(all) !== undefined) return end;
  return [
    ...failureMessages(record.verdicts, record, path).map((message) => painted(message, paint)),
    ...errors(record, paint),
    ...inconclusives(all, paint),
    areaTable(all, paint),
    end,
  ].join('\n\n');
};
