/** The healthy lists about hotels and the cards keep what the interface says, and are as large as was asked for. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { otherPartner } from '../../../sandbox/access/partners.ts';
import type { Amenity } from '../../../sandbox/data/amenities.ts';
import { type Hotel, hotels, knownHotelIds } from '../../../sandbox/data/hotels.ts';
import { accommodationTypes } from '../../../sandbox/data/type-lists.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { json, login, read, stillSandbox, tokenOf } from './caller.ts';

let sandbox: Sandbox;
let token: string;
before(async () => {
  sandbox = await stillSandbox();
  token = await tokenOf(sandbox.url);
});
after(() => sandbox.close());

const idsOf = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id);

const isAwkward = (ids: readonly number[]): void => {
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((one, other) => one - other),
  );
  assert.notDeepEqual(ids, ids.map(String).toSorted().map(Number));
  assert.ok(new Set(ids.map((id) => String(id).length)).size >= 3, 'several digit counts');
  assert.ok(
    ids.some((id, at) => at > 0 && id - (ids[at - 1] ?? 0) > 1),
    'gaps',
  );
};

for (const [list, countMin] of [
  ['accommodation-types', 15],
  ['amenities', 120],
  ['bed-types', 8],
  ['meal-types', 12],
] as const) {
  test(`${list} are sorted by unique ids with gaps, and named`, async () => {
    const answer = await read(sandbox.url, `hotels/${list}`, token);
    assert.equal(answer.status, 200);
    const items = json(answer);
    assert.ok(items.length >= countMin);
    isAwkward(idsOf(items));
    if (list === 'bed-types') return;
    for (const { nameRu, nameEn } of items) {
      assert.match(nameRu, /\p{Script=Cyrillic}/u);
      assert.match(nameEn, /^[A-Z][\x20-\x7e]+$/);
    }
  });
}

test('amenities have group and level or neither, at every level, whoever asks in whatever language', async () => {
  const answer = await read(sandbox.url, 'hotels/amenities', token);
  const items: Amenity[] = json(answer);
  for (const { group, level } of items) {
    assert.equal(group === undefined, level === undefined);
    if (group) assert.ok(Number.isInteger(group.id) && group.nameRu && group.nameEn);
  }
  assert.deepEqual(new Set(items.map(({ level }) => level)), new Set(['Hotel', 'Room', 'Apartment', undefined]));
  const other = json(await login(sandbox.url, otherPartner)).token;
  assert.equal((await read(sandbox.url, 'hotels/amenities', other)).text, answer.text);
  const russian = await read(sandbox.url, 'hotels/amenities', token, { 'accept-language': 'ru' });
  assert.equal(russian.text, answer.text);
});

describe('hotel card', () => {
  test('of every hotel is complete, has one key, the id asked for and a category of the list', async () => {
    const categories = idsOf(accommodationTypes);
    for (const id of idsOf(hotels('full'))) {
      const answer = await read(sandbox.url, `hotels/${id}/static`, token);
      assert.equal(answer.status, 200);
      const { hotel, ...rest }: { hotel: Hotel } = json(answer);
      assert.deepEqual(rest, {});
      assert.equal(hotel.id, id);
      assert.equal(typeof hotel.isDeleted, 'boolean');
      assert.ok(hotel.name.ru && hotel.name.en && Number.isInteger(hotel.stars));
      assert.ok(hotel.phones.every((phone) => typeof phone === 'string'));
      assert.ok(Array.isArray(hotel.amenities) && Array.isArray(hotel.photos));
      assert.ok(categories.includes(hotel.category.id));
    }
  });

  for (const [id, status, code] of [
    ['0', 404, 'HOTEL_NOT_FOUND'],
    ['8', 404, 'HOTEL_NOT_FOUND'],
    ['-7', 404, 'HOTEL_NOT_FOUND'],
    ['900000', 404, 'HOTEL_NOT_FOUND'],
    ['2000000001', 404, 'HOTEL_NOT_FOUND'],
    ['99999999999999999999', 404, 'HOTEL_NOT_FOUND'],
    ['abc', 400, 'INVALID_REQUEST'],
    ['7.5', 400, 'INVALID_REQUEST'],
    ['7e1', 400, 'INVALID_REQUEST'],
    ['%37', 400, 'INVALID_REQUEST'],
    ['', 404, 'NOT_FOUND'],
  ] as const) {
    test(`of ${id || 'nothing'} answers ${status}`, async () => {
      const answer = await read(sandbox.url, `hotels/${id}/static`, token);
      assert.equal(answer.status, status);
      assert.equal(json(answer).error.code, code);
      assert.ok(json(answer).error.message);
    });
  }
});

test('both scales begin with the hotels that a target may name, deleted ones among them', () => {
  assert.ok(hotels('full').length >= 200);
  assert.equal(hotels('small').length, 12);
  isAwkward(idsOf(hotels('full')));
  for (const scale of ['full', 'small'] as const) {
    assert.deepEqual(idsOf(hotels(scale)).slice(0, knownHotelIds.length), [...knownHotelIds]);
  }
  const known = hotels('small').slice(0, 10);
  assert.ok(known.some(({ isDeleted }) => isDeleted) && known.some(({ isDeleted }) => !isDeleted));
  assert.ok(new Set(known.map(({ stars }) => stars)).size >= 5);
});
