/** A run as GitHub shows it: the summary of a job, and workflow commands that show findings beside a pull request. */

import { clause as clauseOf } from '../contracts/clauses.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Decision } from '../contracts/policy.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { Weight } from '../contracts/standing.ts';
import { failureMessage, keptIn, repeatOf } from './failure-message.ts';
import { besideClauses, bookingsLine, leftOutLine } from './run-facts.ts';
import { block, oneLine, span } from './safe-text.ts';
import {
  clauseStates,
  type Failure,
  type StateCounts,
  type Summary,
  stateWords,
  summary,
  verdictWords,
} from './summary.ts';
import { errors, inconclusives } from './terminal.ts';
import { counted, listed, markdownTable, paintWith, utc } from './text-layout.ts';
import { exitMeaning, onlyCause, verdictLine } from './verdict-line.ts';

/** More are in the run record. */
const namedMax = 30;

const line = (name: string, clauses: readonly string[]): string[] =>
  clauses.length === 0 ? [] : [`- ${name}: ${listed(clauses.map(span), namedMax)}`];

const waiverLine = ({ clause, state, reason, owner, expires }: Decision['waivers'][number]): string =>
  `- waiver of ${span(clause)}, ${state === 'covers' ? 'which covers its failure' : `which is ${state}`}, until ${expires} by ${span(owner)}: ${span(reason)}`;

const newSince = ({ new: broken, newCauses = [] }: NonNullable<Decision['since']>): string =>
  broken.length + newCauses.length > 0 ? '' : ' nothing is newly broken';

const decisionMarkdown = (decision: Decision | undefined): string[] => {
  if (!decision) return [];
  const { policy, lacking, unjudged, allowedUnjudged, waivers, flaky, since } = decision;
  const left = waivers.length - namedMax;
  const lines = [
    ...(policy === undefined ? [] : [`- policy: ${span(policy)}`]),
    ...lacking
      .slice(0, namedMax)
      .map(({ what, reason }) => `- required, and not there: ${span(what)}: ${span(reason)}`),
    ...unjudged.map(
      (area) => `- nothing was judged of ${area}${allowedUnjudged.includes(area) ? ', which is allowed' : ''}`,
    ),
    ...waivers.slice(0, namedMax).map(waiverLine),
    ...(left > 0 ? [`- and ${left} more waivers`] : []),
    ...line('flaky, held only when tried again', flaky),
    ...(since ? [`- since run ${span(since.run)} of ${utc(since.startedAt)}:${newSince(since)}`] : []),
    ...line('newly broken', since?.new ?? []),
    ...line('still broken', since?.still ?? []),
    ...line(
      'still broken, by a new cause',
      (since?.newCauses ?? []).map(({ clause, fingerprint }) => `${clause} ${fingerprint}`),
    ),
    ...line('fixed', since?.fixed ?? []),
    ...line('broken then, not judged now', since?.unexercised ?? []),
  ];
  return lines.length === 0 ? [] : ['### Decision', lines.join('\n')];
};

const plain = paintWith(false);

/** GitHub refuses a summary above 1 MiB, and a job may have others; a comment above 65,536 characters. */
const bytesMax = { summary: 900_000, comment: 60_000 } as const;
/** Of each section; fewer where that is too much. */
const messagesMax = { summary: [50, 20, 5, 0], comment: [10, 2, 0] } as const;

const section = (name: string, messages: readonly string[], max: number): string[] => {
  if (messages.length === 0) return [];
  const more = messages.length - max;
  const cut = more > 0 ? [`and ${more} more, in the run record`] : [];
  return [`### ${name}`, block([...messages.slice(0, max), ...cut].join('\n\n'))];
};

const table = ({ areas, counts: all }: Summary): string => {
  const states = clauseStates.filter((state) => all[state] > 0);
  const row = (name: string, counts: StateCounts): (string | number)[] => {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return [name, total, ...states.map((state) => counts[state])];
  };
  return markdownTable({
    columns: ['area', 'clauses', ...states.map((state) => stateWords[state].name)],
    numbersFrom: 1,
    rows: [...areas.map(({ area, counts }) => row(area, counts)), row('total', all)],
  });
};

const heading = (target: string, how: string): string => `## ${span(target)} ${how}`;

const withMessages = (record: RunRecord, path: string, max: number): string => {
  const of = summary(record);
  const kept = keptIn(record, path);
  const messages = (weight: Weight): string[] =>
    of.failures.filter((each) => each.weight === weight).map((each) => failureMessage(each, record, kept));
  const bookings = bookingsLine(record);
  const left = leftOutLine(record);
  const end = [
    verdictLine(of, plain),
    `exit code   ${exitMeaning(record.verdict)}`,
    ...(record.warnings ?? []).map((each) => `warning     ${oneLine(each, 2_000)}`),
    ...(bookings ? [`bookings    ${bookings.text}`] : []),
    ...(left ? [`left out    ${left}`] : []),
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
  const head = heading(record.target, verdictWords[record.verdict].heading);
  return `${[head, block(end), table(of), ...decisionMarkdown(record.decision), ...lists].join('\n\n')}\n`;
};

type MarkdownOptions = {
  /** The folder of the run, as the person would type it. */
  readonly path: string;
  /** Of a pull request: shorter than the summary of a job. */
  readonly isComment?: boolean;
};

export const runMarkdown = (record: RunRecord, { path, isComment = false }: MarkdownOptions): string => {
  const form = isComment ? 'comment' : 'summary';
  const [first, ...fewer] = messagesMax[form];
  let text = withMessages(record, path, first);
  for (const max of fewer) if (Buffer.byteLength(text) > bytesMax[form]) text = withMessages(record, path, max);
  return text;
};

export const pendingMarkdown = (listed: string): string => `### Left behind on purpose\n\n${block(listed.trimEnd())}\n`;

/** The summary of a gate without a run record: its exit code, and its last lines. */
export const unrecordedMarkdown = (night: { target: string; code: number; output: string }): string => {
  const how = night.code === exitCodes.usage ? '🔧 is not set up' : verdictWords.inconclusive.heading;
  const lines = night.output.trimEnd().split('\n').slice(-10);
  const tail = lines.map((line) => oneLine(line)).join('\n');
  return `${[heading(night.target, how), block(`exit code ${night.code}\n${tail}`)].join('\n\n')}\n`;
};

/** GitHub shows ten of a kind for one step, and the count is one of them. */
const shownMax = 9;

/** In what comes after the second pair of colons. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** In a property, which a comma or a colon would end. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const annotation = (failure: Failure, record: RunRecord, targetFile: string): string => {
  const { clause, statement, finding } = failure;
  const kind = failure.isGating ? 'error' : 'warning';
  const message = [
    clauseOf(clause, statement).text,
    `${finding.operation}, ${oneLine(finding.where)}`,
    `expected ${oneLine(finding.expected)}`,
    `actual ${oneLine(finding.actual)}`,
    `repeat ${repeatOf(failure, record, keptIn(record))}`,
  ].join('\n');
  return `::${kind} title=${property(clause)},file=${property(targetFile)}::${data(message)}`;
};

/**
 * A line each, and one for all that is no failure: what was left over, waived, flaky or not judged.
 *
 * @param targetFile From the top of the repository.
 * @param path Where the rest is.
 */
export const workflowAnnotations = (
  record: RunRecord,
  { targetFile, path }: { readonly targetFile: string; readonly path: string },
): string[] => {
  const failures = summary(record)
    .failures.filter(({ waiver }) => !waiver)
    .toSorted((one, other) => Number(other.isGating) - Number(one.isGating));
  const more = failures.length - shownMax;
  const message = [
    ...(more > 0 ? [`and ${counted(more, 'more finding')}, in ${oneLine(path)}`] : []),
    ...besideClauses(record).map(({ name, text }) => `${name}: ${text}`),
  ].join('\n');
  return [
    ...failures.slice(0, shownMax).map((each) => annotation(each, record, targetFile)),
    ...(message === '' ? [] : [`::notice title=preflight::${data(message)}`]),
  ];
};
