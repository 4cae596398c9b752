/** Literal traces for the clauses of the list of countries. */
import type { Json } from '../../../../contracts/json.ts';
import { countries, ok, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { dictionaryCases } from './dictionary.ts';

export const country = (id: Json, part: Record<string, Json> = {}): { [key: string]: Json } => ({
  id,
  nameRu: `Страна ${id}`,
  nameEn: `Land ${id}`,
  codeA2: 'AB',
  codeA3: 'ABC',
  ...part,
});

const shared = dictionaryCases({ record: country, ask: countries, before: [], named: 'nameEn' });

const coded = (name: string, ...codes: Json[]) =>
  traceOf([countries(ok(codes.map((code, i) => country(i, { [name]: code }))))]);

const letters = (name: string, count: number, [right, long, digit]: [string, string, string]): ClauseCases => {
  const wrong = (code: string) =>
    breaks(`response.body[1].${name}`, `${count} letters`, JSON.stringify(code), coded(name, right, code));
  return {
    passes: {
      capital: coded(name, right),
      small: coded(name, right.toLowerCase()),
      'no text is for the shape': coded(name, right, 12, null),
    },
    fails: Object.fromEntries([long, digit, '', `${right} `, `${right}\n`].map((code) => [code, wrong(code)])),
    nothing: { 'no list': traceOf([countries(ok({ items: [] }))]) },
    unshown: { 'an empty list': coded(name), 'no text': coded(name, 12, null) },
  };
};

export const countriesCases = {
  'countries.valid-request-is-answered': shared['valid-request-is-answered'],
  'countries.list-is-an-array': shared['list-is-an-array'],
  'countries.records-are-complete': shared['records-are-complete'],
  'countries.sorted-by-id': shared['sorted-by-id'],
  'countries.lowest-id-first': shared['lowest-id-first'],
  'countries.ids-are-unique': shared['ids-are-unique'],
  'countries.two-letter-code': letters('codeA2', 2, ['AB', 'ABC', 'A1']),
  'countries.three-letter-code': letters('codeA3', 3, ['ABC', 'AB', '123']),
  'countries.two-reads-agree': shared['two-reads-agree'],
} satisfies Record<string, ClauseCases>;
