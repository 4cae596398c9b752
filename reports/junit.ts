/** The run record as JUnit XML, as the schemas of Jenkins have it: a suite for each area, a row for each clause. */
import { areas } from '../contracts/areas.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { standingsOf } from '../contracts/standing.ts';
import { type ClauseRow, clauseRows, waiverFor } from './clause-states.ts';
import { besideClauses } from './decision-lines.ts';
import { escaped } from './escaped.ts';
import { failureMessages, keptIn } from './failure-message.ts';
import { leftOutLine } from './left-out-line.ts';
import { oneLine } from './one-line.ts';
import { unmeasured } from './verdict-line.ts';

const reasonOf = ({ standing }: ClauseRow): string => oneLine(standing?.decisive.reason ?? 'no reason given');

/** In words of text alone: one of the schemas allows no attribute here. */
const skipped = (text: string): string => `<skipped>${escaped(text)}</skipped>`;

const messagesOf = ({ standing }: ClauseRow, record: RunRecord): string =>
  failureMessages(standing?.verdicts ?? [], record, keptIn(record)).join('\n\n');

const secondsText = (ms: number): string => (ms / 1_000).toFixed(3);

const output = (text: string): string => `<system-out>${escaped(text)}</system-out>`;

const waivedText = ({ clause, standing }: ClauseRow, record: RunRecord): string => {
  const waivers = standing?.verdicts
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => waiverFor(record, clause, finding) ?? []);
  const said = new Set(
    waivers?.map(({ expires, owner, reason }) => `waived until ${expires} by ${oneLine(owner)}: ${oneLine(reason)}`),
  );
  return [...said].join('; ');
};

/** What a reader of the pipeline sees under the row; only what fails the gate is a failure. */
const detailOf = (row: ClauseRow, record: RunRecord): string => {
  switch (row.state) {
    case 'broken':
      return `<failure message="${row.clause} is broken">${escaped(messagesOf(row, record))}</failure>`;
    case 'warning':
      return output(messagesOf(row, record));
    case 'waived':
      return `${skipped(waivedText(row, record))}${output(messagesOf(row, record))}`;
    case 'error':
      return `<error message="${escaped(reasonOf(row))}"/>`;
    case 'trouble':
      return skipped(`trouble of the environment: ${reasonOf(row)}`);
    case 'unjudged':
      return skipped(reasonOf(row));
    case 'left-out':
      return skipped(leftOutLine({ depth: record.depth, leftOut: [row.clause] }) ?? '');
    case 'flaky':
      return output('it held only when it was tried again after trouble');
    case 'holds':
      return '';
  }
};

/** As long as the flows took; nothing where a record does not say so. */
const timeOf = (flows: readonly string[], { flowDurationsMs = {} }: RunRecord): string => {
  const known = [...new Set(flows)].flatMap((flow) => flowDurationsMs[flow] ?? []);
  return known.length === 0 ? '' : ` time="${secondsText(known.reduce((sum, ms) => sum + ms, 0))}"`;
};

const rowText = (row: ClauseRow, record: RunRecord): string => {
  const time = timeOf(row.standing ? [row.standing.decisive.flow] : [], record);
  const opening = `    <testcase classname="${row.topic}" name="${row.clause}"${time}`;
  const detail = detailOf(row, record);
  return detail === '' ? `${opening}/>` : `${opening}>${detail}</testcase>`;
};

type Counts = { readonly tests: number; readonly failures: number; readonly errors: number; readonly skipped: number };

const countsOf = (rows: readonly ClauseRow[]): Counts => {
  const count = (...states: readonly ClauseRow['state'][]): number =>
    rows.filter(({ state }) => states.includes(state)).length;
  return {
    tests: rows.length,
    failures: count('broken'),
    errors: count('error'),
    skipped: count('waived', 'trouble', 'unjudged', 'left-out'),
  };
};

type Suite = {
  readonly name: string;
  readonly counts: Counts;
  readonly rows: readonly string[];
  readonly said?: string;
  /** As an attribute. */
  readonly time?: string;
};

const suite = ({ startedAt }: RunRecord, { name, counts, rows, said = '', time = '' }: Suite): string[] => [
  `  <testsuite name="${name}" timestamp="${startedAt.slice(0, 19)}" tests="${counts.tests}" failures="${counts.failures}" errors="${counts.errors}" skipped="${counts.skipped}"${time}>`,
  ...rows,
  ...(said === '' ? [] : [`    ${output(said)}`]),
  '  </testsuite>',
];

const runRow = (name: string, message: string): string =>
  `    <testcase classname="run" name="${escaped(oneLine(name))}"><error message="${escaped(oneLine(message))}"/></testcase>`;

/** What cost the run its pass and is no clause: a suite of its own, so that no reader of rows overlooks it. */
const lost = (record: RunRecord): string[] => {
  const { warnings = [], decision, verdict } = record;
  const told = [
    ...warnings.map((each, at) => runRow(`warning ${at + 1}`, each)),
    ...(decision?.lacking ?? []).map(({ what, reason }) => runRow(`required: ${what}`, reason)),
  ];
  // Trouble alone makes no row red, and the gate did not pass.
  if (told.length > 0 || verdict !== 'inconclusive') return told;
  return [runRow('could not measure', unmeasured(record, standingsOf(record)).join(' '))];
};

/** The whole document, with a newline at its end. */
export const junitXml = (record: RunRecord): string => {
  const rows = clauseRows(record);
  const beside = lost(record);
  const said = besideClauses(record)
    .map(({ name, text }) => `${name}  ${text}`)
    .join('\n');
  const { tests, failures, errors } = countsOf(rows);
  const wallMs = Date.parse(record.finishedAt) - Date.parse(record.startedAt);
  const suites = areas.flatMap((area) => {
    const ofArea = rows.filter((row) => row.area === area);
    const texts = ofArea.map((row) => rowText(row, record));
    const time = timeOf(
      ofArea.flatMap(({ standing }) => standing?.decisive.flow ?? []),
      record,
    );
    return ofArea.length === 0 ? [] : suite(record, { name: area, counts: countsOf(ofArea), rows: texts, time });
  });
  const all = { tests: beside.length, failures: 0, errors: beside.length, skipped: 0 };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="preflight ${escaped(record.target)}" tests="${tests + beside.length}" failures="${failures}" errors="${errors + beside.length}" time="${secondsText(wallMs)}">`,
    ...suites,
    ...(beside.length === 0 && said === '' ? [] : suite(record, { name: 'run', counts: all, rows: beside, said })),
    '</testsuites>',
    '',
  ].join('\n');
};
