/** The healthy bookings of flights and the life of their tickets, in both dialects. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { otherPartner } from '../../../sandbox/access/tokens.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { bookingsRememberedMax, searchesRememberedMax } from '../../../sandbox/sales.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { sandboxLevers } from '../../../targets/sandbox-levers.ts';
import { call, hourMs, stillSandbox } from './caller.ts';
import {
  adult,
  bookingOf,
  errorOf,
  type FlightPartner,
  flightPartner,
  type TicketAsked,
  ticketOf,
} from './flight-partner.ts';
import { targets } from './hotel-partner.ts';

const windowMs = 24 * hourMs;
const unknown = { bookingId: '00000000-0000-4000-a000-000000000000' };
for (const dialect of dialectIds) {
  describe(`${dialect} bookings of flights`, () => {
    let sandbox: Sandbox;
    let partner: FlightPartner;
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect, scale: 'small' } });
      partner = await flightPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    /** A partner of a world of its own, and the clock of it; tokens live no longer than the window. */
    const alone = async () => {
      const { id, baseUrl } = sandbox.openWorld({ dialect, scale: 'small' });
      const advance = async (byMs: number) => {
        sandbox.world(id)?.advance(byMs);
        return flightPartner(baseUrl, dialect);
      };
      return { partner: await flightPartner(baseUrl, dialect), baseUrl, advance };
    };
    const codeOf = async (asked: Promise<{ readonly body: Record<string, unknown> }>) => errorOf(await asked).code;

    test('are created, retrieved, repriced and cancelled', async () => {
      const chosen = await partner.choose();
      const created = await partner.book(chosen);
      const booking = bookingOf(created);
      const { facts } = await partner.ask('pnr-retrieve', { booking });
      const { price } = chosen.offer;
      const reported = { at: [], bookingId: booking.bookingId, isActive: true, price };
      assert.partialDeepStrictEqual(created.facts.flightBooking, reported);
      assert.partialDeepStrictEqual(facts.flightBooking, { ...reported, marks: [adult.lastName] });
      const repriced = await partner.ask('pnr-reprice', { booking });
      assert.deepEqual(repriced.facts.flightBooking?.price, price);
      for (let i = 0; i < 2; i += 1) {
        assert.equal((await partner.ask('pnr-cancel', { booking })).facts.flightBooking?.isActive, false);
      }
      assert.equal((await partner.ask('pnr-retrieve', { booking })).facts.flightBooking?.isActive, false);
      assert.equal(await codeOf(partner.ask('ticket-issue', { booking })), 'INVALID_BOOKING_STATE');
      assert.equal(await codeOf(partner.ask('pnr-reprice', { booking })), 'INVALID_BOOKING_STATE');
    });

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

    test('get a ticket for each passenger, whose prices add up', async () => {
      const asked = await partner.issue();
      const { tickets = [], flightBooking } = asked.issued.facts;
      assert.equal(flightBooking?.isActive, true);
      assert.equal(new Set(tickets.map(({ ticketNumber }) => ticketNumber)).size, 2);
      assert.ok(tickets.every(({ isOpen, couponStatuses }) => isOpen && couponStatuses?.length === 2));
      assert.ok(tickets.every(({ issuedAt }) => issuedAt === '2026-09-01T12:00:00.000Z'));
      const sum = tickets.reduce((all, { price }) => all + (price?.amount ?? 0), 0);
      const { price } = (await partner.ask('pnr-retrieve', asked)).facts.flightBooking ?? {};
      assert.equal(sum.toFixed(2), price?.amount.toFixed(2));
      const [reported] = (await partner.ask('ticket-info', asked)).facts.tickets ?? [];
      assert.deepEqual({ ...reported, at: [] }, { ...tickets[0], at: [] });
      assert.equal(await codeOf(partner.ask('ticket-issue', asked)), 'INVALID_BOOKING_STATE');
      assert.equal(await codeOf(partner.ask('pnr-cancel', asked)), 'INVALID_BOOKING_STATE');
    });

    test('have tickets that are named in either form', async () => {
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

    test('have tickets that are voided once', async () => {
      const asked = await partner.issue();
      const { status, body } = await partner.void(asked);
      const reported = { success: true, voidedAt: '2026-09-01T12:00:00.000Z' };
      assert.deepEqual([status, body], [200, dialect === 'flat' ? {} : reported]);
      assert.equal(await partner.isOpen(asked), false);
      const again = await partner.void(asked);
      const { code, message } = errorOf(again);
      assert.deepEqual([code, typeof message], ['INVALID_TICKET_STATE', 'string']);
      const refusal = dialect === 'flat' ? [409, undefined] : [200, false];
      assert.deepEqual([again.status, again.body.success], refusal);
      assert.equal(await codeOf(partner.ask('ticket-refund', asked)), 'INVALID_TICKET_STATE');
    });

    test('can be cancelled, or ticketed again, once all tickets are void', async () => {
      for (const next of ['pnr-cancel', 'ticket-issue'] as const) {
        const asked = await partner.issue();
        for (const ticket of asked.issued.facts.tickets ?? [])
          await partner.void({ ...asked, ticket: ticketOf(ticket) });
        assert.equal((await partner.ask(next, asked)).status, 200);
      }
    });

    test('have tickets that are voided until the window closes, which counts from their issue', async () => {
      const own = await alone();
      const booking = bookingOf(await own.partner.book());
      const late = await own.advance(5 * hourMs);
      const { tickets = [] } = (await late.ask('ticket-issue', { booking })).facts;
      const [first, second] = tickets.map((ticket): TicketAsked => ({ booking, ticket: ticketOf(ticket) }));
      assert.ok(first && second);
      const inside = await own.advance(windowMs - 1);
      assert.equal(errorOf(await inside.void(first)).code, undefined);
      const outside = await own.advance(1);
      assert.equal(errorOf(await outside.void(second)).code, 'VOID_TIME_EXPIRED');
      assert.deepEqual([await outside.isOpen(first), await outside.isOpen(second)], [false, true]);
      await outside.ask('ticket-refund-calculation', second);
      assert.equal((await outside.ask('ticket-refund', second)).status, 200);
      assert.equal(await outside.isOpen(second), false);
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
      const opened = await openWorld?.();
      await assert.rejects(async () => opened?.useCoupon?.(ticket), /no such ticket/);
      await opened?.close();
      const wrong = { method: 'POST', body: '{"bookingId":7}' };
      assert.equal((await call(`${sandbox.url}/_admin/worlds/default/coupons`, wrong)).status, 400);
    });

    test('of the target file are those of every world', async () => {
      const { usedTicket, withoutRights } = targets[dialect].known ?? {};
      assert.ok(usedTicket && withoutRights);
      const asked = ({ bookingId, ticketNumber }: typeof usedTicket): TicketAsked => ({
        booking: { bookingId },
        ticket: { ticketNumber },
      });
      assert.equal(errorOf(await partner.void(asked(usedTicket))).code, 'TICKET_USED');
      assert.equal(errorOf(await partner.void(asked(withoutRights))).code, 'ACCESS_DENIED');
      assert.equal(await partner.isOpen(asked(withoutRights)), true);
      assert.equal(await codeOf(partner.ask('pnr-cancel', asked(withoutRights))), 'ACCESS_DENIED');
      const other = await flightPartner(sandbox.url, dialect, otherPartner);
      assert.equal(errorOf(await other.void(asked(withoutRights))).code, 'BOOKING_NOT_FOUND');
    });

    test('of somebody else, and unknown ones, are not found', async () => {
      const own = await partner.issue();
      const other = await flightPartner(sandbox.url, dialect, otherPartner);
      for (const [by, booking] of [
        [other, own.booking],
        [partner, unknown],
        [partner, { bookingId: 'no-uuid' }],
      ] as const) {
        const asked = { booking, ticket: own.ticket };
        for (const refused of [
          by.ask('pnr-retrieve', asked),
          by.ask('pnr-cancel', asked),
          by.ask('pnr-reprice', asked),
          by.ask('ticket-issue', asked),
          by.ask('ticket-info', asked),
          by.void(asked),
          by.ask('ticket-exchange-calculation', { ...asked, search: by.intent }),
          by.ask('ticket-exchange', { ...asked, exchangeId: 'none' }),
          by.ask('ticket-refund-calculation', asked),
          by.ask('ticket-refund', asked),
        ]) {
          assert.equal(await codeOf(refused), 'BOOKING_NOT_FOUND');
        }
      }
      assert.equal(
        errorOf(await partner.void({ ...own, ticket: { ticketNumber: '4210000000000' } })).code,
        'TICKET_NOT_FOUND',
      );
      assert.equal(await partner.isOpen(own), true);
    });

    test('are shown on the path without a prefix, too', async () => {
      for (const path of ['/avia/ticket_info', '/api/avia/ticket_info']) {
        assert.equal((await call(`${sandbox.url}${path}`, { method: 'POST' })).status, 401);
      }
    });
  });
}

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
