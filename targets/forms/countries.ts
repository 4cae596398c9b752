/** Countries by their codes and names (ISO 3166-1). */
import { iso31661 } from 'iso-3166';
import type { Json } from '../../contracts/json.ts';
import type { Form } from './form.ts';

type IsoCountry = (typeof iso31661)[number];

const coded = (id: string, spell: (country: IsoCountry) => Json): Form<string> => {
  const bySpelling = new Map(iso31661.map((country) => [spell(country), country.alpha2]));
  const byCode = new Map(iso31661.map((country) => [country.alpha2, spell(country)]));
  return { id, write: (code) => byCode.get(code), read: (spelled) => bySpelling.get(spelled) };
};

/** Canonical is ISO 3166-1 alpha-2 in capitals. */
export const countryForms: readonly Form<string>[] = [
  coded('A2', ({ alpha2 }) => alpha2),
  coded('a2', ({ alpha2 }) => alpha2.toLowerCase()),
  coded('A3', ({ alpha3 }) => alpha3),
  coded('a3', ({ alpha3 }) => alpha3.toLowerCase()),
  coded('numeric', ({ numeric }) => Number(numeric)),
  coded('numeric text', ({ numeric }) => numeric),
  coded('name', ({ name }) => name),
  coded('NAME', ({ name }) => name.toUpperCase()),
];
