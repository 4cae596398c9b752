/** A run for a partner new to Preflight: what was promised and where, what came instead, how to see it again. */
import type { Basis } from '../contracts/clause.ts';
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { keptIn, repeatOf } from './failure-message.ts';
import { besideClauses } from './run-facts.ts';
import { block, span } from './safe-text.ts';
import { type ClauseState, type DecidedWaiver, type Failure, type Summary, summary, verdictWords } from './summary.ts';
import { counted, markdownTable, utc } from './text-layout.ts';

/** What a report shows of one finding beyond its verdict: the exchanges that it needs, as they may leave. */
export type EvidenceStep = {
  /** In its flow. */
  readonly index: number;
  /** `2026-08-31 08:22:51.101` in UTC. */
  readonly at: string;
  readonly operation: string;
  /** Of an outage: `last good answer 02:13:05`. */
  readonly label?: string;
  /** Which token it carried, where that is not the usual one. */
  readonly with: string | undefined;
  /** `GET /api/dictionary/cities?countryId=7` */
  readonly request: string;
  /** The status, or why there is none. */
  readonly answer: string;
  readonly latencyMs: number;
  /** Headers by which the service finds it in its logs: `x-request-id: 0f8fad5b`. */
  readonly log: readonly string[];
  /** Bodies, cut around what matters: `‹ ›` around what was replaced, an arrow at what broke. */
  readonly sent: string | undefined;
  readonly answered: string | undefined;
  readonly isBroken: boolean;
};

export type FoundEvidence = {
  readonly steps: readonly EvidenceStep[];
  /** The same for a page, with every exchange of the flow; what is in it from elsewhere is escaped. */
  readonly markup: string;
};

/** By fingerprint; undefined where the run keeps none. */
export type EvidenceOf = (fingerprint: string) => FoundEvidence | undefined;

const bases: Readonly<Record<Basis, string>> = {
  documented: 'the interface says so plainly',
  reading: 'the interface leaves room, and this is how we read it',
  derived: 'the interface does not say so, but it follows, or is common sense',
};

/** More would not be read in a letter; the page of the run has all. */
const shownMax = 40;
const stepsMax = 8;

const table = (rows: readonly (readonly [string, number])[]): string =>
  markdownTable({ columns: ['', 'promises'], numbersFrom: 1, rows: rows.filter(([, count]) => count > 0) });

const columns = ['Sent at (UTC)', 'Request', 'Answer', 'To find it in logs'];

const cell = (text: string): string => span(text).replaceAll('|', '\\|');

const stepRow = ({ at, request, answer, latencyMs, log, isBroken }: EvidenceStep): string[] => [
  at,
  cell(request),
  `${cell(answer)} in ${latencyMs} ms${isBroken ? ' ←' : ''}`,
  log.length === 0 ? 'none' : cell(log.join(', ')),
];

const evidenceParts = ({ steps }: FoundEvidence): string[] => {
  const broken = steps.find(({ isBroken }) => isBroken);
  const shown = steps.slice(-stepsMax);
  const left = steps.length - shown.length;
  return [
    markdownTable({ columns, rows: shown.map(stepRow) }),
    ...(left > 0
      ? [`${counted(left, 'earlier request')} that led to these ${left === 1 ? 'is' : 'are'} left out here.`]
      : []),
    ...(broken?.sent === undefined ? [] : [`Sent:\n\n${block(broken.sent)}`]),
    ...(broken?.answered === undefined ? [] : [`Answered:\n\n${block(broken.answered)}`]),
  ];
};

const acceptedText = ({ reason, owner, expires }: DecidedWaiver): string =>
  `- Accepted until ${expires} by ${span(owner)}: ${span(reason)}`;

const finding = (failure: Failure, number: number, record: RunRecord, evidence: FoundEvidence | undefined): string => {
  const { clause, statement, finding: found, count, waiver, isGating } = failure;
  const { text, basis, section, since, reading } = clauseOf(clause, statement);
  return [
    `### ${number}. ${text}`,
    [
      `- Promised in part ${section} of the interface${since ? `, since ${since}` : ''}: ${bases[basis]}.${reading ? ` ${reading}` : ''}`,
      `- Where: ${span(`${found.operation}, ${found.where}`)}${count > 1 ? `, ${counted(count, 'time')}` : ''}`,
      `- Expected: ${span(found.expected)}`,
      `- Came: ${span(found.actual)}`,
      ...(waiver ? [acceptedText(waiver)] : []),
      ...(isGating ? [] : ['- This is a warning: it does not stop a release.']),
    ].join('\n'),
    ...(evidence ? evidenceParts(evidence) : []),
    `To see it again: ${span(repeatOf(failure, record, keptIn(record)))} (promise ${span(clause)})`,
  ].join('\n\n');
};

const unjudged = ({ causes }: Summary): string[] => {
  if (causes.length === 0) return [];
  const lines = causes.map(
    ({ cause, because, clauses }) =>
      `- ${counted(clauses.length, 'promise')}: ${because === 'trouble' ? 'the environment was in trouble, ' : ''}${span(cause)}`,
  );
  return ['## What was not judged', lines.join('\n')];
};

/** What was accepted for a time, held only when tried again, or is not looked at. */
const beside = (record: RunRecord): string[] => {
  const facts = besideClauses(record);
  if (facts.length === 0) return [];
  return ['## What else decided', facts.map(({ name, text }) => `- ${name}: ${span(text)}`).join('\n')];
};

/** Markdown in which nothing that a service said acts. */
export const partnerMarkdown = (record: RunRecord, evidenceOf: EvidenceOf): string => {
  const of = summary(record);
  const { counts, failures, judged } = of;
  const not: readonly ClauseState[] = ['trouble', 'unjudged', 'error', 'left-out'];
  const more = failures.length - shownMax;
  return `${[
    `# Promises of the interface, kept and broken by ${span(record.target)}`,
    `On ${utc(record.startedAt)} the answers of ${span(record.target)} were compared with the documentation of the Travel Booking Service, as of ${record.revision}. ${verdictWords[record.verdict].sentence}`,
    table([
      ['kept', counts.holds + counts.flaky],
      ['broken', counts.broken],
      ['broken, a warning only', counts.warning],
      ['broken, and accepted for a time', counts.waived],
      ['judged in all', judged],
      ['not judged', not.reduce((sum, state) => sum + counts[state], 0)],
    ]),
    ...(failures.length > 0
      ? [
          '## What is not as promised',
          'Values between ‹ and › stand for others: what may be personal is replaced before it leaves. An arrow points at what is not as promised.',
          ...failures
            .slice(0, shownMax)
            .map((each, at) => finding(each, at + 1, record, evidenceOf(each.finding.fingerprint))),
          ...(more > 0 ? [`And ${counted(more, 'more finding')}.`] : []),
        ]
      : []),
    ...unjudged(of),
    ...beside(record),
    '## How this was found',
    `Preflight, a contract gate, sent ${counted(record.exchanges, 'request')} and compared each answer with what is documented (run ${span(record.id)}, seed ${record.seed}). The same commands send the same requests again.`,
  ].join('\n\n')}\n`;
};
