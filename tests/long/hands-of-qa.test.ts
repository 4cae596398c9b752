/** One fault of nearly every area goes from the gate to the letter; no step of what is made smaller can be left out. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FaultId } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { throughTheHands } from '../cli/hands-of-qa.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const faults: readonly FaultId[] = [
  'answers-flight-requests-without-a-token-with-nothing',
  'answers-hotel-requests-without-a-token-with-nothing',
  'books-no-flight-once-a-price-is-told',
  'books-what-the-supplier-refused',
  'calculates-refunds-for-every-partner',
  'cuts-ids-of-flights-short',
  'gives-the-new-ticket-the-old-number-in-another-form',
  'hides-what-a-head-office-may-not-void',
  'ignores-the-first-creation-date',
  'lets-every-partner-cancel-flights',
  'lists-cancelled-by-its-former-name',
  'lists-the-russian-names-of-one-of-amenities',
  'loses-the-decimal-point-of-one-latitude',
  'names-one-unknown-type-of-bed',
  'never-checks-signatures',
  'nulls-the-offer-id-of-refundable-offers-in-offer-pricing',
  'nulls-the-price-of-every-second-flight',
  'nulls-the-seats-of-the-last-flight',
  'prices-the-schedule',
  'refunds-the-price-without-its-fee',
  'refuses-flight-bookings-with-success-true',
  'refuses-new-bookings-in-plain-text',
  'repeats-one-record-deep-in-bed-types',
  'shows-flights-to-every-partner-once-priced-anew',
  'sorts-countries-by-name',
  'sorts-ranked-search-by-price',
  'tells-no-price-of-the-third-flight-offer',
  'tells-no-surcharge-of-an-exchange',
  'tells-other-partners-the-numbers-of-tickets',
  'verifies-no-offer',
  'writes-a-blank-into-ticket-numbers',
  'writes-one-id-of-accommodation-types-as-text',
  'writes-one-id-of-meal-types-as-text',
  'writes-undefined-into-views',
];

for (const fault of faults) {
  test(fault, async () => {
    const [before, left] = await throughTheHands(sandbox, fault);
    assert.ok(left > 0 && left <= before, `${left} of ${before}`);
  });
}
