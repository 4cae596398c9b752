/** Reads a body as an intent of one shape, and shows by building it again that the reading is right. */
import type { Path } from '../../contracts/check.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { isSame } from '../forms/form.ts';
import { completed, type ReadingContext, searchBefore } from './context.ts';
import type { LearnedShape } from './learned-shape.ts';
import type { IntentMember } from './members.ts';
import { differences, endsIn, isWithin, keyOf, valueAt, withoutValue, withValue } from './places.ts';
import type { MemberWay, ReadingState } from './ways.ts';

/** A part of a body that no intent gives: put back as it is, or left out where `value` is absent. */
export type ResidualPart = {
  readonly at: Path;
  readonly value?: Json;
  /**
   * `changing`: a clock, a counter or a random id. `added`: the binding builds nothing there. `unread`: a value that is
   * not in the form of its member. `lacking`: a member that the binding builds, and the body lacks.
   * `other`: it stands against the reading.
   */
  readonly why: 'changing' | 'added' | 'unread' | 'lacking' | 'other';
};

export type IntentReading = {
  readonly operation: BoundOperation;
  /** Of what the body says, completed by what the context knows of the same things. */
  readonly intent: JsonObject;
  /** Members of the intent that the body says. */
  readonly said: readonly Path[];
  /** Where each member that changes the body stands in it, also one that could not be read. */
  readonly places: readonly { readonly member: IntentMember; readonly at: readonly Path[] }[];
  readonly residual: readonly ResidualPart[];
  /** Places at which the binding always builds the same for an intent of this shape. */
  readonly constants: readonly Path[];
  /** Members whose spelling does not hold all that the intent says. */
  readonly lossy: readonly { readonly at: Path; readonly loses: string }[];
  /** Another intent gives the same body, and nothing decides between them. */
  readonly isAmbiguous: boolean;
  /** The binding gives the body again, but for what `residual` names. */
  readonly isRebuilt: boolean;
};

/** A reading, and what only a rewriting needs. */
export type ShapeReading = IntentReading & {
  /** With stand-ins for all that the body does not say: what the binding was asked. */
  readonly whole: JsonObject;
  readonly weight: number;
  /** The clock under which it was built. */
  readonly atMs: number;
};

type ReadingParts = {
  readonly operation: BoundOperation;
  readonly learned: LearnedShape;
  readonly body: Json;
  readonly context: ReadingContext;
  /** Under the clock of the day of writing. */
  readonly build: (intent: Json) => Json;
  readonly atMs: number;
  /** The shape of the intent is known from the context. */
  readonly isOfContext: boolean;
};

const isScalar = (value: Json | undefined): value is string | number | boolean =>
  value !== undefined && value !== null && typeof value !== 'object';

/** Undefined of what is no list. */
const lengthAt = (body: Json, place: Path): number | undefined => {
  const list = valueAt(body, place);
  return Array.isArray(list) ? list.length : undefined;
};

/**
 * Members that are left out, because the body is as the binding builds it without them.
 *
 * @param isNear Null in the place of what is absent will do, and the reverse.
 */
const leftOut = ({ learned, body }: ReadingParts, isNear: boolean): readonly Path[] =>
  [...learned.without.values()].flatMap(({ root, body: without, shorter }) => {
    if (shorter.some((place) => lengthAt(body, place) !== lengthAt(without, place))) return [];
    const inside = learned.members.filter(({ at }) => isWithin(at, root));
    const own = inside.flatMap(({ touched }) => touched);
    const others = learned.members.filter((member) => !inside.includes(member)).flatMap(({ touched }) => touched);
    const alone = own.filter((place) => !others.some((other) => keyOf(other) === keyOf(place)));
    // Of a place that others change, too, only its absence shows anything.
    const shown = alone.length > 0 ? alone : own.filter((place) => (valueAt(without, place) ?? null) === null);
    const isOut = shown.every((place) => {
      const [now, then] = [valueAt(body, place), valueAt(without, place)];
      return isSame(now, then) || (isNear && (now ?? null) === null && (then ?? null) === null);
    });
    return shown.length > 0 && isOut ? [root] : [];
  });

type ReadValue = { readonly at: Path; readonly value: Json; readonly way: MemberWay | undefined };

/** Reads every member that some way can read; ways that need other members come after them. */
const readValues = (
  parts: ReadingParts,
  { out, unusable }: { readonly out: readonly Path[]; readonly unusable: ReadonlySet<MemberWay> },
): Map<string, ReadValue> => {
  const { learned, body, context } = parts;
  const values = new Map<string, ReadValue>();
  // The days of the search before are known where the body does not say them.
  const inContext = (member: Path): Json | undefined =>
    member[0] === 'search'
      ? valueAt(
          searchBefore(
            { operation: parts.operation, context, base: learned.base },
            values.get(keyOf(['searchId']))?.value,
          ),
          member.slice(1),
        )
      : undefined;
  const state: ReadingState = {
    at: (place) => valueAt(body, place),
    meant: (member) => values.get(keyOf(member))?.value ?? inContext(member),
    writtenOn: context.writtenOn,
  };
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { at, ways } of learned.members) {
      if (values.has(keyOf(at)) || out.some((root) => isWithin(at, root))) continue;
      const sorted = ways.toSorted((one, other) => Number(one.loses !== undefined) - Number(other.loses !== undefined));
      for (const way of sorted) {
        const value = unusable.has(way) ? undefined : way.read(state);
        if (value === undefined) continue;
        values.set(keyOf(at), { at, value, way });
        isNew = true;
        break;
      }
    }
  }
  return values;
};

/** Places by their keys, the first of each outside. */
type PlaceKeys = Map<string | number, PlaceKeys>;

const treeOf = (places: readonly Path[]): PlaceKeys => {
  const root: PlaceKeys = new Map();
  for (const at of places) {
    let tree = root;
    for (const key of at) {
      const next: PlaceKeys = tree.get(key) ?? new Map();
      tree.set(key, next);
      tree = next;
    }
  }
  return root;
};

/** The members that are said, with the lists and objects around them. */
const saidPart = (whole: Json, said: PlaceKeys): Json => {
  if (said.size === 0) return whole;
  if (Array.isArray(whole)) {
    return whole.map((each, i) => {
      const inside = said.get(i);
      return inside ? saidPart(each, inside) : {};
    });
  }
  if (!isJsonObject(whole)) return whole;
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, each]): [string, Json][] => {
      const inside = said.get(name);
      if (inside) return [[name, saidPart(each, inside)]];
      // A list without elements stands beside what is said.
      return Array.isArray(each) && each.length === 0 ? [[name, each]] : [];
    }),
  );
};

/** What a part of the body is when the binding does not give it again. */
const residueAt = (
  at: Path,
  { learned, body }: ReadingParts,
  built: Json,
  read: ReadonlyMap<string, ReadValue>,
): ResidualPart => {
  const [value, instead] = [valueAt(body, at), valueAt(built, at)];
  const held = value === undefined ? { at } : { at, value };
  if (learned.changing.some((place) => isWithin(at, place))) return { ...held, why: 'changing' };
  if (instead === undefined) return { ...held, why: 'added' };
  // Another number of rooms or people is another shape.
  if (Array.isArray(value) && Array.isArray(instead)) return { ...held, why: 'other' };
  const of = learned.members.filter(({ touched }) =>
    touched.some((place) => isWithin(at, place) || isWithin(place, at)),
  );
  const isKnown = of.some(({ ways }) =>
    ways.some(({ places }) => places.some((place) => isWithin(place, at) || isWithin(at, place))),
  );
  if (!isKnown || of.every((member) => read.has(keyOf(member.at)))) return { ...held, why: 'other' };
  return { ...held, why: value === undefined ? 'lacking' : 'unread' };
};

const wayOfPlace = (way: MemberWay | undefined, at: Path): boolean =>
  way?.places.some((place) => isWithin(place, at) || isWithin(at, place)) ?? false;

/** Who is a child, where the sizes of the search before say it. */
const childrenOf = (whole: Json): Path[] => {
  const rooms = valueAt(whole, ['guests']) ?? [valueAt(whole, ['passengers']) ?? []];
  const isOfRooms = isJsonObject(whole) && Array.isArray(whole.guests);
  return (Array.isArray(rooms) ? rooms : []).flatMap((room, r) =>
    (Array.isArray(room) ? room : []).map((_, i) =>
      isOfRooms ? ['guests', r, i, 'isChild'] : ['passengers', i, 'isChild'],
    ),
  );
};

/** Another number of rooms, people or things. */
const isOfOtherSize = (places: readonly Path[], built: Json, body: Json): boolean =>
  places.some((at) => Array.isArray(valueAt(built, at)) && Array.isArray(valueAt(body, at)));

/** What stands in the body of a made-up intent, too, and follows from no member. */
const constantsOf = ({ learned, body }: ReadingParts, residual: readonly ResidualPart[]): readonly Path[] => {
  if (!learned.isMadeUp) return [];
  const touched = new Set(learned.members.flatMap((member) => member.touched.map(keyOf)));
  return [...endsIn(body).entries()].flatMap(([key, { at, value }]) =>
    isSame(valueAt(learned.body, at), value) && !touched.has(key) && !residual.some((part) => isWithin(at, part.at))
      ? [at]
      : [],
  );
};

const roundsMax = 4;

/** Undefined where the binding does not build anything from what was read. */
export const shapeReading = (parts: ReadingParts): ShapeReading | undefined => {
  const { operation, learned, body, build, isOfContext } = parts;
  const before = { operation, context: parts.context, base: learned.base };
  let out = leftOut(parts, false);
  const unusable = new Set<MemberWay>();
  const fromShape = learned.members.filter(
    ({ kind, ways, touched }) => touched.length > 0 && ways.length === 0 && (kind === 'count' || kind === 'flag'),
  );
  const isOut = (at: Path): boolean => out.some((root) => isWithin(at, root));

  const tried = (values: ReadonlyMap<string, ReadValue>) => {
    let whole: Json = learned.base;
    for (const { at, value } of values.values()) whole = withValue(whole, at, value);
    for (const root of out) whole = withoutValue(whole, root);
    const here = [...[...values.values()].map(({ at }) => at), ...fromShape.map(({ at }) => at)];
    const children = isOfContext ? childrenOf(whole) : [];
    const said = saidPart(whole, treeOf([...here, ...children]));
    const intent = completed(isJsonObject(said) ? said : {}, before);
    let built: Json;
    try {
      built = build(overlaid(whole, intent, out));
    } catch {
      return undefined;
    }
    const places = differences(built, body);
    return { whole: overlaid(whole, intent, out) as JsonObject, intent, built, places };
  };

  let values = readValues(parts, { out, unusable });
  let made = tried(values);
  for (let round = 0; made && round < roundsMax; round += 1) {
    const { places } = made;
    const wrong = [...values.values()].filter(({ way }) => places.some((at) => wayOfPlace(way, at)));
    if (wrong.length === 0) break;
    for (const { way } of wrong) if (way) unusable.add(way);
    values = readValues(parts, { out, unusable });
    made = tried(values);
  }
  if (!made) return undefined;

  // A value in no known form, null among them, may be wrong on purpose: then it is meant as it stands.
  const isRight = !isOfOtherSize(made.places, made.built, body);
  for (const { at, ways, kind } of isRight ? learned.members : []) {
    const place = ways[0]?.places[0];
    const raw = place && valueAt(body, place);
    if (
      values.has(keyOf(at)) ||
      isOut(at) ||
      !(raw === null || isScalar(raw)) ||
      ways[0]?.places.length !== 1 ||
      kind === 'count'
    )
      continue;
    const least: number = made.places.length;
    const withRaw = new Map(values).set(keyOf(at), { at, value: raw, way: undefined });
    const again = tried(withRaw);
    if (!again || again.places.length >= least || again.places.some((each) => place && isWithin(each, place))) continue;
    values = withRaw;
    made = again;
  }
  const near = leftOut(parts, true).filter((root) => ![...values.values()].some(({ at }) => isWithin(at, root)));
  if (near.length > out.length) {
    out = near;
    made = tried(values) ?? made;
  }

  const { whole, intent, built, places } = made;
  const residual = [
    ...learned.changing
      .filter((place) => valueAt(body, place) !== undefined)
      .map((at): ResidualPart => {
        return { at, value: valueAt(body, at) ?? null, why: 'changing' };
      }),
    ...places
      .filter((at) => !learned.changing.some((place) => isWithin(at, place)))
      .map((at) => residueAt(at, parts, built, values)),
  ];
  const weight = residual.filter(({ why }) => why !== 'changing').length;
  const unread = residual.filter(({ why }) => why === 'unread' || why === 'lacking').length;
  const said = [...[...values.values()].map(({ at }) => at), ...fromShape.map(({ at }) => at)];
  return {
    operation,
    constants: constantsOf(parts, residual),
    intent,
    said,
    places: learned.members.flatMap(({ at, kind, touched }) => {
      const here = touched.filter((place) => valueAt(body, place) !== undefined);
      return here.length === 0 ? [] : [{ member: { at, kind }, at: here }];
    }),
    residual,
    lossy: [...values.values()].flatMap(({ at, way }) => (way?.loses === undefined ? [] : [{ at, loses: way.loses }])),
    isAmbiguous: false,
    isRebuilt: residual.every(({ why }) => why !== 'other') && unread <= said.length,
    whole,
    weight,
    atMs: parts.atMs,
  };
};

/** The stand-ins, with all that is known in their place. What is left out stays out. */
const overlaid = (standIns: Json, known: Json, out: readonly Path[], at: Path = []): Json => {
  if (Array.isArray(known) && Array.isArray(standIns)) {
    return known.map((each, i) => (i < standIns.length ? overlaid(standIns[i] ?? null, each, out, [...at, i]) : each));
  }
  if (!isJsonObject(known) || !isJsonObject(standIns)) return known;
  const names = [...new Set([...Object.keys(standIns), ...Object.keys(known)])];
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const inner = [...at, name];
      if (out.some((root) => keyOf(root) === keyOf(inner))) return [];
      const [standIn, value] = [standIns[name], known[name]];
      if (value === undefined) return standIn === undefined ? [] : [[name, standIn]];
      return [[name, standIn === undefined ? value : overlaid(standIn, value, out, inner)]];
    }),
  );
};
