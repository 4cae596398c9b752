/** Plans which dates and people of imported requests are replaced before they are sent again. */
import { type Path, pathText } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { isAboutBirth, type SpelledDay } from '../../targets/forms/day-reader.ts';
import { isEditable, keyOf } from '../body-places.ts';
import { type GivenValue, givenValues, isDayForm, isShopping, shownWhileShopping } from '../references.ts';
import { inventedBirth, invention, standInsIn } from './invented.ts';
import { ageOn, daysBetween, daysOfCase, weekdayLine } from './moved-dates.ts';
import {
  ageKey,
  birthOf,
  isAboutNoPerson,
  isPersonName,
  leadNameOf,
  leavesIn,
  type Person,
  peopleIn,
  roleOf,
} from './people.ts';

/** One replaced value of a body or a query. */
export type Put = { readonly at: Path; readonly then: Json; readonly now: Json; readonly is: 'date' | 'person' };

export type EditPlan = {
  /** Values that are taken from the answers of the replay. */
  given(exchange: Exchange): readonly GivenValue[];
  /** From the request on: `['body', 'stay', 'arrival']`. */
  puts(exchange: Exchange): readonly Put[];
  /** Why a request cannot be sent: one line for each date, age or reference that cannot be read. */
  unread(exchange: Exchange): readonly string[];
  /** Ids that no earlier answer gave. */
  kept(exchange: Exchange): readonly Path[];
  /** Texts with the guest mark that cannot have the form of before: a name in other letters, or a very short one. */
  misshapen(exchange: Exchange): readonly Path[];
  /** The word in the place of the guest mark, as long as the mark must be: a name of the first person. */
  lead(exchange: Exchange): string | undefined;
  /** How many people a booking request is for. */
  travellers(exchange: Exchange): number;
  /** The first day of travel, before and after it is moved. */
  readonly travel: { readonly from: string; readonly to: string } | undefined;
  /** One line for each moved date and each invented person. */
  readonly lines: readonly string[];
};

const linesMax = 200;
/** Bounds the days that a birthday is compared with. */
const travelDaysMax = 40;

const looksLikeId = (value: Json): boolean =>
  typeof value === 'string' &&
  value.length >= 6 &&
  /\d/.test(value) &&
  !isDayForm(value) &&
  !/^-?[\d.,]{1,9}$/.test(value);

const isAge = /^(\d|[1-9]\d|1[0-3]\d)$/;

/** A field with an id of the service. */
const referenceKey = /(id|ids|key|token|hash|ref|reference)$/i;
/** A field with an id that the client makes for each request. */
const isNewId = /order|request|correlation|idempot|partner|client|extern|own|trac|session|uuid|guid/i;

/** Every request with an effect gets invented people only. A void names tickets and no people. */
const namesPeople = (exchange: Exchange): boolean => hasEffect(exchange) && exchange.operation !== 'ticket-cancel';

/** Other requests with an effect must name a booking that the case has made. */
export const books = ({ operation }: Exchange): boolean => operation === 'create-booking' || operation === 'pnr-create';

/** True at one of the places, or inside. */
const isIn = (places: readonly { readonly at: Path }[]): ((at: Path) => boolean) => {
  const texts = new Set(places.map(({ at }) => JSON.stringify(at)));
  return (at) => at.some((_, i) => texts.has(JSON.stringify(at.slice(0, i + 1))));
};

/** A file without times of sending may have days in the past: the requests were sent about so long before them. */
const usuallyAheadDays = 28;
const longAgoDays = 730;

/** How many days earlier than stated a file was sent. */
const daysOfUndated = (trace: Trace, steps: readonly Exchange[]): number => {
  const dated = steps.filter(isShopping).flatMap((exchange) => {
    const sentOn = dayAfter(targetTimeOf(trace, exchange), 0);
    return leavesIn(exchange.request.body, daysOfCase(trace)).flatMap(({ at, value }) => {
      const day = isAboutBirth(keyOf(at)) ? undefined : daysOfCase(trace).read(value, keyOf(at))?.day;
      return day !== undefined && day > dayAfter(sentOn, -longAgoDays) ? [{ day, sentOn }] : [];
    });
  });
  const [first] = dated.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  if (!first || dated.some(({ day, sentOn }) => day >= sentOn)) return 0;
  return daysBetween(Date.parse(first.day), Date.parse(first.sentOn)) + usuallyAheadDays;
};

const isOfPapers = /docum|passport|paper|card|number|^no$|ids?$|mail|loyalty|zip|post|visa|ticket/i;
/** With fewer digits, only a value in a list of travellers without any day of birth counts. */
const [digitsOfYear, digitsOfDay] = [4, 6];

/**
 * A traveller whose day of birth is not known for certain: a supplier may refuse because of this value, so it is not
 * replaced.
 */
const mayBeBirth = ({ birth, isListed }: Person, key: string, value: Json): boolean =>
  !(birth && isAboutBirth(keyOf(birth.at))) &&
  (typeof value === 'string' || typeof value === 'number') &&
  !String(value).includes('@') &&
  roleOf(key) === 'other' &&
  !isOfPapers.test(key) &&
  String(value).replace(/\D/g, '').length >= (birth || !isListed ? digitsOfDay : digitsOfYear);

type Editing = { readonly days: number; readonly seed: number };

export const editPlan = (trace: Trace, asked: readonly Exchange[], { days: daysSince, seed }: Editing): EditPlan => {
  const { exchanges } = trace;
  const calendar = daysOfCase(trace);
  const spelledAt = (at: Path, value: Json): SpelledDay | undefined => calendar.read(value, keyOf(at));
  const givenIn = givenValues(exchanges);
  const isOfShopping = shownWhileShopping(exchanges);
  const steps = asked.filter(({ request }) => isEditable(request.body));
  const undatedDays = daysOfUndated(trace, steps);
  const days = daysSince + undatedDays;
  const sentOn = (exchange: Exchange): string => dayAfter(targetTimeOf(trace, exchange), -undatedDays);
  const given = (exchange: Exchange): readonly GivenValue[] => {
    const all = givenIn(exchange);
    if (!namesPeople(exchange)) return all;
    // Personal data of an answer is never sent again.
    return all.filter(
      ({ at, from, then, isNamed }) =>
        !isPersonName(keyOf(at)) &&
        !(typeof then === 'string' && then.includes('@')) &&
        (isNamed || exchanges.some((each) => each.index === from?.exchange && (isShopping(each) || hasEffect(each)))),
    );
  };

  const daysIn = (exchange: Exchange): string[] =>
    leavesIn(exchange.request.body, calendar).flatMap(({ at, value }) => {
      const day = spelledAt(at, value)?.day;
      return day !== undefined && day >= sentOn(exchange) ? [day] : [];
    });
  const travelDays = [...new Set(exchanges.filter(isShopping).flatMap(daysIn))].toSorted().slice(0, travelDaysMax);
  const [firstDay] = travelDays;

  const people = new Map<Exchange, readonly Person[]>();
  const invent = invention(seed);
  for (const each of steps.filter(namesPeople)) {
    const found = peopleIn(each.request.body, sentOn(each), calendar);
    people.set(each, found);
    const lead = leadNameOf(found);
    if (lead !== undefined) invent.lead(lead);
  }

  /** The days of birth that were replaced. */
  const births = new Set<string>();
  const birthNow = (at: Path, value: Json, exchange: Exchange): Json | undefined => {
    const spelled = spelledAt(at, value);
    if (!spelled) return undefined;
    births.add(spelled.day);
    const on = travelDays.length > 0 ? travelDays : [sentOn(exchange)];
    const parts = { birth: spelled.day, travel: on, bornBy: sentOn(exchange), days, seed };
    return spelled.as(inventedBirth(parts));
  };

  const persons = new Map<string, Person>();
  for (const [{ index }, found] of people)
    for (const person of found) for (const { at } of person.values) persons.set(JSON.stringify([index, ...at]), person);
  const inPerson = ({ index }: Exchange, at: Path): Person | undefined => persons.get(JSON.stringify([index, ...at]));

  /** Those in a list; where none is in a list, all are. */
  const travellersOf = (exchange: Exchange): readonly Person[] => {
    const all = people.get(exchange) ?? [];
    const listed = all.filter(({ isListed }) => isListed);
    return listed.length > 0 ? listed : all;
  };

  /** In a booking request every personal value is replaced, except words that name no person. */
  const personPut = (exchange: Exchange, { at, value }: { at: Path; value: Json }): Json | undefined => {
    const key = keyOf(at);
    if (!isPersonName(key) && isOfShopping(key, value)) return undefined;
    const person = inPerson(exchange, at);
    if (person?.birth && pathText(person.birth.at) === pathText(at)) return birthNow(at, value, exchange);
    if (ageKey.test(key) || spelledAt(at, value)) return undefined;
    if (typeof value === 'string') {
      // A person that is the whole body: its fields are not all personal.
      const isOfPerson = person !== undefined && person.at.length > 0;
      return value === '' || isAboutNoPerson(key, value, isOfPerson) ? undefined : invent.text(value, roleOf(key));
    }
    const isYear = typeof value === 'number' && value >= 1_900 && value <= 2_100;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) < 1_000 || isYear)
      return undefined;
    return invent.number(value, roleOf(key));
  };

  const dayPut = (exchange: Exchange, at: Path, value: Json): Json | undefined => {
    const spelled = spelledAt(at, value);
    if (!spelled || days === 0) return undefined;
    const isAhead = spelled.day >= sentOn(exchange);
    // Lists are filtered by days in the past.
    const isMoved = isAhead || exchange.operation === 'search-bookings' || inPerson(exchange, at) !== undefined;
    return isMoved ? spelled.as(dayAfter(spelled.day, days)) : undefined;
  };

  const putsOf = (exchange: Exchange): Put[] => {
    const isTaken = isIn(given(exchange));
    const open = leavesIn(exchange.request.body, calendar).filter(({ at }) => !isTaken(at));
    // Names first: other texts that hold a name get the same replacement.
    const isName = ({ at }: { at: Path }): boolean => isPersonName(keyOf(at));
    const ordered = [...open.filter(isName), ...open.filter((each) => !isName(each))];
    const inBody = ordered.flatMap(({ at, value }): Put[] => {
      const put = (now: Json | undefined, is: Put['is']): Put[] =>
        now === undefined ? [] : [{ at: ['body', ...at], then: value, now, is }];
      if (namesPeople(exchange)) {
        const now = personPut(exchange, { at, value });
        if (now !== undefined) return put(now, 'person');
      }
      const past = spelledAt(at, value)?.day ?? sentOn(exchange);
      const isBirth = past < sentOn(exchange) && (births.has(past) || isAboutBirth(keyOf(at)));
      if (isBirth && !namesPeople(exchange)) return put(birthNow(at, value, exchange), 'person');
      const day = dayPut(exchange, at, value);
      if (day !== undefined) return put(day, 'date');
      return typeof value === 'string' ? put(invent.known(value), 'person') : [];
    });
    const inQuery = exchange.request.query.flatMap(([name, value], i): Put[] => {
      const day = dayPut(exchange, ['query', name], value);
      const text = namesPeople(exchange) ? personPut(exchange, { at: ['query', name], value }) : undefined;
      const now = day ?? text ?? invent.known(value);
      return now === undefined ? [] : [{ at: ['query', i, 1], then: value, now, is: day === now ? 'date' : 'person' }];
    });
    return [...inBody, ...inQuery];
  };

  // Booking requests first: other requests that hold the same value get the same replacement.
  const naming = steps.toSorted((one, other) => Number(namesPeople(other)) - Number(namesPeople(one)));
  const puts = new Map(naming.map((each) => [each.index, putsOf(each)]));

  const kept = (exchange: Exchange): Path[] => {
    const isEdited = isIn([
      ...given(exchange),
      ...(puts.get(exchange.index) ?? []).map(({ at }) => ({ at: at.slice(1) })),
    ]);
    return leavesIn(exchange.request.body, calendar).flatMap(({ at, value }) =>
      looksLikeId(value) && !isEdited(at) && !isOfShopping(keyOf(at), value) ? [at] : [],
    );
  };

  const whyUnread = (exchange: Exchange, at: Path, value: Json): string | undefined => {
    const key = keyOf(at);
    if (calendar.isUnread(value, key)) return 'a date that cannot be read';
    if (ageKey.test(key) && /\d/.test(String(value)) && !isAge.test(String(value))) return 'an age that cannot be read';
    const day = spelledAt(at, value)?.day;
    if (day !== undefined && isAboutBirth(key) && day > sentOn(exchange)) return 'a day of birth in the future';
    const traveller = travellersOf(exchange).find((each) => each === inPerson(exchange, at));
    if (traveller && day === undefined && !isOfShopping(key, value) && mayBeBirth(traveller, key, value))
      return 'a value that may be a day of birth and cannot be read';
    const isOwn = !books(exchange) || isNewId.test(key) || isOfShopping(key, value);
    const isOfPerson = (inPerson(exchange, at)?.at.length ?? 0) > 0;
    return !isOwn && !isOfPerson && referenceKey.test(key) && looksLikeId(value)
      ? 'a reference that no earlier answer of the file gave'
      : undefined;
  };
  const unread = (exchange: Exchange): string[] => {
    const isTaken = isIn(given(exchange));
    const inBody = leavesIn(exchange.request.body, calendar).flatMap(({ at, value }) => {
      const why = isTaken(at) ? undefined : whyUnread(exchange, at, value);
      return why === undefined ? [] : [`${pathText(['request', 'body', ...at])} holds ${why}`];
    });
    const inQuery = exchange.request.query.flatMap(([name, value], i) =>
      calendar.isUnread(value, name) ? [`${pathText(['request', 'query', i])} holds a date that cannot be read`] : [],
    );
    return [...inBody, ...inQuery];
  };

  const putsAs = (exchange: Exchange, kind: Put['is']) =>
    (puts.get(exchange.index) ?? [])
      .filter(({ is }) => is === kind)
      .map((put) => ({ ...put, place: `${exchange.operation} ${pathText(['request', ...put.at])}` }));
  const personLine = (exchange: Exchange, person: Person): string => {
    const { at, gender, citizenship } = person;
    const day = birthOf(person, calendar)?.day;
    const age = day === undefined ? undefined : ageOn(day, firstDay ?? sentOn(exchange));
    const what = [age !== undefined && `${age} years`, gender, citizenship].filter(Boolean).join(', ');
    return `person ${exchange.operation} ${pathText(['request', 'body', ...at])}: invented${what && `, ${what}`}`;
  };
  const travel = firstDay === undefined ? undefined : { from: firstDay, to: dayAfter(firstDay, days) };
  const weekday = travel && weekdayLine(travel.from, travel.to);
  const all = steps.flatMap((each) => [
    ...putsAs(each, 'date').map(({ place, then, now }) => `date   ${place} ${String(then)} → ${String(now)}`),
    ...(people.get(each) ?? []).map((person) => personLine(each, person)),
    ...putsAs(each, 'person')
      .filter(({ at }) => !inPerson(each, at.slice(1)))
      .map(({ place }) => `text   ${place}: invented`),
  ]);

  return {
    given,
    puts: ({ index }) => puts.get(index) ?? [],
    unread,
    kept,
    misshapen: ({ index }) =>
      (puts.get(index) ?? []).flatMap(({ at, now }) =>
        typeof now === 'string' && invent.isMisshapen(now) ? [at] : [],
      ),
    lead: (exchange) => {
      const name = leadNameOf(people.get(exchange) ?? []);
      return name === undefined ? undefined : standInsIn(invent.known(name) ?? '')[0];
    },
    travellers: (exchange) => Math.max(1, (people.get(exchange) ?? []).filter(({ isListed }) => isListed).length),
    travel,
    lines: [
      ...all.slice(0, linesMax),
      ...(all.length > linesMax ? [`and ${all.length - linesMax} more places`] : []),
      ...(weekday === undefined ? [] : [`day    ${weekday}`]),
    ],
  };
};
