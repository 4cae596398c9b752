/** Finds the people in the body of a request: which objects they are, and what of each a request says. */

import type { Path } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { type DayReader, dayReader, isAboutBirth, type SpelledDay } from '../../targets/day-forms.ts';
import { scalarsIn } from '../references.ts';
import {
  genderOf,
  isAboutCitizenship,
  isAboutGender,
  isGenderWord,
  isPersonName,
  type Role,
  roleOf,
} from './words-of-requests.ts';

export type Said = { readonly at: Path; readonly value: Json };

export type Person = {
  readonly at: Path;
  /** All that is said of this person. */
  readonly said: readonly Said[];
  readonly gender?: 'male' | 'female' | undefined;
  readonly citizenship?: string | undefined;
  readonly birth?: Said | undefined;
  /** Stands in a list: somebody who travels, and not one to be reached. */
  readonly isListed: boolean;
};

/** The name of the field, of an element of a list that of the list. */
export const keyOf = (at: Path): string => String(at.findLast((key) => typeof key === 'string') ?? '');

const startsWith = (at: Path, start: Path): boolean => start.every((key, i) => at[i] === key);

/** Of somebody, whatever it is. */
const isOfPerson = ({ at, value }: Said): boolean => {
  const key = keyOf(at);
  if (isAboutGender(key)) return typeof value === 'string' && isGenderWord(value);
  return isAboutBirth(key) || isAboutCitizenship(key) || (isPersonName(key) && typeof value === 'string');
};

/** The object in which something stands. */
const objectOf = (at: Path): Path =>
  at.slice(
    0,
    at.findLastIndex((key) => typeof key === 'string'),
  );

/** Within one element of a list. */
const elementOf = (at: Path): Path => at.slice(0, at.findLastIndex((key) => typeof key === 'number') + 1);

const textAt = (said: readonly Said[], is: (key: string) => boolean): string | undefined => {
  const found = said.find(({ at, value }) => typeof value === 'string' && is(keyOf(at)));
  return typeof found?.value === 'string' ? found.value : undefined;
};

/** Every value of a body; a day is one value, also where it is an object or a list. */
export const leavesIn = (body: Json | undefined, days: DayReader): Said[] =>
  scalarsIn(body, [], (value, at) => days.read(value, keyOf(at)) !== undefined || days.isUnread(value, keyOf(at)));

/** The one that says so; else the earliest day before the request was sent. */
const birthIn = (said: readonly Said[], sentOn: string, { read }: DayReader): Said | undefined => {
  const days = said.flatMap((each) => {
    const day = read(each.value, keyOf(each.at))?.day;
    return day !== undefined && day <= sentOn ? [{ each, day }] : [];
  });
  const named = days.find(({ each }) => isAboutBirth(keyOf(each.at)));
  return (named ?? days.toSorted((one, other) => (one.day < other.day ? -1 : 1))[0])?.each;
};

/** @param sentOn The day on which it was sent, `YYYY-MM-DD`. */
export const peopleIn = (
  body: Json | undefined,
  sentOn: string,
  days: DayReader = dayReader(sentOn),
): readonly Person[] => {
  const all = leavesIn(body, days);
  const candidates = new Map(all.filter(isOfPerson).map(({ at }) => [JSON.stringify(objectOf(at)), objectOf(at)]));
  // Names and papers may stand in objects of their own inside.
  const outermost = [...candidates.values()].filter(
    (at) =>
      ![...candidates.values()].some(
        (other) =>
          other.length < at.length && startsWith(at, other) && elementOf(other).length === elementOf(at).length,
      ),
  );
  // In an element of a list there is one person, in however many objects.
  const elements = new Map<string, Path>();
  for (const at of outermost) {
    const element = elementOf(at);
    const own = element.length > 0 ? element : at;
    elements.set(JSON.stringify(own), own);
  }
  const places = [...elements.values()];
  const ownerOf = (at: Path): Path | undefined =>
    places.filter((place) => startsWith(at, place)).toSorted((one, other) => other.length - one.length)[0];
  return places.map((at) => {
    const said = all.filter((each) => ownerOf(each.at) === at);
    const gender = textAt(said, isAboutGender);
    return {
      at,
      said,
      gender: gender === undefined ? undefined : genderOf(gender),
      citizenship: textAt(said, isAboutCitizenship),
      birth: birthIn(said, sentOn, days),
      isListed: at.some((key) => typeof key === 'number'),
    };
  });
};

/** The day of birth, as it is spelled. */
export const birthOf = ({ birth }: Person, { read }: DayReader): SpelledDay | undefined =>
  birth && read(birth.value, keyOf(birth.at));

/** What a booking is found again by: the family of the first of those who travel. */
export const leadNameOf = (people: readonly Person[]): string | undefined => {
  const first = people.find(({ isListed }) => isListed) ?? people[0];
  const texts = (role: Role) =>
    (first?.said ?? []).flatMap(({ at, value }) =>
      typeof value === 'string' && roleOf(keyOf(at)) === role ? value : [],
    );
  const [family] = texts('last-name').filter((text) => /\p{L}/u.test(text));
  if (family !== undefined) return family;
  const [full] = [...texts('name'), ...texts('first-name')].filter((text) => /\p{L}/u.test(text));
  return full?.match(/[\p{L}\p{M}]+/gu)?.at(-1);
};
