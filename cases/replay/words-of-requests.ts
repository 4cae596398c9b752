/** Which fields of a request are about a person, and which words of it are about nobody. */

const plain = (key: string): string => key.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Words that services know people, languages and money by; every one of them may be sent again. */
export const words: ReadonlySet<string> = new Set(
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

/** Words in the name of somebody that are no name. */
export const titles: ReadonlySet<string> = new Set('mr mrs ms miss mstr dr prof adt chd inf'.split(' '));

const nameKey = /name|first|last|given|family|middle|patronym|holder|fio|initial|surname|gast|guestof/;
const firstName = /first|given|fore|middle|patronym/;
const lastName = /last|family|surname|^sur/;
const fullName =
  /^(full|guest|passenger|pax|person|traveller|traveler|contact|holder|card|client|customer)?names?$|fio|holder|^(guests|passengers|pax|travellers|travelers)$/;

export const isAboutName = (key: string): boolean => nameKey.test(plain(key));
/** Of a person, and not of a rate or a preset. */
export const isPersonName = (key: string): boolean => {
  const word = plain(key);
  return firstName.test(word) || lastName.test(word) || fullName.test(word);
};
/** What a text of a person is. */
export type Role = 'first-name' | 'last-name' | 'name' | 'phone' | 'other';

export const roleOf = (key: string): Role => {
  const word = plain(key);
  if (/phone|^tel|mobile|msisdn|fax/.test(word)) return 'phone';
  if (firstName.test(word)) return 'first-name';
  if (lastName.test(word)) return 'last-name';
  return fullName.test(word) ? 'name' : 'other';
};

/** The age of one person, or the ages of all. */
export const ageKey = /(^|_)ages?$|Ages?$/;
export const isAboutGender = (key: string): boolean => /gender|^sex$/.test(plain(key));
export const isAboutCitizenship = (key: string): boolean => /citizen|national/.test(plain(key));

/** A code, or the name of a country. */
const country = /^\p{L}[\p{L} ]{1,23}$/u;
const capitals = /^[A-Z]{2,3}$/;
const languageTag = /^[a-z]{2}[-_][A-Z]{2}$/;

export const isGenderWord = (text: string): boolean => genderOf(text) !== undefined || /^x$/i.test(text);
export const genderOf = (text: string): 'male' | 'female' | undefined => {
  if (/^(m|male|man|mr|herr|boy)$/i.test(text)) return 'male';
  return /^(f|w|female|woman|mrs|ms|miss|frau|girl)$/i.test(text) ? 'female' : undefined;
};

const codeKey = /code|country|type|kind|class|category|currency|lang|locale|issu|state|title|status|resid|meal|seat/;

/** What of a request that books may stay as it is, because it is about no person. Of a person, NG and KIM may be names. */
export const isAboutNobody = (key: string, text: string, isOfPerson: boolean): boolean => {
  if (isAboutGender(key)) return isGenderWord(text);
  if (isAboutCitizenship(key)) return country.test(text);
  if (isAboutName(key) || isPersonName(key)) return false;
  if (capitals.test(text) && (!isOfPerson || codeKey.test(plain(key)))) return true;
  return languageTag.test(text) || words.has(text.toLowerCase());
};
