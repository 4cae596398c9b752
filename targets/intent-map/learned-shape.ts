/** Learns where the members of an intent of one shape land: each is changed in turn, and the bodies are compared. */
import { OutOfTime } from '../../client/in-time.ts';
import type { Path } from '../../contracts/check.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { isSame } from '../forms/form.ts';
import { type IntentMember, membersOf, optionalRoot, otherValues, wholeDomain } from './members.ts';
import { differences, endsIn, isWithin, keyOf, valueAt, withoutValue, withValue } from './places.ts';
import type { SampledValues } from './samples.ts';
import { otherClockMs, type SentinelCall, SentinelsEnded } from './sentinel-call.ts';
import { type MemberWay, partsWay, type SampledBody, type TouchedPlace, tableWay, waysAt } from './ways.ts';

type LearnedMember = IntentMember & {
  readonly base: Json;
  /** Places of the body that change with it. */
  readonly touched: readonly Path[];
  /** None where the member changes the body in a way that is not understood. */
  readonly ways: readonly MemberWay[];
};

type LeftOutBody = {
  /** What is left out of the intent. */
  readonly root: Path;
  readonly body: Json;
  /** Lists that have fewer elements then. */
  readonly shorter: readonly Path[];
};

export type LearnedShape = {
  readonly base: JsonObject;
  /** The base is no recorded intent. */
  readonly isMadeUp: boolean;
  readonly body: Json;
  /** Places that differ without any change of the intent: clocks, counters, random ids. */
  readonly changing: readonly Path[];
  readonly members: readonly LearnedMember[];
  /** By the text of its place in the intent: the body without what may be left out. */
  readonly without: ReadonlyMap<string, LeftOutBody>;
  /** What changes the number of places is known by the shape alone. */
  readonly isStructural: (member: IntentMember) => boolean;
};

type LearningParts = {
  readonly isMadeUp: boolean;
  readonly call: SentinelCall;
  readonly operation: BoundOperation;
  readonly samples: SampledValues;
  readonly nowMs: number;
};

/** What throws on a made-up value shows nothing of it. */
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof SentinelsEnded || thrown instanceof OutOfTime) throw thrown;
    return undefined;
  }
};

type TouchingMember = { readonly member: IntentMember; readonly base: Json; readonly samples: readonly SampledBody[] };

/** Members under one key of the intent are first changed all at once: most are in no body at all. */
const perhapsSaid = (
  base: JsonObject,
  all: readonly IntentMember[],
  bodyOf: (intent: Json) => Json | undefined,
  body: Json,
) => {
  const groups = Map.groupBy(all, ({ at }) => String(at[0]));
  return [...groups.values()].flatMap((group) => {
    if (group.length < 4) return group;
    const changed = [0, 1].map((which) =>
      group.reduce<Json>((intent, member) => {
        const values = otherValues(member, valueAt(base, member.at) ?? null);
        const value = values[which % Math.max(values.length, 1)];
        return value === undefined ? intent : withValue(intent, member.at, value);
      }, base),
    );
    const isUnsaid = changed.every((intent) => isSame(bodyOf(intent), body));
    return isUnsaid ? [] : group;
  });
};

/** Real values in the place of made-up ones, for what a function looks up. */
const realValues = ({ at, kind }: IntentMember, base: Json, samples: SampledValues): readonly Json[] => {
  if (at.at(-1) === 'preset') return samples.preset.filter((value) => !isSame(value, base));
  if (kind !== 'opaque') return [];
  const pools: Readonly<Record<string, readonly Json[]>> = {
    offer: [...samples.offer, ...samples.flightOffer],
    booking: [...samples.hotelBooking, ...samples.flightBooking],
    ticket: samples.ticket,
    flights: samples.flight,
    upsells: samples.upsell,
    searchId: samples.searchId,
    hotelId: samples.hotelId,
    exchangeId: samples.exchangeId,
    calculation: samples.calculation,
    page: samples.page,
  };
  const [root = '', ...rest] = at;
  const inside = root === 'flights' || root === 'upsells' ? rest.slice(1) : rest;
  return (pools[root] ?? []).flatMap((sample) => {
    const value = valueAt(sample, inside);
    return value === undefined || value === null || isSame(value, base) || typeof value === 'object' ? [] : [value];
  });
};

const valuesMax = 6;

/** @throws what the function throws on the base: then there is nothing to compare with. */
export const learnedShape = (base: JsonObject, parts: LearningParts): LearnedShape => {
  const { call, operation, samples, nowMs, isMadeUp } = parts;
  const bodyOf = (intent: Json): Json | undefined => attempt(() => call(intent, nowMs));
  const body = call(base, nowMs);
  const random = differences(body, bodyOf(base));
  const byClock = differences(
    body,
    attempt(() => call(base, nowMs + otherClockMs)),
  );
  const isRandom = (place: Path): boolean => random.some((each) => isWithin(place, each));

  const all = membersOf(base);
  const touching = perhapsSaid(base, all, bodyOf, body).map((member): TouchingMember => {
    const own = valueAt(base, member.at) ?? null;
    const sampledWith = (values: readonly Json[]): SampledBody[] =>
      values.slice(0, valuesMax).flatMap((value) => {
        const made = bodyOf(withValue(base, member.at, value));
        return made === undefined ? [] : [{ member: member.at, value, body: made }];
      });
    const made = sampledWith(otherValues(member, own));
    return { member, base: own, samples: made.length > 0 ? made : sampledWith(realValues(member, own, samples)) };
  });

  const places = new Map<string, Path>();
  const touchedBy = new Map<string, TouchingMember[]>();
  const structural = new Set<string>();
  for (const each of touching) {
    const own = new Set<string>();
    for (const sample of each.samples) {
      for (const place of differences(body, sample.body)) {
        if (isRandom(place)) continue;
        const key = keyOf(place);
        places.set(key, place);
        own.add(key);
        if (
          valueAt(body, place) === undefined ||
          valueAt(sample.body, place) === undefined ||
          typeof valueAt(body, place) === 'object'
        )
          structural.add(keyOf(each.member.at));
      }
    }
    for (const key of own) touchedBy.set(key, [...(touchedBy.get(key) ?? []), each]);
  }

  const today = new Date(nowMs).toISOString().slice(0, 10);
  const days = all
    .filter(({ kind }) => kind === 'day')
    .map((each) => ({ ...each, base: valueAt(base, each.at) ?? null }));
  const ways = new Map<string, MemberWay[]>();
  const add = (at: Path, way: MemberWay | undefined): void => {
    if (way) ways.set(keyOf(at), [...(ways.get(keyOf(at)) ?? []), way]);
  };
  const touchedPlaces = new Map<string, TouchedPlace>();
  for (const [key, members] of touchedBy) {
    const place = places.get(key) ?? [];
    const touched: TouchedPlace = { place, base: valueAt(body, place), members };
    touchedPlaces.set(key, touched);
    for (const { member } of members) add(member.at, waysAt(touched, days, today).get(keyOf(member.at)));
  }

  for (const { member, base: own } of touching) {
    if (ways.has(keyOf(member.at))) continue;
    const alone = [...touchedPlaces.values()].filter(
      ({ members }) => members.length === 1 && members[0]?.member === member,
    );
    if (member.kind === 'day' || member.kind === 'birth') add(member.at, partsWay(alone, today));
    const domain = alone.length > 0 ? wholeDomain(member, samples) : [];
    if (domain.length < 2) continue;
    const bodies = domain.flatMap((value): (readonly [Json, Json])[] => {
      const made = isSame(value, own) ? body : bodyOf(withValue(base, member.at, value));
      return made === undefined ? [] : [[value, made]];
    });
    for (const { place } of alone)
      add(
        member.at,
        tableWay(
          place,
          bodies.map(([value, made]) => [value, valueAt(made, place)]),
        ),
      );
  }

  // What a function looks up as a whole is known by the values that the target file knows.
  const roots = new Map<string, LearnedMember>();
  for (const [name, known] of [
    ['region', samples.region],
    ['route', samples.route],
  ] as const) {
    const root = [name] as const;
    const inside = touching.filter(({ member }) => isWithin(member.at, root));
    if (known.length === 0 || inside.length === 0 || inside.some(({ member }) => ways.has(keyOf(member.at)))) continue;
    const bodies = known.flatMap((value): (readonly [Json, Json])[] => {
      const made = bodyOf(withValue(base, root, value));
      return made === undefined ? [] : [[value, made]];
    });
    const changed = [
      ...new Map(bodies.flatMap(([, made]) => differences(body, made).map((at) => [keyOf(at), at] as const))).values(),
    ];
    const tables = changed.flatMap(
      (place) =>
        tableWay(
          place,
          bodies.map(([value, made]) => [value, valueAt(made, place)]),
        ) ?? [],
    );
    if (tables.length > 0)
      roots.set(name, { at: root, kind: 'opaque', base: base[name] ?? null, touched: changed, ways: tables });
  }

  const without = new Map<string, LeftOutBody>();
  const members = touching
    .filter(({ member }) => !roots.has(String(member.at[0])))
    .map(({ member, base: own }): LearnedMember => {
      const touched = [...touchedPlaces.values()].flatMap(({ place, members: of }) =>
        of.some((each) => each.member === member) ? [place] : [],
      );
      return { ...member, base: own, touched, ways: ways.get(keyOf(member.at)) ?? [] };
    });
  for (const { at, touched } of members) {
    const root = optionalRoot(at, operation);
    if (!root || without.has(keyOf(root)) || touched.length === 0) continue;
    const made = bodyOf(withoutValue(base, root));
    const shorter = differences(body, made).filter((place) => Array.isArray(valueAt(body, place)));
    if (made !== undefined) without.set(keyOf(root), { root, body: made, shorter });
  }
  const changing = [...random, ...byClock.filter((place) => !touchedBy.has(keyOf(place)) && !isRandom(place))];
  return {
    base,
    isMadeUp,
    body,
    changing,
    members: [...members, ...roots.values()],
    without,
    isStructural: ({ at }) => structural.has(keyOf(at)),
  };
};

/** The places of a body, without what stands there: bodies of one shape have the same. */
export const skeletonOf = (body: Json): ReadonlySet<string> => new Set(endsIn(body).keys());
