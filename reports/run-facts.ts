/** Lines of a run beside its clauses: bookings, left-out clauses, policy, waivers, and what changed since. */

import { areaNamed } from '../contracts/areas.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Waiver } from '../contracts/policy.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { BookingTotals } from '../contracts/trace.ts';
import { waiverText } from './failure-message.ts';
import { oneLine } from './safe-text.ts';
import type { ClauseRow } from './summary.ts';
import { counted, listed, wrapped } from './text-layout.ts';

type LeftOut = Pick<RunRecord, 'depth'> & { readonly leftOut?: readonly ClauseId[] | undefined };

/** The clauses that the depth of a run leaves out, and how to judge them; undefined where none is left out. */
export const leftOutLine = ({ depth, leftOut = [] }: LeftOut): string | undefined => {
  if (leftOut.length === 0) return undefined;
  const verb = leftOut.length === 1 ? 'is' : 'are';
  const deeper = depth === 'probe' ? 'standard' : depth === 'standard' ? 'full' : undefined;
  const wayOut = deeper ? `run with --depth ${deeper} to judge them` : 'a monitor judges them once an hour';
  return `${counted(leftOut.length, 'clause')} ${verb} left out at depth ${depth}: ${wayOut}`;
};

/** As `name` stands before it. */
type DecisionLine = { readonly name: string; readonly text: string };
type Decided = NonNullable<RunRecord['decision']>;

/** The name takes so much. */
const hang = 12;
const namesMax = 6;

const named = (ids: readonly string[]): string => listed(ids, namesMax);

const scopeOf = ({ clause, operation, fingerprint }: Decided['waivers'][number]): string =>
  [clause, fingerprint ?? operation].filter(Boolean).join(' ');

const states = {
  covers: ({ expires }) => `covers until ${expires}`,
  expired: ({ expires }) => `expired on ${expires} and covers nothing: mend the failure, or waive it again`,
  stale: () => 'is stale, its failure has stopped: take it out of the file',
  idle: () => 'did nothing, its clause was not judged',
} as const satisfies Record<Decided['waivers'][number]['state'], (waiver: Decided['waivers'][number]) => string>;

const since = ({
  run,
  new: fresh,
  still,
  fixed,
  unexercised,
  newCauses = [],
}: NonNullable<Decided['since']>): string => {
  const parts: readonly (readonly [string, readonly ClauseId[]])[] = [
    ['new', fresh],
    ['still', still],
    ['fixed', fixed],
    ['no longer exercised', unexercised],
  ];
  const counts = parts.map(([name, ids]) => `${ids.length} ${name}${ids.length > 0 ? ` (${named(ids)})` : ''}`);
  const causes = newCauses.map(({ clause, fingerprint }) => `${clause} ${fingerprint}`);
  const alsoNew =
    causes.length > 0 ? [`${counted(causes.length, 'new cause')} of what was broken (${named(causes)})`] : [];
  return `${oneLine(run)}: ${[...counts, ...alsoNew].join(', ')}`;
};

/** Without the areas that stand under `lacking`. */
const unjudgedText = ({ unjudged, allowedUnjudged, lacking }: Decided): string[] =>
  unjudged
    .filter((area) => !lacking.some(({ what }) => areaNamed(what) === area))
    .map((area) => (allowedUnjudged.includes(area) ? `${area}, as it is allowed` : area));

/** Each a line, however long; empty where there was nothing to decide by. */
const decisionFacts = ({ decision }: Pick<RunRecord, 'decision'>): readonly DecisionLine[] => {
  if (!decision) return [];
  const { policy, lacking, waivers, flaky } = decision;
  const unjudged = unjudgedText(decision);
  const flakyText = `${counted(flaky.length, 'clause')} passed only when tried again after trouble: ${named(flaky)}`;
  return [
    ...(policy === undefined ? [] : [{ name: 'policy', text: oneLine(policy) }]),
    ...lacking.map(({ what, reason }) => ({ name: 'lacking', text: `${what}: ${oneLine(reason)}` })),
    ...(unjudged.length > 0 ? [{ name: 'unjudged', text: unjudged.join('; ') }] : []),
    ...waivers.map((each) => ({
      name: 'waiver',
      text: `${scopeOf(each)} ${states[each.state](each)}; ${oneLine(each.owner)}: ${oneLine(each.reason)}`,
    })),
    ...(flaky.length > 0 ? [{ name: 'flaky', text: flakyText }] : []),
    ...(decision.since ? [{ name: 'since', text: since(decision.since) }] : []),
  ];
};

export const decisionLines = (record: Pick<RunRecord, 'decision'>): readonly DecisionLine[] =>
  decisionFacts(record).map(({ name, text }) => ({ name, text: wrapped(text, { hang }) }));

/** Those of them that every report shows: a policy alone is no news. */
export const besideClauses = (record: Pick<RunRecord, 'decision'>): readonly DecisionLine[] =>
  decisionFacts(record).filter(({ name }) => name !== 'policy');

/** The warnings and unmet requirements that make a pass inconclusive, which are no clauses. */
export const lostTo = ({ warnings = [], decision }: RunRecord): readonly DecisionLine[] => [
  ...warnings.map((text, at) => ({ name: `warning ${at + 1} of the run`, text })),
  ...(decision?.lacking ?? []).map(({ what, reason }) => ({ name: `required: ${what}`, text: reason })),
];

/** Why a clause is neither held nor simply broken; empty where it is. */
export const rowNote = ({ clause, state, standing, failures }: ClauseRow, { depth }: RunRecord): string => {
  const reason = oneLine(standing?.decisive.reason ?? 'no reason given');
  switch (state) {
    case 'waived':
      return [...new Set(failures.flatMap(({ waiver }) => (waiver ? `waived ${waiverText(waiver)}` : [])))].join('; ');
    case 'left-out':
      return leftOutLine({ depth, leftOut: [clause] }) ?? '';
    case 'flaky':
      return 'it held only when it was tried again after trouble';
    case 'trouble':
      return `trouble of the environment: ${reason}`;
    case 'error':
    case 'unjudged':
      return reason;
    default:
      return '';
  }
};

/** One line on what became of the bookings of a run, for the person who pays for those that are left. */
type BookingsLine = {
  readonly text: string;
  readonly isWarning: boolean;
};

/** As the person named it, which may be the path of a file. */
const targetOption = ({ repeat, target }: Pick<RunRecord, 'repeat' | 'target'>): string =>
  /--target (?:'[^']*'|\S+)/.exec(repeat)?.[0] ?? `--target ${target}`;

/**
 * An exchange ends one ticket and makes another, so more may be ended than were requested at first.
 *
 * @param isAllEnded Nothing is left, on purpose or not: what was not ended never was.
 */
const ticketsText = (
  { requested, closed, left }: NonNullable<BookingTotals['tickets']>,
  isAllEnded: boolean,
): string => {
  const all = closed === 0 ? 'none issued' : `${closed} issued and voided, exchanged or refunded again`;
  const some = `${closed} ended again${left > 0 ? `, ${left} may still be open` : ''}`;
  return `${counted(requested, 'ticket')} requested, ${isAllEnded ? all : some}`;
};

const pendingText = ({ begun, ended }: NonNullable<BookingTotals['obligations']>): string =>
  [
    ...(begun > 0 ? [`${begun} left behind on purpose`] : []),
    ...(ended > 0 ? [`${ended} of former runs settled or ended`] : []),
  ].join(', ');

export const bookingsLine = (record: Pick<RunRecord, 'bookings' | 'repeat' | 'target'>): BookingsLine | undefined => {
  const { requested, cancelled, left, tickets, obligations } = record.bookings;
  const isWarning = left > 0;
  const onPurpose = obligations ? [pendingText(obligations)] : [];
  if (requested === 0 && !tickets && !obligations) return undefined;
  if (requested === 0 && !tickets && !isWarning) return { text: onPurpose.join(), isWarning };
  const isNoneLeft = (obligations?.begun ?? 0) === 0;
  const all = cancelled === 0 ? 'none made' : `${cancelled} made and cancelled again`;
  const some = `${cancelled} cancelled again${isWarning ? `, ${left} may still be open` : ''}`;
  const parts = [
    `${counted(requested, 'booking')} requested, ${isNoneLeft && !isWarning ? all : some}`,
    ...(tickets ? [ticketsText(tickets, isNoneLeft && tickets.left === 0)] : []),
    ...onPurpose,
  ];
  const wayOut = isWarning ? `: ${oneLine(`npx --no -- preflight sweep ${targetOption(record)}`)}` : '';
  return { text: `${parts.join('; ')}${wayOut}`, isWarning };
};

/** What a person reads of a waiver that was just written: what it covers, until when, and what to do next. */
const coveredText = ({ operation, fingerprint }: Waiver): string => {
  if (fingerprint !== undefined) return `the failure ${fingerprint} of ${operation} alone`;
  return operation === undefined ? 'every failure of this clause' : `every failure of this clause in ${operation}`;
};

/** @param next The command that shows it. */
export const waivedText = (waiver: Waiver, { file, next }: { readonly file: string; readonly next: string }): string =>
  [
    `waived   ${waiver.clause} on ${oneLine(waiver.target)}`,
    `covers   ${coveredText(waiver)}, until ${waiver.expires}`,
    `owner    ${oneLine(waiver.owner)}`,
    `file     ${file}: commit it`,
    `next     ${next}`,
  ].join('\n');
