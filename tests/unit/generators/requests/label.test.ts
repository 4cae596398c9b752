/** Rare requests carry labels that say what they show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import type { Call } from '../../../../client/call.ts';
import { pathWith } from '../../../../client/http/address.ts';
import { createRedactor } from '../../../../client/redaction/credentials.ts';
import { createRecording } from '../../../../client/redaction/recording.ts';
import { type OwnWrongness, wrongValue } from '../../../../client/tokens/wrong-login.ts';
import { departures } from '../../../../contracts/conformance.ts';
import { operations } from '../../../../contracts/operations.ts';
import { validatorOf } from '../../../../contracts/publish/validators.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { voidCall } from '../../../../engine/bound-call.ts';
import { badToken } from '../../../../generators/bad-tokens.ts';
import { seedFor } from '../../../../generators/draws.ts';
import { viewDetails } from '../../../../generators/from-schema.ts';
import {
  countryId,
  countryQuery,
  labelOfCountryId,
  validCountryId,
  wrongCountryId,
} from '../../../../generators/requests/country-ids.ts';
import {
  hotelIdText,
  knownHotel,
  labelOfHotelId,
  unknownHotel,
  writtenHotel,
} from '../../../../generators/requests/hotel-ids.ts';
import {
  type BodyReading,
  isDisputed,
  type KnownInputs,
  type Label,
  labelOf,
} from '../../../../generators/requests/label.ts';
import { labelOfVoid, voidOf, voidRequest } from '../../../../generators/requests/void-requests.ts';
import { type WrongLogin, wrongLogins } from '../../../../generators/requests/wrong-logins.ts';
import { draws } from '../../../whole.ts';

const seed = 20_260_831;

/** What a trace holds of a call: written down by the recorder, redacted as it is. */
const recorded = ({ operation, path, query = [], headers = {}, body, bearer = 'own', login }: Call): Exchange =>
  createRecording(createRedactor()).record(
    {
      operation,
      bearer,
      login,
      tokenSerial: 1,
      query,
      headers,
      body,
      intent: undefined,
      sentAtMs: 0,
      path: pathWith(operations[operation].path, path),
      delivery: { failure: { kind: 'reset', message: '' }, durationMs: 1 },
      content: {},
      reading: undefined,
    },
    { exchanges: [] },
  );

/** Every value of a draw that always fails, and of its shrinking, has the label that it says. */
const keepsItsLabel = <Draw>(
  arbitrary: fc.Arbitrary<Draw>,
  { says, call, known }: { says: (draw: Draw) => Label; call: (draw: Draw) => Call; known: KnownInputs },
): Set<Label> => {
  const seen: Draw[] = [];
  for (let round = 0; round < 60; round += 1) {
    fc.check(
      fc.property(arbitrary, (draw) => {
        seen.push(draw);
        return false;
      }),
      { seed: seedFor(seed, String(round)), numRuns: 1 },
    );
  }
  assert.ok(seen.length > 100, `${seen.length} values were shrunk`);
  for (const draw of seen) {
    const exchange = recorded(call(draw));
    assert.equal(
      labelOf(exchange, known),
      says(draw),
      `${JSON.stringify(draw)} was sent as ${JSON.stringify(exchange.request)}`,
    );
  }
  return new Set(seen.map(says));
};

const countries = [4, 17, 203, 894];
const cities = {
  known: { countries },
  says: labelOfCountryId,
  call: (draw: Parameters<typeof countryQuery>[0]): Call => ({
    operation: 'cities',
    query: countryQuery(draw, countries),
  }),
};

test('a country is asked for in the way that is drawn', () => {
  assert.deepEqual(
    keepsItsLabel(countryId, cities),
    new Set<Label>(['valid', '400', 'empty', 'empty-or-400', 'unsaid']),
  );
  assert.deepEqual(keepsItsLabel(wrongCountryId, cities), new Set<Label>(['400', 'empty', 'empty-or-400']));
});

test('what is valid is labelled so', () => {
  for (const draw of fc.sample(validCountryId, { seed, numRuns: 200 }))
    assert.equal(labelOf(recorded(cities.call(draw)), cities.known), 'valid');
  for (const operation of ['countries', 'amenities', 'bed-types', 'meal-types', 'accommodation-types'] as const) {
    assert.equal(labelOf(recorded({ operation })), 'valid');
  }
  assert.equal(labelOf(recorded({ operation: 'token', login: 'own', bearer: 'missing' })), 'valid');
});

const hotels = [7, 42, 104_729];
const cards = {
  known: { hotels },
  says: labelOfHotelId,
  call: (draw: Parameters<typeof hotelIdText>[0]): Call => ({
    operation: 'hotel-static',
    path: { hotelId: hotelIdText(draw, hotels) },
  }),
};

test('a hotel is asked for in the way that is drawn', () => {
  assert.deepEqual(
    keepsItsLabel(fc.oneof(knownHotel, unknownHotel, writtenHotel), cards),
    new Set<Label>(['valid', 'HOTEL_NOT_FOUND', 'no-success', 'unsaid']),
  );
});

const bookingId = '3f0e1b2c-1111-4222-8333-944455566677';

test('a void is wrong in the way that is drawn, in both forms of the number', () => {
  for (const ticketNumber of ['5551234567890', '555-1234567890']) {
    const ours = { bookingId, ticketNumber };
    const labels = keepsItsLabel(voidRequest, {
      known: { bookings: [bookingId], tickets: [ticketNumber] },
      says: labelOfVoid,
      call: (draw) => voidCall(voidOf(draw, ours), draw.lacks).call,
    });
    assert.deepEqual(labels, new Set<Label>(['TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND', 'no-success', 'unsaid']));
  }
});

test('a token that must not count and a login that must fail are labelled by their sender', () => {
  keepsItsLabel(badToken, { known: {}, says: () => '401', call: (bad) => ({ operation: 'countries', ...bad }) });
  keepsItsLabel(badToken, {
    known: {},
    says: () => 'no-success',
    call: (bad) => ({ operation: 'view-booking', body: {}, ...bad }),
  });
  keepsItsLabel(
    wrongLogins.chain((all) => fc.constantFrom(...all)),
    {
      known: {},
      says: () => 'no-success',
      call: ({ login }) => ({ operation: 'token', bearer: 'missing', login }),
    },
  );
  for (const login of ['wrong-client-id', 'wrong-secret'] as const)
    assert.equal(labelOf(recorded({ operation: 'token', bearer: 'missing', login })), 'AUTHENTICATION_FAILED');
});

test('a body on which Zod and Ajv disagree is labelled as that, and nothing else is', () => {
  const schema = z.object({ id: z.number().refine((id) => id > 5) });
  const isValid = validatorOf(schema);
  const whole: BodyReading = (body) => departures(schema, body, isValid);
  assert.ok(isDisputed('view-booking', { id: 3 }, whole));
  assert.ok(!isDisputed('view-booking', { id: 7 }, whole));
  assert.ok(!isDisputed('view-booking', { id: 'none' }, whole));
  for (const details of fc.sample(viewDetails, { seed, numRuns: 20 }))
    assert.ok(!isDisputed('view-booking', { ...details }));
});

const drawnLogins: readonly WrongLogin[] = fc.sample(wrongLogins, { seed: 20_260_831, numRuns: 300 }).flat();

/** What a service may lawfully do to a credential before it compares. */
const prepared = (text: string): string => text.normalize('NFKC').replaceAll(/^[\s\p{C}]+|[\s\p{C}]+$/gu, '');

const credential = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 1 }).map(String),
  fc.base64String({ minLength: 8 }),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => prepared(text) !== ''),
);

test('no preparation of a credential that is lawful makes a wrong one right', () => {
  const wrong = drawnLogins.flatMap(({ login, wrongness }) =>
    wrongness && wrongness.kind !== 'client-id' ? [{ login, wrongness }] : [],
  );
  fc.assert(
    fc.property(credential, fc.constantFrom(...wrong), (right, { login, wrongness }) => {
      const sent = wrongValue(right, wrongness as OwnWrongness);
      if (typeof sent === 'object') return;
      const compared = login === 'unusual-client-id' ? (text: string) => prepared(text).toLowerCase() : prepared;
      assert.notEqual(compared(String(sent)), compared(right), JSON.stringify([right, wrongness]));
    }),
    { seed: 1, numRuns: draws(3_000) },
  );
});

test('a draw has one login of every kind, in the order in which they are sent', () => {
  for (const logins of fc.sample(wrongLogins, { seed: 2, numRuns: 200 })) {
    const abouts = logins.map(({ login }) => login.replace(/^(no|empty|null)-.*/, 'lack'));
    assert.deepEqual(abouts, [
      'lack',
      'unusual-client-id',
      'unusual-client-id',
      ...Array.from({ length: 6 }, () => 'unusual-secret'),
    ]);
    for (const about of ['lack', 'client', 'secret'])
      assert.ok(
        logins.some((each) => each.about === about),
        about,
      );
  }
});

test('what looks like an attack is marked as one', () => {
  for (const { about, wrongness } of drawnLogins) {
    const written = JSON.stringify(wrongness) ?? '';
    assert.equal(/' OR |\\" OR |\$/.test(written), about === 'attack', written);
  }
});
