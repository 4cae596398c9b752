/** A target file for the person who writes it: what it sets and lacks, and what real answers hold and it reads. */

import { areaOfClause, areas } from '../contracts/areas.ts';
import { type BoundOperation, boundOperations } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Standing } from '../contracts/standing.ts';
import type { MappedOperation, Target } from '../contracts/target.ts';
import { oneLine } from './safe-text.ts';
import { columnsMax, counted, labelled, wrapped } from './text-layout.ts';

/** A place of an answer, alike in every element of a list, with who reads it. */
type ShownPlace = {
  readonly place: string;
  readonly reader: 'binding' | 'name' | 'nobody';
  readonly value: Json;
};

export type LookedAnswer = {
  readonly operation: OperationId;
  readonly status: number;
  readonly bytes: number;
  readonly hasResponse: boolean;
  readonly unread?: string;
  /** Of a list the first; `of` so many. */
  readonly facts: readonly { readonly name: string; readonly value: Json; readonly of?: number }[];
  readonly places: readonly ShownPlace[];
};

export type DictionaryAnswer = {
  readonly operation: OperationId;
  /** Which country, or which hotel. */
  readonly about: string;
  readonly status: number;
  readonly records?: number;
};

export type TargetCheck = {
  readonly target: string;
  readonly baseUrl: string;
  readonly isTokenAccepted: boolean;
  readonly dictionaries: readonly DictionaryAnswer[];
  readonly answers: readonly LookedAnswer[];
  /** Bindings of operations that only read, of which nothing could be asked. */
  readonly notAsked: readonly OperationId[];
  /** What a person must look at, a line each. */
  readonly wrong: readonly string[];
};

const [placesMax, factsMax, wrongMax, nameWidthMax, valueWidth] = [60, 24, 40, 36, 22];

const placeCharactersMax = 400;

const valueText = (value: Json): string => {
  if (typeof value === 'string') return `"${oneLine(value, valueWidth - 2)}"`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[ … ]';
  return typeof value === 'object' && value !== null ? '{ … }' : oneLine(String(value), valueWidth);
};

const readers = { binding: 'the binding', name: 'its name', nobody: 'not read' } as const;

const more = (left: number, what: string): string[] => (left > 0 ? [`  … ${counted(left, `more ${what}`)}`] : []);

/** The end of a place says more than its beginning. */
const placeText = (place: string): string => {
  const whole = oneLine(place, placeCharactersMax);
  return whole.length > nameWidthMax ? `…${whole.slice(1 - nameWidthMax)}` : whole;
};

type LookedRow = readonly [name: string, value: string, note: string];

const rowsOf = (rows: readonly LookedRow[]): string[] => {
  const nameWidth = Math.min(nameWidthMax, Math.max(...rows.map(([name]) => name.length)));
  return rows.map(([name, value, note]) =>
    `  ${placeText(name).padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${note}`.trimEnd(),
  );
};

const factRow = ({ name, value, of = 1 }: LookedAnswer['facts'][number]): LookedRow => [
  name,
  valueText(value),
  of > 1 ? `the first of ${of}` : '',
];

const placeRow = ({ place, value, reader }: ShownPlace): LookedRow => [
  place === '' ? 'the whole' : place,
  valueText(value),
  readers[reader],
];

const answerText = ({ operation, status, bytes, hasResponse, unread, facts, places }: LookedAnswer): string => {
  const left = places.filter(({ reader }) => reader === 'nobody').length;
  return [
    `${operation}  HTTP ${status}, ${bytes} bytes`,
    ...(hasResponse ? [] : ['  the binding has no response: only what has a documented name is read']),
    ...(unread === undefined ? [] : ['  the binding broke, so only what has a documented name is read']),
    ' read',
    ...(facts.length === 0 ? ['  nothing'] : rowsOf(facts.slice(0, factsMax).map(factRow))),
    ...more(facts.length - factsMax, 'fact'),
    ` answer, ${left === 0 ? 'all of it read' : `${counted(left, 'name')} of ${places.length} not read`}`,
    ...rowsOf([['answer', 'such as', 'read by'], ...places.slice(0, placesMax).map(placeRow)]),
    ...more(places.length - placesMax, 'name'),
  ].join('\n');
};

const dictionaryText = ({ operation, about, status, records }: DictionaryAnswer): string =>
  `${`${operation} ${about}`.trimEnd()}: HTTP ${status}${records === undefined ? '' : `, ${counted(records, 'record')}`}`;

export const lookedText = (looked: TargetCheck): string => {
  const { dictionaries, answers, notAsked, wrong } = looked;
  return [
    line('target', `${looked.target} at ${oneLine(looked.baseUrl)}`),
    line('token', looked.isTokenAccepted ? 'it is accepted' : 'there is none that is accepted'),
    ...(dictionaries.length > 0
      ? ['', 'dictionaries', ...dictionaries.map((each) => `  ${oneLine(dictionaryText(each), columnsMax - 2)}`)]
      : []),
    ...answers.flatMap((each) => ['', answerText(each)]),
    '',
    ...(answers.length > 0 ? ['Values that are not known to be harmless are replaced: only their form is true.'] : []),
    ...(notAsked.length > 0
      ? [line('not asked', `${notAsked.join(', ')}: nothing was found that they could be asked about`)]
      : []),
    ...wrong.slice(0, wrongMax).map((each) => `wrong  ${wrapped(oneLine(each), { hang: 7 })}`),
    ...more(wrong.length - wrongMax, 'thing'),
    wrong.length === 0 ? 'OK  all that was asked was answered' : `NOT OK  ${counted(wrong.length, 'thing')} to look at`,
  ].join('\n');
};

type CheckedTarget = {
  readonly source: string;
  readonly target: Target;
  /** Variables of the environment that have no value. */
  readonly unset: readonly string[];
  /** How each clause would stand at best. */
  readonly standings: readonly Standing[];
  readonly readBack: readonly MappedOperation[];
};

const reasonMax = 400;

const line = (label: string, text: string): string => labelled(label, text, { hang: 13 });

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
  if (unjudged.length === 0) return [line('judged', `all ${standings.length} clauses can be`)];
  const rows = areas.flatMap((area) => {
    const ofArea = unjudged.filter(({ clause }) => areaOfClause(clause) === area);
    return [...Map.groupBy(ofArea, ({ decisive }) => `${decisive.reason}`)].map(([reason, those]) => {
      const start = `  ${area.padEnd(areaWidth)}  ${String(those.length).padStart(3)}  `;
      return `${start}${wrapped(missingThing(reason), { hang: start.length })}`;
    });
  });
  return [
    line(
      'judged',
      `${standings.length - unjudged.length} of ${standings.length} clauses can be, if each binding reads all that it can. What keeps the others from it first, with how many:`,
    ),
    ...rows,
  ];
};

const operationWidth = Math.max(...boundOperations.map((each) => each.length));

/** What is said of every operation says nothing of one. */
const unsaidShown = (unsaid: readonly string[]): string[] =>
  unsaid.filter((place) => !/^(offer|search|upsells|flights)\b|reference$/.test(place));

const readBackRow = ({ operation, said, located, lossy, unsaid, isAmbiguous, why }: MappedOperation): string => {
  const start = `  ${operation.padEnd(operationWidth)}  `;
  if (why !== undefined) return `${start}${wrapped(`no map: ${oneLine(why, reasonMax)}`, { hang: start.length })}`;
  const left = said.filter((place) => !located.includes(place));
  const notes = [
    ...(left.length > 0 ? [`not located: ${left.join(', ')}`] : []),
    ...(lossy.length > 0 ? [`loses part of ${lossy.join(', ')}`] : []),
    ...(isAmbiguous ? ['ambiguous without the search before'] : []),
    ...(unsaidShown(unsaid).length > 0 ? [`not said: ${unsaidShown(unsaid).join(', ')}`] : []),
  ];
  const text = [`${located.length} of ${said.length}`, ...notes].join('; ');
  return `${start}${wrapped(oneLine(text, reasonMax), { hang: start.length })}`;
};

const readBackLines = (readBack: readonly MappedOperation[]): string[] =>
  readBack.length === 0
    ? []
    : [
        line('read back', 'members of an intent that requests say, and that are found in them again:'),
        ...readBack.map(readBackRow),
      ];

/** For a program: without the address and the credentials. */
export const checkTargetResult = ({ source, target, unset, standings, readBack }: CheckedTarget): object => ({
  source,
  target: target.name,
  revision: target.revision,
  unset,
  may: target.may,
  bindings: boundOperations.filter((each) => target.bindings[each]),
  missing: missingOf(target),
  known: Object.keys(target.known),
  levers: Object.keys(target.levers),
  readBack,
  clauses: standings.map(({ clause, outcome, decisive: { reason } }) => ({
    id: clause,
    canBeJudged: outcome === 'pass',
    ...(outcome !== 'pass' && { reason: missingThing(reason ?? '') }),
  })),
});

export const checkTargetText = ({ source, target, unset, standings, readBack }: CheckedTarget): string => {
  const missing = missingOf(target);
  return [
    line('target', `${oneLine(source)} can be loaded, and its settings are valid`),
    line(
      'name',
      `${target.name}, revision ${target.revision}${unset.length > 0 ? '' : `, at ${oneLine(target.baseUrl)}`}`,
    ),
    ...(unset.length > 0
      ? [line('not set', `${unset.map((each) => oneLine(each)).join(', ')} in the environment`)]
      : []),
    line('may', allowedBy(target)),
    line('other', target.otherPartner ? 'a second partner is there' : 'no second partner'),
    line('bindings', bindingsOf(target)),
    ...(missing.length > 0 && missing.length < boundOperations.length
      ? [line('', `missing: ${missing.join(', ')}`)]
      : []),
    line('known', named(target.known)),
    line('levers', named(target.levers)),
    ...readBackLines(readBack),
    '',
    ...unjudgedLines(standings),
    '',
    line('next', `npx --no -- preflight check-target ${oneLine(source)} --connect`),
  ].join('\n');
};
