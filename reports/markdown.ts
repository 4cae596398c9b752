/** A run as the summary of a pipeline's job shows it. What came from a service stands in code, where nothing of it acts. */

import { exitCodes } from '../contracts/exit-codes.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Weight } from '../contracts/standing.ts';
import { bookingsLine } from './bookings-line.ts';
import { decisionMarkdown } from './decision-markdown.ts';
import { failureMessage, keptIn } from './failure-message.ts';
import { leftOutLine } from './left-out-line.ts';
import { block, span } from './markdown-code.ts';
import { oneLine } from './one-line.ts';
import { paintWith } from './paint.ts';
import { clauseStates, type StateCounts, type Summary, stateWords, summary, verdictWords } from './summary.ts';
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

/** Clauses by area and state; states without clauses are left out. */
const table = ({ areas, counts: all }: Summary): string => {
  const states = clauseStates.filter((state) => all[state] > 0);
  const row = (name: string, counts: StateCounts): string =>
    rowOf([
      name,
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      ...states.map((state) => counts[state]),
    ]);
  return [
    rowOf(['area', 'clauses', ...states.map((state) => stateWords[state].name)]),
    rowOf(['---', '--:', ...states.map(() => '--:')]),
    ...areas.map(({ area, counts }) => row(area, counts)),
    row('total', all),
  ].join('\n');
};

const heading = (target: string, how: string): string => `## ${span(target)} ${how}`;

const withMessages = (record: RunRecord, path: string, max: number): string => {
  const of = summary(record);
  const kept = keptIn(record, path);
  const messages = (weight: Weight): string[] =>
    of.failures.filter((each) => each.weight === weight).map((each) => failureMessage(each, record, kept));
  const end = [
    verdictLine(of, plain),
    `exit code   ${exitMeaning(record.verdict)}`,
    ...(record.warnings ?? []).map((each) => `warning     ${oneLine(each, 2_000)}`),
    ...(bookingsLine(record) ? [`bookings    ${bookingsLine(record)?.text}`] : []),
    ...(leftOutLine(record) ? [`left out    ${leftOutLine(record)}`] : []),
    `run record  ${oneLine(path)}/run.json`,
    `repeat      npx --no -- preflight ${oneLine(record.repeat, record.repeat.length)}`,
  ].join('\n');
  const lists =
    onlyCause(of) === undefined
      ? [
          ...section('Broken', messages('fails'), max),
          ...section('Warnings', messages('warns'), max),
          ...section('Waived', messages('waived'), max),
          ...section('Our own errors', errors(record, plain), max),
          ...section('Not judged', inconclusives(of, plain), max),
        ]
      : [];
  const parts = [
    heading(record.target, verdictWords[record.verdict].heading),
    block(end),
    table(of),
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
  const how = night.code === exitCodes.usage ? '🔧 is not set up' : verdictWords.inconclusive.heading;
  const lines = night.said.trimEnd().split('\n').slice(-10);
  const said = lines.map((line) => oneLine(line)).join('\n');
  return `${[heading(night.target, how), block(`exit code ${night.code}\n${said}`)].join('\n\n')}\n`;
};
