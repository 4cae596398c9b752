/** The run record as JUnit XML: a suite for each area, a row for each clause. */
import { areaOf } from '../contracts/clause.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { isGatingStanding, type Standing, standingsOf } from '../contracts/standing.ts';
import { failureMessages, keptIn } from './failure-message.ts';
import { oneLine } from './one-line.ts';

/** Characters that no XML document may hold, even escaped (XML 1.0, §2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

type Row = { readonly standing: Standing; readonly kind: 'passed' | 'failure' | 'warning' | 'error' | 'skipped' };

const rowOf = (standing: Standing): Row => {
  const { outcome } = standing;
  if (outcome === 'pass') return { standing, kind: 'passed' };
  if (outcome === 'fail') return { standing, kind: isGatingStanding(standing) ? 'failure' : 'warning' };
  return { standing, kind: outcome === 'error' ? 'error' : 'skipped' };
};

/** What a reader of the pipeline sees under the row; a warning is no failure, because the gate does not fail for it. */
const detailOf = ({ standing, kind }: Row, record: RunRecord): string => {
  const { clause, decisive, verdicts } = standing;
  const reason = escaped(oneLine(decisive.reason ?? 'no reason given'));
  if (kind === 'skipped') return `<skipped message="${reason}"/>`;
  if (kind === 'error') return `<error message="${reason}"/>`;
  const message = escaped(failureMessages(verdicts, record, keptIn(record)).join('\n\n'));
  return kind === 'failure'
    ? `<failure message="${clause} is broken">${message}</failure>`
    : `<system-out>${message}</system-out>`;
};

const rowText = (row: Row, record: RunRecord): string => {
  const opening = `    <testcase classname="${areaOf(row.standing.clause)}" name="${row.standing.clause}"`;
  return row.kind === 'passed' ? `${opening}/>` : `${opening}>${detailOf(row, record)}</testcase>`;
};

/** What cost the run its pass and is no clause: a suite of its own, so that no reader of rows overlooks it. */
const warningsSuite = (warnings: readonly string[]): string[] =>
  warnings.length === 0
    ? []
    : [
        `  <testsuite name="run" tests="${warnings.length}" failures="0" errors="${warnings.length}" skipped="0">`,
        ...warnings.map(
          (each, at) =>
            `    <testcase classname="run" name="warning ${at + 1}"><error message="${escaped(each)}"/></testcase>`,
        ),
        '  </testsuite>',
      ];

const countsOf = (rows: readonly Row[]): string => {
  const count = (kind: Row['kind']): number => rows.filter((row) => row.kind === kind).length;
  return `tests="${rows.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
};

/** The whole document, with a newline at its end. */
export const junitXml = (record: RunRecord): string => {
  const rows = standingsOf(record).map(rowOf);
  const suites = [...Map.groupBy(rows, ({ standing }) => areaOf(standing.clause))].flatMap(([area, ofArea]) => [
    `  <testsuite name="${area}" timestamp="${record.startedAt.slice(0, 19)}" ${countsOf(ofArea)}>`,
    ...ofArea.map((row) => rowText(row, record)),
    '  </testsuite>',
  ]);
  const seconds = (Date.parse(record.finishedAt) - Date.parse(record.startedAt)) / 1_000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="preflight ${escaped(record.target)}" ${countsOf(rows)} time="${seconds}">`,
    ...suites,
    ...warningsSuite(record.warnings ?? []),
    '</testsuites>',
    '',
  ].join('\n');
};
