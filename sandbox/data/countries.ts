/** All countries of ISO 3166 as records of the dictionary, sorted by id. */
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
const idOf = (numeric: number): number => (numeric % 7 === 0 ? numeric + 1000 : numeric);

export const allCountries: readonly Country[] = iso31661
  .map(({ alpha2, alpha3, name, numeric }) => ({
    id: idOf(Number(numeric)),
    nameRu: russian.of(alpha2) ?? name,
    nameEn: english.of(alpha2) ?? name,
    codeA2: alpha2,
    codeA3: alpha3,
  }))
  .toSorted((one, other) => one.id - other.id);
