/** The findings of a run as SARIF 2.1.0, for readers that show alerts beside code: each at the target file. */
import type { Log, Notification, ReportingDescriptor, Result, Suppression } from 'sarif';
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { keptIn, repeatOf } from './failure-message.ts';
import { besideClauses } from './run-facts.ts';
import { oneLine } from './safe-text.ts';
import { type ClauseRow, type DecidedWaiver, type Failure, summary } from './summary.ts';

const rule = ({ clause, statement, area, topic, severity, isGating }: ClauseRow): ReportingDescriptor => {
  const { basis, section, since, text, reading } = clauseOf(clause, statement);
  const whole = reading === undefined ? text : `${text} ${reading}`;
  return {
    id: clause,
    shortDescription: { text },
    fullDescription: { text: whole },
    help: { text: `${whole} (part ${section} of the interface, ${basis})` },
    defaultConfiguration: { level: isGating ? 'error' : 'warning' },
    properties: {
      severity,
      basis,
      section,
      ...(since && { since }),
      tags: [...new Set([area, topic, severity, basis])],
    },
  };
};

const suppression = ({ reason, owner, expires }: DecidedWaiver): Suppression => ({
  kind: 'external',
  status: 'accepted',
  justification: `${oneLine(reason)} (${oneLine(owner)}, until ${expires})`,
});

const messageOf = (failure: Failure, record: RunRecord): string => {
  const { clause, statement, finding } = failure;
  const { operation, where, expected, actual } = finding;
  const repeat = repeatOf(failure, record, keptIn(record));
  return `${clauseOf(clause, statement).text} At ${operation}, ${oneLine(where)}: expected ${oneLine(expected)}, actual ${oneLine(actual)}. Repeat: ${repeat}`;
};

const resultOf = (failure: Failure, record: RunRecord, rules: readonly string[], uri: string): Result => {
  const { clause, finding, count, flows, isGating, waiver } = failure;
  return {
    ruleId: clause,
    ruleIndex: rules.indexOf(clause),
    level: isGating ? 'error' : 'warning',
    message: { text: messageOf(failure, record) },
    locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } } }],
    partialFingerprints: { 'preflight/v1': finding.fingerprint },
    occurrenceCount: count,
    ...(waiver && { suppressions: [suppression(waiver)] }),
    properties: { operation: finding.operation, place: finding.place, flows },
  };
};

/**
 * Undefined when nothing was measured: a file without results would close open alerts.
 *
 * @param targetFile From the top of the repository, with slashes: `contracts/acme.ts`.
 * @param version Of Preflight.
 */
export const sarif = (
  record: RunRecord,
  { targetFile, version }: { readonly targetFile: string; readonly version: string },
): string | undefined => {
  const { rows, failures, judged } = summary(record);
  if (judged === 0 || (record.verdict === 'inconclusive' && failures.length === 0)) return undefined;
  const rules = rows.filter(({ standing }) => standing !== undefined);
  const ids = rules.map(({ clause }) => clause);
  const uri = targetFile.split('/').map(encodeURIComponent).join('/');
  const notifications = besideClauses(record).map(
    ({ name, text }): Notification => ({ level: 'note', message: { text: `${name}: ${text}` } }),
  );
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Preflight', semanticVersion: version, rules: rules.map(rule) } },
        automationDetails: { id: `preflight/${oneLine(record.target)}/` },
        invocations: [
          {
            executionSuccessful: record.verdict !== 'inconclusive',
            startTimeUtc: record.startedAt,
            endTimeUtc: record.finishedAt,
            ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
          },
        ],
        results: failures.map((failure) => resultOf(failure, record, ids, uri)),
        properties: { run: record.id, target: record.target, revision: record.revision, seed: record.seed },
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
};
