/** Literal traces for the clauses of the static card of a hotel. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  empty,
  hotelCard,
  ok,
  refusal,
  type Sent,
  type Step,
  text,
  traceOf,
  typeList,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { namedType as amenity, clausesOf, dictionaryCases, namedType } from './dictionaries.ts';

export const hotel = (id: Json, part: Record<string, Json> = {}): { [key: string]: Json } => ({
  id,
  isDeleted: false,
  name: { ru: 'Сосны', en: 'Pines' },
  stars: 3,
  phones: ['+7 495 000-00-00'],
  amenities: [],
  photos: [],
  category: { id: 2 },
  ...part,
});

const notFound = 'HOTEL_NOT_FOUND';
const card = (part: Record<string, Json> = {}): Answer => ok({ hotel: hotel(5, part) });
const one = (came: Answer, sent?: Sent): Trace => traceOf([hotelCard(5, came, sent)]);
const showing = (part: Record<string, Json>): Trace => one(card(part));
const unknown = (...steps: Step[]): Trace => traceOf(steps, { input: { unknownHotels: ['999'] } });
const asked = (came: Answer): Trace => unknown(hotelCard(999, came));

const nothing = {
  refused: one(refusal(404, notFound)),

  'an unknown hotel': asked(ok([])),
  'text is for the json clause': one(text(200)),
};
const noHotel = { ...nothing, 'no hotel': one(ok({})) };

const keys = (actual: string, body: Json) => breaks('response.body', 'the key hotel alone', actual, one(ok(body)));

const types = (...ids: Json[]): Step => typeList('accommodation-types', ok(ids.map((id) => namedType(id))));
const categorized = (id: Json, ...before: Step[]): Trace =>
  traceOf([...before, hotelCard(5, card({ category: { id } }))]);
const notAType = (actual: string, trace: Trace) =>
  breaks('response.body.hotel.category.id', 'the id of an accommodation type', actual, trace);

const lacksCode = (actual: string, came: Answer) =>
  breaks('response.body', `the code ${notFound}`, actual, asked(came));

const reads = (...parts: Record<string, Json>[]): Trace => traceOf(parts.map((part) => hotelCard(5, card(part))));
const differs = (where: string, expected: string, actual: string, part: Record<string, Json>) =>
  breaks(
    `response.body.hotel.${where}`,
    `${expected}, as in the reads before and after it`,
    actual,
    reads({}, part, {}),
  );

export const hotelCardCases = {
  'hotel-card.valid-request-is-answered': {
    passes: { card: showing({}) },
    fails: {
      'a 204': breaks('response.status', '200', '204', one(empty(204))),
      'not found under status 200': breaks(
        'response.body',
        'the card of the hotel, not an error',
        '{"error":{"code":"HOTEL_NOT_FOUND","message":"No."}}',
        one(refusal(200, notFound)),
      ),
    },
    nothing: { 'a refused token': one(text(401)), 'an unknown hotel': asked(refusal(404, notFound)) },
  },
  'hotel-card.hotel-is-the-only-key': {
    passes: { alone: showing({}), 'null beside it': one(ok({ hotel: hotel(5), error: null })) },
    fails: {
      'a key beside it': keys('the keys ["hotel","meta"]', { hotel: hotel(5), meta: {} }),
      'no key': keys('the keys []', {}),
      'a list': breaks('response.body', 'an object with the key hotel', '[]', one(ok([]))),
    },
    nothing,
  },
  'hotel-card.shown-fields-are-complete': {
    passes: { complete: showing({}) },
    fails: { 'a list of hotels': breaks('response.body.hotel', 'object', '[]', one(ok({ hotel: [] }))) },
    nothing: noHotel,
  },
  'hotel-card.id-is-the-one-asked-for': {
    passes: { same: showing({}) },
    fails: { another: breaks('response.body.hotel.id', '5, the hotel asked for', '6', showing({ id: 6 })) },
    nothing: { ...noHotel, 'asked for no whole number': traceOf([hotelCard('5.0', card()), hotelCard('abc', card())]) },
  },
  'hotel-card.category-is-an-accommodation-type': {
    passes: {
      one: categorized(2, types(1, 2)),
      'the last of two lists': categorized(3, types(1), types(3)),
      'an empty list says nothing': categorized(2, types(2), types()),
      'a type without names': categorized(2, typeList('accommodation-types', ok([{ id: 2 }]))),
    },
    fails: { none: notAType('3', categorized(3, types(1, 2))) },
    nothing: { ...noHotel, 'a list with broken ids is for its shape': categorized(9, types(1, '9')) },
  },
  'hotel-card.unknown-hotel-is-not-found': {
    passes: {
      nested: asked(refusal(404, notFound)),
      'more than 32 bits are perhaps no id': unknown(hotelCard(2 ** 31, empty(400))),
      'less than nothing is perhaps no id': unknown(hotelCard(-5, refusal(400, 'X'))),
    },
    fails: {
      'a null hotel': lacksCode('{"hotel":null}', ok({ hotel: null })),
      'a bare 404': lacksCode('absent', empty(404)),
      'a card for more than 32 bits': breaks(
        'response.body',
        `the code ${notFound}`,
        '{"hotel":{"id":5}}',
        unknown(hotelCard(2 ** 32 + 5, ok({ hotel: { id: 5 } }))),
      ),
    },
    nothing: {
      'an id that no program writes so': unknown(hotelCard('007', empty(400))),
      'a known hotel': one(refusal(404, notFound)),
      forbidden: asked(empty(403)),
    },
    unshown: { 'an internal error in another envelope': asked(ok({ code: 'INTERNAL_ERROR' })) },
  },
  'hotel-card.two-reads-agree': {
    passes: { same: reads({}, {}, {}) },
    fails: { 'a phone less': differs('phones', '["+7 495 000-00-00"]', '[]', { phones: [] }) },
    nothing: { ...noHotel, 'three hotels': traceOf([5, 6, 7].map((id) => hotelCard(id, ok({ hotel: hotel(id) })))) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of the list of amenities. */
const group = { id: 7, nameRu: 'Общее', nameEn: 'General' };
const grouped = (id: Json, part: Record<string, Json> = {}) => amenity(id, { group, level: 'Room', ...part });

const shared = dictionaryCases({
  record: amenity,
  ask: (came, sent) => typeList('amenities', came, sent),
  before: [],
  named: 'nameEn',
});

const list = (...records: Json[]): Trace => traceOf([typeList('amenities', ok(records))]);
const amenityReads = (...bodies: Json[]): Trace => traceOf(bodies.map((body) => typeList('amenities', ok(body))));
const noRecord = { 'no list': amenityReads({ items: [] }) };
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
    fails: {
      ...inLanguages.fails,
      'another order, and a third language beside it': breaks(
        'response.body[0].id',
        '1, as in the reads before and after it',
        '2',
        traceOf(
          ['ru', 'de', 'en', 'ru'].map((language) =>
            typeList('amenities', ok(language === 'en' ? [amenity(2), amenity(1)] : [amenity(1), amenity(2)]), {
              language,
            }),
          ),
        ),
      ),
    },
    nothing: {
      'one language': amenityReads(...odd),
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
      'one partner': amenityReads(...odd),
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
