/** Literal traces for the clauses of the list of amenities. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { empty, ok, type Sent, text, traceOf, typeList } from '../literal-trace.ts';
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
      'no amenities at all': read([], [], []),
      'undocumented fields': read(...['a', 'b', 'a'].map((mark) => [grouped(1, { mark })])),
      'undocumented fields of the group': read(
        ...['a', 'b', 'a'].map((mark) => [grouped(1, { group: { ...group, mark } })]),
      ),
      'null is absence': read([amenity(1, { group: null, level: null })], [amenity(1)], [amenity(1, { level: null })]),
      'after reads of another sort': traceOf([
        ...[1, 2, 3].map(() => typeList('amenities', ok([grouped(9)]), first)),
        ...read([grouped(1)], [grouped(1)], [grouped(1)]).exchanges,
      ]),
    },
    fails: {
      'a name': breaks(
        'response.body[1].nameRu',
        around('"Вид 2"'),
        '"Sauna"',
        read([grouped(1), grouped(2)], [grouped(1), grouped(2, { nameRu: 'Sauna' })], [grouped(1), grouped(2)]),
      ),
      'a name of a group': breaks(
        'response.body[0].group.nameEn',
        around('"General"'),
        '"Allgemein"',
        read([grouped(1)], [grouped(1, { group: { ...group, nameEn: 'Allgemein' } })], [grouped(1)]),
      ),
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
    passes: {
      ...shared['records-are-complete'].passes,
      'with a group and a level': list(grouped(1), amenity(2)),
      'null for both': list(amenity(1, { group: null, level: null })),
      'one without the other is for another clause': list(amenity(1, { group }), amenity(2, { level: 'Room' })),
      'a level of its own is for another clause': list(grouped(1, { level: 'Garden' })),
      'further fields of a group': list(grouped(1, { group: { ...group, icon: null } })),
    },
    fails: {
      ...shared['records-are-complete'].fails,
      'a group of text': broken('group', 'object', '"General"', grouped(2, { group: 'General' })),
      'a group without id': broken('group.id', 'number', 'null', grouped(2, { group: { ...group, id: null } })),
      'a group without a name': broken(
        'group.nameRu',
        'string',
        'absent',
        grouped(2, { group: { id: 7, nameEn: 'General' } }),
      ),
      'a level of number': broken('level', 'string', '1', grouped(2, { level: 1 })),
    },
  },
  'amenities.group-and-level-come-together': {
    passes: {
      both: list(grouped(1), grouped(2)),
      neither: list(amenity(1), amenity(2)),
      'null is absence': list(amenity(1, { group: null }), amenity(2, { group: null, level: null })),
      'the shape of both is for another clause': list(grouped(1, { group: 'General', level: 1 })),
    },
    fails: {
      'a group alone': broken('level', 'a level, as there is a group', 'absent', amenity(2, { group })),
      'a group and null': broken('level', 'a level, as there is a group', 'null', grouped(2, { level: null })),
      'a level alone': broken('group', 'a group, as there is a level', 'absent', amenity(2, { level: 'Hotel' })),
      'a level and null': broken('group', 'a group, as there is a level', 'null', grouped(2, { group: null })),
      'an empty level is one': broken('group', 'a group, as there is a level', 'absent', amenity(2, { level: '' })),
      often: breaks(
        'response.body[0].level',
        'a level, as there is a group',
        'absent',
        list(...[1, 2, 3].map((id) => amenity(id, { group }))),
        3,
      ),
    },
    nothing: noRecord,
    unshown: { 'an empty list': list() },
  },
  'amenities.no-group-means-neither-key': {
    passes: {
      'neither key': list(grouped(1), amenity(2)),
      'nulls of other names': list(amenity(1, { icon: null })),
      'null beside a group is for another clause': list(amenity(1), grouped(2, { level: null })),
      'null beside a level is for another clause': list(amenity(1), grouped(2, { group: null })),
    },
    fails: {
      'a group of null': broken('group', 'no key group, as there is no group', 'null', amenity(2, { group: null })),
      'a level of null': broken('level', 'no key level, as there is no group', 'null', amenity(2, { level: null })),
    },
    nothing: noRecord,
    unshown: { 'an empty list': list(), 'every one has a group': list(grouped(1), grouped(2)) },
  },
  'amenities.level-is-one-of-three': {
    passes: {
      'each of them': list(...['Hotel', 'Room', 'Apartment'].map((level, i) => grouped(i, { level }))),
      'some have none': list(grouped(1), amenity(2), amenity(3, { level: null })),
      'no text is for the shape': list(grouped(1, { level: 1 }), grouped(2)),
      'without a group is for another clause': list(amenity(1, { level: 'Hotel' })),
    },
    fails: Object.fromEntries(
      ['Garden', 'room', 'HOTEL', 'Room ', 'Hotel,Room', ''].map((level) => [
        `"${level}"`,
        broken('level', 'Hotel, Room, Apartment', JSON.stringify(level), grouped(2, { level })),
      ]),
    ),
    nothing: noRecord,
    unshown: { 'an empty list': list(), none: list(amenity(1), amenity(2, { level: null })) },
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
      'text is for the json clause': traceOf([
        typeList('amenities', ok([])),
        typeList('amenities', text(200), { bearer: 'other' }),
        typeList('amenities', ok([])),
      ]),
    },
    unshown: asPartners.unshown ?? {},
  },
};
