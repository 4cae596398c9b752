/** Reads what the requests of a file were meant to say back out of their bodies, and where they name people. */
import type { Binding, Bindings } from '../../contracts/bindings.ts';
import type { Path } from '../../contracts/check.ts';
import { dayMs } from '../../contracts/durations.ts';
import { bookingStatuses, type Facts } from '../../contracts/facts.ts';
import { type BoundOperation, isBound } from '../../contracts/intents.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { PersonalPlace, PlainPlace } from '../../contracts/trace.ts';
import { readingUnmeant } from '../../engine/bound-call.ts';
import { type IntentMap, intentMap } from '../../targets/intent-map/intent-map.ts';
import { type IntentMember, membersOf } from '../../targets/intent-map/members.ts';
import { isWithin, keyOf, valueAt, withValue } from '../../targets/intent-map/places.ts';
import type { IntentReading } from '../../targets/intent-map/reading.ts';
import type { SampledExchange } from '../../targets/intent-map/samples.ts';
import { isDay } from '../replay/moved-dates.ts';
import type { Delivered } from './recognised.ts';
import { standIns } from './stand-ins.ts';

/** All of the body is understood, and nothing else gives the same body. */
export const isWhole = ({ isRebuilt, isAmbiguous, residual }: IntentReading): boolean =>
  isRebuilt && !isAmbiguous && residual.every(({ why }) => why === 'changing');

const ofPeople: ReadonlySet<string | number | undefined> = new Set(['guests', 'passengers', 'contact']);

const kindOfPlace = ({ kind }: IntentMember): PersonalPlace['is'] => {
  if (kind === 'birth' || kind === 'day') return 'day';
  return kind === 'text' ? 'name' : 'other';
};

/** Undefined where the binding cannot build it. */
const rewritten = (map: IntentMap, reading: IntentReading, days: readonly PersonalPlace[]): Json | undefined => {
  try {
    return map.rewrite(reading, (intent) =>
      days.reduce<Json>((rest, { at, instead = null }) => withValue(rest, at, instead), intent),
    );
  } catch {
    return undefined;
  }
};

/** The places that say who a person is, with drawn values in their form: no real one leaves. */
const personalPlaces = (
  map: IntentMap,
  reading: IntentReading,
  standIn: (member: IntentMember, value: Json) => string | undefined,
): readonly PersonalPlace[] => {
  const members = reading.places.filter(({ member }) => ofPeople.has(member.at[0]));
  const inIntent = members.flatMap(({ member }): PersonalPlace[] => {
    const value = valueAt(reading.intent, member.at);
    if (value === undefined) return [];
    const instead = standIn(member, value);
    return [{ at: [...member.at], is: kindOfPlace(member), ...(instead !== undefined && { instead }) }];
  });
  const body = rewritten(
    map,
    reading,
    inIntent.filter(({ instead }) => instead !== undefined),
  );
  const inBody = new Map<string, PersonalPlace>();
  // A place of several members, such as a whole name, holds what says the most.
  for (const is of ['other', 'day', 'name'] as const) {
    for (const { at: places } of members.filter(({ member }) => kindOfPlace(member) === is)) {
      for (const at of places) {
        const instead = is === 'name' ? undefined : valueAt(body, at);
        inBody.set(keyOf(at), { at: ['request', 'body', ...at], is, ...(instead !== undefined && { instead }) });
      }
    }
  }
  return [...inBody.values(), ...inIntent.map((each): PersonalPlace => ({ ...each, at: ['intent', ...each.at] }))];
};

const meaningOf = ({ kind }: IntentMember): PlainPlace['is'] =>
  kind === 'opaque' ? 'id' : kind === 'text' ? 'word' : 'value';

/** No number of a person is so small. */
const countMax = 10_000;
/** Days of travel and of lists are near: a number that is read as another day may be a telephone number. */
const nearMs = 1_100 * dayMs;

/** A value in no known form is meant as it stands, and may be anything. */
const isUnderstood = (member: IntentMember, value: Json | undefined, sentAtMs: number): boolean => {
  if (meaningOf(member) !== 'value') return value !== undefined;
  if (member.kind === 'day') return isDay(value) && Math.abs(Date.parse(value) - sentAtMs) < nearMs;
  if (member.kind === 'status') return bookingStatuses.some((each) => each === value);
  return typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) < countMax);
};

/** The places that say nothing about a person. Of a place of several members each has to be such. */
const plainPlaces = (
  { places, constants, residual, intent }: IntentReading,
  sentAtMs: number,
): readonly PlainPlace[] => {
  const isOfPerson = ({ at }: IntentMember): boolean => ofPeople.has(at[0]);
  const isUnread = (at: Path): boolean => residual.some((part) => isWithin(at, part.at) || isWithin(part.at, at));
  const personal = new Set<string>();
  const isPlain = (member: IntentMember): boolean =>
    !isOfPerson(member) && isUnderstood(member, valueAt(intent, member.at), sentAtMs);
  for (const { member, at } of places) if (!isPlain(member)) for (const each of at) personal.add(keyOf(each));
  const inBody = new Map<string, PlainPlace>();
  const inIntent: PlainPlace[] = [];
  for (const { member, at: all } of places.filter((each) => isPlain(each.member))) {
    const is = meaningOf(member);
    if (is !== 'value') inIntent.push({ at: ['intent', ...member.at], is });
    for (const at of all) {
      const [key, place] = [keyOf(at), { at: ['request', 'body', ...at], is } satisfies PlainPlace];
      if (!personal.has(key) && !isUnread(at) && (is !== 'value' || !inBody.has(key))) inBody.set(key, place);
    }
  }
  // What the search before has completed is in no body.
  for (const member of membersOf(intent))
    if (isPlain(member) && meaningOf(member) === 'value') inIntent.push({ at: ['intent', ...member.at], is: 'value' });
  const inAll = constants.map((at): PlainPlace => ({ at: ['request', 'body', ...at], is: 'value' }));
  return [...inBody.values(), ...inAll, ...inIntent];
};

/** Names of fields on the way to what is understood: the binding has given them. */
const namesIn = ({ places, constants }: IntentReading): string[] =>
  [...places.flatMap(({ at }) => at), ...constants].flatMap((at) => at.filter((key) => typeof key === 'string'));

export type ReadIntent = {
  /** Only where all of the body is understood: a wrong intent is worse than none. */
  readonly intent: JsonObject | undefined;
  readonly personal: readonly PersonalPlace[];
  readonly plain: readonly PlainPlace[];
  readonly names: readonly string[];
};

type AskedBody = {
  readonly operation: BoundOperation;
  readonly body: Json | undefined;
  /** In ms since the epoch. */
  readonly sentAtMs: number;
  readonly facts: Facts | undefined;
};

/** Reads bodies in the order of sending, each with what is known of those before it. */
export const readBodies = ({ bindings, known }: Pick<Target, 'bindings' | 'known'>, asked: readonly AskedBody[]) => {
  const exchanges = asked.map(({ operation, facts }): SampledExchange => ({ operation, facts }));
  const map = intentMap({ bindings, known }, { exchanges });
  const before: SampledExchange[] = [];
  const readings = asked.map(({ operation, body, sentAtMs, facts }) => {
    const writtenOn = new Date(sentAtMs).toISOString().slice(0, 10);
    const reading = body === undefined ? undefined : map.read(operation, body, { writtenOn, before });
    before.push({ operation, intent: reading && isWhole(reading) ? reading.intent : undefined, facts });
    return reading;
  });
  return { map, readings };
};

/** What the requests of a file were meant to say, with the exchanges before each of them. */
export const readBackIn = (
  target: Pick<Target, 'bindings' | 'known'>,
  all: readonly Delivered[],
  inTime: Bindings,
): ReadonlyMap<Delivered['sent'], ReadIntent> => {
  const asked = all.flatMap(({ operation, sent, content, found }) => {
    if (!isBound(operation)) return [];
    const answer = 'body' in content && succeeded(sent.answer) ? content.body : undefined;
    const read = readingUnmeant(operation, inTime[operation] as Binding<BoundOperation>);
    const facts = answer === undefined ? undefined : read(answer).reading.facts;
    return [{ operation, sent, body: sent.body, sentAtMs: found.sentAtMs, facts }];
  });
  const { map, readings } = readBodies(target, asked);
  const standIn = standIns();
  return new Map(
    asked.flatMap(({ sent, sentAtMs }, i): [Delivered['sent'], ReadIntent][] => {
      const reading = readings[i];
      if (!reading?.isRebuilt) return [];
      const intent = isWhole(reading) ? reading.intent : undefined;
      const personal = personalPlaces(map, reading, standIn(reading.intent, sentAtMs));
      return [[sent, { intent, personal, plain: plainPlaces(reading, sentAtMs), names: namesIn(reading) }]];
    }),
  );
};
