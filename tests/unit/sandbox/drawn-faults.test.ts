/** Faults drawn by chance: a seed decides them, every kind is drawn, and each shows where it says. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { OperationId } from '../../../contracts/operations.ts';
import { geography } from '../../../sandbox/data/geography.ts';
import { accommodationTypes, amenities, mealTypes } from '../../../sandbox/data/type-lists.ts';
import { bent, placesOf, shownPlaces, stepsOf, valuesAt } from '../../../sandbox/deviations/drawn/answers.ts';
import { spelledReply } from '../../../sandbox/dialect.ts';
import { dialectIds, dialects } from '../../../sandbox/dialects.ts';
import { drawnFault } from '../../../sandbox/drawn-faults.ts';
import { isAnyFaultId } from '../../../sandbox/faults.ts';
import { answer } from '../../../sandbox/reply.ts';
import { startTwins } from '../../bench/twins.ts';
import { json, read, startMs, stillSandbox, tokenOf } from './caller.ts';
import { canonicalReplies } from './canonical-replies.ts';
import { hotelPartner } from './hotel-partner.ts';

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

/** The first drawn fault that says so; there are thousands to look through. */
const saying = (summary: RegExp) => {
  for (let seed = 1; seed < 100_000; seed += 1) {
    const fault = drawnFault(seed);
    if (summary.test(fault.summary)) return fault;
  }
  throw new Error(`none of the first drawn faults says ${summary}`);
};

test('a seed decides a fault, and forty seeds draw every kind, most of them once', () => {
  const drawn = seeds.map((seed) => drawnFault(seed));
  const said = (one: (typeof drawn)[number]) => [one.id, one.drawn, one.summary, ...one.touches].join(' ');
  assert.deepEqual(
    drawn.map(said),
    seeds.map((seed) => said(drawnFault(seed))),
  );
  assert.deepEqual([...new Set(drawn.map((one) => one.drawn))].sort(), ['answer', 'key', 'state']);
  assert.ok(new Set(drawn.map(({ summary }) => summary)).size >= 38);
  assert.ok(new Set(drawn.flatMap(({ touches }) => touches)).size >= 15);
  assert.ok(drawn.every(({ id }) => isAnyFaultId(id)) && !isAnyFaultId('drawn:by hand'));
});

for (const dialect of dialectIds) {
  test(`every place that may be damaged is in a healthy answer, and ${dialect} passes on every damage`, () => {
    const { countries, citiesByCountry } = geography('small');
    const cities = [...citiesByCountry.values()].flat().slice(0, 3);
    const lists = { countries, cities, amenities, 'accommodation-types': accommodationTypes, 'meal-types': mealTypes };
    const bodies: Readonly<Partial<Record<OperationId, unknown>>> = { ...canonicalReplies(dialect), ...lists };
    const spelled = (operation: OperationId, body: unknown) =>
      JSON.stringify(spelledReply(operation, answer(200, body), dialects[dialect]).body);
    for (const [operation, shown] of Object.entries(shownPlaces) as [OperationId, string][]) {
      for (const { place, kinds } of placesOf(shown)) {
        const path = stepsOf(place.replace('~', ''));
        const values = valuesAt(bodies[operation], path);
        assert.ok(values.length > 0, `${operation} has no ${place}`);
        assert.ok(Object.keys(kinds).length > 0, `${operation} ${place} is of no known kind`);
        for (const [what, damage] of Object.entries(kinds)) {
          const body = bent(bodies[operation], path, (value) => damage(value, values.at(-1)));
          assert.ok(spelled(operation, body).length > 0, `${operation}: ${place} ${what}`);
        }
      }
    }
  });
}

const twins = await startTwins();
const sandbox = await stillSandbox();
after(() => Promise.all([twins.close(), sandbox.close()]));

test('a healthy world answers as its twin does, and one with a fault does not', async () => {
  const countriesWith = async (faults: readonly `drawn:${number}`[]) => {
    const { baseUrl } = twins.openWorld({ scale: 'small', now: () => startMs, faults });
    await read(baseUrl, 'countries', await tokenOf(baseUrl));
    return twins.haveDiffered();
  };
  assert.equal(await countriesWith([]), false);
  assert.equal(await countriesWith([saying(/^countries: \*\.nameEn is of another.*\(always\)/).id]), true);
});

test('a circumstance keeps a fault away from all other requests', async () => {
  const { id } = saying(/^meal-types: .* \(asked by the other partner\)/);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', faults: [id] });
  assert.deepEqual(json(await read(baseUrl, 'hotels/meal-types', await tokenOf(baseUrl))), mealTypes);
});

test('a state that is drawn is of another thing than the one that is asked about', async () => {
  const { id } = saying(/^cancel-booking, answered: cancels (a kin|another) stay \(always\)/);
  const { baseUrl } = sandbox.openWorld({ scale: 'full', faults: [id] });
  const partner = await hotelPartner(baseUrl, 'nested');
  const chosen = await partner.choose();
  const booked = [await partner.book(chosen), await partner.book(chosen)];
  const [first, second] = booked.map(({ facts }) => facts.booking?.bookingId);
  await partner.ask('cancel-booking', { booking: { bookingId: first ?? null } });
  const details = { includePriceDetails: false, includeResidenceDetails: false };
  assert.equal(
    (await partner.ask('view-booking', { booking: { bookingId: second ?? null }, details })).facts.booking?.status,
    'cancelled',
  );
});

test('a key that is drawn is accepted', async () => {
  const { id } = saying(/^view-booking accepts a bookingId that is unknown \(always\)/);
  const { baseUrl } = sandbox.openWorld({ scale: 'full', faults: [id] });
  const partner = await hotelPartner(baseUrl, 'nested');
  await partner.book(await partner.choose());
  const details = { includePriceDetails: false, includeResidenceDetails: false };
  assert.equal((await partner.ask('view-booking', { booking: { bookingId: 'no such booking' }, details })).status, 200);
});
