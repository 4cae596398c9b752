/** Reads what the requests of a file were meant to say back out of their bodies, and where they name people. */
import { createPlaceholders } from '../../client/redaction/placeholder.ts';
import type { Binding, Bindings } from '../../contracts/bindings.ts';
import { type BoundOperation, isBound } from '../../contracts/intents.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { PersonalPlace } from '../../contracts/trace.ts';
import { readingUnmeant } from '../../engine/bound-call.ts';
import { type IntentMap, intentMap } from '../../targets/intent-map/intent-map.ts';
import type { IntentMember } from '../../targets/intent-map/members.ts';
import { keyOf, valueAt, withValue } from '../../targets/intent-map/places.ts';
import type { IntentReading } from '../../targets/intent-map/reading.ts';
import type { SampledExchange } from '../../targets/intent-map/samples.ts';
import type { Delivered } from './recognised.ts';

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

/** The places that say who a person is. A day has another one in its form beside it, because no real one leaves. */
const personalPlaces = (
  map: IntentMap,
  reading: IntentReading,
  otherDay: (day: string) => string,
): readonly PersonalPlace[] => {
  const members = reading.places.filter(({ member }) => ofPeople.has(member.at[0]));
  const inIntent = members.flatMap(({ member }): PersonalPlace[] => {
    const value = valueAt(reading.intent, member.at);
    if (value === undefined) return [];
    const is = kindOfPlace(member);
    return [{ at: [...member.at], is, ...(is === 'day' && typeof value === 'string' && { instead: otherDay(value) }) }];
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
        const instead = is === 'day' ? valueAt(body, at) : undefined;
        inBody.set(keyOf(at), { at: ['request', 'body', ...at], is, ...(instead !== undefined && { instead }) });
      }
    }
  }
  return [...inBody.values(), ...inIntent.map((each): PersonalPlace => ({ ...each, at: ['intent', ...each.at] }))];
};

export type ReadIntent = {
  /** Only where all of the body is understood: a wrong intent is worse than none. */
  readonly intent: JsonObject | undefined;
  readonly personal: readonly PersonalPlace[];
};

/** What the requests of a file were meant to say, with the exchanges before each of them. */
export const readBackIn = (
  { bindings, known }: Pick<Target, 'bindings' | 'known'>,
  all: readonly Delivered[],
  inTime: Bindings,
): ReadonlyMap<Delivered['sent'], ReadIntent> => {
  const asked = all.flatMap(({ operation, sent, content, found }) =>
    isBound(operation)
      ? [
          {
            operation,
            sent,
            sentAtMs: found.sentAtMs,
            answer: 'body' in content && succeeded(sent.answer) ? content.body : undefined,
          },
        ]
      : [],
  );
  const facts = asked.map(({ operation, answer }) =>
    answer === undefined
      ? {}
      : readingUnmeant(operation, inTime[operation] as Binding<BoundOperation>)(answer).reading.facts,
  );
  const map = intentMap(
    { bindings, known },
    { exchanges: asked.map(({ operation }, i) => ({ operation, facts: facts[i] })) },
  );
  const before: SampledExchange[] = [];
  const placeholders = createPlaceholders();
  const otherDay = (day: string): string => placeholders.text(day);
  const found = new Map<Delivered['sent'], ReadIntent>();
  for (const [i, { operation, sent, sentAtMs }] of asked.entries()) {
    const writtenOn = new Date(sentAtMs).toISOString().slice(0, 10);
    const reading = sent.body === undefined ? undefined : map.read(operation, sent.body, { writtenOn, before });
    const intent = reading && isWhole(reading) ? reading.intent : undefined;
    if (reading?.isRebuilt) found.set(sent, { intent, personal: personalPlaces(map, reading, otherDay) });
    before.push({ operation, intent, facts: facts[i] });
  }
  return found;
};
