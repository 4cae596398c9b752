/** The healthy sandbox offers flights, and exchanges and refunds tickets, in both dialects. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FlightOfferFact } from '../../../contracts/facts.ts';
import { otherPartner } from '../../../sandbox/access/tokens.ts';
import { hourMs } from './caller.ts';
import { adult, bookingOf, errorOf, type FlightPartner, flightPartner } from './flight-partner.ts';
import { inEachDialect, separateWorld } from './hotel-partner.ts';

const idOf = ({ reference }: FlightOfferFact) => reference;
const routes = { nested: { from: 'WAW', to: 'DUB' }, flat: 'WAW-DUB' };

inEachDialect('flights', (dialect, opened) => {
  let partner: FlightPartner;
  before(async () => {
    partner = await flightPartner(opened().url, dialect);
  });

  const alone = async () => {
    const { baseUrl, advance } = separateWorld(opened(), dialect);
    return { partner: await flightPartner(baseUrl, dialect), advance };
  };

  test('cost less one way, and for fewer passengers', async () => {
    const cheapest = async (given: Parameters<FlightPartner['search']>[0]) =>
      (await partner.search(given)).facts.flightOffers?.[0]?.price?.amount ?? 0;
    const { return: _, ...oneWay } = partner.intent;
    const whole = await cheapest({});
    const { facts } = await partner.ask('avia-search', oneWay);
    assert.ok((facts.flightOffers?.[0]?.price?.amount ?? whole) < whole);
    const [family, alone] = [await cheapest({ children: 2 }), await cheapest({ children: 0 })];
    assert.ok(alone < whole && whole < family);
  });

  test('are sold out at last, and given back by a cancellation', async () => {
    const own = await alone();
    const given = { route: routes[dialect], adults: 1, children: 0 };
    const { facts } = await own.partner.ask('avia-schedule', { ...own.partner.intent, ...given });
    const search = { ...own.partner.intent, ...given };
    const seats = async () => {
      const reported = await own.partner.ask('avia-availability', { flights: facts.flights ?? [], search });
      return reported.facts.flights?.map((flight) => flight.seats);
    };
    assert.deepEqual(await seats(), [3, 3]);
    const chosen = await own.partner.choose(() => true, given);
    const made = [];
    for (let i = 0; i < 3; i += 1) made.push(await own.partner.book(chosen));
    assert.deepEqual(await seats(), [0, 0]);
    assert.equal(errorOf(await own.partner.book(chosen)).code, 'NO_SEATS');
    assert.deepEqual((await own.partner.search(given)).facts.flightOffers, []);
    const [first] = made;
    assert.ok(first);
    await own.partner.ask('pnr-cancel', { booking: bookingOf(first) });
    assert.deepEqual(await seats(), [1, 1]);
  });

  test('keep their price, or say that it has changed', async () => {
    const own = await alone();
    const chosen = await own.partner.choose();
    const [same] = (await own.partner.ask('avia-offer-price', chosen)).facts.flightOffers ?? [];
    assert.deepEqual([same?.price, same?.isPriceChanged], [chosen.offer.price, false]);
    assert.equal(same && idOf(same), idOf(chosen.offer));
    own.advance(13 * hourMs);
    const [moved] = (await own.partner.ask('avia-offer-price', chosen)).facts.flightOffers ?? [];
    assert.notEqual(moved?.price?.amount, chosen.offer.price?.amount);
    assert.equal(moved?.isPriceChanged, true);
    const [reported] = (await own.partner.ask('avia-offer-price', chosen)).facts.flightOffers ?? [];
    assert.equal(reported?.isPriceChanged, false);
  });

  test('are not there for routes without flights, nor for what was never offered', async () => {
    const codeOf = async (asked: ReturnType<FlightPartner['ask']>) => errorOf(await asked).code;
    const { intent, ask } = partner;
    const nowhere = dialect === 'nested' ? { from: 'HEL', to: 'XXX' } : 'HEL-XXX';
    assert.equal(await codeOf(ask('avia-search', { ...intent, route: nowhere })), 'INVALID_REQUEST');
    assert.equal(await codeOf(ask('avia-search', { ...intent, departure: '2026-08-01' })), 'INVALID_REQUEST');
    assert.equal(await codeOf(ask('avia-search', { ...intent, return: '2026-11-01' })), 'INVALID_REQUEST');
    const chosen = await partner.choose();
    assert.equal(await codeOf(ask('avia-offer-price', { ...chosen, searchId: 'none' })), 'SEARCH_NOT_FOUND');
    const offer = { ...chosen.offer, reference: 'none' };
    assert.equal(await codeOf(ask('fare-rules', { ...chosen, offer })), 'OFFER_NOT_FOUND');
    const other = await flightPartner(opened().url, dialect, otherPartner);
    assert.equal(await codeOf(other.ask('avia-offer-price', chosen)), 'SEARCH_NOT_FOUND');
  });

  test('are not sold to too few passengers, nor with a document that expires too soon', async () => {
    const chosen = await partner.choose();
    const contact = { email: 'a@b.invalid', phone: '1' };
    const few = await partner.ask('pnr-create', { ...chosen, passengers: [adult], contact });
    assert.equal(errorOf(few).code, 'INVALID_REQUEST');
    const document = { number: 'X1', expiresOn: '2026-11-12' };
    const refused = await partner.book(chosen, (one) => ({ ...one, document }));
    assert.equal(errorOf(refused).code, 'SUPPLIER_ERROR');
  });
  test('have tickets that are exchanged for the difference alone where the fare says so, and nothing is given back', async () => {
    const nothing = { amount: 0, currency: 'EUR' };
    const { flightOffers = [] } = (await partner.search()).facts;
    const dearest = flightOffers.findLast(({ isRefundable }) => isRefundable)?.price?.amount;
    const asked = await partner.issue(
      await partner.choose(({ isRefundable, price }) => isRefundable === true && price?.amount === dearest),
    );
    const exchange = async (departure: string) =>
      (await partner.ask('ticket-exchange-calculation', { ...asked, search: { ...partner.intent, departure } })).facts
        .exchange;
    assert.deepEqual((await exchange('2026-11-05'))?.penalty, nothing);
    assert.deepEqual((await exchange('2026-11-05'))?.surcharge, nothing);
    assert.notDeepEqual((await exchange('2026-11-08'))?.surcharge, nothing);
  });
});
