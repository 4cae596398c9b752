/** The healthy sandbox finds and prices hotels, in both dialects. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Facts } from '../../../contracts/facts.ts';
import { otherPartner } from '../../../sandbox/access/tokens.ts';
import { hotels, knownHotelIds, regions } from '../../../sandbox/data/hotels.ts';
import { bedTypes, mealTypes } from '../../../sandbox/data/type-lists.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { type HotelPartner, hotelPartner, stay, targets } from './hotel-partner.ts';

const idsOf = ({ offers }: Facts) => offers?.map(({ offerId }) => offerId);
const scoresOf = ({ offers }: Facts) => offers?.map(({ aiScore }) => aiScore);

for (const dialect of dialectIds) {
  describe(`${dialect} search`, () => {
    let sandbox: Sandbox;
    let partner: HotelPartner;
    const [smart, plain, failing] = targets[dialect].known?.presets ?? [];
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect } });
      partner = await hotelPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    test('finds every known hotel with a minimum price and its offers', async () => {
      const { facts } = await partner.search();
      assert.deepEqual(
        facts.hotels?.map(({ hotelId }) => Number(hotelId)).sort((one, other) => one - other),
        [...knownHotelIds],
      );
      assert.ok(facts.hotels?.every(({ minPrice }) => (minPrice?.amount ?? 0) > 0 && minPrice?.currency === 'EUR'));
      const perHotel = Map.groupBy(facts.offers ?? [], ({ hotelId }) => hotelId);
      assert.deepEqual([...new Set([...perHotel.values()].map((offers) => offers.length))].sort(), [1, 2, 3]);
    });

    test('tells a minimum that no offer of the hotel undercuts, and that one of them has', async () => {
      const { facts, intent } = await partner.search();
      for (const { hotelId = null, minPrice } of facts.hotels ?? []) {
        const [offer] = facts.offers ?? [];
        assert.ok(offer);
        const asked = { searchId: String(facts.searchId), hotelId, offer, search: intent };
        const { offers = [] } = (await partner.ask('hotel-pricing', asked)).facts;
        assert.equal(Math.min(...offers.map(({ price }) => price?.amount ?? 0)), minPrice?.amount);
      }
    });

    test('makes a new searchId each time and keeps every offerId', async (t) => {
      const [one, other] = [await partner.search(), await partner.search()];
      assert.notEqual(one.facts.searchId, other.facts.searchId);
      assert.deepEqual(idsOf(one.facts), idsOf(other.facts));
      assert.equal(new Set(idsOf(one.facts)).size, one.facts.offers?.length);
      const elsewhere = await stillSandbox({ world: { dialect, scale: 'small', seed: 99 } });
      t.after(() => elsewhere.close());
      const { facts } = await (await hotelPartner(elsewhere.url, dialect)).search();
      assert.deepEqual(idsOf(facts), idsOf(one.facts));
      assert.notEqual(facts.searchId, one.facts.searchId);
    });

    test('gives another stay other offerIds', async () => {
      const { facts } = await partner.search();
      const later = await partner.search({ stay: { ...stay, checkOut: '2026-11-10' } });
      const fewer = await partner.search({ stay: { ...stay, rooms: stay.rooms.slice(1) } });
      const all = [facts, later.facts, fewer.facts].flatMap(idsOf);
      assert.equal(new Set(all).size, all.length);
    });

    test('ranks where the preset says so: the highest score first, in a list of hotels and in a list of offers', async () => {
      const { facts } = await partner.search({ ...(smart && { preset: smart }) });
      const scores = scoresOf(facts) as number[];
      assert.ok(scores.every((score) => score > 0 && score < 1));
      assert.equal(new Set(scores).size, scores.length);
      assert.deepEqual(
        scores,
        scores.toSorted((one, other) => other - one),
      );
      for (const list of facts.ranked ?? []) {
        assert.deepEqual(
          list.map(({ score }) => score),
          list.map(({ score }) => Number(score)).toSorted((a, b) => b - a),
        );
      }
      assert.ok((facts.ranked?.[0]?.length ?? 0) >= knownHotelIds.length);
    });

    for (const [preset, why] of [
      [plain, 'switched off'],
      [failing, 'not answered'],
      [undefined, 'not named'],
    ] as const) {
      test(`has no scores where ranking is ${why}, and is sorted by price`, async () => {
        const { facts } = await partner.search({ ...(preset && { preset }) });
        assert.deepEqual([...new Set(scoresOf(facts))], [null]);
        const prices = facts.hotels?.map(({ minPrice }) => minPrice?.amount ?? 0) ?? [];
        assert.deepEqual(
          prices,
          prices.toSorted((one, other) => one - other),
        );
      });
    }

    test('accepts a timeout', async () => {
      const timeout = targets[dialect].known?.searchTimeout;
      assert.ok(timeout);
      assert.deepEqual(idsOf((await partner.search({ timeout })).facts), idsOf((await partner.search()).facts));
    });

    test('finds something on any day of the next years', async () => {
      for (const checkIn of ['2026-09-01', '2027-02-28', '2028-02-29', '2029-08-31']) {
        const checkOut = new Date(Date.parse(checkIn) + 86_400_000).toISOString().slice(0, 10);
        const { facts } = await partner.search({ stay: { ...stay, checkIn, checkOut } });
        assert.ok(facts.offers?.length);
      }
    });

    for (const [what, wrong] of Object.entries({
      'no region': { region: null },
      'an unknown region': { region: dialect === 'nested' ? 1 : 'atlantis' },
      'an unknown preset': { preset: 'no-such-preset' },
      'a timeout of nothing': { timeout: 0 },
      'a stay in the past': { stay: { ...stay, checkIn: '2026-08-28', checkOut: '2026-08-31' } },
      'a stay of no night': { stay: { ...stay, checkOut: stay.checkIn } },
      'a stay without end': { stay: { ...stay, checkOut: '2027-11-09' } },
      'a stay in twenty years': { stay: { ...stay, checkIn: '2046-01-01', checkOut: '2046-01-02' } },
      'a day no month has': { stay: { ...stay, checkOut: '2026-11-31' } },
      'no room': { stay: { ...stay, rooms: [] } },
      'a room for nobody': { stay: { ...stay, rooms: [{ adults: 0, childrenAges: [] }] } },
      'a child of forty': { stay: { ...stay, rooms: [{ adults: 1, childrenAges: [40] }] } },
    })) {
      test(`refuses ${what} with code and message`, async () => {
        const { status, body } = await partner.search(wrong);
        assert.ok(status === 400 || status === 404, `${status}`);
        const { code, message } = body.error as Record<string, string>;
        assert.ok(code && message);
      });
    }
  });
}

test('every hotel is in one region, and all that are known in one', () => {
  const ids = regions('full').flatMap((region) => region.hotels.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.length, hotels('full').length);
  assert.ok(regions('full').length >= 5);
  assert.deepEqual(
    regions('small')[0]?.hotels.map(({ id }) => id),
    [...knownHotelIds],
  );
});

const sumOf = (amounts: readonly { readonly amount: number }[] = []): number =>
  amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

for (const dialect of dialectIds) {
  describe(`${dialect} pricing`, () => {
    let sandbox: Sandbox;
    let partner: HotelPartner;
    const [smart] = targets[dialect].known?.presets ?? [];
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect, scale: 'small' } });
      partner = await hotelPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    const pricedHotels = async (preset?: string): Promise<{ found: Facts; priced: Facts[] }> => {
      const { facts: found, intent } = await partner.search(preset === undefined ? {} : { preset });
      const [offer] = found.offers ?? [];
      assert.ok(offer);
      const ids = (found.hotels ?? []).map(({ hotelId = null }) => hotelId);
      const asked = ids.map((hotelId) => ({ searchId: String(found.searchId), hotelId, offer, search: intent }));
      const priced = await Promise.all(asked.map((one) => partner.ask('hotel-pricing', one)));
      return { found, priced: priced.map(({ facts }) => facts) };
    };

    test('tells the same offers as the search did, and more', async () => {
      const { found, priced } = await pricedHotels();
      const all = priced.flatMap(({ offers = [] }) => offers);
      const reported = new Map(all.map((offer) => [JSON.stringify(offer.identity), offer]));
      assert.equal(reported.size, all.length, 'an identity is that of one offer');
      assert.ok(all.length > 2 * (found.offers?.length ?? 0));
      for (const { at: _, hotelId, ...offer } of found.offers ?? []) {
        const {
          at: __,
          priceParts,
          earlyCheckIns,
          lateCheckOuts,
          ...same
        } = reported.get(JSON.stringify(offer.identity)) ?? {};
        assert.deepEqual({ ...same }, { ...offer, hotelId });
        assert.ok(priceParts && earlyCheckIns && lateCheckOuts);
      }
    });

    test('tells parts that add up, beds and meals of the dictionary, and the two kinds of options', async () => {
      const { priced } = await pricedHotels();
      for (const { offers = [] } of priced) {
        for (const { price, priceParts, bedVariants, bedTypeIds, mealTypeId } of offers) {
          assert.equal(sumOf(priceParts), price?.amount);
          assert.equal(priceParts?.length, 3);
          assert.ok(Array.isArray(bedVariants) && bedTypeIds?.length);
          assert.ok(bedTypeIds.every((id) => bedTypes.some((type) => type.id === id)));
          assert.ok(mealTypes.some(({ id }) => id === mealTypeId));
        }
        assert.ok(
          offers.some(
            ({ earlyCheckIns = [], lateCheckOuts = [] }) => earlyCheckIns[0]?.price && lateCheckOuts[0]?.price,
          ),
        );
        assert.ok(offers.some(({ earlyCheckIns }) => earlyCheckIns?.length === 0));
        assert.ok(offers.some(({ freeCancellationUntil }) => freeCancellationUntil === null));
        assert.ok(
          offers.some(
            ({ supplier, freeCancellationUntil }) =>
              supplier === targets[dialect].known?.strictSupplier &&
              freeCancellationUntil === '2026-11-03T00:00:00.000Z',
          ),
        );
      }
    });

    test('ranks the offers of a hotel by the scores of the search', async () => {
      const { found, priced } = await pricedHotels(smart);
      for (const { offers = [] } of priced) {
        const scores = offers.map(({ aiScore }) => Number(aiScore));
        assert.deepEqual(
          scores,
          scores.toSorted((one, other) => other - one),
        );
      }
      const all = priced.flatMap(({ offers = [] }) => offers);
      for (const { offerId, aiScore } of found.offers ?? []) {
        assert.equal(all.find((offer) => offer.offerId === offerId)?.aiScore, aiScore);
      }
    });

    test('verifies one offer alone', async () => {
      const chosen = await partner.choose();
      const { status, facts } = await partner.ask('offer-pricing', chosen);
      assert.equal(status, 200);
      assert.equal(facts.offers?.length, 1);
      const { at: _, hotelId: __, identity: ___, ...offer } = facts.offers?.[0] ?? {};
      const { at: ____, hotelId: _____, identity: ______, ...reported } = chosen.offer;
      assert.deepEqual(offer, reported);
    });

    test('refuses what the search did not tell, and the search of somebody else', async () => {
      const chosen = await partner.choose();
      const other = await hotelPartner(sandbox.url, dialect, otherPartner);
      const { search, offer } = chosen;
      const hotelId = offer.hotelId ?? null;
      const later = await partner.search({ stay: { ...search.stay, checkOut: '2026-11-10' } });
      const refused = [
        await partner.ask('hotel-pricing', { ...chosen, searchId: 'no-such-search', hotelId }),
        await partner.ask('hotel-pricing', { ...chosen, hotelId: 8 }),
        await partner.ask('hotel-pricing', { ...chosen, hotelId: '7' }),
        await partner.ask('offer-pricing', { ...chosen, searchId: '' }),
        await partner.ask('offer-pricing', { ...chosen, offer: { ...offer, offerId: 'no-such-offer' } }),
        await partner.ask('offer-pricing', {
          ...chosen,
          searchId: String(later.facts.searchId),
        }),
        await other.ask('offer-pricing', chosen),
      ];
      assert.deepEqual(
        refused.map(({ status, body }) => [status, Object(body.error).code]),
        [
          [404, 'SEARCH_NOT_FOUND'],
          [404, 'HOTEL_NOT_FOUND'],
          [400, 'INVALID_REQUEST'],
          [400, 'INVALID_REQUEST'],
          [404, 'OFFER_NOT_FOUND'],
          [404, 'OFFER_NOT_FOUND'],
          [404, 'SEARCH_NOT_FOUND'],
        ],
      );
      assert.ok(refused.every(({ body }) => Object(body.error).message));
    });
  });
}
