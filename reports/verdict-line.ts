/** The last words of a gate run: its verdict in a sentence, and what the exit code means. */
import { areaNamed, areaOfClause } from '../contracts/areas.ts';
import { allowing, unjudgedIn } from '../contracts/decide.ts';
import { exitCodeOf } from '../contracts/exit-codes.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { isGatingStanding, isJudged, lacksEvidence, type Standing } from '../contracts/standing.ts';
import type { GateVerdict } from '../contracts/verdict.ts';
import { causeGroups, sharedCause } from './causes.ts';
import { clauseNames } from './clause-names.ts';
import { counted } from './counted.ts';
import { durationText } from './duration-text.ts';
import { repeatCommand } from './failure-message.ts';
import { oneLine } from './one-line.ts';
import type { Paint, Style } from './paint.ts';
import { wayOutOf } from './way-out.ts';
import { wrapped } from './wrapped.ts';

const meanings: Record<GateVerdict, string> = {
  pass: 'every clause that the gate requires holds',
  fail: 'a clause that the gate requires is broken',
  inconclusive: 'could not measure',
};

export const exitMeaning = (verdict: GateVerdict): string => `${exitCodeOf(verdict)}, ${meanings[verdict]}`;

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
 * The one cause for which a run could measure nothing at all; undefined when something was judged, or for several
 * causes. Clauses that need what the target lacks do not count when others were kept from it by trouble.
 */
export const onlyCause = (all: readonly Standing[]): string | undefined => {
  if (all.some(({ outcome }) => outcome !== 'inconclusive')) return undefined;
  const evidenceless = all.filter(lacksEvidence);
  return sharedCause(causeGroups(evidenceless.length > 0 ? evidenceless : all).map(({ cause }) => cause));
};

/** What lacks evidence and decides: that which gates, where there is any. */
const decidingLack = (all: readonly Standing[]): readonly Standing[] => {
  const evidenceless = all.filter(lacksEvidence);
  const gating = evidenceless.filter(isGatingStanding);
  return gating.length > 0 ? gating : evidenceless;
};

/** Those for which a run could not measure; one where all of them end in the same. */
export const causesOfLack = (all: readonly Standing[]): readonly string[] => {
  const causes = causeGroups(decidingLack(all)).map(({ cause }) => cause);
  const shared = sharedCause(causes);
  return shared === undefined ? causes : [shared];
};

/** More are listed with their causes, or are of a service that is not there at all. */
const namesMax = 8;

/** One sentence each: which clauses decided, why, and what a person can do. */
const untested = (blocking: readonly Standing[], all: readonly Standing[], record: RunRecord): string[] => {
  const [first] = blocking;
  if (!first) return [];
  const causes = causeGroups(blocking).map(({ cause }) => cause);
  const shared = sharedCause(causes);
  const isNothing = blocking.every(({ decisive }) => decisive.because !== 'trouble');
  const required = isGatingStanding(first) ? 'required ' : '';
  const count = `${blocking.length} ${required}${blocking.length === 1 ? 'clause' : 'clauses'}`;
  const verb = isNothing ? `${blocking.length === 1 ? 'was' : 'were'} never tested` : 'could not be tested';
  const names = clauseNames(
    blocking.map(({ clause }) => clause),
    all,
    namesMax,
  );
  const alone = `${repeatCommand(record, first.decisive)}, and look at what was sent in the traces of that run`;
  const wayOut = shared === undefined ? undefined : (wayOutOf(shared, causes) ?? (isNothing ? alone : undefined));
  return [
    `${count} ${verb}: ${names}.`,
    `Reason: ${shared ?? `${counted(causes.length, 'cause')}, each listed with its clauses`}.`,
    ...(wayOut === undefined ? [] : [`To fix: ${wayOut}`]),
  ];
};

const lineMax = 80;
/** Under the sentence, where both do not fit a line. */
const hang = 4;

/** How many clauses were judged, what came of them, and of which areas nothing was judged. */
const judgedText = (all: readonly Standing[], { decision }: RunRecord): string => {
  const count = (is: (standing: Standing) => boolean): number => all.filter(is).length;
  const broken = count((each) => each.outcome === 'fail' && isGatingStanding(each));
  const waived = count((each) => each.outcome === 'fail' && each.weight === 'waived');
  const flaky = decision?.flaky.length ?? 0;
  const judged = count(isJudged);
  const whole = unjudgedIn(all);
  const unjudged = Map.groupBy(
    all.filter((each) => !isJudged(each)),
    ({ clause }) => areaOfClause(clause),
  );
  const areas = [
    ...whole,
    ...[...unjudged].flatMap(([area, { length }]) => (whole.includes(area) ? [] : `${length} of ${area}`)),
  ];
  return [
    `${judged} judged, ${broken} broken${waived > 0 ? `, ${waived} waived` : ''}${flaky > 0 ? `, ${flaky} flaky` : ''}`,
    ...(judged < all.length
      ? [`${all.length - judged} not judged${areas.length > 0 ? ` (${areas.join(', ')})` : ''}`]
      : []),
  ].join('; ');
};

/** What must be shown and was not: why stands above, and the ways out here. */
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
export const unmeasured = (record: RunRecord, all: readonly Standing[]): string[] => {
  const broken = all.filter(({ outcome }) => outcome === 'error').map(({ clause }) => clause);
  const lacking = decidingLack(all);
  const parts = [
    ...(broken.length > 0
      ? [`${counted(broken.length, 'clause')} met an error of ours: ${clauseNames(broken, all, namesMax)}.`]
      : []),
    ...untested(lacking, all, record),
  ];
  const { warnings = [], decision } = record;
  const lacks = lacked(decision?.lacking ?? []);
  // What the policy asks for says nothing more where the gate itself lacks something.
  if (broken.length === 0 && !lacking.some(isGatingStanding) && lacks.length > 0) {
    return [`${judgedText(all, record)}.`, ...lacks];
  }
  if (parts.length === 0 && warnings.length > 0) {
    return [`what was judged holds, and the pass is lost to ${counted(warnings.length, 'warning')} of ours`];
  }
  return parts.length > 0
    ? parts
    : [`no clause could be judged: ${onlyCause(all) ?? 'what they need is listed with them'}`];
};

const looks: Record<GateVerdict, { readonly label: string; readonly style: Style }> = {
  pass: { label: 'PASS', style: ['bold', 'green'] },
  fail: { label: 'FAIL', style: ['bold', 'red'] },
  inconclusive: { label: 'COULD NOT MEASURE', style: ['bold', 'yellow'] },
};

/** A command stays in one line, so that it can be copied. */
const hung = (sentence: string): string =>
  sentence.includes('npx ') ? sentence : wrapped(sentence, { hang, width: lineMax });

/** The verdict is the record's own; the standings only say how many clauses stand how. */
export const verdictLine = (record: RunRecord, all: readonly Standing[], paint: Paint): string => {
  const warnings = all.filter((each) => each.outcome === 'fail' && each.weight === 'warns').length;
  const { label, style } = looks[record.verdict];
  const said = warnings > 0 ? `${label} with ${counted(warnings, 'warning')}` : label;
  const isMeasured = record.verdict !== 'inconclusive';
  const sentences = isMeasured ? [judgedText(all, record)] : unmeasured(record, all);
  const around = circumstances(record);
  const [first = '', ...others] = sentences;
  // A cause ends its line: it can be long, and nothing may be taken for a part of it.
  if (isMeasured && `${said}  ${first} ${around}`.length <= lineMax) return `${paint(style, said)}  ${first} ${around}`;
  const whole = wrapped(`${said}  ${first}`, { hang, width: lineMax });
  const below = [...others, around].map((each) => hung(each));
  return `${paint(style, said)}${[whole.slice(said.length), ...below].join(`\n${' '.repeat(hang)}`)}`;
};
