/** The healthy pricing of one hotel and of one offer, in both dialects. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Facts } from '../../../contracts/facts.ts';
import { otherPartner } from '../../../sandbox/access/partners.ts';
import { bedTypes, mealTypes } from '../../../sandbox/data/type-lists.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { type HotelPartner, hotelPartner, targets } from './hotel-partner.ts';

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
