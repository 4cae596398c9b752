/** Checks of the list of countries (parts 2.6 and 4.7). */
import type { Check } from '../check.ts';
import type { Json } from '../json.ts';
import { countries } from '../schemas/countries.ts';
import { field } from '../subjects.ts';
import { listChecks } from './list-checks.ts';
import { everyRecord } from './lists.ts';

/** The letters of any alphabet count: the text asks for letters and says no more. */
const lettersOnly = (name: string, count: number) => {
  const form = new RegExp(`^\\p{L}{${count}}$`, 'u');
  return (record: Json) => {
    const code = field(record, name);
    // A code that is no string is a matter of the record's shape.
    if (typeof code !== 'string') return undefined;
    return form.test(code) ? [] : [{ path: [name], expected: `${count} letters` }];
  };
};

const like = { id: 0, nameRu: '', nameEn: '', codeA2: '', codeA3: '' };

export const countriesChecks: readonly Check[] = [
  ...listChecks('countries', countries, like),
  everyRecord('countries.two-letter-code', 'countries', lettersOnly('codeA2', 2)),
  everyRecord('countries.three-letter-code', 'countries', lettersOnly('codeA3', 3)),
];
