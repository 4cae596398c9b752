/** Literal traces for the clauses of accommodation types, bed types and meal types. */
import type { Json } from '../../../../contracts/json.ts';
import { type Answer, ok, type Sent, type TypeList, traceOf, typeList } from '../literal-trace.ts';
import { breaks } from './clause-cases.ts';
import { clausesOf, dictionaryCases } from './dictionary.ts';

export const namedType = (id: Json, part: { [key: string]: Json } = {}): { [key: string]: Json } => ({
  id,
  nameRu: `Вид ${id}`,
  nameEn: `Type ${id}`,
  ...part,
});

/** No more than the id is shown. */
const bareType = (id: Json, part: { [key: string]: Json } = {}): { [key: string]: Json } => ({ id, ...part });

const asking =
  (list: TypeList) =>
  (came: Answer, sent: Sent = {}) =>
    typeList(list, came, sent);

const named = (list: TypeList) =>
  dictionaryCases({ record: namedType, ask: asking(list), before: [], named: 'nameRu' });

const bedTypes = dictionaryCases({ record: bareType, ask: asking('bed-types'), before: [] });
const beds = (...bodies: Json[]) => traceOf(bodies.map((body) => typeList('bed-types', ok(body))));

export const typeListCases = {
  ...clausesOf('accommodation-types', named('accommodation-types')),
  ...clausesOf('meal-types', named('meal-types')),
  ...clausesOf('bed-types', bedTypes),
  'bed-types.records-are-complete': {
    ...bedTypes['records-are-complete'],
    passes: {
      ...bedTypes['records-are-complete'].passes,
      'ids of text': beds([{ id: 'double' }, { id: '2' }]),
      'other fields are open': beds([{ id: 1, nameRu: 7, nameEn: null, size: { width: 90 } }]),
    },
    fails: {
      ...bedTypes['records-are-complete'].fails,
      // Fifty ids of text are lawful here; fifty and a number are not.
      fifty: breaks(
        'response.body[1].id',
        'number',
        '"0"',
        beds([{ id: 1 }, ...Array.from({ length: 50 }, (_, i) => ({ id: String(i) }))]),
        50,
      ),
    },
  },
  'bed-types.two-reads-agree': {
    ...bedTypes['two-reads-agree'],
    passes: {
      ...bedTypes['two-reads-agree'].passes,
      'names are not promised': beds(...['a', 'b', 'a'].map((nameEn) => [{ id: 1, nameEn }])),
    },
  },
};
