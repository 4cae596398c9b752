/** What a look at a target has found: what each answer is read as, what no binding reads, and what is wrong. */
import { createSharing } from '../../client/redaction/sharing.ts';
import type { Answer } from '../../contracts/bindings.ts';
import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { dictionaryOperations, operations } from '../../contracts/operations.ts';
import { refusedWith, succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { bindingsInTime } from '../../engine/bound-call.ts';
import type { DictionaryAnswer, LookedAnswer, TargetCheck } from '../../reports/check-target-text.ts';

/** A value of `known` that the service does not know, and what it said. */
export type Stale = { readonly known: string; readonly value: Json; readonly why: string };

/** What has a documented name is found wherever it stands, without a binding (docs/use/bindings.md). */
const documented: ReadonlySet<string> = new Set([
  'searchId',
  'offerId',
  'aiScore',
  'hotelId',
  'bedVariants',
  'bookingId',
  'status',
  'bookings',
  'upsells',
  'checkinTime',
  'checkoutTime',
  'ticketNumber',
  'exchangeId',
  'bookingInfo',
  'searchPresetName',
  'pricingPresetName',
  'success',
  'error',
]);

type Reader = 'binding' | 'name' | 'nobody';

/** A place that is alike in every element of a list: `hotels[].price`. */
type AnswerPlace = {
  readonly place: string;
  readonly reader: Reader;
  /** What stands there first. */
  readonly value: Json;
};

const inner = (place: string, key: string, isList: boolean): string => {
  if (isList) return `${place}[]`;
  return place === '' ? key : `${place}.${key}`;
};

/** The body, with every place noted whose value is taken; it cannot be changed. */
const noting = (value: Json, place: string, note: (place: string) => void): Answer => {
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  return new Proxy(value, {
    get: (of, key, receiver) => {
      const found: unknown = Reflect.get(of, key, receiver);
      if (typeof key !== 'string' || !Object.hasOwn(of, key) || (isList && key === 'length')) return found;
      const at = inner(place, key, isList);
      note(at);
      return noting(found as Json, at, note);
    },
    set: () => false,
    deleteProperty: () => false,
    defineProperty: () => false,
  });
};

/** The places that a binding takes values from; an error that it throws is left to the real call. */
export const placesRead = (body: Json, response: (body: Answer) => unknown): ReadonlySet<string> => {
  const read = new Set<string>();
  try {
    // What it hands on as a whole, it reads as a whole.
    JSON.stringify(response(noting(structuredClone(body), '', (place) => read.add(place))));
  } catch {
    // What was read until then was read.
  }
  return read;
};

const [depthMax, elementsMax, placesMax] = [24, 200, 400];

type SeenPlace = { readonly shown: AnswerPlace; readonly key: string };

const isNested = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Not shown: the two forms differ in more than their values and names. */
const unshown = '…';

/**
 * Its ends: texts, numbers, and what is empty. Names and values are shown as they stand in the form that may leave,
 * which has them in the same order.
 */
const placesIn = (body: Json, shared: Json): Map<string, SeenPlace> => {
  const seen = new Map<string, SeenPlace>();
  const walk = (value: Json, shown: Json, at: { place: string; shown: string; key: string }, depth: number): void => {
    if (isNested(value) && depth < depthMax) {
      const isList = Array.isArray(value);
      const twins = isNested(shown) ? Object.entries(shown) : [];
      for (const [i, [name, child]] of Object.entries(value).slice(0, elementsMax).entries()) {
        const [shownName, shownChild] = twins[i] ?? [unshown, unshown];
        const next = {
          place: inner(at.place, name, isList),
          shown: inner(at.shown, shownName, isList),
          key: isList ? at.key : name,
        };
        walk(child, shownChild, next, depth + 1);
      }
      return;
    }
    if (seen.has(at.place) || seen.size >= placesMax) return;
    seen.set(at.place, { key: at.key, shown: { place: at.shown, value: shown, reader: 'nobody' } });
  };
  walk(body, shared, { place: '', shown: '', key: '' }, 0);
  return seen;
};

/**
 * @param body As it came, by whose places is judged what is read.
 * @param shared The form of it that may leave, which is shown.
 */
export const answerPlaces = (
  { body, shared }: { readonly body: Json; readonly shared: Json },
  read: ReadonlySet<string>,
): AnswerPlace[] =>
  [...placesIn(body, shared)].map(([place, { key, shown }]) => {
    if (read.has(place)) return { ...shown, reader: 'binding' };
    return documented.has(key) ? { ...shown, reader: 'name' } : shown;
  });

/** The ends of what was read, each with its name in the vocabulary of facts; of a list the first, and the count. */
const factLines = (facts: Json, at = ''): LookedAnswer['facts'] => {
  if (Array.isArray(facts)) {
    const [first] = facts;
    if (first === undefined) return [{ name: at, value: [] }];
    const [line, ...lines] = factLines(first, `${at}[0]`);
    return line ? [{ ...line, of: facts.length }, ...lines] : [];
  }
  if (!isJsonObject(facts)) return [{ name: at, value: facts }];
  return Object.entries(facts).flatMap(([key, child]) => {
    // Where a thing stands in the answer is shown beside the answer.
    if (key === 'at') return [];
    return factLines(child, at === '' ? key : `${at}.${key}`);
  });
};

const answerOf = (exact: Exchange, shared: Exchange | undefined, { bindings }: Target): LookedAnswer => {
  const operation = exact.operation as BoundOperation;
  const body = exact.response?.body ?? null;
  const response = bindings[operation]?.response as
    | ((body: Answer, intent: Intents[BoundOperation]) => unknown)
    | undefined;
  const read = response ? placesRead(body, (answer) => response(answer, exact.intent as never)) : new Set<string>();
  return {
    operation,
    status: exact.response?.status ?? 0,
    bytes: exact.response?.bytes ?? 0,
    hasResponse: response !== undefined,
    ...(exact.unread !== undefined && { unread: shared?.unread ?? 'what it said is not shown' }),
    facts: factLines((shared?.facts ?? {}) as Json),
    places: answerPlaces({ body, shared: shared?.response?.body ?? null }, read),
  };
};

const isDictionary = ({ operation }: Exchange): boolean => dictionaryOperations.some((each) => each === operation);

const dictionaryOf = ({ operation, response, request }: Exchange): DictionaryAnswer => ({
  operation,
  about: operation === 'hotel-static' ? request.path : request.query.map((pair) => pair.join('=')).join(),
  status: response?.status ?? 0,
  ...(Array.isArray(response?.body) && { records: response.body.length }),
});

const namedAs = ({ known, value, why }: Stale): string => `known.${known} ${JSON.stringify(value)}: ${why}`;

/** Why the look did not come to its end. */
const endOf = ({ stopped, error }: Trace): string[] => [
  ...(stopped ? [stopped.reason] : []),
  ...(error ? [error.message] : []),
];

export const lookedAt = (trace: Trace, target: Target, stale: readonly Stale[]): TargetCheck => {
  const { exchanges: shared } = createSharing().share(trace);
  const sharedOf = ({ index }: Exchange): Exchange | undefined => shared.find((each) => each.index === index);
  const asked = trace.exchanges.filter(({ operation }) => operation !== 'token');
  const bound = asked.filter((each) => !isDictionary(each));
  const answers = [...Map.groupBy(bound, ({ operation }) => operation).values()].flatMap((those) => {
    // Of several the first that succeeded: it has the most to read.
    const [first] = those.filter(succeeded);
    return first ? [first] : [];
  });
  const timed = { ...target, bindings: bindingsInTime(target.bindings, target.limits.bindingDeadlineMs) };
  const refused = [...new Set(bound.filter((each) => !succeeded(each)).map(({ operation }) => operation))].filter(
    (operation) => !answers.some((each) => each.operation === operation),
  );
  const dictionaries = asked.filter(isDictionary);
  const looked = answers.map((each) => answerOf(each, sharedOf(each), timed));
  const isKnownStale = (operation: string): boolean => stale.length > 0 && /search|ticket|pnr/.test(operation);
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    isTokenAccepted: asked.some((each) => each.bearer === 'own' && succeeded(each)),
    dictionaries: dictionaries.map(dictionaryOf),
    answers: looked,
    notAsked: (Object.keys(target.bindings) as BoundOperation[])
      .filter((each) => operations[each].effect === 'reads')
      .filter((each) => !bound.some(({ operation }) => operation === each)),
    wrong: [
      ...endOf(trace),
      ...dictionaries
        .filter((each) => !succeeded(each) && each.operation !== 'hotel-static')
        .map((each) => `${each.operation} ${refusedWith(each)}`),
      ...refused
        .filter((each) => !isKnownStale(each))
        .map((each) => `${each} was refused, so the body that its binding builds may be wrong`),
      ...looked.flatMap(({ operation, unread }) =>
        unread ? [`bindings['${operation}'].response broke: ${unread}`] : [],
      ),
      ...stale.map(namedAs),
    ],
  };
};
