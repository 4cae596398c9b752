/** What of a guest can be otherwise: citizenship, gender, age, name, and what this one lacks beside the others. */

import type { Exchange } from '../../contracts/trace.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import type { DayReader } from '../../targets/day-forms.ts';
import { scalarsIn } from '../references.ts';
import { ageOn } from '../replay/moved-dates.ts';
import { birthOf, keyOf, type Person } from '../replay/people.ts';
import {
  ageKey,
  genderOf,
  isAboutCitizenship,
  isAboutGender,
  isPersonName,
  type Role,
  roleOf,
} from '../replay/words-of-requests.ts';
import { type Change, putting, saidBy, saying, withAt } from './change.ts';

/** All guests are made alike, once in one way and once in the other: who minds a value is asked without it in one of them. */
type Way = 0 | 1;
export const ways: readonly Way[] = [0, 1];

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

/** The word of its pair, in the same case; undefined where it is that word. */
const genderFor = (then: string, way: Way): string | undefined => {
  const to = genders.find((each) => each.includes(then.toLowerCase()))?.[way];
  if (to === undefined || to === then.toLowerCase()) return undefined;
  if (then === then.toUpperCase()) return to.toUpperCase();
  return then === then.toLowerCase() ? to : `${to.charAt(0).toUpperCase()}${to.slice(1)}`;
};

/** In the middle of each kind, where rules about ages seldom are. */
const adultAges = [35, 50] as const;
export const childAges = [12, 6] as const;
export const ofAge = 18;

/** A short one and a long one. */
const otherNames = ['Ida', 'Alexandrina'] as const;

/** Names of a file are invented anew, word by word, and what stands between words stays. */
const plainNames: { readonly [role in Role]?: string } = {
  'first-name': 'Ida',
  'last-name': 'Alexandrina',
  name: 'Ida Alexandrina',
};
const isPlain = (name: string): boolean => /^[\p{L}\p{M}]+( [\p{L}\p{M}]+)?$/u.test(name);

type Who = {
  readonly person: Person;
  readonly number: number;
  readonly at: Exchange;
  readonly firstDay: string;
  readonly days: DayReader;
  /** Those beside this person, who may say what this one does not. */
  readonly others: readonly Person[];
  readonly way: Way;
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

export const ofGuest = (whom: Who): Change[] => {
  const { person, number, at, firstDay, days, way } = whom;
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
  const country = typeof citizenship?.value === 'string' ? countryFor(citizenship.value, way) : undefined;
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
  const other = gender && genderFor(`${gender.value}`, way);
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
  const born = birthOf(person, days);
  if (person.birth && born) {
    const [age, place] = [ageOn(born.day, firstDay), person.birth.at];
    const to = (age >= ofAge ? adultAges : childAges)[way];
    // Nobody has a birthday on the way.
    const birth = dayAfter(yearsBefore(firstDay, to), -180);
    const put = putting(at, [place], () => born.as(birth));
    const asSearched = age < ofAge ? withAge(age, to) : undefined;
    const apply: Change['apply'] = (each) => put(asSearched ? asSearched(each) : each);
    if (age !== to) changes.push(change('age', `${age}`, `${to}`, apply));
  }
  return changes.concat(ofName(whom));
};

const ofName = ({ person, number, at, way }: Who): Change[] => {
  const names = person.said.filter(({ at: place, value }) => typeof value === 'string' && isPersonName(keyOf(place)));
  if (at.intent !== undefined) {
    const to = otherNames[way];
    const places = names.filter(({ value }) => value !== to).map(({ at: place }) => place);
    return places.length > 0
      ? [{ name: `name of guest ${number}: of another length`, apply: putting(at, places, () => to) }]
      : [];
  }
  return names.some(({ value }) => !isPlain(`${value}`))
    ? [
        {
          name: `name of guest ${number}: letters alone`,
          apply: (exchange) =>
            names.reduce((rest, { at: place, value }) => {
              const plain = isPlain(`${value}`) ? undefined : plainNames[roleOf(keyOf(place))];
              return plain === undefined ? rest : putting(at, [place], () => plain)(rest);
            }, exchange),
        },
      ]
    : [];
};

/** Who searched for rooms said how old the children are. */
const withAge =
  (age: number, to: number): Change['apply'] =>
  (exchange) => {
    const said = saidBy(exchange);
    const found = scalarsIn(said).find(({ at, value }) => value === age && ageKey.test(keyOf(at)));
    return said !== undefined && found ? saying(exchange, withAt(said, found.at, to)) : exchange;
  };
