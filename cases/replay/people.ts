/** Finds the people in the body of a request, and the fields of each. */
import type { Path } from '../../contracts/check.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type DayReader, dayReader, isAboutBirth, type SpelledDay } from '../../targets/forms/day-reader.ts';
import { isWithin } from '../../targets/intent-map/places.ts';
import { keyOf, listOf, scalarsIn } from '../body-places.ts';

const plain = (key: string): string => key.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Words for kinds of people, languages and money. They name no person, and are sent again as they are. */
const words: ReadonlySet<string> = new Set(
  [
    'adult child infant youth senior adt chd inf ins cnn yth snn src adults children infants',
    'male female man woman boy girl m f x mr mrs ms miss mstr master herr frau dr',
    'true false yes no null none lead main primary secondary other self',
    'passport idcard id national foreign document visa',
    'ru en de fr es it tr kk ka sr uk pl zh ar',
    'usd eur rub gbp kzt try gel rsd chf cny aed pln uah',
    'cash card credit deposit invoice balance b2b b2c api web',
  ].flatMap((line) => line.split(' ')),
);

/** Words in the name of a person that are no name. */
export const titles: ReadonlySet<string> = new Set('mr mrs ms miss mstr dr prof adt chd inf'.split(' '));

const nameKey = /name|first|last|given|family|middle|patronym|holder|fio|initial|surname|gast|guestof/;
const firstName = /first|given|fore|middle|patronym/;
const lastName = /last|family|surname|^sur/;
const fullName =
  /^(full|guest|passenger|pax|person|traveller|traveler|contact|holder|card|client|customer)?names?$|fio|holder|^(guests|passengers|pax|travellers|travelers)$/;

const isAboutName = (key: string): boolean => nameKey.test(plain(key));
/** True for the name of a person, and false for that of a rate or a preset. */
export const isPersonName = (key: string): boolean => {
  const word = plain(key);
  return firstName.test(word) || lastName.test(word) || fullName.test(word);
};
export type Role = 'first-name' | 'last-name' | 'name' | 'phone' | 'other';

export const roleOf = (key: string): Role => {
  const word = plain(key);
  if (/phone|^tel|mobile|msisdn|fax/.test(word)) return 'phone';
  if (firstName.test(word)) return 'first-name';
  if (lastName.test(word)) return 'last-name';
  return fullName.test(word) ? 'name' : 'other';
};

/** One age, or a list of ages. */
export const ageKey = /(^|_)ages?$|Ages?$/;
export const isAboutGender = (key: string): boolean => /gender|^sex$/.test(plain(key));
export const isAboutCitizenship = (key: string): boolean => /citizen|national/.test(plain(key));

/** A code, or the name of a country. */
const country = /^\p{L}[\p{L} ]{1,23}$/u;
const capitals = /^[A-Z]{2,3}$/;
const languageTag = /^[a-z]{2}[-_][A-Z]{2}$/;

const isGenderWord = (text: string): boolean => genderOf(text) !== undefined || /^x$/i.test(text);
export const genderOf = (text: string): 'male' | 'female' | undefined => {
  if (/^(m|male|man|mr|herr|boy)$/i.test(text)) return 'male';
  return /^(f|w|female|woman|mrs|ms|miss|frau|girl)$/i.test(text) ? 'female' : undefined;
};

const codeKey = /code|country|type|kind|class|category|currency|lang|locale|issu|state|title|status|resid|meal|seat/;

/** True for a text of a booking request that names no person, and stays. Within a person, NG and KIM may be names. */
export const isAboutNoPerson = (key: string, text: string, isOfPerson: boolean): boolean => {
  if (isAboutGender(key)) return isGenderWord(text);
  if (isAboutCitizenship(key)) return country.test(text);
  if (isAboutName(key) || isPersonName(key)) return false;
  if (capitals.test(text) && (!isOfPerson || codeKey.test(plain(key)))) return true;
  return languageTag.test(text) || words.has(text.toLowerCase());
};

type StatedValue = { readonly at: Path; readonly value: Json };

export type Person = {
  readonly at: Path;
  readonly values: readonly StatedValue[];
  readonly gender?: 'male' | 'female' | undefined;
  readonly citizenship?: string | undefined;
  readonly birth?: StatedValue | undefined;
  /** Stands in a list: a traveller, and no contact. */
  readonly isListed: boolean;
};

/** True for a field that only people have. */
const isOfPerson = ({ at, value }: StatedValue): boolean => {
  const key = keyOf(at);
  if (isAboutGender(key)) return typeof value === 'string' && isGenderWord(value);
  return isAboutBirth(key) || isAboutCitizenship(key) || (isPersonName(key) && typeof value === 'string');
};

const objectOf = (at: Path): Path => {
  const end = at.findLastIndex((key) => typeof key === 'string');
  return at.slice(0, end);
};

const distinct = (places: readonly Path[]): Path[] => [
  ...new Map(places.map((at) => [JSON.stringify(at), at])).values(),
];

/** The innermost element of a list around a place. */
const elementOf = (at: Path): Path => at.slice(0, at.findLastIndex((key) => typeof key === 'number') + 1);

/** The texts in fields of one kind. */
export const textsOf = (
  values: readonly StatedValue[],
  is: (key: string) => boolean,
): (StatedValue & { readonly value: string })[] =>
  values.flatMap(({ at, value }) => (typeof value === 'string' && is(keyOf(at)) ? [{ at, value }] : []));

/** Every value of a body. A day is one value, even as an object or a list. */
export const leavesIn = (body: Json | undefined, days: DayReader): StatedValue[] =>
  scalarsIn(body, [], (value, at) => days.read(value, keyOf(at)) !== undefined || days.isUnread(value, keyOf(at)));

/** Since when something is valid, known or a member: no day of birth, in itself or in an object of that name. */
const isSince = /issu|valid|expir|docum|passport|paper|visa|card|since|member|loyal|creat|updat|regist/;

/** The field named after a birthday; else the earliest day before the request was sent. */
const birthIn = (
  { at, values }: Pick<Person, 'at' | 'values'>,
  sentOn: string,
  { read }: DayReader,
): StatedValue | undefined => {
  const days = values.flatMap((each) => {
    const day = read(each.value, keyOf(each.at))?.day;
    return day !== undefined && day <= sentOn ? [{ each, day }] : [];
  });
  const named = days.find(({ each }) => isAboutBirth(keyOf(each.at)));
  const likely = days
    .filter(({ each }) => !each.at.slice(at.length).some((key) => typeof key === 'string' && isSince.test(plain(key))))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return (named ?? likely[0])?.each;
};

/** @param sentOn The day of sending, `YYYY-MM-DD`. */
export const peopleIn = (
  body: Json | undefined,
  sentOn: string,
  days: DayReader = dayReader(sentOn),
): readonly Person[] => {
  const all = leavesIn(body, days);
  const candidates = distinct(all.filter(isOfPerson).map(({ at }) => objectOf(at)));
  // Names and papers may be objects inside of a person.
  const isInPerson = (at: Path): boolean =>
    candidates.some(
      (other) => other.length < at.length && isWithin(at, other) && elementOf(other).length === elementOf(at).length,
    );
  const outermost = candidates.filter((at) => !isInPerson(at));
  // An element of a list is one person, even with several objects in it.
  const places = distinct(outermost.map((at) => (elementOf(at).length > 0 ? elementOf(at) : at)));
  const ownerOf = (at: Path): Path | undefined =>
    places.filter((place) => isWithin(at, place)).toSorted((one, other) => other.length - one.length)[0];
  return places.map((at) => {
    const values = all.filter((each) => ownerOf(each.at) === at);
    const [gender] = textsOf(values, isAboutGender);
    return {
      at,
      values,
      gender: gender && genderOf(gender.value),
      citizenship: textsOf(values, isAboutCitizenship)[0]?.value,
      birth: birthIn({ at, values }, sentOn, days),
      isListed: at.some((key) => typeof key === 'number'),
    };
  });
};

const ofIntent = (at: Path, person: Json): Person => {
  const values = scalarsIn(person, at);
  const { gender, citizenship } = isJsonObject(person) ? person : {};
  const birth = values.find((each) => each.at.at(-1) === 'birthDate');
  return {
    at,
    values,
    gender: gender === 'male' || gender === 'female' ? gender : undefined,
    citizenship: typeof citizenship === 'string' ? citizenship : undefined,
    birth,
    isListed: true,
  };
};

/** The travellers of an intent stand in two places. What only the service understands in it names none. */
const peopleOfIntent = ({ guests, passengers }: JsonObject): readonly Person[] => [
  ...listOf(guests).flatMap((room, r) => listOf(room).map((each, i) => ofIntent(['guests', r, i], each))),
  ...listOf(passengers).map((each, i) => ofIntent(['passengers', i], each)),
];

/** By the intent of a request where it is known, else by the names of its fields. */
export const travellersIn = (
  { intent, request }: Pick<Exchange, 'intent' | 'request'>,
  sentOn: string,
  days?: DayReader,
): readonly Person[] =>
  isJsonObject(intent) ? peopleOfIntent(intent) : peopleIn(intent ?? request.body, sentOn, days);

export const birthOf = ({ birth }: Person, { read }: DayReader): SpelledDay | undefined =>
  birth && read(birth.value, keyOf(birth.at));

/** The word for which a guest mark, of Latin letters, can stand best. */
const markableIn = (name: string): string | undefined => {
  const words = name.match(/[\p{L}\p{M}]+/gu) ?? [];
  const isWorse = (word: string): boolean => titles.has(word.toLowerCase()) || /[^\p{ASCII}]/u.test(word);
  return words.toSorted((one, other) => Number(isWorse(one)) - Number(isWorse(other)) || other.length - one.length)[0];
};

/** A word in the family name of the first traveller, by which the booking is found again. */
export const leadNameOf = (people: readonly Person[]): string | undefined => {
  const first = people.find(({ isListed }) => isListed) ?? people[0];
  const texts = (role: Role): string[] =>
    textsOf(first?.values ?? [], (key) => roleOf(key) === role).flatMap(({ value }) =>
      /\p{L}/u.test(value) ? value : [],
    );
  const [name] = [...texts('last-name'), ...texts('name'), ...texts('first-name')];
  return name === undefined ? undefined : markableIn(name);
};
