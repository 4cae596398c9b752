/** The healthy bookings of flights and the life of their tickets, in both dialects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingsRememberedMax, searchesRememberedMax } from '../../../sandbox/sales.ts';
import { sandboxLevers } from '../../../targets/sandbox-levers.ts';
import { call, hourMs, stillSandbox } from './caller.ts';
import { bookingOf, errorOf, flightPartner } from './flight-partner.ts';
import { inEachDialect, separateWorld } from './hotel-partner.ts';

const windowMs = 24 * hourMs;
inEachDialect('bookings of flights', (dialect, opened) => {
  /** A partner of a separate world, and the clock of it; tokens live no longer than the window. */
  const alone = async () => {
    const { baseUrl, advance } = separateWorld(opened(), dialect);
    const partnerLater = async (byMs: number) => {
      advance(byMs);
      return flightPartner(baseUrl, dialect);
    };
    return { partner: await flightPartner(baseUrl, dialect), baseUrl, advance: partnerLater };
  };
  const codeOf = async (asked: Promise<{ readonly body: Record<string, unknown> }>) => errorOf(await asked).code;

  test('are priced anew at the fares of the day', async () => {
    const own = await alone();
    const created = await own.partner.book();
    const later = await own.advance(13 * hourMs);
    const booking = bookingOf(created);
    const { price } = (await later.ask('pnr-reprice', { booking })).facts.flightBooking ?? {};
    assert.notDeepEqual(price, created.facts.flightBooking?.price);
    assert.deepEqual((await later.ask('pnr-retrieve', { booking })).facts.flightBooking?.price, price);
  });

  test('are given up when the ticketing limit passes', async () => {
    const own = await alone();
    const booking = bookingOf(await own.partner.book());
    const before = await own.advance(3 * windowMs - 1);
    assert.equal((await before.ask('pnr-retrieve', { booking })).facts.flightBooking?.isActive, true);
    const later = await own.advance(1);
    assert.equal((await later.ask('pnr-retrieve', { booking })).facts.flightBooking?.isActive, false);
    assert.equal(await codeOf(later.ask('ticket-issue', { booking })), 'TICKETING_LIMIT_PASSED');
  });

  test('have tickets that are named in either form', async () => {
    const partner = await flightPartner(opened().url, dialect);
    const asked = await partner.issue();
    const digits = String(asked.ticket.ticketNumber).slice(-10);
    for (const ticketNumber of [`421${digits}`, `XY-${digits}`]) {
      assert.equal(await partner.isOpen({ ...asked, ticket: { ticketNumber } }), true);
    }
    for (const ticketNumber of [digits, `4210000${digits.slice(4)}`, `XY${digits}`]) {
      assert.equal(
        await codeOf(partner.ask('ticket-info', { ...asked, ticket: { ticketNumber } })),
        'TICKET_NOT_FOUND',
      );
    }
  });

  test('have tickets that are used by a lever, and then can only be looked at', async () => {
    const own = await alone();
    const asked = await own.partner.issue();
    const ticket = { bookingId: String(asked.booking.bookingId), ticketNumber: String(asked.ticket.ticketNumber) };
    const { useCoupon, openWorld } = sandboxLevers(own.baseUrl);
    await useCoupon?.(ticket);
    assert.equal(await own.partner.isOpen(asked), false);
    assert.equal(errorOf(await own.partner.void(asked)).code, 'TICKET_USED');
    assert.equal(await codeOf(own.partner.ask('ticket-refund-calculation', asked)), 'TICKET_USED');
    const search = own.partner.intent;
    assert.equal(await codeOf(own.partner.ask('ticket-exchange-calculation', { ...asked, search })), 'TICKET_USED');
    // One coupon is left to be used.
    await useCoupon?.(ticket);
    await assert.rejects(async () => useCoupon?.(ticket), /no such ticket with an open coupon/);
    const another = await openWorld?.();
    await assert.rejects(async () => another?.useCoupon?.(ticket), /no such ticket/);
    await another?.close();
    const wrong = { method: 'POST', body: '{"bookingId":7}' };
    assert.equal((await call(`${opened().url}/_admin/worlds/default/coupons`, wrong)).status, 400);
  });

  test('are shown on the path without a prefix, too', async () => {
    for (const path of ['/avia/ticket_info', '/api/avia/ticket_info']) {
      assert.equal((await call(`${opened().url}${path}`, { method: 'POST' })).status, 401);
    }
  });
});

test('a world forgets the oldest searches and bookings of flights when there are too many', async (t) => {
  const sandbox = await stillSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const partner = await flightPartner(sandbox.url, 'nested');
  const flights = sandbox.world('default')?.flights;
  const chosen = await partner.choose();
  const { booking } = await partner.issue(chosen);
  for (let i = 0; i < searchesRememberedMax; i += 1) await partner.search();
  assert.equal(errorOf(await partner.book(chosen)).code, 'SEARCH_NOT_FOUND');
  const stored = flights?.pnrs.find(String(booking.bookingId));
  assert.ok(flights && stored);
  for (let i = 0; i < bookingsRememberedMax; i += 1) flights.pnrs.put({ ...stored, bookingId: String(i) });
  assert.equal(flights.pnrs.all().length, bookingsRememberedMax);
  assert.equal(flights.pnrs.find(stored.bookingId), undefined);
});
