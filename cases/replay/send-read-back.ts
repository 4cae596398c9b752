/** Sends a request of a file again through the intent that was read back: people are invented, and ids are renewed. */
import { isDeepStrictEqual } from 'node:util';
import { pathText } from '../../contracts/check.ts';
import type { FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { type BookingRef, type BoundOperation, isBound, type TicketRef } from '../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { areSameTicket, ticketRefOf } from '../../engine/effects/refs.ts';
import type { Session } from '../../engine/session.ts';
import { dayAfter } from '../../generators/calendar.ts';
import type { IntentMap } from '../../targets/intent-map/intent-map.ts';
import type { IntentReading } from '../../targets/intent-map/reading.ts';
import { listOf, scalarsIn, withScalars } from '../body-places.ts';
import { isWhole, readBodies } from '../import/read-back.ts';
import { books } from './edit-plan.ts';
import { inventedBirth, invention, withMarks } from './invented.ts';
import { ageOn, daysBetween, isDay } from './moved-dates.ts';
import { leadNameOf, type Role, travellersIn } from './people.ts';
import { bookedAgain, bookingNow } from './renewed-names.ts';
import {
  areSameNamed,
  factsOfThen,
  type RepeatedStep,
  type ReplayLog,
  type ReplayOptions,
  Unrepeatable,
} from './repeated.ts';
import { misshapenLine } from './send-imported.ts';
import { assertAsSent, callOptionsOf, type SentStep, sendIntent } from './send-step.ts';

type FileIntents = {
  readonly bindings: Target['bindings'];
  readonly map: IntentMap;
  readonly byIndex: ReadonlyMap<number, IntentReading>;
};

/** By a body of the file: an explanation sends the same file again and again, each time with other intents. */
const known = new WeakMap<object, FileIntents>();

/** Undefined where the target spells requests in another way than the file. */
const readingsOf = ({ exchanges }: Trace, target: Target): FileIntents | undefined => {
  const asked = exchanges.flatMap(({ index, operation, request: { body }, sentAt, facts }) =>
    isBound(operation) ? [{ index, operation, body, sentAtMs: Date.parse(sentAt), facts }] : [],
  );
  const key = asked.findLast(({ body }) => isJsonObject(body))?.body;
  if (!isJsonObject(key)) return undefined;
  const before = known.get(key);
  if (before?.bindings === target.bindings) return before;
  const { map, readings } = readBodies(target, asked);
  const whole = asked.flatMap(({ index }, i): [number, IntentReading][] => {
    const reading = readings[i];
    return reading && isWhole(reading) ? [[index, reading]] : [];
  });
  const made = { bindings: target.bindings, map, byIndex: new Map(whole) };
  known.set(key, made);
  return made;
};

/** The days of travel of a search. */
const travelOf = (intent: Json | undefined): string[] => {
  if (!isJsonObject(intent)) return [];
  const search = isJsonObject(intent.search) ? intent.search : intent;
  const { checkIn, checkOut } = isJsonObject(search.stay) ? search.stay : {};
  return [checkIn, checkOut, search.departure, search.return].filter(isDay);
};

const sentOn = (trace: Trace, exchange: Exchange): string => dayAfter(targetTimeOf(trace, exchange), 0);

/** A file without times of sending may have days in the past: the requests were sent about so long before them. */
const usuallyAheadDays = 28;

/** How many days earlier than stated a file was sent. */
export const undatedDays = (trace: Trace): number => {
  const searches = trace.exchanges.flatMap((each) => {
    const [day] = each.isReadBack ? travelOf(each.intent) : [];
    return day === undefined ? [] : [{ day, on: sentOn(trace, each) }];
  });
  const [first] = searches.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  if (!first || searches.some(({ day, on }) => day >= on)) return 0;
  return daysBetween(Date.parse(first.day), Date.parse(first.on)) + usuallyAheadDays;
};

const roles: Readonly<Record<string, Role>> = {
  firstName: 'first-name',
  lastName: 'last-name',
  phone: 'phone',
  email: 'other',
  number: 'other',
};
/** Of these a person has one of a few: a code or a word. */
const [shared, word] = [new Set(['gender', 'citizenship']), /^\p{L}[\p{L} -]{0,23}$/u];

type InventionParts = { readonly travel: readonly string[]; readonly bornBy: string; readonly seed: number };

/** Invents the people of intents: the same for the same. */
const inventor = (seed: number) => {
  const { text, number, lead, isMisshapen } = invention(seed);

  /** @throws Unrepeatable where the value may be a real one in a form that nothing reads. */
  const memberNow = (name: string, value: Json, on: InventionParts): Json => {
    if (value === null || typeof value === 'boolean' || value === '') return value;
    if (name === 'birthDate') {
      if (isDay(value)) return inventedBirth({ birth: value, ...on, days: 0 });
      throw new Unrepeatable('cannot be sent again: a day of birth cannot be read');
    }
    if (shared.has(name)) {
      if (typeof value === 'string' && word.test(value)) return value;
      throw new Unrepeatable(`cannot be sent again: a ${name} cannot be read`);
    }
    if (name === 'expiresOn' && isDay(value)) return value;
    const role = roles[name] ?? 'other';
    if (typeof value === 'number') return number(value, role);
    return typeof value === 'string' ? text(value, role) : personNow(value, on);
  };

  const personNow = (person: Json, on: InventionParts): Json => {
    if (Array.isArray(person)) return person.map((each) => personNow(each, on));
    if (!isJsonObject(person)) return person;
    return Object.fromEntries(Object.entries(person).map(([name, value]) => [name, memberNow(name, value, on)]));
  };

  return {
    isMisshapen,
    /** @param name A word in the place of the guest mark. */
    intent: (given: JsonObject, name: string | undefined, bornBy: string): JsonObject => {
      if (name !== undefined) lead(name);
      const days = travelOf(given);
      const on: InventionParts = { travel: days.length > 0 ? days : [bornBy], bornBy, seed };
      const people = ['guests', 'passengers', 'contact'].flatMap((part): [string, Json][] => {
        const value = given[part];
        return value === undefined ? [] : [[part, personNow(value, on)]];
      });
      return { ...given, ...Object.fromEntries(people) };
    },
  };
};

/** The guest mark: the engine puts it in the place of the family name. */
const markIn = (meant: Json): string | undefined => {
  const [first] = isJsonObject(meant) ? peopleOf(meant) : [];
  return isJsonObject(first) && typeof first.lastName === 'string' ? first.lastName : undefined;
};

const peopleOf = ({ guests, passengers }: JsonObject): readonly Json[] => [
  ...listOf(guests).flatMap((room) => listOf(room)),
  ...listOf(passengers),
];

const linesMax = 200;

/** For a person: which days are moved, and who is invented. */
export const readBackLines = (trace: Trace, steps: readonly Exchange[], daysSince: number): string[] => {
  const days = daysSince + undatedDays(trace);
  const lines = steps.flatMap((step): string[] => {
    const { operation, intent, isReadBack } = step;
    if (!isReadBack || !isJsonObject(intent)) return [];
    const [travel = sentOn(trace, step)] = travelOf(intent);
    const moved = scalarsIn(intent.search === undefined ? intent : null).flatMap(({ at, value }) =>
      days > 0 && isDay(value)
        ? [`date   ${operation} ${pathText(['intent', ...at])} ${value} → ${dayAfter(value, days)}`]
        : [],
    );
    const people = books(step) ? travellersIn(step, sentOn(trace, step)) : [];
    const invented = people.map(({ at, birth, gender, citizenship }) => {
      const age = isDay(birth?.value) && `${ageOn(birth.value, travel)} years`;
      const what = [age, gender, citizenship].filter(Boolean).join(', ');
      return `person ${operation} ${pathText(['intent', ...at])}: invented${what && `, ${what}`}`;
    });
    return [...moved, ...invented];
  });
  return lines.slice(0, linesMax);
};

/** @throws Unrepeatable where the request may be about a booking of a real person. */
const assertOwn = (then: Exchange, intent: JsonObject, repeated: readonly RepeatedStep[]): void => {
  if (!hasEffect(then)) return;
  const facts = repeated.flatMap(factsOfThen);
  if (books(then)) {
    const { offerId, reference } = (intent.offer ?? {}) as OfferFact;
    const isIt = (one: OfferFact | FlightOfferFact): boolean =>
      ('offerId' in one && areSameNamed(one.offerId, offerId)) || areSameNamed(one.reference, reference);
    const offers = facts.flatMap((each) => [...(each.offers ?? []), ...(each.flightOffers ?? [])]);
    if (!offers.some(isIt))
      throw new Unrepeatable(
        'names no offer that an earlier answer of the file gave: nothing shows what it books, and whether cancelling is free of charge',
      );
    return;
  }
  const { booking, ticket } = intent as { readonly booking?: BookingRef; readonly ticket?: TicketRef };
  if (!booking || !bookedAgain(repeated, booking)) {
    // A booking that the case made and the replay did not make throws its own reason.
    if (booking) bookingNow(repeated, booking);
    throw new Unrepeatable('names a booking that this case has not made: it may belong to a real person');
  }
  const issued = facts.flatMap(({ tickets = [] }) => tickets.map(ticketRefOf));
  if (ticket && !issued.some((one) => areSameTicket(one, ticket)))
    throw new Unrepeatable('names a ticket that this case has not issued: it may belong to a real person');
};

/** Parts of an intent that are invented, or taken from the answers of the replay. */
const renewedParts =
  /^intent\.(guests|passengers|contact|offer|upsells|booking|ticket|flights|searchId|hotelId|exchangeId|calculation|page)\b/;
/** Of a person a supplier may refuse these: a drawn one says nothing of the real one. */
const minded = /\.(birthDate|gender|citizenship)$/;
/** A target may know another value for it. */
const knownParts = /^intent\.(search\.)?(region|route|preset)\b/;

/** @throws Unrepeatable where a value of the intent was replaced that nothing puts anew. */
const assertKnown = (then: Exchange, { known: { region, route } }: Target): void => {
  const replaced = (then.replaced ?? []).filter(
    (place) => place.startsWith('intent.') && (!renewedParts.test(place) || minded.test(place)),
  );
  const isHere = (place: string): boolean => knownParts.test(place) && (region ?? route) !== undefined;
  assertAsSent({
    ...then,
    replaced: replaced.filter((place) => !isHere(place)).map((place) => `request.body: ${place}`),
  });
};

type ReadBackParts = {
  readonly log: ReplayLog;
  /** As this target knows it now: with dates moved and ids renewed. */
  readonly meantNow: (operation: BoundOperation, then: Exchange, intent: Json) => Json;
};

export const sendReadBack = (
  session: Session,
  { trace, seed, isSameTarget }: ReplayOptions,
  { log, meantNow }: ReadBackParts,
): ((operation: BoundOperation, then: Exchange) => Promise<SentStep>) => {
  const invented = inventor(seed);
  return async (operation, then) => {
    assertKnown(then, session.target);
    const before = isJsonObject(then.intent) ? then.intent : {};
    const bornBy = dayAfter(sentOn(trace, then), -undatedDays(trace));
    const lead = books(then) ? leadNameOf(travellersIn(then, bornBy)) : undefined;
    if (books(then) && lead === undefined)
      throw new Unrepeatable('names no person: its booking could not be found again');
    assertOwn(then, before, log.repeated);
    const intent = meantNow(operation, then, invented.intent(before, lead, bornBy));
    const readings = isSameTarget ? readingsOf(trace, session.target) : undefined;
    const reading = readings?.byIndex.get(then.index);
    for (const { at, value } of scalarsIn(intent)) {
      if (typeof value !== 'string' || !invented.isMisshapen(value)) continue;
      const place = reading?.places.find(({ member }) => isDeepStrictEqual(member.at, at))?.at[0];
      log.deviations.add(misshapenLine(then, place ? ['request', 'body', ...place] : ['intent', ...at]));
    }
    const callOptions = {
      ...callOptionsOf(then, seed),
      ...(lead !== undefined && { markLetters: lead.length }),
      // Without a reading the target spells the intent itself.
      ...(reading && {
        spelled: (meant: Json): Json => {
          const mark = markIn(meant);
          const marked = withScalars(intent, (value) =>
            typeof value === 'string' && mark !== undefined ? withMarks(value, () => mark) : value,
          );
          return readings?.map.rewrite(reading, () => marked, session.targetNowMs()) ?? null;
        },
      }),
    };
    return sendIntent(session, operation, { intent, callOptions });
  };
};
