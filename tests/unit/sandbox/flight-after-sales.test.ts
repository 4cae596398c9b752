/** The healthy exchanges and refunds of tickets, in both dialects, to the last minor unit. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dialectIds } from '../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { hourMs, stillSandbox } from './caller.ts';
import { errorOf, type FlightPartner, flightPartner, type TicketAsked, ticketOf } from './flight-partner.ts';

for (const dialect of dialectIds) {
  describe(`${dialect} tickets`, () => {
    let sandbox: Sandbox;
    let partner: FlightPartner;
    before(async () => {
      sandbox = await stillSandbox({ world: { dialect, scale: 'small' } });
      partner = await flightPartner(sandbox.url, dialect);
    });
    after(() => sandbox.close());

    const codeOf = async (asked: Promise<{ readonly body: Record<string, unknown> }>) => errorOf(await asked).code;

    /** A ticket of the cheapest or the dearest fare that gives something back, and what it cost. */
    const issued = async (which: 'cheapest' | 'dearest') => {
      const { flightOffers = [] } = (await partner.search()).facts;
      const meant = flightOffers.filter(({ isRefundable }) => isRefundable).at(which === 'cheapest' ? 0 : -1);
      const asked = await partner.issue(
        await partner.choose(
          ({ isRefundable, price }) => isRefundable === true && price?.amount === meant?.price?.amount,
        ),
      );
      return { ...asked, paid: asked.issued.facts.tickets?.[0]?.price?.amount ?? 0 };
    };

    const nothing = { amount: 0, currency: 'EUR' };

    for (const [which, percent] of [
      ['cheapest', 30],
      ['dearest', 0],
    ] as const) {
      test(`of the ${which} fare are refunded once, less ${percent} per cent, as was calculated`, async () => {
        const asked = await issued(which);
        assert.equal(await codeOf(partner.ask('ticket-refund', asked)), 'REFUND_NOT_CALCULATED');
        const { refund } = (await partner.ask('ticket-refund-calculation', asked)).facts;
        const [amount = 0, penalty = 0, taxes = 0] = [refund?.amount, refund?.penalty, refund?.taxes].map(
          (reported) => reported?.amount,
        );
        assert.equal((amount + penalty).toFixed(2), asked.paid.toFixed(2));
        const base = Math.round((asked.paid - taxes) * 100);
        assert.deepEqual([Math.round(penalty * 100), taxes], [Math.floor((base * percent) / 100), 46.3]);
        assert.equal(await partner.isOpen(asked), true);
        assert.equal(
          await codeOf(partner.ask('ticket-refund', { ...asked, calculation: 'none' })),
          'CALCULATION_NOT_FOUND',
        );
        const done = await partner.ask('ticket-refund', { ...asked, calculation: refund?.reference ?? null });
        assert.deepEqual(done.facts.refund?.amount, refund?.amount);
        assert.equal(await partner.isOpen(asked), false);
        assert.equal(await codeOf(partner.ask('ticket-refund', asked)), 'INVALID_TICKET_STATE');
        assert.equal(await codeOf(partner.ask('ticket-refund-calculation', asked)), 'INVALID_TICKET_STATE');
        assert.equal(errorOf(await partner.void(asked)).code, 'INVALID_TICKET_STATE');
      });
    }

    test('of the plainest fare are neither exchanged nor refunded', async () => {
      const asked = await partner.issue(await partner.choose(({ isRefundable }) => isRefundable === false));
      const search = partner.intent;
      assert.equal(await codeOf(partner.ask('ticket-exchange-calculation', { ...asked, search })), 'NOT_EXCHANGEABLE');
      assert.equal(await codeOf(partner.ask('ticket-refund', asked)), 'NOT_REFUNDABLE');
    });

    test('are exchanged for those of another day, as was calculated', async () => {
      const asked = await issued('cheapest');
      // A weekend costs more.
      const search = { ...partner.intent, departure: '2026-11-07' };
      const { exchange } = (await partner.ask('ticket-exchange-calculation', { ...asked, search })).facts;
      const { penalty, surcharge, offers = [] } = exchange ?? {};
      assert.deepEqual(penalty, { amount: 45.5, currency: 'EUR' });
      const [offer] = offers;
      assert.equal(((offer?.price?.amount ?? 0) - asked.paid).toFixed(2), surcharge?.amount.toFixed(2));
      assert.ok((surcharge?.amount ?? 0) > 0);
      const exchangeId = String(exchange?.exchangeId);
      const wrong = { ...asked, exchangeId: 'none' };
      assert.equal(await codeOf(partner.ask('ticket-exchange', wrong)), 'EXCHANGE_NOT_FOUND');
      assert.equal(await partner.isOpen(asked), true);

      const { facts } = await partner.ask('ticket-exchange', { ...asked, exchangeId, offer: offer?.reference ?? null });
      assert.deepEqual([facts.exchange?.penalty, facts.exchange?.surcharge], [penalty, surcharge]);
      const [ticket] = facts.tickets ?? [];
      assert.deepEqual([facts.tickets?.length, ticket?.isOpen, ticket?.price], [1, true, offer?.price]);
      assert.notEqual(ticket?.ticketNumber, asked.ticket.ticketNumber);
      const replacing: TicketAsked = { ...asked, ticket: ticketOf(ticket) };
      assert.deepEqual([await partner.isOpen(asked), await partner.isOpen(replacing)], [false, true]);
      assert.equal(await codeOf(partner.ask('ticket-exchange', { ...asked, exchangeId })), 'INVALID_TICKET_STATE');
      assert.equal(errorOf(await partner.void(asked)).code, 'INVALID_TICKET_STATE');
      assert.equal(errorOf(await partner.void(replacing)).code, undefined);
    });

    test('are exchanged for the difference alone where the fare says so, and nothing is given back', async () => {
      const asked = await issued('dearest');
      const exchange = async (departure: string) =>
        (await partner.ask('ticket-exchange-calculation', { ...asked, search: { ...partner.intent, departure } })).facts
          .exchange;
      assert.deepEqual((await exchange('2026-11-05'))?.penalty, nothing);
      assert.deepEqual((await exchange('2026-11-05'))?.surcharge, nothing);
      assert.notDeepEqual((await exchange('2026-11-08'))?.surcharge, nothing);
    });

    test('are not exchanged by what was calculated for another one', async () => {
      const [one, other] = [await issued('cheapest'), await issued('cheapest')];
      const { exchange } = (await partner.ask('ticket-exchange-calculation', { ...one, search: partner.intent })).facts;
      const asked = { ...other, exchangeId: String(exchange?.exchangeId) };
      assert.equal(await codeOf(partner.ask('ticket-exchange', asked)), 'EXCHANGE_NOT_FOUND');
      assert.equal(await partner.isOpen(other), true);
    });

    test('are worth nothing once their flight has left', async () => {
      const { id, baseUrl } = sandbox.openWorld({ dialect, scale: 'small' });
      const own = await flightPartner(baseUrl, dialect);
      const asked = await own.issue();
      sandbox.world(id)?.advance(67 * 24 * hourMs);
      const late = await flightPartner(baseUrl, dialect);
      assert.equal(await codeOf(late.ask('ticket-refund', asked)), 'INVALID_TICKET_STATE');
      const search = { ...late.intent, departure: '2026-12-06', return: '2026-12-13' };
      assert.equal(await codeOf(late.ask('ticket-exchange-calculation', { ...asked, search })), 'INVALID_TICKET_STATE');
    });
  });
}
