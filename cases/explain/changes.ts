/** Changes to a refused booking request: who the guests are, how many they are, and how long they stay. */

import type { Path } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import type { DayReader, SpelledDay } from '../../targets/forms/day-reader.ts';
import { keyOf, scalarsIn, withoutPlace, withPut } from '../body-places.ts';
import { fieldsOf } from '../minimise/fields.ts';
import { ageOn, daysBetween, daysOfCase } from '../replay/moved-dates.ts';
import {
  ageKey,
  birthOf,
  genderOf,
  isAboutCitizenship,
  isAboutGender,
  isPersonName,
  leavesIn,
  type Person,
  type Role,
  roleOf,
  textsOf,
  travellersIn,
} from '../replay/people.ts';

export type RequestChange = {
  /** For a person, and unique: `citizenship of guest 1: DE instead of KZ`. */
  readonly name: string;
  readonly apply: (exchange: Exchange) => Exchange;
};

/** The intent where there is one, else the body. */
const sentBy = ({ intent, request }: Exchange): Json | undefined => intent ?? request.body;

const edited = (exchange: Exchange, edit: (content: Json) => Json): Exchange => {
  const { intent, request } = exchange;
  if (intent !== undefined) return { ...exchange, intent: edit(intent) };
  return request.body === undefined ? exchange : { ...exchange, request: { ...request, body: edit(request.body) } };
};

/** Edits one exchange only. */
const editing =
  ({ index }: Exchange, edit: (content: Json) => Json): RequestChange['apply'] =>
  (exchange) =>
    exchange.index === index ? edited(exchange, edit) : exchange;

const putting = (exchange: Exchange, places: readonly Path[], to: Json): RequestChange['apply'] =>
  editing(exchange, (content) =>
    scalarsIn(content)
      .filter(({ at }) => places.some((place) => place.join('\0') === at.join('\0')))
      .reduce((rest, { at }) => withPut(rest, at, to), content),
  );

/** All guests are made alike in two ways: whichever value a supplier refuses is missing in one of them. */
type Way = 0 | 1;
const ways: readonly Way[] = [0, 1];

const countries = { 2: ['DE', 'RU'], 3: ['DEU', 'RUS'] } as const;

const countryFor = (then: string, way: Way): string | undefined => {
  const to = countries[then.length as keyof typeof countries]?.[way];
  if (to === undefined || to === then.toUpperCase()) return undefined;
  return then === then.toLowerCase() ? to.toLowerCase() : to;
};

const genders: readonly (readonly [string, string])[] = [
  ['female', 'male'],
  ['f', 'm'],
  ['woman', 'man'],
  ['girl', 'boy'],
  ['mrs', 'mr'],
];

const genderFor = (then: string, way: Way): string | undefined => {
  const to = genders.find((each) => each.includes(then.toLowerCase()))?.[way];
  if (to === undefined || to === then.toLowerCase()) return undefined;
  if (then === then.toUpperCase()) return to.toUpperCase();
  return then === then.toLowerCase() ? to : `${to.charAt(0).toUpperCase()}${to.slice(1)}`;
};

/** Far from the limits of age that suppliers have. */
const adultAges = [35, 50] as const;
const childAges = [12, 6] as const;
const ofAge = 18;

/** A short one and a long one. */
const otherNames = ['Ida', 'Alexandrina'] as const;

/** Names of an imported file are replaced word by word, and signs between words stay: here are names without any. */
const plainNames: { readonly [role in Role]?: string } = {
  'first-name': 'Ida',
  'last-name': 'Alexandrina',
  name: 'Ida Alexandrina',
};
const isPlain = (name: string): boolean => /^[\p{L}\p{M}]+( [\p{L}\p{M}]+)?$/u.test(name);

type ChangedGuest = {
  readonly person: Person;
  readonly number: number;
  readonly at: Exchange;
  readonly firstDay: string;
  readonly days: DayReader;
  /** The other guests, who may have a field that this one lacks. */
  readonly others: readonly Person[];
  readonly way: Way;
};

/** A field that a supplier may require of every guest (part 7), and this one lacks. It is spelled as for the others. */
const lacking = (
  { person, number, at, others }: ChangedGuest,
  { name, is, value }: { readonly name: string; readonly is: (key: string) => boolean; readonly value: string },
): RequestChange[] => {
  if (textsOf(person.values, is).length > 0) return [];
  const [other] = others.flatMap((each) =>
    textsOf(each.values, is).map((found) => ({ place: found.at.slice(each.at.length), value: found.value })),
  );
  const { place, value: to } = other ?? { place: [name], value };
  const apply = editing(at, (content) => withPut(content, person.at.concat(place), to));
  return [{ name: `${name} of guest ${number}: ${to} instead of none`, apply }];
};

const ofGuest = (whom: ChangedGuest): RequestChange[] => {
  const { person, number, at, firstDay, days, way } = whom;
  const change = (name: string, from: string, to: string, apply: RequestChange['apply']): RequestChange => ({
    name: `${name} of guest ${number}: ${to} instead of ${from}`,
    apply,
  });
  const changes = [
    ...lacking(whom, { name: 'citizenship', is: isAboutCitizenship, value: 'DE' }),
    ...lacking(whom, { name: 'gender', is: isAboutGender, value: 'female' }),
  ];
  const citizenships = textsOf(person.values, isAboutCitizenship);
  const citizenship = citizenships[0]?.value ?? '';
  const country = countryFor(citizenship, way);
  if (country !== undefined) {
    const places = citizenships.map(({ at: place }) => place);
    changes.push(change('citizenship', citizenship, country, putting(at, places, country)));
  }
  const gender = textsOf(person.values, isAboutGender).find(({ value }) => genderOf(value) !== undefined);
  const other = gender && genderFor(gender.value, way);
  if (gender && other !== undefined)
    changes.push(change('gender', gender.value, other, putting(at, [gender.at], other)));
  const born = birthOf(person, days);
  if (person.birth && born) {
    const age = ageOn(born.day, firstDay);
    const to = (age >= ofAge ? adultAges : childAges)[way];
    // No birthday falls into the stay.
    const put = putting(at, [person.birth.at], born.as(dayAfter(yearsBefore(firstDay, to), -180)));
    const apply: RequestChange['apply'] = (each) => put(age < ofAge ? withAge(each, age, to) : each);
    if (age !== to) changes.push(change('age', `${age}`, `${to}`, apply));
  }
  return changes.concat(ofName(whom));
};

const ofName = ({ person, number, at, way }: ChangedGuest): RequestChange[] => {
  const names = textsOf(person.values, isPersonName);
  if (at.intent !== undefined) {
    const to = otherNames[way];
    const places = names.filter(({ value }) => value !== to).map(({ at: place }) => place);
    if (places.length === 0) return [];
    return [{ name: `name of guest ${number}: of another length`, apply: putting(at, places, to) }];
  }
  const others = names.filter(({ value }) => !isPlain(value));
  if (others.length === 0) return [];
  const apply: RequestChange['apply'] = (exchange) =>
    others.reduce((rest, { at: place }) => {
      const plain = plainNames[roleOf(keyOf(place))];
      return plain === undefined ? rest : putting(at, [place], plain)(rest);
    }, exchange);
  return [{ name: `name of guest ${number}: letters alone`, apply }];
};

/** The search states the ages of children, too. */
const withAge = (exchange: Exchange, age: number, to: number): Exchange =>
  edited(exchange, (content) => {
    const found = scalarsIn(content).find(({ at, value }) => value === age && ageKey.test(keyOf(at)));
    return found ? withPut(content, found.at, to) : content;
  });

/** The days of the stay in an intent; all days in a body. */
const daysIn = (exchange: Exchange, days: DayReader): (SpelledDay & { readonly at: Path })[] =>
  leavesIn(sentBy(exchange), days).flatMap(({ at, value }) => {
    const spelled = exchange.intent === undefined || at.includes('stay') ? days.read(value, keyOf(at)) : undefined;
    return spelled ? [{ at, day: spelled.day, as: spelled.as }] : [];
  });

/** The first and the last day of the stay, where the case holds exactly two days in the future. */
const stayOf = (trace: Trace, steps: readonly Exchange[]): readonly [string, string] | undefined => {
  const days = steps.flatMap((each) => {
    const sentOn = dayAfter(targetTimeOf(trace, each), 0);
    return daysIn(each, daysOfCase(trace)).flatMap(({ day }) => (day > sentOn ? [day] : []));
  });
  const [from, to, ...others] = [...new Set(days)].toSorted();
  return from !== undefined && to !== undefined && others.length === 0 ? [from, to] : undefined;
};

const [fewNights, moreNights] = [1, 7];

/** A supplier may refuse a long stay, or a short one. */
const ofStay = ([from, to]: readonly [string, string], days: DayReader): RequestChange[] => {
  const nights = daysBetween(Date.parse(from), Date.parse(to));
  const others = [fewNights, moreNights].filter((each) => each < nights === (each === fewNights) && each !== nights);
  return others.map((other) => {
    const last = dayAfter(from, other);
    return {
      name: `nights: ${other} instead of ${nights}`,
      apply: (exchange) =>
        daysIn(exchange, days)
          .filter(({ day }) => day === to)
          .reduce((rest, { at, as }) => edited(rest, (content) => withPut(content, at, as(last))), exchange),
    };
  });
};

const adultsKey = /^adults?|Adults?$|_adults?$/;

/** The search states how many guests come, and the ages of children. */
const withOneLess = (exchange: Exchange, age: number | undefined, room: number): Exchange =>
  edited(exchange, (content) => {
    const isChild = age !== undefined && age < ofAge;
    const found = scalarsIn(content).filter(({ at, value }) =>
      isChild
        ? typeof at.at(-1) === 'number' && [age, ...childAges].includes(Number(value)) && ageKey.test(keyOf(at))
        : typeof value === 'number' && value > 1 && adultsKey.test(keyOf(at)),
    );
    const one = found.find(({ at }) => at.find((key) => typeof key === 'number') === room) ?? found[0];
    if (!one) return content;
    return isChild ? withoutPlace(content, one.at) : withPut(content, one.at, Number(one.value) - 1);
  });

/** Rooms, adults, children and extras of an intent; in a body, all guests but the first. */
const ofCounts = (
  steps: readonly Exchange[],
  { at, people, firstDay, days }: { at: Exchange; people: readonly Person[]; firstDay: string; days: DayReader },
): RequestChange[] => {
  if (at.intent !== undefined) {
    return fieldsOf(steps)
      .filter(({ name }) => /^(room|adult|child|upsells|preset)\b/.test(name))
      .map(({ name, without }) => ({ name: `without ${name}`, apply: without }));
  }
  const ofPeople = people.map((person, i): RequestChange => {
    const born = birthOf(person, days)?.day;
    const age = born === undefined ? undefined : ageOn(born, firstDay);
    const room = Number(person.at.find((key) => typeof key === 'number'));
    return {
      name: `without guest ${i + 1}`,
      apply: (exchange) => {
        if (exchange.index === at.index) return edited(exchange, (content) => withoutPlace(content, person.at));
        return hasEffect(exchange) ? exchange : withOneLess(exchange, age, room);
      },
    };
  });
  return ofPeople.slice(1).toReversed();
};

/**
 * Sets of changes, each to be tried as a whole: the guests, the nights, the counts, and all together.
 *
 * @param steps The exchanges that are sent; the last is the refused booking request.
 */
export const changeSets = (trace: Trace, steps: readonly Exchange[]): readonly (readonly RequestChange[])[] => {
  const at = steps.at(-1);
  if (!at) return [];
  const sentOn = dayAfter(targetTimeOf(trace, at), 0);
  const days = daysOfCase(trace);
  const people = travellersIn(at, sentOn, days).filter(({ isListed }) => isListed);
  const stay = stayOf(trace, steps);
  const firstDay = stay?.[0] ?? sentOn;
  const ofGuests = ways.map((way) =>
    people.flatMap((person, i) => {
      const others = people.filter((each) => each !== person);
      return ofGuest({ person, number: i + 1, at, firstDay, days, others, way });
    }),
  );
  const ofTime = stay ? ofStay(stay, days).map((each) => [each]) : [];
  const counts = ofCounts(steps, { at, people, firstDay, days });
  const all = ofGuests.map((each, way) => each.concat(ofTime[way] ?? ofTime[0] ?? [], counts));
  return [...ofGuests, ...ofTime, counts, ...all];
};
