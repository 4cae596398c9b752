/** The healthy bookings of hotels, in both dialects. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OfferFact, PriceDetailFact } from '../../../contracts/facts.ts';
import type { BookingRef } from '../../../contracts/intent-parts.ts';
import type { Guest } from '../../../contracts/intents.ts';
import { otherPartner } from '../../../sandbox/access/tokens.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { bookingsRememberedMax } from '../../../sandbox/sales.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { hourMs, stillSandbox } from './caller.ts';
import { guest, type HotelPartner, hotelPartner, isFree, type Said, targets } from './hotel-partner.ts';

const details = { includePriceDetails: true, includeResidenceDetails: true };
const refOf = ({ facts }: Said): BookingRef => ({ bookingId: facts.booking?.bookingId ?? null });
const errorOf = ({ body, status }: Said) => ({ status, ...Object(body.error) });
const dayMs = 24 * hourMs;

for (const dialect of dialectIds) {
  describe(`${dialect} bookings`, () => {
    let sandbox: Sandbox;
    let partner: HotelPartner;
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect, scale: 'small' } });
      partner = await hotelPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    /** A partner of a world of its own, and the clock of it. */
    const alone = async () => {
      const { id, baseUrl } = sandbox.openWorld({ dialect, scale: 'small' });
      const advance = (byMs: number) => sandbox.world(id)?.advance(byMs);
      return { partner: await hotelPartner(baseUrl, dialect), baseUrl, advance };
    };

    test('are created with a status and viewed in full', async () => {
      const chosen = await partner.choose(isFree);
      const created = await partner.book(chosen);
      const { booking } = created.facts;
      assert.equal(booking?.status, 'completed');
      assert.equal(booking?.createdAt, '2026-09-01T12:00:00.000Z');
      const { body, facts } = await partner.ask('view-booking', { booking: refOf(created), details });
      const { bookingId, price, createdAt } = booking;
      assert.deepEqual(
        { ...facts.booking, at: [], priceParts: undefined },
        {
          at: [],
          bookingId,
          status: 'completed',
          price,
          createdAt,
          priceParts: undefined,
          checkIn: '2026-11-06',
          checkOut: '2026-11-09',
          marks: [guest.lastName],
          hotelId: chosen.offer.hotelId,
          upsells: [
            ...(chosen.offer.earlyCheckIns?.slice(0, 1) ?? []),
            ...(chosen.offer.lateCheckOuts?.slice(0, 1) ?? []),
          ],
          // One hash for each word of a name, and no name.
          rooms: facts.booking?.rooms,
        },
      );
      assert.deepEqual(
        facts.booking?.rooms?.flat().flatMap((words) => words.filter((word) => !/^[0-9a-f]{6}$/.test(word))),
        [],
      );
      const paid = (chosen.offer.price?.amount ?? 0) + (chosen.offer.earlyCheckIns?.[0]?.price?.amount ?? 0);
      assert.ok((price?.amount ?? 0) > paid, 'both options are paid for');
      const parts = facts.booking?.priceParts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
      assert.equal(parts.toFixed(2), price?.amount.toFixed(2));
      assert.deepEqual(Object.keys(Object(body.supplier)), ['subProviderName', 'invoiceNumber', 'comment']);
      const { room } = Object(body.hotel);
      assert.ok(room.rateName && room.roomId);
      assert.deepEqual(body.prices, { searchPresetName: 'by-price', pricingPresetName: 'by-price' });
      assert.equal(Object(body.upsells).length, 2);
    });

    for (const includePriceDetails of [true, false]) {
      test(`show price details ${includePriceDetails ? 'when' : 'unless'} asked for`, async () => {
        const created = await partner.book(await partner.choose(isFree));
        const asked = { booking: refOf(created), details: { ...details, includePriceDetails } };
        const { priceDetails = [] } = (await partner.ask('view-booking', asked)).facts;
        assert.deepEqual(
          priceDetails.map(({ of, groups }: PriceDetailFact) => [of, groups.length >= 7]),
          ['booking', 'upsell', 'upsell'].map((of) => [of, includePriceDetails]),
        );
        const { body } = await partner.ask('view-booking', {
          ...asked,
          details: { ...asked.details, includeResidenceDetails: false },
        });
        assert.ok(JSON.stringify(body).length > 300);
      });
    }

    const isStrict = ({ supplier }: OfferFact) => supplier === targets[dialect].known?.strictSupplier;
    const lacking: Record<string, (one: Guest) => Guest> = {
      'no citizenship': ({ citizenship: _, ...rest }) => rest,
      'no gender': ({ gender: _, ...rest }) => rest,
      'an empty citizenship': (one) => ({ ...one, citizenship: '' }),
      'null for gender': (one) => ({ ...one, gender: null as never }),
      'one child without gender': ({ gender, ...rest }) =>
        rest.isChild ? rest : { ...rest, ...(gender && { gender }) },
    };
    for (const [what, change] of Object.entries(lacking)) {
      test(`with ${what} are refused by the strict supplier, and accepted by others`, async () => {
        const own = await alone();
        const refused = await own.partner.book(await own.partner.choose(isStrict), change);
        const { status, code, message } = errorOf(refused);
        assert.deepEqual([status, code], [422, 'SUPPLIER_ERROR']);
        assert.match(message, /Meridian Stays requires the (citizenship|gender)/);
        assert.deepEqual((await own.partner.ask('search-bookings', {})).facts.bookings, []);
        assert.equal(
          (await own.partner.book(await own.partner.choose((offer) => !isStrict(offer)), change)).status,
          200,
        );
        assert.equal((await own.partner.book(await own.partner.choose(isStrict))).status, 200);
      });
    }

    test('are two where two are asked for at once', async () => {
      const chosen = await partner.choose(isFree);
      const both = await Promise.all([partner.book(chosen), partner.book(chosen)]);
      const ids = both.map((one) => refOf(one).bookingId);
      assert.notEqual(ids[0], ids[1]);
      const { bookings = [] } = (await partner.ask('search-bookings', {})).facts;
      assert.ok(ids.every((id) => bookings.some(({ bookingId }) => bookingId === id)));
    });

    test('are listed by status and by the days they were made on', async () => {
      const own = await alone();
      const chosen = await own.partner.choose(isFree);
      const first = refOf(await own.partner.book(chosen));
      own.advance(2 * dayMs);
      // The token has expired with the days.
      const later = await hotelPartner(own.baseUrl, dialect);
      const second = refOf(await later.book(chosen));
      await later.ask('cancel-booking', { booking: first });
      const listed = async (filter: object) =>
        (await later.ask('search-bookings', filter)).facts.bookings?.map(({ bookingId }) => bookingId);
      assert.deepEqual(await listed({}), [second.bookingId, first.bookingId]);
      assert.deepEqual(await listed({ status: 'cancelled' }), [first.bookingId]);
      assert.deepEqual(await listed({ status: 'completed' }), [second.bookingId]);
      assert.deepEqual(await listed({ status: 'inWork' }), []);
      assert.deepEqual(await listed({ createdFrom: '2026-09-02' }), [second.bookingId]);
      assert.deepEqual(await listed({ createdTo: '2026-09-02' }), [first.bookingId]);
      assert.deepEqual(await listed({ createdFrom: '2026-09-01', createdTo: '2026-09-03' }), [
        second.bookingId,
        first.bookingId,
      ]);
      assert.deepEqual(await listed({ status: 'cancelled', createdFrom: '2026-09-03' }), []);
      const { bookings } = (await later.ask('search-bookings', { status: 'completed' })).facts;
      const { checkIn, checkOut, createdAt, marks, status } = bookings?.[0] ?? {};
      assert.deepEqual([checkIn, checkOut, createdAt], ['2026-11-06', '2026-11-09', '2026-09-03T12:00:00.000Z']);
      assert.deepEqual([marks, status], [[guest.lastName], 'completed']);
    });

    test('are listed page by page, none twice, while new ones come', async () => {
      const own = await alone();
      const chosen = await own.partner.choose(isFree);
      for (let i = 0; i < 45; i += 1) await own.partner.book(chosen);
      const seen = [];
      let page: Said['facts']['nextPage'];
      do {
        const { facts } = await own.partner.ask('search-bookings', { ...(page !== undefined && { page }) });
        seen.push(...(facts.bookings ?? []).map(({ bookingId }) => bookingId));
        page = facts.nextPage;
        await own.partner.book(chosen);
      } while (page !== undefined);
      assert.equal(seen.length, 45);
      assert.equal(new Set(seen).size, 45);
    });

    for (const [name, atDay, penalties] of [
      ['Flexible', 63, [0, 50]],
      ['Half board, early decision', 52, [0, 80]],
      ['Saver', 1, [100, 100]],
    ] as const) {
      test(`of the rate ${name} cost ${penalties.join(' and then ')} per cent to cancel`, async () => {
        const own = await alone();
        const isMeant = ({ identity }: OfferFact) => Object.values(identity ?? {}).includes(name);
        const chosen = await own.partner.choose(isMeant);
        const created = [await own.partner.book(chosen), await own.partner.book(chosen)];
        const seen: number[] = [];
        for (const one of created) {
          const current = seen.length === 0 ? own.partner : await hotelPartner(own.baseUrl, dialect);
          const { cancellation } = (await current.ask('cancel-booking', { booking: refOf(one) })).facts;
          const paid = one.facts.booking?.price?.amount ?? 0;
          const { penalty, refund } = cancellation ?? {};
          assert.equal(((penalty?.amount ?? 0) + (refund?.amount ?? 0)).toFixed(2), paid.toFixed(2));
          seen.push(Math.round(((penalty?.amount ?? 0) / paid) * 100));
          own.advance(atDay * dayMs);
        }
        assert.deepEqual(seen, penalties);
      });
    }

    test('are free to cancel until the very moment that was told', async () => {
      const own = await alone();
      const chosen = await own.partner.choose(isFree);
      const created = await own.partner.book(chosen);
      own.advance(Date.parse(String(chosen.offer.freeCancellationUntil)) - Date.parse('2026-09-01T12:00:00Z') - 1);
      const late = await hotelPartner(own.baseUrl, dialect);
      assert.equal(
        (await late.ask('cancel-booking', { booking: refOf(created) })).facts.cancellation?.penalty?.amount,
        0,
      );
    });

    test('are cancelled once, and cancelling again tells the same, even when it would cost by now', async () => {
      const own = await alone();
      const booking = refOf(await own.partner.book(await own.partner.choose(isFree)));
      const first = await own.partner.ask('cancel-booking', { booking });
      own.advance(65 * dayMs);
      const late = await hotelPartner(own.baseUrl, dialect);
      const again = await late.ask('cancel-booking', { booking });
      assert.deepEqual([first.status, again.body], [200, first.body]);
      assert.equal((await late.ask('view-booking', { booking, details })).facts.booking?.status, 'cancelled');
    });

    test('of somebody else, and unknown ones, are not found', async () => {
      const booking = refOf(await partner.book(await partner.choose(isFree)));
      const other = await hotelPartner(sandbox.url, dialect, otherPartner);
      const unknown = { bookingId: dialect === 'nested' ? '00000000-0000-4000-a000-000000000000' : 1 };
      for (const refused of [
        await other.ask('view-booking', { booking, details }),
        await other.ask('cancel-booking', { booking }),
        await partner.ask('view-booking', { booking: unknown, details }),
        await partner.ask('cancel-booking', { booking: unknown }),
        await partner.ask('cancel-booking', { booking: { bookingId: String(unknown.bookingId).padStart(9) } }),
      ]) {
        const { status, code, message } = errorOf(refused);
        assert.deepEqual([status, code, typeof message], [404, 'BOOKING_NOT_FOUND', 'string']);
      }
      assert.deepEqual((await other.ask('search-bookings', {})).facts.bookings, []);
    });
  });
}

test('a world forgets the oldest when there are too many', async (t) => {
  const sandbox = await stillSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const partner = await hotelPartner(sandbox.url, 'nested');
  const world = sandbox.world('default');
  const first = await partner.choose(isFree);
  const { bookingId } = refOf(await partner.book(first));
  for (let i = 0; i < 200; i += 1) await partner.search();
  assert.equal((await partner.book(first)).status, 404);
  const stored = world?.bookings.find(String(bookingId));
  assert.ok(stored);
  for (let i = 0; i < bookingsRememberedMax; i += 1) world?.bookings.put({ ...stored, bookingId: i });
  assert.equal(world?.bookings.all().length, bookingsRememberedMax);
  assert.equal(world?.bookings.find(String(bookingId)), undefined);
});
