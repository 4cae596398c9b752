/** The two dialects have nothing in common but what is documented, and both pass on all that a fault did. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { OperationId } from '../../../contracts/operations.ts';
import { spelledReply } from '../../../sandbox/dialect.ts';
import { type DialectId, dialectIds, dialects } from '../../../sandbox/dialects.ts';
import { answer, refusal } from '../../../sandbox/reply.ts';
import { draws } from '../../whole.ts';
import { none } from '../asserted.ts';
import { canonicalReplies, changedAt, type Place, placesIn, valueAt } from './canonical-replies.ts';

const canonical = { nested: canonicalReplies('nested'), flat: canonicalReplies('flat') };

const spell = (dialect: DialectId, operation: OperationId, body: unknown): unknown => {
  const { body: spelled } = spelledReply(operation, answer(200, body), dialects[dialect]);
  return spelled === undefined ? undefined : JSON.parse(JSON.stringify(spelled));
};

const entries = dialectIds.flatMap((dialect) =>
  (Object.keys(canonical[dialect]) as (keyof (typeof canonical)['nested'])[]).map((operation) => ({
    dialect,
    operation,
    body: canonical[dialect][operation] as unknown,
  })),
);

const documentedNames = new Set(
  [
    'searchId offerId aiScore bedVariants hotelId status bookingInfo bookingId checkinTime checkoutTime',
    'supplier subProviderName invoiceNumber comment hotel room rateName roomId prices searchPresetName',
    'pricingPresetName upsells total discount markup serviceFee commission vat deposit bookings guests citizenship gender',
    'id isDeleted stars phones amenities photos category ticketNumber exchangeId',
  ].flatMap((line) => line.split(' ')),
);

/** Those of a card are documented there and nowhere else. */
const documentedPlaces = new Set(['hotel.name', 'hotel.name.ru', 'hotel.name.en']);

const undocumentedIn = (body: unknown): string[] =>
  [...placesIn(body)]
    .filter((place) => !documentedPlaces.has(place.join('.')))
    .map((place) => place.at(-1))
    .filter((name) => typeof name === 'string')
    .filter((name) => !documentedNames.has(name));

describe('spelling', () => {
  test('no name is common to both but the documented ones', () => {
    const namesOf = (id: DialectId) =>
      new Set(
        entries
          .filter(({ dialect }) => dialect === id)
          .flatMap(({ dialect, operation, body }) => undocumentedIn(spell(dialect, operation, body))),
      );
    const [nested, flat] = [namesOf('nested'), namesOf('flat')];
    assert.ok(nested.size > 50 && flat.size > 50, `${nested.size} and ${flat.size}`);
    none([...nested].filter((name) => flat.has(name)));
  });

  test('what is documented stands where it is documented', () => {
    for (const id of dialectIds) {
      const spelled = spell(id, 'view-booking', canonical[id]['view-booking']) as Record<
        string,
        Record<string, unknown>
      >;
      const { bookingInfo, supplier, hotel, prices, upsells } = spelled;
      assert.equal(bookingInfo?.status, 'completed');
      assert.ok(supplier?.subProviderName && supplier.invoiceNumber && 'comment' in supplier);
      assert.ok(Object(hotel?.room).rateName && Object(hotel?.room).roomId);
      assert.ok(prices?.searchPresetName && prices.pricingPresetName && Array.isArray(upsells));
      const list = spell(id, 'search-bookings', canonical[id]['search-bookings']);
      assert.equal(valueAt(list, ['bookings', 0, 'status']), 'completed');
    }
  });

  test('ids are of another kind, or of the documented one', () => {
    const idsOf = (id: DialectId) => {
      const { 'hotel-search': search, 'create-booking': booking, 'pnr-create': flight } = canonical[id];
      const { 'ticket-issue': issued, 'ticket-exchange-calculation': exchange } = canonical[id];
      const ofHotels = [search.searchId, search.hotels[0]?.offers[0]?.offerId, booking.bookingId];
      return [...ofHotels, flight.bookingId, issued.tickets[0]?.ticketNumber, exchange.exchangeId]
        .map(String)
        .join(' ');
    };
    const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}';
    assert.match(idsOf('nested'), new RegExp(`^[0-9a-f-]{36} [0-9a-f]{40} ${uuid} ${uuid} \\d{13} ${uuid}$`));
    const flat = `^[0-9a-z]{5,16} [\\w-]{27} \\d+ ${uuid} [A-Z]{2}-\\d{10} X[0-9A-Z]{4,12}$`;
    assert.match(idsOf('flat'), new RegExp(flat));
    assert.ok(Number.isInteger(canonical.flat['create-booking'].bookingId));
  });

  // What lends its fields to what encloses it has no separate place.
  const lent = ['offer-pricing offer', 'ticket-info ticket'];
  const isLent = (dialect: DialectId, operation: OperationId, place: Place): boolean =>
    dialect === 'flat' &&
    (lent.includes(`${operation} ${place.join('.')}`) || (place[0] === 'upsells' && place.at(-1) === 'priceDetail'));

  const nullsIn = (body: unknown): number => JSON.stringify(body).split('null').length;

  for (const { dialect, operation, body } of entries) {
    const healthy = spell(dialect, operation, body);
    const places = [...placesIn(body)].filter((place) => !isLent(dialect, operation, place));

    test(`${dialect} ${operation} passes on what is odd, null or absent`, () => {
      for (const place of places) {
        const named = place.join('.');
        const odd = spell(dialect, operation, changedAt(body, place, '§odd§'));
        assert.match(JSON.stringify(odd), /§odd§/i, `${named} is odd`);
        if (typeof place.at(-1) === 'number') continue;
        const absent = spell(dialect, operation, changedAt(body, place, undefined));
        assert.notDeepEqual(absent, healthy, `${named} is absent`);
        assert.ok(nullsIn(absent) <= nullsIn(healthy), `${named} is absent, not null`);
        const nulled = spell(dialect, operation, changedAt(body, place, null));
        // In one list of all offers a hotel of none has no place.
        if (dialect === 'flat' && /^hotels\.\d\.offers$/.test(named)) continue;
        assert.ok(nullsIn(nulled) > nullsIn(absent), `${named} is null, not absent`);
      }
    });
  }

  for (const { dialect, operation, body } of entries) {
    test(`${dialect} ${operation} survives anything`, () => {
      const places = [...placesIn(body)];
      fc.assert(
        fc.property(fc.jsonValue(), fc.constantFrom(...places), (value, place) => {
          spell(dialect, operation, value);
          spell(dialect, operation, changedAt(body, place, value));
        }),
        { seed: 1, numRuns: draws(200) },
      );
    });
  }

  test('a refusal is not spelled again, at any status; in one way it says success false', () => {
    const refused = refusal(404, { code: 'BOOKING_NOT_FOUND', message: 'no' });
    for (const status of [200, 404]) {
      const reply = { ...refused, status };
      assert.equal(spelledReply('view-booking', reply, dialects.flat), reply);
      assert.equal(spelledReply('cities', reply, dialects.nested), reply, 'documented in full');
      const { body } = spelledReply('view-booking', reply, dialects.nested);
      assert.deepEqual(body, { success: false, error: { code: 'BOOKING_NOT_FOUND', message: 'no' } });
      const wrong = { ...reply, body: { success: true, ...Object(reply.body) } };
      assert.equal(Object(spelledReply('view-booking', wrong, dialects.nested).body).success, true);
    }
  });
});
