/** A run in the words of Allure: a result for each clause, with the request and response of each finding attached. */
import { createHash } from 'node:crypto';
import { type Attachment, ContentType, Severity, Stage, Status, type TestResult } from 'allure-js-commons';
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import { failureMessage, keptIn } from './failure-message.ts';
import { besideClauses, lostTo, rowNote } from './run-facts.ts';
import { type ClauseRow, type ClauseState, stateWords, summary } from './summary.ts';

/** Only what fails the gate has failed; a warning passes, and says so. */
const statuses: Readonly<Record<ClauseState, Status>> = {
  broken: Status.FAILED,
  warning: Status.PASSED,
  waived: Status.SKIPPED,
  error: Status.BROKEN,
  trouble: Status.SKIPPED,
  unjudged: Status.SKIPPED,
  flaky: Status.PASSED,
  holds: Status.PASSED,
  'left-out': Status.SKIPPED,
};

/** The same for the same run and name, so that a run reported twice is one. */
const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

const messageOf = (row: ClauseRow, record: RunRecord): string | undefined =>
  [rowNote(row, record), ...row.failures.map((each) => failureMessage(each, record, keptIn(record)))]
    .filter((text) => text !== '')
    .join('\n\n') || undefined;

/** Of each finding the exchange that it names. */
const attached = ({ clause, failures }: ClauseRow, record: RunRecord, traces: readonly Trace[]) =>
  failures.flatMap(({ finding, flows }) => {
    const trace = traces.find(({ flow }) => flow === flows[0]);
    const exchange = trace?.exchanges.find(({ index }) => index === finding.exchange);
    if (!exchange) return [];
    const about = `${finding.exchange} of ${exchange.operation} in ${flows[0]}`;
    return [
      { name: `request ${about}`, value: exchange.request },
      { name: `response ${about}`, value: exchange.response ?? exchange.failure ?? null },
    ].map(({ name, value }) => ({
      name,
      source: `${idOf(record.id, clause, finding.fingerprint, name)}-attachment.json`,
      text: JSON.stringify(value, null, 2),
    }));
  });

const labels = ({ clause, statement, area, topic, severity, state }: ClauseRow): TestResult['labels'] => [
  { name: 'epic', value: area },
  { name: 'feature', value: topic },
  { name: 'story', value: clauseOf(clause, statement).text },
  { name: 'severity', value: severity === 'major' ? Severity.NORMAL : severity },
  { name: 'tag', value: stateWords[state].name },
];

type ResultParts = {
  readonly name: string;
  readonly status: Status;
  readonly message: string | undefined;
  readonly labels?: TestResult['labels'];
  readonly attachments?: Attachment[];
};

const resultOf = (record: RunRecord, of: ResultParts): TestResult => ({
  uuid: idOf(record.id, of.name),
  historyId: idOf(record.target, of.name),
  testCaseId: idOf(of.name),
  name: of.name,
  fullName: of.name,
  status: of.status,
  stage: Stage.FINISHED,
  statusDetails: of.message === undefined ? {} : { message: of.message },
  labels: of.labels ?? [],
  links: [],
  steps: [],
  parameters: [],
  attachments: of.attachments ?? [],
  start: Date.parse(record.startedAt),
  stop: Date.parse(record.finishedAt),
});

/** Beside the clauses there are only names with a text each. */
const decidedText = (record: RunRecord): Readonly<Record<string, string>> => {
  const byName = [...Map.groupBy(besideClauses(record), ({ name }) => name)];
  return Object.fromEntries(byName.map(([name, lines]) => [name, lines.map(({ text }) => text).join('; ')]));
};

/** Its `attachments` are files beside the results, by name. */
export const allureRun = (record: RunRecord, traces: readonly Trace[]) => {
  const attachments = new Map<string, string>();
  const ofClauses = summary(record).rows.map((row) => {
    const files = attached(row, record, traces);
    for (const { source, text } of files) attachments.set(source, text);
    return resultOf(record, {
      name: row.clause,
      status: statuses[row.state],
      labels: labels(row),
      message: messageOf(row, record),
      attachments: files.map(({ name, source }) => ({ name, source, type: ContentType.JSON })),
    });
  });
  const ofRun = lostTo(record).map(({ name, text }) =>
    resultOf(record, { name, status: Status.BROKEN, message: text }),
  );
  const { target, revision, seed, id } = record;
  return {
    results: [...ofClauses, ...ofRun],
    attachments,
    environment: { target, revision, seed: String(seed), run: id, ...decidedText(record) },
  };
};
