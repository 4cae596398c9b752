/** Each exploration of requests finds faults of what it explores, in few runs. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { requestExplorations } from '../../../explore/request-explorations.ts';
import { type FaultId, faults } from '../../../sandbox/faults.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { explored } from './explored.ts';

after(closeSandbox);

const findable: Readonly<Record<string, readonly FaultId[]>> = {
  'explore-country-ids': ['answers-404-for-unknown-country', 'answers-404-for-non-numeric-country-id'],
  'explore-cities': ['wraps-cities-in-items', 'leaves-out-one-russian-city-name'],
  'explore-hotel-cards': ['shows-the-hotel-without-its-key'],
  'explore-unknown-hotels': ['refuses-large-hotel-ids-as-invalid'],
  'explore-bad-tokens': ['takes-any-text-for-a-token', 'never-checks-signatures'],
  'explore-stays': ['forgets-one-offer-id-deep-in-search'],
  'explore-view-details': ['views-the-status-beside-booking-info'],
  'explore-booking-filters': ['books-every-request-twice', 'lists-completed-as-done'],
  'explore-guests': ['accepts-guests-without-citizenship', 'gives-no-reason-of-the-supplier'],
  'explore-journeys': ['tells-no-price-of-the-third-flight-offer'],
  'explore-voids': ['voids-a-second-time', 'voids-the-first-ticket-when-it-finds-none'],
};

for (const [id, ids] of Object.entries(findable)) {
  for (const fault of ids) {
    test(`${id} finds a service that ${fault}, and blames it for nothing else`, async () => {
      const exploration = requestExplorations.find((each) => each.id === id);
      assert.ok(exploration);
      const { verdicts } = await explored(exploration, { seed: 2, runs: 20, world: { faults: [fault] } });
      const failed = new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause));
      assert.ok(failed.size > 0, 'it was not found');
      assert.deepEqual(
        [...failed].filter((clause) => !faults[fault].violates.includes(clause)),
        [],
      );
    });
  }
}

test('of every exploration of requests it is shown', () => {
  assert.deepEqual(
    requestExplorations.map(({ id }) => id).filter((id) => !findable[id]),
    [],
  );
});
