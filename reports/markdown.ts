/** A run as the summary of a pipeline's job shows it. What came from a service stands in code, where nothing of it acts. */

import { areas } from '../contracts/areas.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { standingsOf } from '../contracts/standing.ts';
import type { GateVerdict } from '../contracts/verdict.ts';
import { bookingsLine } from './bookings-line.ts';
import { type ClauseRow, clauseRows, clauseStates, stateCounts, stateNames } from './clause-states.ts';
import { decisionMarkdown } from './decision-markdown.ts';
import { failureMessages, keptIn } from './failure-message.ts';
import { leftOutLine } from './left-out-line.ts';
import { block, span } from './markdown-code.ts';
import { oneLine } from './one-line.ts';
import { paintWith } from './paint.ts';
import { errors, inconclusives } from './terminal.ts';
import { exitMeaning, onlyCause, verdictLine } from './verdict-line.ts';

const plain = paintWith(false);

/** GitHub refuses a summary above 1 MiB, and a job may have others. */
const bytesMax = 900_000;
/** Of each section; fewer where that is too much. */
const messagesMax = [50, 20, 5, 0] as const;

const section = (name: string, messages: readonly string[], max: number): string[] => {
  if (messages.length === 0) return [];
  const more = messages.length - max;
  const cut = more > 0 ? [`and ${more} more, in the run record`] : [];
  return [`### ${name}`, block([...messages.slice(0, max), ...cut].join('\n\n'))];
};

const rowOf = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Clauses by area and state; states in which none is are left out. */
const table = (rows: readonly ClauseRow[]): string => {
  const all = stateCounts(rows);
  const states = clauseStates.filter((state) => all[state] > 0);
  const row = (name: string, some: readonly ClauseRow[]): string => {
    const counts = stateCounts(some);
    return rowOf([name, some.length, ...states.map((state) => counts[state])]);
  };
  return [
    rowOf(['area', 'clauses', ...states.map((state) => stateNames[state])]),
    rowOf(['---', '--:', ...states.map(() => '--:')]),
    ...areas.flatMap((area) => {
      const ofArea = rows.filter((each) => each.area === area);
      return ofArea.length === 0 ? [] : [row(area, ofArea)];
    }),
    row('total', rows),
  ].join('\n');
};

const headings: Record<GateVerdict, string> = {
  pass: '✅ passes',
  fail: '❌ is broken',
  inconclusive: '⚠️ could not be measured',
};

const heading = (target: string, how: string): string => `## ${span(target)} ${how}`;

type Messages = Readonly<Record<'broken' | 'warning' | 'waived', readonly string[]>>;

const messagesIn = (record: RunRecord, path: string): Messages => {
  const messages = failureMessages(record.verdicts, record, keptIn(record, path));
  const of = (label: string): string[] => messages.filter((each) => each.startsWith(`${label} `));
  return { broken: of('FAIL'), warning: of('WARN'), waived: of('WAIVED') };
};

const withMessages = (record: RunRecord, path: string, max: number): string => {
  const all = standingsOf(record);
  const { broken, warning, waived } = messagesIn(record, path);
  const end = [
    verdictLine(record, all, plain),
    `exit code   ${exitMeaning(record.verdict)}`,
    ...(record.warnings ?? []).map((each) => `warning     ${oneLine(each, 2_000)}`),
    ...(bookingsLine(record) ? [`bookings    ${bookingsLine(record)?.text}`] : []),
    ...(leftOutLine(record) ? [`left out    ${leftOutLine(record)}`] : []),
    `run record  ${oneLine(path)}/run.json`,
    `repeat      npx --no -- preflight ${oneLine(record.repeat, record.repeat.length)}`,
  ].join('\n');
  const lists =
    onlyCause(all) === undefined
      ? [
          ...section('Broken', broken, max),
          ...section('Warnings', warning, max),
          ...section('Waived', waived, max),
          ...section('Our own errors', errors(record, plain), max),
          ...section('Not judged', inconclusives(all, plain), max),
        ]
      : [];
  const parts = [
    heading(record.target, headings[record.verdict]),
    block(end),
    table(clauseRows(record)),
    ...decisionMarkdown(record.decision),
    ...lists,
  ];
  return `${parts.join('\n\n')}\n`;
};

/** @param path The folder of the run, as the person would type it. */
export const runMarkdown = (record: RunRecord, { path }: { readonly path: string }): string => {
  const [first, ...fewer] = messagesMax;
  let text = withMessages(record, path, first);
  for (const max of fewer) if (Buffer.byteLength(text) > bytesMax) text = withMessages(record, path, max);
  return text;
};

/** What the night has left behind on purpose. */
export const obligationsMarkdown = (listed: string): string =>
  `### Left behind on purpose\n\n${block(listed.trimEnd())}\n`;

/** What a gate without a run record leaves to be told: how it ended, and the last it said. */
export const unrecordedMarkdown = (night: { target: string; code: number; said: string }): string => {
  const how = night.code === exitCodes.usage ? '🔧 is not set up' : headings.inconclusive;
  const lines = night.said.trimEnd().split('\n').slice(-10);
  const said = lines.map((line) => oneLine(line)).join('\n');
  return `${[heading(night.target, how), block(`exit code ${night.code}\n${said}`)].join('\n\n')}\n`;
};
