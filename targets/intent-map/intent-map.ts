/**
 * The intent map of a target: its bindings run backwards. It is derived from the target's own `request` functions, by
 * asking them about made-up intents and comparing the bodies.
 */
import { OutOfTime } from '../../client/in-time.ts';
import { type BoundOperation, boundOperations } from '../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { MappedOperation, Target } from '../../contracts/target.ts';
import { firstLineOf } from '../../contracts/usage-error.ts';
import { isSame } from '../forms/form.ts';
import type { ReadingContext } from './context.ts';
import { type LearnedShape, learnedShape } from './learned-shape.ts';
import { type IntentShape, membersOf, sentinelIntent, usualShape } from './members.ts';
import { differences, isWithin, valueAt, withoutValue, withValue } from './places.ts';
import { type IntentReading, type ShapeReading, shapeReading } from './reading.ts';
import { type SampledExchange, samplesOf } from './samples.ts';
import { questionsTo, type SentinelCall, SentinelsEnded } from './sentinel-call.ts';
import { contextRooms, roomsOfIntent, type ShapeTable, shapeKey, shapesOf } from './shapes.ts';

// Builds the body of an edited intent, and puts back what was not understood.

/** What was asked, after an edit of what is known of it. */
const editedWhole = (whole: Json | undefined, before: Json | undefined, after: Json | undefined): Json | undefined => {
  if (after === undefined) return before === undefined ? whole : undefined;
  if (Array.isArray(after)) {
    return after.map((each, i) => editedWhole(valueAt(whole, [i]), valueAt(before, [i]), each) ?? null);
  }
  if (!isJsonObject(after)) return after;
  const names = new Set([...Object.keys(isJsonObject(whole) ? whole : {}), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name): [string, Json][] => {
      const made = editedWhole(valueAt(whole, [name]), valueAt(before, [name]), valueAt(after, [name]));
      return made === undefined ? [] : [[name, made]];
    }),
  );
};

/** The body of an edited intent, with what was not understood put back where its place is still there. */
const rewritten = (
  reading: ShapeReading,
  edit: (intent: JsonObject) => Json,
  { build, isAnew }: { readonly build: (intent: Json) => Json; readonly isAnew: boolean },
): Json => {
  const after = edit(structuredClone(reading.intent));
  const whole = editedWhole(reading.whole, reading.intent, after) ?? null;
  const [then, now] = [build(reading.whole), build(whole)];
  const changed = differences(then, now);
  return reading.residual.reduce<Json>((body, { at, value, why }) => {
    // A clock, a counter or a random id is as the binding makes it today.
    if (isAnew && why === 'changing') return body;
    // What the edit has changed is as the edit wants it.
    const isEdited = why !== 'changing' && changed.some((place) => isWithin(at, place) || isWithin(place, at));
    if (isEdited || (at.length > 0 && valueAt(body, at.slice(0, -1)) === undefined)) return body;
    if (value === undefined) return withoutValue(body, at);
    const list = valueAt(body, at.slice(0, -1));
    const last = at.at(-1);
    if (Array.isArray(list) && typeof last === 'number' && last > list.length) return body;
    return withValue(body, at, value);
  }, now);
};

export type IntentMap = {
  /** Undefined where the operation has no map: no binding, or a binding that breaks on every intent we have. */
  read(operation: BoundOperation, body: Json, context?: ReadingContext): IntentReading | undefined;
  /**
   * The body of an edited intent, with what was not understood put back. Without an edit it is the body that was read.
   *
   * @param reading One that this map has given.
   * @param atMs The clock of a request that is sent anew; that of the reading by default.
   * @throws what the binding throws on the edited intent.
   */
  rewrite(reading: IntentReading, edit: (intent: JsonObject) => Json, atMs?: number): Json;
  operations(): readonly MappedOperation[];
};

type IntentMapOptions = {
  /** Exchanges of a run or a file: their references and intents stand for themselves. */
  readonly exchanges?: readonly SampledExchange[];
  /** In ms since the epoch. */
  readonly now?: () => number;
};

type OperationMap = {
  readonly shapesOf: (call: SentinelCall) => ShapeTable;
  readonly learned: (shape: IntentShape, call: SentinelCall) => LearnedShape | undefined;
  readonly why: () => string | undefined;
};

/** As it is shown to a person: the first guest stands for all. */
const placeText = (at: readonly (string | number)[]): string =>
  at
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '');

const distinct = (places: readonly (readonly (string | number)[])[]): string[] => [...new Set(places.map(placeText))];

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** What the binding gives again is better than what is only near it. */
const isBetter = (one: ShapeReading, other: ShapeReading): boolean =>
  one.isRebuilt === other.isRebuilt ? one.weight < other.weight : one.isRebuilt;

/** By the bindings: another process reads the files of the target anew, and copies of a target have the same ones. */
const cached = new WeakMap<object, { readonly known: Target['known']; readonly map: IntentMap }>();

/** @param target Its bindings are asked, in 5 s in all; the network is not there for them. */
export const intentMap = (
  target: Pick<Target, 'bindings' | 'known'>,
  { exchanges = [], now = Date.now }: IntentMapOptions = {},
): IntentMap => {
  const before = exchanges.length === 0 ? cached.get(target.bindings) : undefined;
  if (before?.known === target.known) return before.map;
  const questions = questionsTo(target.bindings);
  const samples = samplesOf(target.known, exchanges);
  const nowMs = now();
  const maps = new Map<BoundOperation, OperationMap>();
  /** Why an operation is not asked any more. */
  const late = new Map<BoundOperation, string>();

  /** Made-up ones first, then recorded ones of the same shape. */
  const basesOf = (operation: BoundOperation, shape: IntentShape): JsonObject[] => [
    sentinelIntent(operation, shape, samples),
    ...exchanges.flatMap((each): JsonObject[] => {
      const { intent } = each;
      if (each.operation !== operation || typeof intent !== 'object' || intent === null || Array.isArray(intent))
        return [];
      const rooms = roomsOfIntent(intent);
      return rooms === undefined || shapeKey({ ...shape, rooms }) === shapeKey(shape) ? [intent] : [];
    }),
  ];

  const mapOf = (operation: BoundOperation): OperationMap => {
    const found = maps.get(operation);
    if (found) return found;
    const shapesLearned = new Map<string, LearnedShape | undefined>();
    let why: string | undefined;
    const learned = (shape: IntentShape, call: SentinelCall): LearnedShape | undefined => {
      const key = shapeKey(shape);
      if (shapesLearned.has(key)) return shapesLearned.get(key);
      let made: LearnedShape | undefined;
      for (const [i, base] of basesOf(operation, shape).entries()) {
        try {
          made = learnedShape(base, { isMadeUp: i === 0, call, operation, samples, nowMs });
          break;
        } catch (thrown) {
          if (thrown instanceof SentinelsEnded || thrown instanceof OutOfTime) throw thrown;
          why ??= firstLineOf(thrown);
        }
      }
      shapesLearned.set(key, made);
      return made;
    };
    let shapes: ShapeTable | undefined;
    let asking: SentinelCall | undefined;
    const bodyOf = (shape: IntentShape): Json | undefined => {
      try {
        return asking?.(sentinelIntent(operation, shape, samples), nowMs);
      } catch {
        return undefined;
      }
    };
    const shapesBy = (call: SentinelCall): ShapeTable => {
      asking = call;
      shapes ??= shapesOf({ operation, learned: (shape) => learned(shape, asking ?? call), bodyOf });
      return shapes;
    };
    const made = { shapesOf: shapesBy, learned, why: () => why };
    maps.set(operation, made);
    return made;
  };

  const readings = new WeakMap<IntentReading, ShapeReading>();
  const given = (reading: ShapeReading, isAmbiguous: boolean): IntentReading => {
    const { whole: _, weight: __, atMs: ___, ...shown } = { ...reading, isAmbiguous };
    readings.set(shown, reading);
    return shown;
  };

  const read = (operation: BoundOperation, body: Json, context: ReadingContext = {}): IntentReading | undefined => {
    const map = mapOf(operation);
    const atMs = context.writtenOn === undefined ? nowMs : noon(context.writtenOn);
    const reading = (call: SentinelCall): IntentReading | undefined => {
      const build = (intent: Json) => call(intent, atMs);
      const readAs = (shape: IntentShape, isOfContext: boolean): ShapeReading | undefined => {
        const learned = map.learned(shape, call);
        return learned && shapeReading({ operation, learned, body, context, build, isOfContext, atMs });
      };
      const shapes = map.shapesOf(call);
      const things = shapes.thingsIn(body);
      let best: ShapeReading | undefined;
      for (const rooms of contextRooms(operation, context)) {
        const made = readAs({ rooms, things }, true);
        if (made?.isRebuilt && made.weight === 0) return given(made, false);
        if (made && (!best || isBetter(made, best))) best = made;
      }
      if (best?.isRebuilt) return given(best, false);
      let found: IntentShape | undefined;
      for (const shape of shapes.likely(body)) {
        const made = readAs(shape, false);
        if (made && (!best || isBetter(made, best))) [best, found] = [made, shape];
        if (made?.isRebuilt && made.weight === 0) break;
      }
      const { weight = 0 } = best ?? {};
      const isOther = (shape: IntentShape): boolean => {
        const made = readAs(shape, false);
        return made?.isRebuilt === true && made.weight <= weight && !isSame(made.intent, best?.intent);
      };
      if (!best?.isRebuilt || !found) return best && given(best, false);
      const rooms = roomsOfIntent(best.intent) ?? found.rooms;
      return given(best, shapes.alternatives({ ...found, rooms }).some(isOther));
    };
    return asked(operation, reading);
  };

  /** Undefined where it breaks on every intent, or does not end. */
  const asked = <T>(operation: BoundOperation, work: (call: SentinelCall) => T): T | undefined => {
    if (!target.bindings[operation]) return undefined;
    try {
      return questions.ask(operation, work);
    } catch (thrown) {
      if (!(thrown instanceof SentinelsEnded || thrown instanceof OutOfTime)) throw thrown;
      late.set(operation, thrown.message);
      return undefined;
    }
  };

  const mapped = (operation: BoundOperation): MappedOperation => {
    const none = { operation, said: [], located: [], lossy: [], unsaid: [], isAmbiguous: false };
    const map = mapOf(operation);
    const learned = asked(operation, (call) => map.learned(usualShape, call));
    if (!learned) return { ...none, why: late.get(operation) ?? map.why() ?? 'it has no binding' };
    const said = learned.members.filter(({ touched }) => touched.length > 0);
    const located = said.filter((member) => member.ways.length > 0 || learned.isStructural(member));
    const places = distinct(said.map(({ at }) => at));
    const two = [
      { adults: 2, children: 0 },
      { adults: 1, children: 0 },
    ];
    const rooms = operation === 'create-booking' || operation === 'hotel-search' ? two : usualShape.rooms;
    const body = asked(operation, (call) => map.learned({ rooms, things: 1 }, call))?.body;
    return {
      operation,
      said: places,
      located: distinct(located.map(({ at }) => at)),
      lossy: distinct(said.filter(({ ways }) => ways[0]?.loses !== undefined).map(({ at }) => at)),
      unsaid: distinct(membersOf(learned.base).map(({ at }) => at)).filter((place) => !places.includes(place)),
      isAmbiguous: body !== undefined && read(operation, body)?.isAmbiguous === true,
    };
  };

  const made: IntentMap = {
    read,
    rewrite: (reading, edit, atMs) => {
      const held = readings.get(reading);
      if (!held) throw new Error('the reading is not one of this map');
      return questions.ask(reading.operation, (call) => {
        const build = (intent: Json): Json => call(intent, atMs ?? held.atMs);
        return rewritten(held, edit, { build, isAnew: atMs !== undefined });
      });
    },
    operations: () => boundOperations.filter((operation) => target.bindings[operation]).map(mapped),
  };
  if (exchanges.length === 0) cached.set(target.bindings, { known: target.known, map: made });
  return made;
};
