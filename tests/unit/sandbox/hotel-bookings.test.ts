/** The healthy bookings of hotels, in both dialects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferFact } from '../../../contracts/facts.ts';
import type { BookingRef } from '../../../contracts/intents.ts';
import { bookingsRememberedMax } from '../../../sandbox/sales.ts';
import { hourMs, stillSandbox } from './caller.ts';
import { guest, hotelPartner, inEachDialect, isFree, type Said, separateWorld } from './hotel-partner.ts';

const refOf = ({ facts }: Said): BookingRef => ({ bookingId: facts.booking?.bookingId ?? null });
const dayMs = 24 * hourMs;

inEachDialect('bookings', (dialect, opened) => {
  const alone = async () => {
    const world = separateWorld(opened(), dialect);
    return { ...world, partner: await hotelPartner(world.baseUrl, dialect) };
  };

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

  test('are free to cancel until the very moment that was reported', async () => {
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
});

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
