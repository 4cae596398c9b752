/** The healthy sandbox finds and prices hotels, in both dialects. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Facts } from '../../../contracts/facts.ts';
import { otherPartner } from '../../../sandbox/access/tokens.ts';
import { hotels, knownHotelIds, regions } from '../../../sandbox/data/hotels.ts';
import { type HotelPartner, hotelPartner, inEachDialect, stay } from './hotel-partner.ts';

const idsOf = ({ offers }: Facts) => offers?.map(({ offerId }) => offerId);

inEachDialect(
  'search',
  (dialect, opened) => {
    let partner: HotelPartner;
    before(async () => {
      partner = await hotelPartner(opened().url, dialect);
    });

    test('gives another stay other offerIds', async () => {
      const { facts } = await partner.search();
      const later = await partner.search({ stay: { ...stay, checkOut: '2026-11-10' } });
      const fewer = await partner.search({ stay: { ...stay, rooms: stay.rooms.slice(1) } });
      const all = [facts, later.facts, fewer.facts].flatMap(idsOf);
      assert.equal(new Set(all).size, all.length);
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

    test('refuses what the search did not report, and the search of another partner', async () => {
      const chosen = await partner.choose();
      const other = await hotelPartner(opened().url, dialect, otherPartner);
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
  },
  'full',
);

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
