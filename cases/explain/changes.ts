/** Changes to a refused booking request: who the guests are, how many they are, and how long they stay. */

import type { Path } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import type { DayReader, SpelledDay } from '../../targets/day-forms.ts';
import { keyOf, scalarsIn, withoutPlace, withPut } from '../body-places.ts';
import { fieldsOf } from '../minimise/fields.ts';
import { ageOn, daysOfCase } from '../replay/moved-dates.ts';
import {
  ageKey,
  birthOf,
  genderOf,
  isAboutCitizenship,
  isAboutGender,
  isPersonName,
  leavesIn,
  type Person,
  peopleIn,
  type Role,
  roleOf,
  textsOf,
} from '../replay/people.ts';

/** One change of a booking request. */
export type RequestChange = {
  /** For a person, and unique: `citizenship of guest 1: DE instead of KZ`. */
  readonly name: string;
  readonly apply: (exchange: Exchange) => Exchange;
};

/** The intent where there is one, else the body. */
const sentBy = ({ intent, request }: Exchange): Json | undefined => intent ?? request.body;

const saying = (exchange: Exchange, content: Json): Exchange =>
  exchange.intent === undefined
    ? { ...exchange, request: { ...exchange.request, body: content } }
    : { ...exchange, intent: content };

/** Changes one exchange only. */
const putting =
  ({ index }: Exchange, places: readonly Path[], to: (then: Json) => Json): RequestChange['apply'] =>
  (exchange) => {
    const content = sentBy(exchange);
    if (exchange.index !== index || content === undefined) return exchange;
    const found = scalarsIn(content).filter(({ at }) => places.some((place) => place.join('\0') === at.join('\0')));
    return saying(
      exchange,
      found.reduce((rest, { at, value }) => withPut(rest, at, to(value)), content),
    );
  };

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

/** The wanted word of the pair, in the same case; undefined where it is there already. */
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
  const apply: RequestChange['apply'] = (exchange) => {
    const content = sentBy(exchange);
    if (exchange.index !== at.index || content === undefined) return exchange;
    return saying(exchange, withPut(content, person.at.concat(place), to));
  };
  return [{ name: `${name} of guest ${number}: ${to} instead of none`, apply }];
};

const ofGuest = (whom: ChangedGuest): RequestChange[] => {
  const { person, number, at, firstDay, days, way } = whom;
  const who = `guest ${number}`;
  const texts = (is: (key: string) => boolean) => textsOf(person.values, is);
  const change = (name: string, from: string, to: string, apply: RequestChange['apply']): RequestChange => ({
    name: `${name} of ${who}: ${to} instead of ${from}`,
    apply,
  });
  const changes = [
    ...lacking(whom, { name: 'citizenship', is: isAboutCitizenship, value: 'DE' }),
    ...lacking(whom, { name: 'gender', is: isAboutGender, value: 'female' }),
  ];
  const [citizenship] = texts(isAboutCitizenship);
  const country = citizenship && countryFor(citizenship.value, way);
  if (citizenship && country !== undefined) {
    const places = texts(isAboutCitizenship).map(({ at: place }) => place);
    changes.push(
      change(
        'citizenship',
        citizenship.value,
        country,
        putting(at, places, () => country),
      ),
    );
  }
  const gender = texts(isAboutGender).find(({ value }) => genderOf(value) !== undefined);
  const other = gender && genderFor(gender.value, way);
  if (gender && other !== undefined) {
    changes.push(
      change(
        'gender',
        gender.value,
        other,
        putting(at, [gender.at], () => other),
      ),
    );
  }
  const born = birthOf(person, days);
  if (person.birth && born) {
    const [age, place] = [ageOn(born.day, firstDay), person.birth.at];
    const to = (age >= ofAge ? adultAges : childAges)[way];
    // No birthday falls into the stay.
    const birth = dayAfter(yearsBefore(firstDay, to), -180);
    const put = putting(at, [place], () => born.as(birth));
    const asSearched = age < ofAge ? withAge(age, to) : undefined;
    const apply: RequestChange['apply'] = (each) => put(asSearched ? asSearched(each) : each);
    if (age !== to) changes.push(change('age', `${age}`, `${to}`, apply));
  }
  return changes.concat(ofName(whom));
};

const ofName = ({ person, number, at, way }: ChangedGuest): RequestChange[] => {
  const names = textsOf(person.values, isPersonName);
  if (at.intent !== undefined) {
    const to = otherNames[way];
    const places = names.filter(({ value }) => value !== to).map(({ at: place }) => place);
    return places.length > 0
      ? [{ name: `name of guest ${number}: of another length`, apply: putting(at, places, () => to) }]
      : [];
  }
  return names.some(({ value }) => !isPlain(value))
    ? [
        {
          name: `name of guest ${number}: letters alone`,
          apply: (exchange) =>
            names.reduce((rest, { at: place, value }) => {
              const plain = isPlain(value) ? undefined : plainNames[roleOf(keyOf(place))];
              return plain === undefined ? rest : putting(at, [place], () => plain)(rest);
            }, exchange),
        },
      ]
    : [];
};

/** The search states the ages of children, too. */
const withAge =
  (age: number, to: number): RequestChange['apply'] =>
  (exchange) => {
    const content = sentBy(exchange);
    const found = scalarsIn(content).find(({ at, value }) => value === age && ageKey.test(keyOf(at)));
    return content !== undefined && found ? saying(exchange, withPut(content, found.at, to)) : exchange;
  };

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

const nightMs = 86_400_000;
const [fewNights, moreNights] = [1, 7];

/** A supplier may refuse a long stay, or a short one. */
const ofStay = ([from, to]: readonly [string, string], days: DayReader): RequestChange[] => {
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / nightMs);
  const others = [fewNights, moreNights].filter((each) => each < nights === (each === fewNights) && each !== nights);
  return others.map((other) => {
    const last = dayAfter(from, other);
    return {
      name: `nights: ${other} instead of ${nights}`,
      apply: (exchange) =>
        daysIn(exchange, days)
          .filter(({ day }) => day === to)
          .reduce((rest, { at, as }) => {
            const content = sentBy(rest);
            return content === undefined ? rest : saying(rest, withPut(content, at, as(last)));
          }, exchange),
    };
  });
};

const adultsKey = /^adults?|Adults?$|_adults?$/;

/** The search states how many guests come, and the ages of children. */
const withOneLess =
  (age: number | undefined, room: number): RequestChange['apply'] =>
  (exchange) => {
    const content = sentBy(exchange);
    if (content === undefined) return exchange;
    const isChild = age !== undefined && age < ofAge;
    const found = scalarsIn(content).filter(({ at, value }) =>
      isChild
        ? typeof at.at(-1) === 'number' && [age, ...childAges].includes(Number(value)) && ageKey.test(keyOf(at))
        : typeof value === 'number' && value > 1 && adultsKey.test(keyOf(at)),
    );
    const one = found.find(({ at }) => at.find((key) => typeof key === 'number') === room) ?? found[0];
    if (!one) return exchange;
    return saying(exchange, isChild ? withoutPlace(content, one.at) : withPut(content, one.at, Number(one.value) - 1));
  };

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
    const room = person.at.find((key) => typeof key === 'number');
    const searching = withOneLess(born === undefined ? undefined : ageOn(born, firstDay), Number(room));
    return {
      name: `without guest ${i + 1}`,
      apply: (exchange) => {
        if (exchange.index !== at.index) return hasEffect(exchange) ? exchange : searching(exchange);
        const content = sentBy(exchange);
        return content === undefined ? exchange : saying(exchange, withoutPlace(content, person.at));
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
  const people = peopleIn(sentBy(at), sentOn, days).filter(({ isListed }) => isListed);
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
