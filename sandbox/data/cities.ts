/** The cities of all countries as records of the dictionary, read from cities.tsv. */
import { readFileSync } from 'node:fs';
import { allCountries, type Country } from './countries.ts';
import { transliterated } from './transliterate.ts';

export type City = {
  readonly id: number;
  readonly nameRu: string;
  readonly nameEn: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly country: Pick<Country, 'id' | 'nameRu' | 'nameEn'>;
};

// Leaves gaps of one and three, and keeps the order of the lines.
const idOf = (line: number): number => 3 * line + 1 + (line % 2);

const countryByCode = new Map(allCountries.map((country) => [country.codeA2, country]));

export const allCities: readonly City[] = readFileSync(new URL('cities.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((text, line) => {
    const [code = '', nameEn = '', latitude, longitude] = text.split('\t');
    const country = countryByCode.get(code);
    if (!country) throw new Error(`cities.tsv line ${line + 1}: ${code} is no country code of ISO 3166`);
    return {
      id: idOf(line),
      nameRu: transliterated(nameEn),
      nameEn,
      latitude: Number(latitude),
      longitude: Number(longitude),
      country: { id: country.id, nameRu: country.nameRu, nameEn: country.nameEn },
    };
  });
