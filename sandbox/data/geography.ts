/** The countries and cities of a world of either scale; worlds share them, since nothing ever changes them. */
import { allCities, type City } from './cities.ts';
import { allCountries, type Country } from './countries.ts';

export type Geography = {
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
