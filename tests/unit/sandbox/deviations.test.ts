/** Deviations of the sandbox show where they say, under their condition. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { conditionIds } from '../../../sandbox/conditions.ts';
import { knownHotelIds } from '../../../sandbox/data/hotels.ts';
import {
  type ConditionalFaultId,
  conditionalFaultIds,
  faultIds,
  faults,
  isAnyFaultId,
  plainFaultIds,
  unshowable,
} from '../../../sandbox/faults.ts';
import { oddityIds } from '../../../sandbox/oddities.ts';
import { everyOperation } from '../../../sandbox/operations.ts';
import { json, login, post, read, stillSandbox, tokenOf } from './caller.ts';
import { comparison, oddityShows, showsOnlyOn } from './comparison.ts';

const whole = await comparison();
const { healthy, seenIn, differing, close } = whole;
const briefly = await comparison({ isBrief: true });
after(() => Promise.all([close(), briefly.close()]));

test('the same world answers the same twice', async () => {
  assert.deepEqual(await seenIn({}), healthy);
});

// All of them are visited in tests/long; whether a check sees the faults is proven in tests/faults.
// One shows only to a caller that asks for it.
for (const id of oddityIds.filter((id, i) => i % 50 === 0 || id === 'compresses-where-allowed')) {
  test(`oddity ${id} shows, and only where it says`, () => oddityShows(id, { whole, briefly }));
}

for (const id of plainFaultIds.filter((_, i) => i % 400 === 0)) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(differing(await seenIn({ faults: [id] })), faults[id].touches);
  });
}

test('all oddities and some faults live in one world', async () => {
  const seen = await seenIn({ oddities: [...oddityIds], faults: ['leaves-a-comma-after-the-last-country'] });
  assert.deepEqual(differing(seen), [...everyOperation]);
});

test('ids are unique', () => {
  assert.equal(new Set(faultIds).size, faultIds.length);
  assert.equal(new Set(oddityIds).size, oddityIds.length);
});

const sandbox = await stillSandbox();
after(() => sandbox.close());

const worldWith = (fault: ConditionalFaultId) => sandbox.openWorld({ scale: 'full', faults: [fault] }).baseUrl;

const citiesIn = async (baseUrl: string, countryId: number, token: string, language = 'en') =>
  (await read(baseUrl, `cities?countryId=${countryId}`, token, { 'accept-language': language })).text;

test('it is there for one country, and for no other', async () => {
  const baseUrl = worldWith('writes-one-city-id-as-text:of-a-country-in-the-middle');
  const token = await tokenOf(baseUrl);
  const countries: { id: number }[] = json(await read(baseUrl, 'countries', token));
  const texts = await Promise.all(countries.map(({ id }) => citiesIn(baseUrl, id, token)));
  assert.equal(texts.filter((text) => /"id":"/.test(text)).length, 1);
});

test('it is there for the second partner, and not for the first', async () => {
  const baseUrl = worldWith('leaves-out-one-id-of-bed-types:asked-by-the-other-partner');
  const idsFor = async (token: string) =>
    (json(await read(baseUrl, 'hotels/bed-types', token)) as object[]).filter((one) => 'id' in one).length;
  const own = await tokenOf(baseUrl);
  const other = json(await login(baseUrl, { clientId: 'other-partner', clientSecret: 'Zt5-sandbox-Hn8cRb61-secret' }));
  assert.equal(await idsFor(other.token), (await idsFor(own)) - 1);
});

test('it begins with the third read, of what was read twice before', async () => {
  const baseUrl = worldWith('keys-countries-by-id:from-the-third-read');
  const token = await tokenOf(baseUrl);
  const isList = async () => Array.isArray(json(await read(baseUrl, 'countries', token)));
  assert.deepEqual([await isList(), await isList(), await isList(), await isList()], [true, true, false, false]);
});

test('it begins after a wrong login', async () => {
  const baseUrl = worldWith('answers-null-for-unknown-country:after-a-wrong-login');
  const token = await tokenOf(baseUrl);
  assert.equal(await citiesIn(baseUrl, 0, token), '[]');
  await post(`${baseUrl}/auth/token`, { clientId: 'nobody', clientSecret: 'nothing' });
  assert.equal(await citiesIn(baseUrl, 0, token), 'null');
});

test('every condition has faults, and an id names a fault and a condition that there are', () => {
  for (const id of conditionIds)
    assert.ok(conditionalFaultIds.filter((each) => each.endsWith(`:${id}`)).length > 1, id);
  assert.ok(isAnyFaultId('sorts-cities-descending') && conditionalFaultIds.every(isAnyFaultId));
  for (const text of ['nothing', 'sorts-cities-descending:at-night', 'sorts-cities-descending:one-way:one-way']) {
    assert.ok(!isAnyFaultId(text), text);
  }
});

test('what is said to be shown by no request is shown by none for any country or hotel', async () => {
  const everything = async (baseUrl: string): Promise<string[]> => {
    const token = await tokenOf(baseUrl);
    const countries: { id: number }[] = json(await read(baseUrl, 'countries', token));
    const cards = knownHotelIds.map(async (id) => (await read(baseUrl, `hotels/${id}/static`, token)).text);
    return Promise.all([...countries.map(({ id }) => citiesIn(baseUrl, id, token)), ...cards]);
  };
  const healthy = await everything(sandbox.openWorld({ scale: 'full' }).baseUrl);
  for (const id of Object.keys(unshowable) as ConditionalFaultId[]) {
    assert.deepEqual(await everything(worldWith(id)), healthy, id);
  }
});
