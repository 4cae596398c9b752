/** What of a refused request to book can be otherwise: of whom it is, how many they are, and how long they stay. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { type Path, pathText } from '../../contracts/mismatch.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import { fieldsOf } from '../minimise/fields.ts';
import { scalarsIn } from '../references.ts';
import { ageOn } from '../replay/moved-dates.ts';
import { keyOf, type Person, peopleIn } from '../replay/people.ts';
import { spelledDay } from '../replay/spelled-dates.ts';
import { genderOf, isAboutCitizenship, isAboutGender, isPersonName } from '../replay/words-of-requests.ts';

export type Change = {
  /** For a person, and unlike any other: `citizenship of guest 1: DE instead of KZ`. */
  readonly name: string;
  readonly apply: (exchange: Exchange) => Exchange;
};

/** What a request says: the intent, where it is known, else its body. */
const saidBy = ({ intent, request }: Exchange): Json | undefined => intent ?? request.body;

const saying = (exchange: Exchange, said: Json): Exchange =>
  exchange.intent === undefined
    ? { ...exchange, request: { ...exchange.request, body: said } }
    : { ...exchange, intent: said };

const withAt = (value: Json, [key, ...rest]: Path, to: Json): Json => {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((each, i) => (i === key ? withAt(each, rest, to) : each));
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: withAt(Object.hasOwn(value, key) ? (value[key] ?? null) : {}, rest, to) };
};

/** Of one exchange alone. */
const putting =
  ({ index }: Exchange, places: readonly Path[], to: (then: Json) => Json): Change['apply'] =>
  (exchange) => {
    const said = saidBy(exchange);
    if (exchange.index !== index || said === undefined) return exchange;
    const found = scalarsIn(said).filter(({ at }) => places.some((place) => place.join('\0') === at.join('\0')));
    return saying(
      exchange,
      found.reduce((rest, { at, value }) => withAt(rest, at, to(value)), said),
    );
  };

/** Two that differ from each other: whoever comes from the first is given the second. */
const countries = { 2: ['DE', 'RU'], 3: ['DEU', 'RUS'] } as const;

const countryFor = (then: string): string | undefined => {
  const all = countries[then.length as keyof typeof countries];
  const other = all?.find((each) => each !== then.toUpperCase());
  return other !== undefined && then === then.toLowerCase() ? other.toLowerCase() : other;
};

const genders: readonly (readonly [string, string])[] = [
  ['male', 'female'],
  ['m', 'f'],
  ['man', 'woman'],
  ['boy', 'girl'],
  ['mr', 'mrs'],
];

/** The other word of its pair, in the same case. */
const genderFor = (then: string): string | undefined => {
  const pair = genders.find((each) => each.includes(then.toLowerCase()));
  const other = pair?.find((each) => each !== then.toLowerCase());
  if (other === undefined) return undefined;
  if (then === then.toUpperCase()) return other.toUpperCase();
  return then === then.toLowerCase() ? other : `${other.charAt(0).toUpperCase()}${other.slice(1)}`;
};

/** In the middle of each kind, where rules about ages seldom are. */
const [adultAge, otherAdultAge, childAge, otherChildAge, ofAge] = [35, 50, 12, 6, 18];

const ageFor = (age: number): number => {
  if (age >= ofAge) return age === adultAge ? otherAdultAge : adultAge;
  return age === childAge ? otherChildAge : childAge;
};

/** The names of our generators are like them; one of other letters and length tells more. */
const otherName = (then: string): string => (then.length > 6 ? 'Ida' : 'Alexandrina');

type Who = {
  readonly person: Person;
  readonly number: number;
  readonly at: Exchange;
  readonly firstDay: string;
  /** Those beside this person, who may say what this one does not. */
  readonly others: readonly Person[];
};

const saidOfKind = ({ said }: Person, is: (key: string) => boolean) =>
  said.find(({ at, value }) => typeof value === 'string' && is(keyOf(at)));

/** What a supplier may require of every guest (part 7), and this one lacks: said as the others say it, or by its shown name. */
const lacking = (
  { person, number, at, others }: Who,
  { name, is, value }: { readonly name: string; readonly is: (key: string) => boolean; readonly value: string },
): Change[] => {
  if (saidOfKind(person, is)) return [];
  const [other] = others.flatMap((each) => {
    const found = saidOfKind(each, is);
    return found ? [{ place: found.at.slice(each.at.length), value: found.value }] : [];
  });
  const { place, value: to } = other ?? { place: [name], value };
  const apply: Change['apply'] = (exchange) => {
    const said = saidBy(exchange);
    if (exchange.index !== at.index || said === undefined) return exchange;
    return saying(exchange, withAt(said, person.at.concat(place), to));
  };
  return [{ name: `${name} of guest ${number}: ${to} instead of none`, apply }];
};

const ofPerson = (whom: Who): Change[] => {
  const { person, number, at, firstDay } = whom;
  const who = `guest ${number}`;
  const texts = (is: (key: string) => boolean) =>
    person.said.filter(({ at: place, value }) => typeof value === 'string' && is(keyOf(place)));
  const change = (name: string, from: string, to: string, apply: Change['apply']): Change => ({
    name: `${name} of ${who}: ${to} instead of ${from}`,
    apply,
  });
  const changes = [
    ...lacking(whom, { name: 'citizenship', is: isAboutCitizenship, value: 'DE' }),
    ...lacking(whom, { name: 'gender', is: isAboutGender, value: 'female' }),
  ];
  const [citizenship] = texts(isAboutCitizenship);
  const country = typeof citizenship?.value === 'string' ? countryFor(citizenship.value) : undefined;
  if (citizenship && country !== undefined) {
    const places = texts(isAboutCitizenship).map(({ at: place }) => place);
    changes.push(
      change(
        'citizenship',
        `${citizenship.value}`,
        country,
        putting(at, places, () => country),
      ),
    );
  }
  const gender = texts(isAboutGender).find(({ value }) => genderOf(`${value}`) !== undefined);
  const other = gender && genderFor(`${gender.value}`);
  if (gender && other !== undefined) {
    changes.push(
      change(
        'gender',
        `${gender.value}`,
        other,
        putting(at, [gender.at], () => other),
      ),
    );
  }
  const born = person.birth && spelledDay(person.birth.value);
  if (person.birth && born) {
    const [age, place] = [ageOn(born.day, firstDay), person.birth.at];
    const to = ageFor(age);
    // Nobody has a birthday on the way.
    const birth = dayAfter(yearsBefore(firstDay, to), -180);
    const put = putting(at, [place], () => born.as(birth));
    const asSearched = age < ofAge ? withAge(age, to) : undefined;
    changes.push(change('age', `${age}`, `${to}`, (each) => put(asSearched ? asSearched(each) : each)));
  }
  const names = texts(isPersonName);
  if (names.length > 0) {
    const places = names.map(({ at: place }) => place);
    changes.push({
      name: `name of ${who}: of another length`,
      apply: putting(at, places, (then) => otherName(`${then}`)),
    });
  }
  return changes;
};

const ageKey = /(^|_)ages?$|Ages?$/;

/** Who searched for rooms said how old the children are. */
const withAge =
  (age: number, to: number): Change['apply'] =>
  (exchange) => {
    const said = saidBy(exchange);
    const found = scalarsIn(said).find(({ at, value }) => value === age && ageKey.test(keyOf(at)));
    return said !== undefined && found ? saying(exchange, withAt(said, found.at, to)) : exchange;
  };

/** Of an intent where the stay stands, and of a body all of it. */
const daysIn = (exchange: Exchange): { readonly at: Path; readonly value: Json; readonly day: string }[] =>
  scalarsIn(saidBy(exchange)).flatMap(({ at, value }) => {
    const day = exchange.intent === undefined || at.includes('stay') ? spelledDay(value)?.day : undefined;
    return day === undefined ? [] : [{ at, value, day }];
  });

/** The first and the last day of the stay, where the case tells exactly two that were still to come. */
const stayOf = (trace: Trace, steps: readonly Exchange[]): readonly [string, string] | undefined => {
  const days = steps.flatMap((each) => {
    const sentOn = dayAfter(targetTimeOf(trace, each), 0);
    return daysIn(each).flatMap(({ day }) => (day > sentOn ? [day] : []));
  });
  const [from, to, ...others] = [...new Set(days)].toSorted();
  return from !== undefined && to !== undefined && others.length === 0 ? [from, to] : undefined;
};

const nightMs = 86_400_000;
const [fewNights, moreNights] = [1, 3];

const ofStay = ([from, to]: readonly [string, string]): Change => {
  const nights = Math.round((Date.parse(to) - Date.parse(from)) / nightMs);
  const other = nights > fewNights ? fewNights : moreNights;
  const last = dayAfter(from, other);
  return {
    name: `nights: ${other} instead of ${nights}`,
    apply: (exchange) =>
      daysIn(exchange)
        .filter(({ day }) => day === to)
        .reduce((rest, { at, value }) => {
          const said = saidBy(rest);
          return said === undefined ? rest : saying(rest, withAt(said, at, spelledDay(value)?.as(last) ?? value));
        }, exchange),
  };
};

/** Rooms, adults, children and extras of an intent; of a body all people but the first. */
const ofCounts = (steps: readonly Exchange[], at: Exchange, people: readonly Person[]): Change[] => {
  const fields = fieldsOf(steps);
  if (at.intent !== undefined) {
    return fields
      .filter(({ name }) => /^(room|adult|child|upsells|preset)\b/.test(name))
      .map(({ name, without }) => ({ name: `without ${name}`, apply: without }));
  }
  return people
    .slice(1)
    .toReversed()
    .flatMap((person) => {
      const name = `${pathText(['body', ...person.at])} of step ${at.index}`;
      return fields.filter((each) => each.name === name);
    })
    .map(({ name, without }) => ({ name: `without ${name}`, apply: without }));
};

/**
 * Sets of changes, each to be tried as a whole: who comes, how long, how many, and all of it.
 *
 * @param steps What is sent, the refused request to book the last of them.
 */
export const changeSets = (trace: Trace, steps: readonly Exchange[]): readonly (readonly Change[])[] => {
  const at = steps.at(-1);
  if (!at) return [];
  const sentOn = dayAfter(targetTimeOf(trace, at), 0);
  const people = peopleIn(saidBy(at), sentOn).filter(({ isListed }) => isListed);
  const stay = stayOf(trace, steps);
  const firstDay = stay?.[0] ?? sentOn;
  const ofGuests = people.flatMap((person, i) => {
    const others = people.filter((each) => each !== person);
    return ofPerson({ person, number: i + 1, at, firstDay, others });
  });
  const ofTime = stay ? [ofStay(stay)] : [];
  const counts = ofCounts(steps, at, people);
  return [ofGuests, ofTime, counts, ofGuests.concat(ofTime, counts)];
};
