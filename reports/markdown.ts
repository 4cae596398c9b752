/** A run as the summary of a pipeline's job shows it. What came from a service stands in code, where nothing of it acts. */
import type { RunRecord } from '../contracts/run-record.ts';
import { exitCodes, type GateVerdict, standingsOf } from '../contracts/standing.ts';
import { columnsFor } from './area-table.ts';
import { bookingsLine } from './bookings-line.ts';
import { failureMessages, keptIn } from './failure-message.ts';
import { leftOutLine } from './left-out-line.ts';
import { oneLine } from './one-line.ts';
import { paintWith } from './paint.ts';
import { errors, inconclusives } from './terminal.ts';
import { exitMeaning, onlyCause, verdictLine } from './verdict-line.ts';

const plain = paintWith(false);

/** Longer than all that stand in the text, so that none of them can end the code. */
const fenceFor = (text: string, min: number): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(min, longest + 1));
};

/** Text in a line, in which nothing acts. */
export const span = (text: string): string => {
  const line = oneLine(text);
  const fence = fenceFor(line, 1);
  return `${fence} ${line} ${fence}`;
};

/** Lines in which nothing acts. */
export const block = (text: string): string => {
  const fence = fenceFor(text, 3);
  return `${fence}text\n${text}\n${fence}`;
};

/** GitHub refuses a summary above 1 MiB. */
const messagesMax = 50;

const section = (name: string, messages: readonly string[]): string[] => {
  if (messages.length === 0) return [];
  const more = messages.length - messagesMax;
  const cut = more > 0 ? [`and ${more} more, in the run record`] : [];
  return [`### ${name}`, block([...messages.slice(0, messagesMax), ...cut].join('\n\n'))];
};

const rowOf = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const headings: Record<GateVerdict, string> = {
  pass: '✅ passes',
  fail: '❌ is broken',
  inconclusive: '⚠️ could not be measured',
};

const heading = (target: string, how: string): string => `## ${span(target)} ${how}`;

/** @param path The folder of the run, as the person would type it. */
export const runMarkdown = (record: RunRecord, { path }: { readonly path: string }): string => {
  const all = standingsOf(record);
  const columns = columnsFor(all);
  const messages = failureMessages(record.verdicts, record, keptIn(record, path));
  const labelled = (label: 'FAIL' | 'WARN' | 'WAIVED'): string[] => messages.filter((each) => each.startsWith(label));
  const table = [
    rowOf(columns.map(({ name }) => name)),
    rowOf(columns.map(() => '--:')),
    rowOf(columns.map(({ counts }) => all.filter(counts).length)),
  ].join('\n');
  const end = [
    verdictLine(record, all, plain),
    `exit code   ${exitMeaning(record.verdict)}`,
    ...(record.warnings ?? []).map((each) => `warning     ${oneLine(each, each.length)}`),
    ...(bookingsLine(record) ? [`bookings    ${bookingsLine(record)?.text}`] : []),
    ...(leftOutLine(record) ? [`left out    ${leftOutLine(record)}`] : []),
    `run record  ${oneLine(path)}/run.json`,
    `repeat      npx preflight ${oneLine(record.repeat, record.repeat.length)}`,
  ].join('\n');
  const lists =
    onlyCause(all) === undefined
      ? [
          ...section('Broken', labelled('FAIL')),
          ...section('Warnings', labelled('WARN')),
          ...section('Waived', labelled('WAIVED')),
          ...section('Our own errors', errors(record, plain)),
          ...section('Not judged', inconclusives(all, plain)),
        ]
      : [];
  return `${[heading(record.target, headings[record.verdict]), block(end), table, ...lists].join('\n\n')}\n`;
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
