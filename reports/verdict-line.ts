/** The last words of a gate run: its verdict in a sentence, and what the exit code means. */

import { areaNamed, areaOfClause } from '../contracts/areas.ts';
import { topicOf } from '../contracts/clause.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import { allowing } from '../contracts/decide.ts';
import { exitCodeOf } from '../contracts/exit-codes.ts';
import { operationIds } from '../contracts/operations.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { isGatingStanding, isJudged, lacksEvidence, type Standing } from '../contracts/standing.ts';
import type { GateVerdict } from '../contracts/verdict.ts';
import { repeatCommand } from './failure-message.ts';
import { oneLine } from './safe-text.ts';
import { causeGroups, type Summary, verdictWords } from './summary.ts';
import { columnsMax, counted, durationText, type Paint, wrapped } from './text-layout.ts';

/** What a person can do about a cause that kept a run from measuring. */
const waysOut: readonly (readonly [RegExp, string])[] = [
  [
    /\bthe proxy that \w+ names\b/,
    'is the proxy up? To go without it, unset the variable or name the host in NO_PROXY',
  ],
  [/\bspeaks TLS\b/, 'let the baseUrl of the target begin with https://'],
  [/\bspeaks no TLS\b/, 'let the baseUrl of the target begin with http://, or name the port of TLS'],
  [/\b(refused|unresolved|connect-timeout): /, 'is the service up, and is the baseUrl of the target right?'],
  [/\btls: /, 'is the baseUrl of the target right, and its certificate valid?'],
  [/\ban HTML page$/, 'does the baseUrl of the target lead to the service, and not to a web site?'],
  [/\bredirect\b/, 'does the baseUrl of the target lead to the service itself?'],
  [/\bHTTP 429\b/, 'set a lower limits.requestsPerSecond in the target file, or try again later'],
  [
    /\bHTTP 5\d\d\b|\b(reset|headers-timeout|body-timeout|deadline): |breaks off$/,
    'ask the operator of the service{about}, or try again later',
  ],
  [/\btoo large to be read: /, 'ask the operator of the service for a number that readers of JSON hold'],
];

const operationsMax = 3;

/** The operations that causes begin with: `cities: HTTP 503`. */
const aboutOperations = (causes: readonly string[]): string => {
  const parts = new Set(causes.flatMap((cause) => cause.split(': ')));
  const met = operationIds.filter((id) => parts.has(id));
  const more = met.length - operationsMax;
  const named = [...met.slice(0, operationsMax), ...(more > 0 ? [`${more} more operations`] : [])].join(', ');
  return named === '' ? '' : ` about ${named}`;
};

/**
 * Undefined where none is known, or the cause says it itself.
 *
 * @param causes What ends in the cause, with the operations that met it.
 */
export const wayOutOf = (cause: string, causes: readonly string[] = [cause]): string | undefined =>
  waysOut.find(([form]) => form.test(cause))?.[1].replace('{about}', aboutOperations(causes));

export const exitMeaning = (verdict: GateVerdict): string => `${exitCodeOf(verdict)}, ${verdictWords[verdict].meaning}`;

const circumstances = (record: RunRecord): string => {
  const durationMs = Date.parse(record.finishedAt) - Date.parse(record.startedAt);
  return [
    `on ${oneLine(record.target)} (revision ${record.revision})`,
    `seed ${record.seed}`,
    ...(record.depth === undefined || record.depth === 'standard' ? [] : [`depth ${record.depth}`]),
    // A bundle, and a run that was killed, do not say when the run ended.
    ...(durationMs > 0 ? [durationText(durationMs)] : []),
    counted(record.exchanges, 'request'),
  ].join(', ');
};

/**
 * Names clauses in a line: a topic instead of its clauses when all of them are meant, `countries (all 9)`.
 *
 * @param max How many names are shown; what is beyond is counted.
 */
export const clauseNames = (
  clauses: readonly ClauseId[],
  { standings }: Pick<Summary, 'standings'>,
  max = Number.POSITIVE_INFINITY,
): string => {
  const sizes = Map.groupBy(standings, ({ clause }) => topicOf(clause));
  const named = [...Map.groupBy(clauses, topicOf)].flatMap(([topic, ids]) =>
    ids.length > 1 && ids.length === sizes.get(topic)?.length
      ? [{ name: `${topic} (all ${ids.length})`, size: ids.length }]
      : ids.map((name) => ({ name: name as string, size: 1 })),
  );
  const left = named.slice(max).reduce((sum, { size }) => sum + size, 0);
  return [...named.slice(0, max).map(({ name }) => name), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
};

/**
 * What all causes end in, cut at their colons: `token: refused` and `the login ended in trouble: refused` are one cause
 * met in two places. Undefined when they end differently.
 */
const sharedCause = (causes: readonly string[]): string | undefined => {
  const [first = [], ...more] = causes.map((cause) => cause.split(': ').reverse());
  const end = first.findIndex((part, at) => more.some((parts) => parts[at] !== part));
  const shared = (end === -1 ? first : first.slice(0, end)).reverse().join(': ');
  return shared === '' ? undefined : shared;
};

const causesOf = (all: readonly Standing[]): readonly string[] => causeGroups(all).map(({ cause }) => cause);

/**
 * The one cause for which a run could measure nothing at all; undefined when something was judged, or for several
 * causes. Clauses that need what the target lacks do not count when others were kept from it by trouble.
 */
export const onlyCause = ({ standings }: Summary): string | undefined => {
  if (standings.some(({ outcome }) => outcome !== 'inconclusive')) return undefined;
  const evidenceless = standings.filter(lacksEvidence);
  return sharedCause(causesOf(evidenceless.length > 0 ? evidenceless : standings));
};

/** What lacks evidence and decides: that which gates, where there is any. */
const decidingLack = ({ standings }: Summary): readonly Standing[] => {
  const evidenceless = standings.filter(lacksEvidence);
  const gating = evidenceless.filter(isGatingStanding);
  return gating.length > 0 ? gating : evidenceless;
};

/** Those for which a run could not measure; one where all of them end in the same. */
export const causesOfLack = (of: Summary): readonly string[] => {
  const causes = causesOf(decidingLack(of));
  const shared = sharedCause(causes);
  return shared === undefined ? causes : [shared];
};

/** More are listed with their causes, or are of a service that is not there at all. */
const namesMax = 8;

/** One sentence each: which clauses decided, why, and what a person can do. */
const untested = (blocking: readonly Standing[], of: Summary): string[] => {
  const [first] = blocking;
  if (!first) return [];
  const causes = causesOf(blocking);
  const shared = sharedCause(causes);
  const isNothing = blocking.every(({ decisive }) => decisive.because !== 'trouble');
  const required = isGatingStanding(first) ? 'required ' : '';
  const count = `${blocking.length} ${required}${blocking.length === 1 ? 'clause' : 'clauses'}`;
  const verb = isNothing ? `${blocking.length === 1 ? 'was' : 'were'} never tested` : 'could not be tested';
  const names = clauseNames(
    blocking.map(({ clause }) => clause),
    of,
    namesMax,
  );
  const alone = `${repeatCommand(of.record, first.decisive)}, and look at what was sent in the traces of that run`;
  const wayOut = shared === undefined ? undefined : (wayOutOf(shared, causes) ?? (isNothing ? alone : undefined));
  return [
    `${count} ${verb}: ${names}.`,
    `Reason: ${shared ?? `${counted(causes.length, 'cause')}, each listed with its clauses`}.`,
    ...(wayOut === undefined ? [] : [`To fix: ${wayOut}`]),
  ];
};

const hang = 4;

/** How many clauses were judged, how many of them are broken, and which areas were not judged. */
const judgedText = ({ standings, counts: { broken, waived }, judged, unjudgedAreas, record }: Summary): string => {
  const flaky = record.decision?.flaky.length ?? 0;
  const unjudged = Map.groupBy(
    standings.filter((each) => !isJudged(each)),
    ({ clause }) => areaOfClause(clause),
  );
  const areas = [
    ...unjudgedAreas,
    ...[...unjudged].flatMap(([area, { length }]) => (unjudgedAreas.includes(area) ? [] : `${length} of ${area}`)),
  ];
  const left = standings.length - judged;
  return [
    `${judged} judged, ${broken} broken${waived > 0 ? `, ${waived} waived` : ''}${flaky > 0 ? `, ${flaky} flaky` : ''}`,
    ...(left > 0 ? [`${left} not judged${areas.length > 0 ? ` (${areas.join(', ')})` : ''}`] : []),
  ].join('; ');
};

/** What must be shown and was not: the reasons stand above, and the ways out here. */
const lacked = (lacking: NonNullable<RunRecord['decision']>['lacking']): string[] => {
  if (lacking.length === 0) return [];
  const names = lacking.map(({ what }) => what);
  const areas = names.flatMap((name) => areaNamed(name) ?? []);
  const isMeant =
    areas.length === 0
      ? 'or take it out of the policy'
      : `or say that this is meant: ${allowing(areas)}, or allowUnjudged in the policy`;
  return [`Required and not judged enough: ${names.join(', ')}. To fix: give what stands at lacking above, ${isMeant}`];
};

/** Why a run that could not measure could not, a sentence each. */
export const unmeasured = (of: Summary): string[] => {
  const { warnings = [], decision } = of.record;
  const broken = of.standings.filter(({ outcome }) => outcome === 'error').map(({ clause }) => clause);
  const lacking = decidingLack(of);
  const parts = [
    ...(broken.length > 0
      ? [`${counted(broken.length, 'clause')} met our own error: ${clauseNames(broken, of, namesMax)}.`]
      : []),
    ...untested(lacking, of),
  ];
  const lacks = lacked(decision?.lacking ?? []);
  // The requirements of the policy say nothing more where the gate itself lacks something.
  if (broken.length === 0 && !lacking.some(isGatingStanding) && lacks.length > 0)
    return [`${judgedText(of)}.`, ...lacks];
  if (parts.length === 0 && warnings.length > 0) {
    return [`what was judged holds, and the pass is lost to ${counted(warnings.length, 'warning')}`];
  }
  return parts.length > 0
    ? parts
    : [`no clause could be judged: ${onlyCause(of) ?? 'what they need is listed with them'}`];
};

/** A command stays in one line, so that it can be copied. */
const hung = (sentence: string): string => (sentence.includes('npx ') ? sentence : wrapped(sentence, { hang }));

/** The verdict is the record's own; the summary only says how many clauses stand how. */
export const verdictLine = (of: Summary, paint: Paint): string => {
  const { record, counts } = of;
  const { label, style } = verdictWords[record.verdict];
  const heading = counts.warning > 0 ? `${label} with ${counted(counts.warning, 'warning')}` : label;
  const isMeasured = record.verdict !== 'inconclusive';
  const sentences = isMeasured ? [judgedText(of)] : unmeasured(of);
  const around = circumstances(record);
  const [first = '', ...others] = sentences;
  // A cause ends its line: it can be long, and nothing may be taken for a part of it.
  if (isMeasured && `${heading}  ${first} ${around}`.length <= columnsMax)
    return `${paint(style, heading)}  ${first} ${around}`;
  const whole = wrapped(`${heading}  ${first}`, { hang });
  const below = [...others, around].map((each) => hung(each));
  return `${paint(style, heading)}${[whole.slice(heading.length), ...below].join(`\n${' '.repeat(hang)}`)}`;
};
