/** What a policy, its waivers and an earlier run make of a run, a line each. */

import { areaNamed } from '../contracts/areas.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { counted } from './counted.ts';
import { waiverText } from './failure-message.ts';
import { leftOutLine } from './left-out-line.ts';
import { oneLine } from './one-line.ts';
import type { ClauseRow } from './summary.ts';
import { wrapped } from './wrapped.ts';

/** As `name` stands before it. */
type DecisionLine = { readonly name: string; readonly text: string };
type Decided = NonNullable<RunRecord['decision']>;

const width = 80;
/** The name takes so much. */
const hang = 12;
const namesMax = 6;

const named = (ids: readonly string[]): string => {
  const more = ids.length - namesMax;
  return [...ids.slice(0, namesMax), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
};

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
  const told = parts.map(([name, ids]) => `${ids.length} ${name}${ids.length > 0 ? ` (${named(ids)})` : ''}`);
  const causes = newCauses.map(({ clause, fingerprint }) => `${clause} ${fingerprint}`);
  const alsoNew =
    causes.length > 0 ? [`${counted(causes.length, 'new cause')} of what was broken (${named(causes)})`] : [];
  return `${oneLine(run)}: ${[...told, ...alsoNew].join(', ')}`;
};

/** An area that lacks is told there. */
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

/** As a terminal shows them. */
export const decisionLines = (record: Pick<RunRecord, 'decision'>): readonly DecisionLine[] =>
  decisionFacts(record).map(({ name, text }) => ({ name, text: wrapped(text, { hang, width }) }));

/** Those of them that every report tells: a policy alone is no news. */
export const besideClauses = (record: Pick<RunRecord, 'decision'>): readonly DecisionLine[] =>
  decisionFacts(record).filter(({ name }) => name !== 'policy');

/** The warnings and unmet requirements that cost a run its pass, which are no clauses. */
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
