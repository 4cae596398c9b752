/** Literal traces for the clauses of the list of amenities. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { empty, ok, type Sent, traceOf, typeList } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { namedType as amenity, clausesOf, dictionaryCases } from './dictionaries.ts';

const group = { id: 7, nameRu: 'Общее', nameEn: 'General' };
const grouped = (id: Json, part: Record<string, Json> = {}) => amenity(id, { group, level: 'Room', ...part });

const shared = dictionaryCases({
  record: amenity,
  ask: (came, sent) => typeList('amenities', came, sent),
  before: [],
  named: 'nameEn',
});

const list = (...records: Json[]): Trace => traceOf([typeList('amenities', ok(records))]);
const reads = (...bodies: Json[]): Trace => traceOf(bodies.map((body) => typeList('amenities', ok(body))));
const noRecord = { 'no list': reads({ items: [] }) };
const broken = (where: string, expected: string, actual: string, record: Json) =>
  breaks(`response.body[1].${where}`, expected, actual, list(amenity(1), record, grouped(3)));

/** Reads as the first, as the second and as the first again, of which only the second may be the odd one. */
const between = (first: Sent, second: Sent): Omit<ClauseCases, 'nothing'> & { read: typeof read } => {
  const read = (...bodies: Json[]): Trace =>
    traceOf(bodies.map((body, i) => typeList('amenities', ok(body), i % 2 === 0 ? first : second)));
  const around = (expected: string) => `${expected}, as in the reads before and after it`;
  return {
    read,
    passes: {
      same: read([grouped(1)], [grouped(1)], [grouped(1)]),
      'null is absence': read([amenity(1, { group: null, level: null })], [amenity(1)], [amenity(1, { level: null })]),
    },
    fails: {
      'no group': breaks(
        'response.body[0].group',
        around(JSON.stringify(group)),
        'absent',
        read([grouped(1)], [amenity(1)], [grouped(1)]),
      ),
      'a level': breaks(
        'response.body[0].level',
        around('"Room"'),
        '"Hotel"',
        read([grouped(1)], [grouped(1, { level: 'Hotel' })], [grouped(1)]),
      ),
      'fewer of them': breaks(
        'response.body.length',
        around('2'),
        '1',
        read([amenity(1), amenity(2)], [amenity(1)], [amenity(1), amenity(2)]),
      ),
    },
    unshown: {
      'by turns, whoever asks': traceOf([
        ...[[amenity(1)], [amenity(2)]].map((body) => typeList('amenities', ok(body), first)),
        ...read([amenity(1)], [amenity(2)], [amenity(1)]).exchanges,
      ]),
    },
  };
};

const inLanguages = between({ language: 'ru' }, { language: 'en' });
const asPartners = between({ bearer: 'own', language: 'ru' }, { bearer: 'other', language: 'ru' });
const odd = [[amenity(1)], [amenity(2)], [amenity(1)]];

export const amenitiesCases = {
  ...clausesOf('amenities', shared),
  'amenities.records-are-complete': {
    ...shared['records-are-complete'],
    passes: { ...shared['records-are-complete'].passes },
    fails: { ...shared['records-are-complete'].fails },
  },
  'amenities.group-and-level-come-together': {
    passes: { both: list(grouped(1), grouped(2)) },
    fails: {
      'a group alone': broken('level', 'a level, as there is a group', 'absent', amenity(2, { group })),
      'an empty level is one': broken('group', 'a group, as there is a level', 'absent', amenity(2, { level: '' })),
    },
    nothing: noRecord,
  },
  'amenities.no-group-means-neither-key': {
    passes: {
      'neither key': list(grouped(1), amenity(2)),
      'null beside a level is for another clause': list(amenity(1), grouped(2, { group: null })),
    },
    fails: {
      'a group of null': broken('group', 'no key group, as there is no group', 'null', amenity(2, { group: null })),
    },
    nothing: noRecord,
  },
  'amenities.level-is-one-of-three': {
    passes: { 'each of them': list(...['Hotel', 'Room', 'Apartment'].map((level, i) => grouped(i, { level }))) },
    fails: Object.fromEntries(
      ['Garden', 'room', 'HOTEL', 'Room ', 'Hotel,Room', ''].map((level) => [
        `"${level}"`,
        broken('level', 'Hotel, Room, Apartment', JSON.stringify(level), grouped(2, { level })),
      ]),
    ),
    nothing: noRecord,
  },
  'amenities.same-in-every-language': {
    passes: inLanguages.passes,
    fails: inLanguages.fails,
    nothing: {
      'one language': reads(...odd),

      'another partner in another language': between({ language: 'ru' }, { bearer: 'other', language: 'en' }).read(
        ...odd,
      ),
      'a third language': traceOf(
        ['ru', 'en', 'de'].map((language, i) => typeList('amenities', ok([amenity(i)]), { language })),
      ),
    },
    unshown: inLanguages.unshown ?? {},
  },
  'amenities.same-for-every-client': {
    passes: asPartners.passes,
    fails: asPartners.fails,
    nothing: {
      'one partner': reads(...odd),

      'another language and another partner': between({ language: 'ru' }, { bearer: 'other', language: 'en' }).read(
        ...odd,
      ),
      'the other lacks rights': traceOf([
        typeList('amenities', ok([])),
        typeList('amenities', empty(403), { bearer: 'other' }),
        typeList('amenities', ok([])),
      ]),
    },
    unshown: asPartners.unshown ?? {},
  },
};
