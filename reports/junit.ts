/** The run record as JUnit XML, as the schemas of Jenkins have it: a suite for each area, a row for each clause. */
import type { RunRecord } from '../contracts/run-record.ts';
import { failureMessage, keptIn } from './failure-message.ts';
import { besideClauses, lostTo, rowNote } from './run-facts.ts';
import { escaped, oneLine } from './safe-text.ts';
import { type ClauseRow, type Summary, summary } from './summary.ts';
import { unmeasured } from './verdict-line.ts';

/** In words of text alone: one of the schemas allows no attribute here. */
const skipped = (text: string): string => `<skipped>${escaped(text)}</skipped>`;

const messagesOf = ({ failures }: ClauseRow, record: RunRecord): string =>
  failures.map((each) => failureMessage(each, record, keptIn(record))).join('\n\n');

const secondsText = (ms: number): string => (ms / 1_000).toFixed(3);

const output = (text: string): string => `<system-out>${escaped(text)}</system-out>`;

/** What a reader of the pipeline sees under the row; only what fails the gate is a failure. */
const detailOf = (row: ClauseRow, record: RunRecord): string => {
  const note = rowNote(row, record);
  switch (row.state) {
    case 'broken':
      return `<failure type="${row.severity}" message="${row.clause} is broken">${escaped(messagesOf(row, record))}</failure>`;
    case 'warning':
      return output(messagesOf(row, record));
    case 'waived':
      return `${skipped(note)}${output(messagesOf(row, record))}`;
    case 'error':
      return `<error message="${escaped(note)}"/>`;
    case 'flaky':
      return output(note);
    case 'holds':
      return '';
    default:
      return skipped(note);
  }
};

/** As long as the flows took; nothing where a record does not say so. */
const timeOf = (rows: readonly ClauseRow[], { flowDurationsMs = {} }: RunRecord): string => {
  const flows = new Set(rows.flatMap(({ standing }) => standing?.decisive.flow ?? []));
  const known = [...flows].flatMap((flow) => flowDurationsMs[flow] ?? []);
  return known.length === 0 ? '' : ` time="${secondsText(known.reduce((sum, ms) => sum + ms, 0))}"`;
};

const rowText = (row: ClauseRow, record: RunRecord): string => {
  const opening = `    <testcase classname="${row.topic}" name="${row.clause}"${timeOf([row], record)}`;
  const detail = detailOf(row, record);
  return detail === '' ? `${opening}/>` : `${opening}>${detail}</testcase>`;
};

type Suite = {
  readonly name: string;
  readonly rows: readonly string[];
  readonly failures?: number;
  readonly errors: number;
  readonly skipped?: number;
  readonly printed?: string;
  readonly time?: string;
};

const suite = ({ startedAt }: RunRecord, of: Suite): string[] => {
  const { name, rows, failures = 0, errors, skipped = 0, printed = '', time = '' } = of;
  return [
    `  <testsuite name="${name}" timestamp="${startedAt.slice(0, 19)}" tests="${rows.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"${time}>`,
    ...rows,
    ...(printed === '' ? [] : [`    ${output(printed)}`]),
    '  </testsuite>',
  ];
};

const runRow = (name: string, message: string): string =>
  `    <testcase classname="run" name="${escaped(oneLine(name))}"><error message="${escaped(oneLine(message))}"/></testcase>`;

/** A separate suite, so that no reader of rows overlooks it. */
const lost = (of: Summary): string[] => {
  const rows = lostTo(of.record).map(({ name, text }) => runRow(name, text));
  // Trouble alone makes no row red, and the gate did not pass.
  if (rows.length > 0 || of.record.verdict !== 'inconclusive') return rows;
  return [runRow('could not measure', unmeasured(of).join(' '))];
};

export const junitXml = (record: RunRecord): string => {
  const of = summary(record);
  const beside = lost(of);
  const printed = besideClauses(record)
    .map(({ name, text }) => `${name}  ${text}`)
    .join('\n');
  const { broken, error } = of.counts;
  const wallMs = Date.parse(record.finishedAt) - Date.parse(record.startedAt);
  const suites = of.areas.flatMap(({ area, rows, counts }) =>
    suite(record, {
      name: area,
      rows: rows.map((row) => rowText(row, record)),
      failures: counts.broken,
      errors: counts.error,
      skipped: counts.waived + counts.trouble + counts.unjudged + counts['left-out'],
      time: timeOf(rows, record),
    }),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="preflight ${escaped(record.target)}" tests="${of.rows.length + beside.length}" failures="${broken}" errors="${error + beside.length}" time="${secondsText(wallMs)}">`,
    ...suites,
    ...(beside.length === 0 && printed === ''
      ? []
      : suite(record, { name: 'run', rows: beside, errors: beside.length, printed })),
    '</testsuites>',
    '',
  ].join('\n');
};
