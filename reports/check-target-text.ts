/** What a target file sets, what it lacks, and what each lack leaves unjudged: for the person who writes it. */
import { areaOfClause, areas } from '../contracts/areas.ts';
import { type BoundOperation, boundOperations } from '../contracts/intents.ts';
import type { Standing } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { oneLine } from './one-line.ts';
import { wrapped } from './wrapped.ts';

export type CheckedTarget = {
  readonly source: string;
  readonly target: Target;
  /** Variables of the environment that have no value. */
  readonly unset: readonly string[];
  /** How each clause would stand at best. */
  readonly standings: readonly Standing[];
};

export const width = 80;
const labelWidth = 13;
const reasonMax = 400;

export const labelled = (label: string, text: string): string =>
  `${label.padEnd(labelWidth)}${wrapped(text, { hang: labelWidth, width })}`;

const budget = (what: string, allowed: { perRun: number; perDay?: number } | undefined): string[] =>
  allowed ? [`${what}: ${allowed.perRun} a run${allowed.perDay === undefined ? '' : `, ${allowed.perDay} a day`}`] : [];

const allowedBy = ({ may }: Target): string => {
  const effects = [
    ...budget('bookings', may.books),
    ...budget('tickets', may.tickets),
    ...budget('further tokens', may.extraTokens),
    ...(may.obligations?.length ? [`to leave behind ${may.obligations.join(', ')}`] : []),
  ];
  return effects.length === 0 ? 'read, with one token, and nothing else' : `read; ${effects.join('; ')}`;
};

const named = (object: object): string => Object.keys(object).join(', ') || 'none';

const bindingsOf = ({ bindings }: Target): string => {
  const there = boundOperations.filter((each) => bindings[each]);
  const unread = there.filter((each) => !bindings[each]?.response);
  return [
    `${there.length} of ${boundOperations.length}${there.length > 0 ? `: ${there.join(', ')}` : ''}`,
    ...(unread.length > 0 ? [`without response: ${unread.join(', ')}`] : []),
  ].join('; ');
};

const missingOf = ({ bindings }: Target): readonly BoundOperation[] =>
  boundOperations.filter((each) => !bindings[each]);

/** As a thing to add, and no more. */
const missingThing = (reason: string): string =>
  oneLine(reason, reasonMax)
    .replace(/^needs /, '')
    .replace(/,* in the target file$/, '')
    .replaceAll(',,', ',');

const areaWidth = Math.max(...areas.map((each) => each.length));

const unjudgedLines = (standings: readonly Standing[]): string[] => {
  const unjudged = standings.filter(({ outcome }) => outcome !== 'pass');
  if (unjudged.length === 0) return [labelled('judged', `all ${standings.length} clauses can be`)];
  const rows = [...Map.groupBy(unjudged, ({ clause, decisive }) => `${areaOfClause(clause)}\n${decisive.reason}`)];
  const byArea = rows.toSorted(([one], [other]) => areaAt(one) - areaAt(other));
  return [
    labelled(
      'judged',
      `${standings.length - unjudged.length} of ${standings.length} clauses can be, if each binding reads all that it can. What keeps the others from it first, with how many:`,
    ),
    ...byArea.map(([key, those]) => {
      const [area = '', reason = ''] = key.split('\n');
      const start = `  ${area.padEnd(areaWidth)}  ${String(those.length).padStart(3)}  `;
      return `${start}${wrapped(missingThing(reason), { hang: start.length, width })}`;
    }),
  ];
};

const areaAt = (key: string): number => areas.findIndex((each) => key.startsWith(each));

/** For a program: without the address and the credentials. */
export const checkTargetTold = ({ source, target, unset, standings }: CheckedTarget): object => ({
  source,
  target: target.name,
  revision: target.revision,
  unset,
  may: target.may,
  bindings: boundOperations.filter((each) => target.bindings[each]),
  missing: missingOf(target),
  known: Object.keys(target.known),
  levers: Object.keys(target.levers),
  clauses: standings.map(({ clause, outcome, decisive: { reason } }) => ({
    id: clause,
    canBeJudged: outcome === 'pass',
    ...(outcome !== 'pass' && { reason: missingThing(reason ?? '') }),
  })),
});

/** Without a newline at its end. */
export const checkTargetText = ({ source, target, unset, standings }: CheckedTarget): string => {
  const missing = missingOf(target);
  return [
    labelled('target', `${oneLine(source)} can be loaded, and its settings are valid`),
    labelled(
      'name',
      `${target.name}, revision ${target.revision}${unset.length > 0 ? '' : `, at ${oneLine(target.baseUrl)}`}`,
    ),
    ...(unset.length > 0
      ? [labelled('not set', `${unset.map((each) => oneLine(each)).join(', ')} in the environment`)]
      : []),
    labelled('may', allowedBy(target)),
    labelled('other', target.otherPartner ? 'a second partner is there' : 'no second partner'),
    labelled('bindings', bindingsOf(target)),
    ...(missing.length > 0 && missing.length < boundOperations.length
      ? [labelled('', `missing: ${missing.join(', ')}`)]
      : []),
    labelled('known', named(target.known)),
    labelled('levers', named(target.levers)),
    '',
    ...unjudgedLines(standings),
    '',
    labelled('next', `npx --no -- preflight check-target ${oneLine(source)} --connect`),
  ].join('\n');
};
