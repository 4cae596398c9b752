/** How a script sees, without Preflight, whether the error is still there: derived from the text of the finding. */
import { isDeepStrictEqual } from 'node:util';
import { openPath, type Path, valueAt } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { errorCodeOf, isRefusal } from '../../contracts/outcome.ts';
import { isAboutRights, isAuthorized } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { jsonIn, replacedPlaces, scalarsIn, valuesAt } from '../body-places.ts';
import type { Focus } from '../case.ts';
import { createReferences, isForOthersOnly, isOtherThanSent, type References } from '../references.ts';
import { isSeen, type ShippedAnswers } from './shipped/seen.mjs';

/** A value that an earlier step gives: its place in the body, and the recorded value. */
export type GivenByStep = { readonly step: number; readonly at: Path; readonly was: Json };

export const givenBy = ({ number, exchange }: Numbered, at: Path, was: Json): GivenByStep => ({
  step: number,
  at: openPath({ exchange, path: ['response', 'body', ...at] }).slice(2),
  was,
});

type TestPromise =
  | { readonly promise: 'json' | 'answered' | 'sorted' | 'unique' | 'absent' | 'present' }
  | { readonly promise: 'refused'; readonly code?: string; readonly before?: Json }
  | { readonly promise: 'somewhere'; readonly name: string }
  | { readonly promise: 'equals'; readonly to: Json; readonly given?: GivenByStep }
  | { readonly promise: 'differs'; readonly from: Json }
  | { readonly promise: 'kind'; readonly kind: string; readonly everywhere: true }
  | { readonly promise: 'among'; readonly values: readonly string[]; readonly everywhere: true }
  | { readonly promise: 'between'; readonly min: number; readonly max: number; readonly everywhere: true }
  | { readonly promise: 'matching'; readonly pattern: string; readonly everywhere?: true };

export type Test = TestPromise & {
  readonly step: number;
  /** From the answer on: `['body', 17, 'id']`. */
  readonly path: Path;
  /** The record of a list, recognised by a value in it. */
  readonly record?: { readonly depth: number; readonly at: Path; readonly is: Json; readonly given?: GivenByStep };
  /** All other records kept the promise: where this one is not found, each of them is looked at. */
  readonly others?: true;
  /** What the address names, as an earlier step gave it: where it gives it no more, the request is about nothing. */
  readonly named?: { readonly step: number; readonly was: Json };
  /** There was nothing at the place. */
  readonly wasAbsent?: true;
  /** The recorded status. */
  readonly was: number;
  /** The earlier steps with an effect that were refused: where one succeeds, what it has done is no error. */
  readonly refused?: readonly number[];
  /** The request differs from the recorded one: no error proves nothing. */
  readonly isOther?: true;
};

const status: Path = ['response', 'status'];

/** Error codes, and states of a booking. */
const bareWord =
  /^([A-Z][A-Z_]{3,}|unknown|inWork|completed|rejected|cancelled|failed)(?:, the status asked for|, as it .*)?$/;

/** The value at the beginning of an expectation: `"9f2c", as in the search before`. */
const literalIn = (expected: string): Json | undefined => {
  const quoted = /^("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)(?:,|$)/.exec(expected);
  if (quoted?.[1] !== undefined) return jsonIn(quoted[1]);
  return bareWord.exec(expected)?.[1];
};

const kindsByWord: Readonly<Record<string, string>> = {
  string: 'string',
  'text that is not empty': 'text',
  number: 'number',
  integer: 'integer',
  'an integer': 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  'an array': 'array',
};

/** A promise about the status is a number or a refusal. */
const ofStatus = (expected: string, actual: Json | undefined, exchange: Exchange): TestPromise => {
  if (/^\d{3}$/.test(expected)) return { promise: 'equals', to: Number(expected) };
  const refusal = /^a refusal(?: with ([A-Z_]+))?/.exec(expected);
  if (refusal) {
    const [, code] = refusal;
    const isCodeKnown = code !== undefined && isRefusal(exchange);
    return { promise: 'refused', ...(isCodeKnown && { code, before: errorCodeOf(exchange) ?? null }) };
  }
  if (/^a (success|view)/.test(expected)) return { promise: 'answered' };
  return { promise: 'differs', from: actual ?? null };
};

/** True for a value that is the same in each run: times, ids and prices are not. */
const isSteady = (value: Json | undefined): value is Json =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && /^[\p{L}_ ]{1,60}$/u.test(value));

/** The promises that the text of a finding allows, the best first. */
const candidates = (focus: Focus): TestPromise[] => {
  const { expected, actual, path, exchange } = focus;
  const value = valueAt(exchange, path);
  const name = path.at(-1);
  // A missing member outside of lists may stand at any place of the body. A conditional promise is left out.
  if (
    expected !== undefined &&
    expected !== 'JSON' &&
    value === undefined &&
    actual === 'absent' &&
    !expected.includes(', as ') &&
    path[1] === 'body' &&
    path.length > 2 &&
    typeof name === 'string'
  ) {
    return path.some((key) => typeof key === 'number') ? [{ promise: 'present' }] : [{ promise: 'somewhere', name }];
  }
  if (expected === undefined) {
    return path === status || path[1] === 'status' || value === undefined
      ? [{ promise: 'refused' }]
      : [{ promise: 'differs', from: value }];
  }
  if (path[1] === 'status') return [ofStatus(expected, value, exchange)];
  if (expected === 'JSON') return [{ promise: 'json' }];
  if (expected === 'a JSON media type') return [{ promise: 'matching', pattern: '^application/(.*\\+)?json' }];
  if (expected === 'absent') return [{ promise: 'absent' }];
  if (expected.startsWith('sorted by')) return [{ promise: 'sorted' }];
  const isTwiceInOneList = expected === 'each entry once' && path.filter((key) => typeof key === 'number').length === 1;
  if (isTwiceInOneList || expected.startsWith('an id of its own')) return [{ promise: 'unique' }];
  if (expected === 'a UUID') return [{ promise: 'matching', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }];
  if (expected === 'the answer, not an error') return [{ promise: 'answered' }];
  const isErrorCode = path.at(-2) === 'error' && name === 'code';
  const code = (isErrorCode ? /^([A-Z_]+)$/ : /^the code ([A-Z_]+)$/).exec(expected)?.[1];
  if (code !== undefined) return [{ promise: 'refused', code, before: errorCodeOf(exchange) ?? null }];
  const letters = /^(\d) letters$/.exec(expected)?.[1];
  if (letters !== undefined) return [{ promise: 'matching', pattern: `^\\p{L}{${letters}}$`, everywhere: true }];
  // A number may lawfully stand for a text, unless the finding is about that.
  if (expected === 'text that is not empty' && typeof value !== 'number')
    return [{ promise: 'matching', pattern: '\\S' }];
  const kind = kindsByWord[expected];
  if (kind !== undefined) return [{ promise: 'kind', kind, everywhere: true }];
  const among = /^one of ([\w, ]+)$/.exec(expected) ?? /^(Hotel, Room, Apartment)$/.exec(expected);
  if (among?.[1]) return [{ promise: 'among', values: among[1].split(', '), everywhere: true }];
  const range = /^between (-?\d+) and (-?\d+)$/.exec(expected) ?? /^null, or a number from (0) to (1)$/.exec(expected);
  if (range) return [{ promise: 'between', min: Number(range[1]), max: Number(range[2]), everywhere: true }];
  const literal = literalIn(expected);
  return [
    ...(literal === undefined ? [] : [{ promise: 'equals' as const, to: literal }]),
    ...(isSteady(value) ? [{ promise: 'differs' as const, from: value }] : []),
  ];
};

export type Numbered = { readonly number: number; readonly exchange: Exchange };

/** Where another step gives a value: in the same place of the same operation, or in any earlier answer. */
const giverOf = (
  value: Json,
  path: Path,
  { steps, at }: { steps: readonly Numbered[]; at: Numbered },
): GivenByStep | undefined => {
  for (const step of steps) {
    if (step.number === at.number || step.exchange.operation !== at.exchange.operation) continue;
    if (JSON.stringify(valueAt(step.exchange, path)) === JSON.stringify(value))
      return givenBy(step, path.slice(2), value);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  for (const step of steps.filter((each) => each.number < at.number)) {
    const found = scalarsIn(step.exchange.response?.body).find((each) => each.value === value);
    if (found && String(value).length >= 6) return givenBy(step, found.at, value);
  }
  return undefined;
};

/** Recognises the record by an id that a step gave, or else by its own id. */
const recordOf = (
  path: Path,
  { steps, at, references }: { steps: readonly Numbered[]; at: Numbered; references: References },
): Test['record'] | undefined => {
  const depth = openPath({ exchange: at.exchange, path }).findLastIndex((key) => typeof key === 'number');
  if (depth < 0) return undefined;
  const record = valueAt(at.exchange, path.slice(0, depth + 1));
  const inner = path.slice(depth + 1);
  const own = scalarsIn(record).filter((each) => each.at.join('.') !== inner.join('.'));
  for (const { value, at: place } of own) {
    const giver = references.makerOf(value);
    const step = giver && steps.find(({ exchange }) => exchange === giver.exchange);
    if (giver && step && step.number < at.number) {
      return { depth: depth - 1, at: place, is: value, given: givenBy(step, giver.at, value) };
    }
  }
  const id = own.find((each) => each.at.length === 1 && /^(id|.*Id)$/.test(String(each.at[0])));
  return id && { depth: depth - 1, at: id.at, is: id.value };
};

/** Fewer may be alike by chance. */
const othersMin = 3;

/** Whether all other records of the list keep the promise. */
const isKeptByOthers = (promised: TestPromise, { exchange, path }: Focus): boolean => {
  const broken = JSON.stringify(valueAt(exchange, path));
  const open = openPath({ exchange, path });
  const others = valuesAt(exchange as unknown as Json, open).filter((each) => JSON.stringify(each) !== broken);
  if (others.length < othersMin) return false;
  if (promised.promise === 'equals') return others.every((each) => isDeepStrictEqual(each, promised.to));
  return (
    promised.promise === 'matching' &&
    others.every((each) => each !== null && new RegExp(promised.pattern, 'iu').test(String(each)))
  );
};

export const recordedAnswers = (steps: readonly Numbered[]): ShippedAnswers =>
  Object.fromEntries(
    steps.map(({ number, exchange: { response } }) => [
      number,
      {
        status: response?.status ?? 0,
        headers: response?.headers ?? {},
        body: response?.body,
        text: response?.text ? (response.text.raw ?? 'no JSON') : undefined,
      },
    ]),
  );

/** False for a value that belongs to the recorded run only. */
const isKnown = (value: Json, { exchange }: Focus): boolean =>
  isSteady(value) ||
  typeof value === 'number' ||
  JSON.stringify([exchange.request.body ?? null, exchange.request.query]).includes(JSON.stringify(value));

/** True for a request that cannot be sent as recorded. Right credentials come from the environment. */
const isReplaced = (exchange: Exchange, references: References): boolean =>
  exchange.login !== 'own' && exchange.login !== 'other' && isOtherThanSent(exchange, references);

/** Whether the steps leave out earlier requests of a kind. */
const leavesOut = (
  { trace, exchange }: Focus,
  steps: readonly Numbered[],
  isOfKind: (each: Exchange) => boolean,
): boolean =>
  trace.exchanges.some(
    (each) => each.index < exchange.index && isOfKind(each) && !steps.some((step) => step.exchange === each),
  );

/**
 * A difference between reads may show in the third read only. What the other partner sees may depend on earlier
 * requests of the owner.
 */
const leavesOutReads = (focus: Focus, steps: readonly Numbered[]): boolean =>
  leavesOut(focus, steps, ({ operation }) => operation === focus.exchange.operation);

/** A token may be refused because of earlier uses. */
const leavesOutUses = (focus: Focus, steps: readonly Numbered[]): boolean =>
  isAuthorized(focus.exchange) &&
  isAboutRights(focus.exchange) &&
  leavesOut(
    focus,
    steps,
    ({ operation, tokenSerial }) => operation !== 'token' && tokenSerial === focus.exchange.tokenSerial,
  );

/** A replaced value keeps only its type and form: these promises can still be tested. */
const namedInAddress = ({ request }: Exchange, before: readonly Numbered[]): NonNullable<Test['named']>[] => {
  const names = request.path.split('/');
  return before.flatMap(({ number, exchange }) =>
    scalarsIn(exchange.response?.body).flatMap(({ value }) =>
      names.includes(String(value)) ? [{ step: number, was: value }] : [],
    ),
  );
};

/** Fewer signs stand in many answers. */
const tellingMin = 6;

/** What was answered is about what a step did that the script leaves out: without it, a refusal shows nothing. */
const isAboutLeftOut = ({ trace, exchange }: Focus, steps: readonly Numbered[]): boolean => {
  const sent = new Set(steps.map((each) => each.exchange));
  const shown = new Set(scalarsIn(exchange.response?.body).map(({ value }) => String(value)));
  return trace.exchanges.some(
    (each) =>
      each.index < exchange.index &&
      hasEffect(each) &&
      !sent.has(each) &&
      scalarsIn(each.response?.body).some(
        ({ value }) => String(value).length >= tellingMin && shown.has(String(value)),
      ),
  );
};

const outliveReplacing: ReadonlySet<Test['promise']> = new Set(['kind', 'matching', 'among']);

/** Undefined where no test sees the error in the recorded answers: then a person must decide. */
export const testOf = (focus: Focus, steps: readonly Numbered[]): Test | undefined => {
  const at = steps.find(({ exchange }) => exchange === focus.exchange);
  const { path } = focus;
  if (!at || path[0] !== 'response') return undefined;
  const isReplacedThere = replacedPlaces(focus.exchange).has(path);
  const answers = recordedAnswers(steps);
  const was = focus.exchange.response?.status ?? 0;
  const references = createReferences(steps.map(({ exchange }) => exchange));
  const other = steps
    .filter(({ number, exchange }) => number <= at.number && isReplaced(exchange, references))
    .map(({ exchange }) => exchange);
  const isOtherFor = ({ promise }: TestPromise): boolean => {
    // What an answer holds is not decided by who travels, or by whose requests came before.
    const isOfContent = path[1] === 'body' && promise !== 'refused' && promise !== 'answered';
    return (
      leavesOutUses(focus, steps) ||
      (promise === 'refused' && isAboutLeftOut(focus, steps)) ||
      (!isOfContent && focus.exchange.bearer === 'other' && leavesOutReads(focus, steps)) ||
      other.some((exchange) => !(isOfContent && isForOthersOnly(exchange, references)))
    );
  };
  const isAbsent = focus.actual === 'absent';
  const refused = steps
    .filter(({ number, exchange }) => number < at.number && hasEffect(exchange) && isRefusal(exchange))
    .map(({ number }) => number);
  const [named] = namedInAddress(
    focus.exchange,
    steps.filter(({ number }) => number < at.number),
  );
  // Which of two answers is right, only a third one shows.
  const isOfReads = /, as (?:in |[a-z-]+ says of it)/.test(focus.expected ?? '');
  for (const promised of candidates(focus)) {
    if (isReplacedThere && !outliveReplacing.has(promised.promise)) continue;
    const given = promised.promise === 'equals' ? giverOf(promised.to, path, { steps, at }) : undefined;
    if (isOfReads && !given) continue;
    if (promised.promise === 'equals' && !given && !isKnown(promised.to, focus)) continue;
    const isOfOne = ['equals', 'differs', 'absent', 'present', 'matching'].includes(promised.promise);
    const record = isOfOne ? recordOf(path, { steps, at, references }) : undefined;
    const test: Test = {
      ...promised,
      ...(given && { given }),
      ...(record && { record }),
      ...(isOfOne && isKeptByOthers(promised, focus) && { others: true }),
      ...((isOtherFor(promised) || (given && leavesOutReads(focus, steps))) && { isOther: true }),
      ...(named && { named }),
      ...(isAbsent && { wasAbsent: true }),
      ...(refused.length > 0 && { refused }),
      step: at.number,
      path: openPath({ exchange: focus.exchange, path }).slice(1),
      was,
    };
    if (isSeen(test, answers).seen === true) return test;
  }
  return undefined;
};
