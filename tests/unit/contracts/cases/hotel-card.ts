/** Literal traces for the clauses of the static card of a hotel. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  answer,
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
import { namedType } from './dictionaries.ts';

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

const lacking = (name: string, type: string, part: Record<string, Json>) =>
  breaks(`response.body.hotel.${name}`, type, name in part ? JSON.stringify(part[name]) : 'absent', showing(part));
const { isDeleted: _, ...undecided } = hotel(5);

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
    passes: {
      card: showing({}),
      'a deleted hotel': showing({ isDeleted: true }),
      'status 201': one(answer(201, { hotel: hotel(5) })),
      'no hotel is for another clause': one(ok({})),
      'text is for the json clause': one(text(200)),
    },
    fails: {
      'not found': breaks('response.status', '200', '404', one(refusal(404, notFound))),
      'not found by a page': breaks('response.status', '200', '404', one(text(404, 'html'))),
      'a 204': breaks('response.status', '200', '204', one(empty(204))),
      'not found under status 200': breaks(
        'response.body',
        'the card of the hotel, not an error',
        '{"error":{"code":"HOTEL_NOT_FOUND","message":"No."}}',
        one(refusal(200, notFound)),
      ),
      'HOTEL_NOT_FOUND under status 500': breaks('response.status', '200', '500', one(refusal(500, notFound))),
    },
    nothing: {
      'a refused token': one(text(401)),

      'an unknown hotel': asked(refusal(404, notFound)),
    },
  },
  'hotel-card.hotel-is-the-only-key': {
    passes: {
      alone: showing({}),
      'what it holds is for another clause': one(ok({ hotel: null })),
      'null beside it': one(ok({ hotel: hotel(5), error: null })),
    },
    fails: {
      'a key beside it': keys('the keys ["hotel","meta"]', { hotel: hotel(5), meta: {} }),
      'no more than false beside it': keys('the keys ["hotel","cached"]', { hotel: hotel(5), cached: false }),
      'another case': keys('the keys ["Hotel"]', { Hotel: hotel(5) }),
      'no key': keys('the keys []', {}),
      'the hotel itself': keys('the keys ["id","name"]', { id: 5, name: {} }),
      'a flat error under status 200': keys('the keys ["code","message"]', { code: notFound, message: 'No.' }),
      'a list': breaks('response.body', 'an object with the key hotel', '[]', one(ok([]))),
      null: breaks('response.body', 'an object with the key hotel', 'null', one(ok(null))),
    },
    nothing,
  },
  'hotel-card.shown-fields-are-complete': {
    passes: {
      complete: showing({}),
      'further fields': showing({ address: { city: 'x' }, certificate: null, name: { ru: '', en: '', de: 1 } }),
      'elements of any kind': showing({ amenities: [1, 'x', null, { id: 1 }], photos: [null, ['x'], { url: 7 }] }),
      'no stars and no phones': showing({ stars: 0, phones: [] }),
      'an id of 64 bits': showing({ id: Number('9007199254740993'), category: { id: Number('18446744073709551615') } }),
      'a deleted hotel': showing({ isDeleted: true }),
      'a key beside it is for another clause': one(ok({ hotel: hotel(5), meta: 1 })),
    },
    fails: {
      'no hotel': breaks('response.body.hotel', 'object', 'null', one(ok({ hotel: null }))),
      'a list of hotels': breaks('response.body.hotel', 'object', '[]', one(ok({ hotel: [] }))),
      'no isDeleted': breaks('response.body.hotel.isDeleted', 'boolean', 'absent', one(ok({ hotel: undecided }))),
      'isDeleted of number': lacking('isDeleted', 'boolean', { isDeleted: 0 }),
      'an id of text': lacking('id', 'number', { id: '5' }),
      'half a star': lacking('stars', 'integer', { stars: 3.5 }),
      'stars null': lacking('stars', 'number', { stars: null }),
      'a name of text': lacking('name', 'object', { name: 'Pines' }),
      'one language': breaks('response.body.hotel.name.en', 'string', 'null', showing({ name: { ru: 'a', en: null } })),
      'phones null': lacking('phones', 'array', { phones: null }),
      'phones of text': lacking('phones', 'array', { phones: '+7' }),
      'a phone of number': breaks('response.body.hotel.phones[1]', 'string', '7495', showing({ phones: ['', 7495] })),
      'amenities null': lacking('amenities', 'array', { amenities: null }),
      'photos as an object': lacking('photos', 'array', { photos: {} }),
      'a category of number': lacking('category', 'object', { category: 2 }),
      'a category without id': breaks('response.body.hotel.category.id', 'number', 'absent', showing({ category: {} })),
    },
    nothing: noHotel,
  },
  'hotel-card.id-is-the-one-asked-for': {
    passes: {
      same: showing({}),
      'with zeros before it': traceOf([hotelCard('005', card())]),
      'of 64 bits': traceOf([hotelCard('9007199254740993', ok({ hotel: hotel(Number('9007199254740993')) }))]),
    },
    fails: {
      another: breaks('response.body.hotel.id', '5, the hotel asked for', '6', showing({ id: 6 })),
      'one of many': breaks(
        'response.body.hotel.id',
        '7, the hotel asked for',
        '5',
        traceOf([hotelCard(5, card()), hotelCard(7, card()), hotelCard(5, card())]),
      ),
    },
    nothing: {
      ...noHotel,
      'an id of text is for the shape': showing({ id: '6' }),
      'asked for no whole number': traceOf([hotelCard('5.0', card()), hotelCard('abc', card())]),
    },
  },
  'hotel-card.category-is-an-accommodation-type': {
    passes: {
      one: categorized(2, types(1, 2)),
      'the list read later': traceOf([hotelCard(5, card()), types(2)]),
      'the last of two lists': categorized(3, types(1), types(3)),
      'an empty list says nothing': categorized(2, types(2), types()),
      'a type without names': categorized(2, typeList('accommodation-types', ok([{ id: 2 }]))),
    },
    fails: {
      none: notAType('3', categorized(3, types(1, 2))),
      zero: notAType('0', categorized(0, types(1, 2))),
      negative: notAType('-2', categorized(-2, types(1, 2))),
    },
    nothing: {
      ...noHotel,

      'a list with broken ids is for its shape': categorized(9, types(1, '9')),
      'a category of text is for the shape': categorized('1', types(1)),
    },
  },
  'hotel-card.unknown-hotel-is-not-found': {
    passes: {
      nested: asked(refusal(404, notFound)),
      flat: asked(answer(404, { code: notFound, message: 'No.' })),
      'a word': asked(answer(404, notFound)),
      'error as the code': asked(answer(400, { error: notFound })),
      'a list of errors': asked(answer(422, { errors: [{ code: notFound }] })),
      'beside a null hotel': asked(ok({ hotel: null, error: { code: notFound, message: '' } })),
      'status 200': asked(refusal(200, notFound)),
      'status 200, flat': asked(ok({ success: false, code: notFound })),
      'status 500': asked(refusal(500, notFound)),
      'more than 32 bits are perhaps no id': unknown(hotelCard(2 ** 31, empty(400))),
      'less than nothing is perhaps no id': unknown(hotelCard(-5, refusal(400, 'X'))),
    },
    fails: {
      'a card': lacksCode('{"hotel":{"id":999}}', ok({ hotel: { id: 999 } })),
      'a null hotel': lacksCode('{"hotel":null}', ok({ hotel: null })),
      'an empty object': lacksCode('{}', ok({})),
      'another code': lacksCode('{"error":{"code":"NOT_FOUND","message":"No."}}', refusal(404, 'NOT_FOUND')),
      'small letters': lacksCode('{"code":"hotel_not_found"}', answer(404, { code: 'hotel_not_found' })),
      'only in a sentence': lacksCode(
        '{"error":{"code":"X","message":"HOTEL_NOT_FOUND: 999"}}',
        refusal(404, 'X', 'HOTEL_NOT_FOUND: 999'),
      ),
      'as a key': lacksCode('{"HOTEL_NOT_FOUND":true}', answer(404, { HOTEL_NOT_FOUND: true })),
      'a bare 404': lacksCode('absent', empty(404)),
      'a 204': lacksCode('absent', empty(204)),
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
    unshown: {
      'an internal error in another envelope': asked(ok({ code: 'INTERNAL_ERROR' })),
    },
  },
  'hotel-card.two-reads-agree': {
    passes: {
      same: reads({}, {}, {}),
      'undocumented fields move': reads({ rating: 1 }, { rating: 2 }, { rating: 1 }),
      'elements that are not shown move': reads(
        ...['a', 'b', 'a'].map((signature) => ({ photos: [{ signature }], amenities: [signature] })),
      ),
      'null is absence': reads({ category: { id: null } }, { category: {} }, { category: { id: null } }),
      'hotels differ': traceOf([5, 5, 5, 6, 7, 8].map((id) => hotelCard(id, ok({ hotel: hotel(id) })))),
      'partners see different cards': traceOf([
        ...[1, 2, 3].map(() => hotelCard(5, card())),
        ...[1, 2, 3].map(() => hotelCard(5, card({ stars: 5 }), { bearer: 'other' })),
      ]),
    },
    fails: {
      stars: differs('stars', '3', '4', { stars: 4 }),
      'one name': differs('name.ru', '"Сосны"', '"Pines"', { name: { ru: 'Pines', en: 'Pines' } }),
      deleted: differs('isDeleted', 'false', 'true', { isDeleted: true }),
      'a phone less': differs('phones', '["+7 495 000-00-00"]', '[]', { phones: [] }),
      'the category': differs('category.id', '2', '1', { category: { id: 1 } }),
      'no stars': differs('stars', '3', 'null', { stars: null }),
    },
    nothing: {
      ...noHotel,

      'three hotels': traceOf([5, 6, 7].map((id) => hotelCard(id, ok({ hotel: hotel(id) })))),
    },
    unshown: {
      'the data is changing': reads({ stars: 1 }, { stars: 2 }, { stars: 3 }),
    },
  },
} satisfies Record<string, ClauseCases>;
