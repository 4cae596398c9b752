/** Troubles that lose the answer to a booking: what was booked is there all the same, and what was refused is told. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OfferFact } from '../../../contracts/facts.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import type { TroubleId } from '../../../sandbox/troubles.ts';
import { stillSandbox } from './caller.ts';
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
