/** The countries and cities of a world of either scale; worlds share them, because they never change. */
import { readFileSync } from 'node:fs';
import { iso31661 } from 'iso-3166';

export type Country = {
  readonly id: number;
  readonly nameRu: string;
  readonly nameEn: string;
  readonly codeA2: string;
  readonly codeA3: string;
};

const english = new Intl.DisplayNames('en', { type: 'region' });
const russian = new Intl.DisplayNames('ru', { type: 'region' });

// Ids have gaps and one to four digits, so that neither counting up nor sorting them as text looks right by luck.
const countryIdOf = (numeric: number): number => (numeric % 7 === 0 ? numeric + 1000 : numeric);

export const allCountries: readonly Country[] = iso31661
  .map(({ alpha2, alpha3, name, numeric }) => ({
    id: countryIdOf(Number(numeric)),
    nameRu: russian.of(alpha2) ?? name,
    nameEn: english.of(alpha2) ?? name,
    codeA2: alpha2,
    codeA3: alpha3,
  }))
  .toSorted((one, other) => one.id - other.id);

/** Spells a Latin name in Cyrillic letters, well enough for a made-up Russian name. */
const pairs: Readonly<Record<string, string>> = {
  shch: 'щ',
  sch: 'ш',
  sh: 'ш',
  ch: 'ч',
  zh: 'ж',
  kh: 'х',
  ph: 'ф',
  th: 'т',
  ts: 'ц',
  ya: 'я',
  yu: 'ю',
  yo: 'ё',
  a: 'а',
  b: 'б',
  c: 'к',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'дж',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'к',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  x: 'кс',
  y: 'ы',
  z: 'з',
  ß: 'сс',
  ı: 'и',
  ə: 'э',
  đ: 'д',
  œ: 'ё',
  ø: 'ё',
  æ: 'э',
  ð: 'д',
  ł: 'л',
  þ: 'т',
  ħ: 'х',
};

const latin = new RegExp(Object.keys(pairs).join('|'), 'gi');

export const transliterated = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(latin, (letters) => {
      const cyrillic = pairs[letters.toLowerCase()] ?? letters;
      return letters[0] === letters[0]?.toLowerCase()
        ? cyrillic
        : (cyrillic[0] ?? '').toUpperCase() + cyrillic.slice(1);
    });

// The cities of all countries as records of the dictionary, read from cities.tsv.

export type City = {
  readonly id: number;
  readonly nameRu: string;
  readonly nameEn: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly country: Pick<Country, 'id' | 'nameRu' | 'nameEn'>;
};

// Leaves gaps of one and three, and keeps the order of the lines.
const cityIdOf = (line: number): number => 3 * line + 1 + (line % 2);

const countryByCode = new Map(allCountries.map((country) => [country.codeA2, country]));

export const allCities: readonly City[] = readFileSync(new URL('cities.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((text, line) => {
    const [code = '', nameEn = '', latitude, longitude] = text.split('\t');
    const country = countryByCode.get(code);
    if (!country) throw new Error(`cities.tsv line ${line + 1}: ${code} is no country code of ISO 3166`);
    return {
      id: cityIdOf(line),
      nameRu: transliterated(nameEn),
      nameEn,
      latitude: Number(latitude),
      longitude: Number(longitude),
      country: { id: country.id, nameRu: country.nameRu, nameEn: country.nameEn },
    };
  });

type Geography = {
  readonly countries: readonly Country[];
  readonly citiesByCountry: ReadonlyMap<number, readonly City[]>;
};

// Long lists, lists of one city, no cities at all, and ids of one to four digits.
const smallScaleCodes = [
  'AF',
  'AL',
  'AQ',
  'AM',
  'BV',
  'CN',
  'CX',
  'DE',
  'FI',
  'HM',
  'IO',
  'IS',
  'IT',
  'KZ',
  'MT',
  'RU',
  'US',
  'VA',
];

const full: Geography = {
  countries: Object.freeze(allCountries.map((country) => Object.freeze(country))),
  citiesByCountry: Map.groupBy(
    allCities.map((city) => Object.freeze(city)),
    ({ country }) => country.id,
  ),
};

const smallCountries = full.countries.filter(({ codeA2 }) => smallScaleCodes.includes(codeA2));

const small: Geography = {
  countries: smallCountries,
  citiesByCountry: new Map(smallCountries.map(({ id }) => [id, full.citiesByCountry.get(id) ?? []])),
};

export const geography = (scale: 'full' | 'small'): Geography => (scale === 'full' ? full : small);
