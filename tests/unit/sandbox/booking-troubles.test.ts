/** Troubles that lose the answer to a booking: what was booked is there all the same, and what was refused is told. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OfferFact } from '../../../contracts/facts.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import type { TroubleId } from '../../../sandbox/troubles.ts';
import { stillSandbox } from './caller.ts';
import { bookingOf, flightPartner } from './flight-partner.ts';
import { hotelPartner, isFree, targets } from './hotel-partner.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await stillSandbox({ world: { scale: 'small' } });
});
after(() => sandbox.close());

const troubled = async (id: TroubleId) => {
  const world = sandbox.openWorld({ scale: 'small', troubles: [{ id }] });
  const partner = await hotelPartner(world.baseUrl, 'nested');
  const listed = async () => (await partner.ask('search-bookings', {})).facts.bookings?.length;
  return { partner, listed, advance: (byMs: number) => sandbox.world(world.id)?.advance(byMs) };
};

const isStrict = ({ supplier }: OfferFact): boolean => supplier === targets.nested.known?.strictSupplier;

test('drops-answer-after-booking: the booking is listed at once', async () => {
  const { partner, listed } = await troubled('drops-answer-after-booking');
  const chosen = await partner.choose(isFree);
  assert.equal(await listed(), 0);
  await assert.rejects(partner.book(chosen));
  assert.equal(await listed(), 1);
});

test('books-after-the-answer-was-lost: the booking is listed a second later', async () => {
  const { partner, listed, advance } = await troubled('books-after-the-answer-was-lost');
  await assert.rejects(partner.book(await partner.choose(isFree)));
  assert.equal(await listed(), 0);
  advance(999);
  assert.equal(await listed(), 0);
  advance(1);
  assert.equal(await listed(), 1);
});

for (const id of ['drops-answer-after-booking', 'books-after-the-answer-was-lost'] as const) {
  test(`${id}: a refusal is answered`, async () => {
    const { partner, listed } = await troubled(id);
    const refused = await partner.book(await partner.choose(isStrict), ({ gender: _, ...guest }) => guest);
    assert.equal(Object(refused.body.error).code, 'SUPPLIER_ERROR');
    assert.equal(await listed(), 0);
  });
}

/** How many tickets a retrieval shows of a booking whose issue was not answered. */
const ticketsLost = async (id: TroubleId) => {
  const world = sandbox.openWorld({ scale: 'small', troubles: [{ id, operations: ['ticket-issue'] }] });
  const partner = await flightPartner(world.baseUrl, 'nested');
  const booking = bookingOf(await partner.book());
  await assert.rejects(partner.ask('ticket-issue', { booking }));
  const shown = async () => (await partner.ask('pnr-retrieve', { booking })).facts.tickets?.length;
  return { shown, advance: (byMs: number) => sandbox.world(world.id)?.advance(byMs) };
};

test('drops-answer-after-booking: tickets are shown at once', async () => {
  const { shown } = await ticketsLost('drops-answer-after-booking');
  assert.equal(await shown(), 2);
});

test('books-after-the-answer-was-lost: tickets are shown a second later', async () => {
  const { shown, advance } = await ticketsLost('books-after-the-answer-was-lost');
  assert.equal(await shown(), 0);
  advance(999);
  assert.equal(await shown(), 0);
  advance(1);
  assert.equal(await shown(), 2);
});

test('drops-answer-after-booking: a flight is booked all the same', async () => {
  const world = sandbox.openWorld({ scale: 'small', troubles: [{ id: 'drops-answer-after-booking' }] });
  const { flights } = sandbox.world(world.id) ?? {};
  const before = flights?.pnrs.all().length ?? 0;
  await assert.rejects((await flightPartner(world.baseUrl, 'nested')).book());
  assert.equal(flights?.pnrs.all().length, before + 1);
});
