/** Intents in the target's own spelling, and answers read back: whose fault what goes wrong is. */
import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Bindings } from '../../../contracts/bindings.ts';
import type { Json } from '../../../contracts/json.ts';
import { boundCall } from '../../../engine/bound-call.ts';
import { Stopped } from '../../../engine/stop.ts';

const stay = { checkIn: '2027-01-01', checkOut: '2027-01-03', rooms: [{ adults: 2, childrenAges: [] }] };
const search = { region: 'A', stay };
const details = { includePriceDetails: true, includeResidenceDetails: false };

const searchBy = (binding: NonNullable<Bindings['hotel-search']>) =>
  boundCall({ bindings: { 'hotel-search': binding } }, 'hotel-search', search);

test('a target without a binding ends the story and names what to add', () => {
  throws(
    () => boundCall({ bindings: {} }, 'hotel-search', search),
    (thrown) => thrown instanceof Stopped && /needs bindings\['hotel-search'\]/.test(thrown.stop.reason),
  );
});

test('a body is what the binding makes of the intent, without what is undefined', () => {
  const { call } = searchBy({ request: ({ region, preset }) => ({ where: region, preset: preset as never }) });
  deepEqual(call.body, { where: 'A' });
  deepEqual(call.intent, search);
  equal(call.operation, 'hotel-search');
});

test('a binding that changes the intent changes no record of it', () => {
  const { call } = searchBy({
    request: (intent) => {
      (intent as { region: Json }).region = 'B';
      return intent.region;
    },
  });
  equal(call.body, 'B');
  deepEqual(call.intent, search);
});

test('details of a view are documented, and put in without the binding', () => {
  const intent = { booking: { bookingId: 5 }, details };
  const view = (request: NonNullable<Bindings['view-booking']>['request']) =>
    boundCall({ bindings: { 'view-booking': { request } } }, 'view-booking', intent).call.body;
  deepEqual(
    view(({ booking }) => ({ id: booking.bookingId ?? null, details: 'mine' })),
    { id: 5, details },
  );
  throws(() => view(() => []), /bindings\['view-booking'\]\.request gave no object/);
});

test('a request that breaks is the fault of the binding, by name', () => {
  const broken = () => {
    throw new Error('no such field');
  };
  throws(
    () => searchBy({ request: broken }),
    /bindings\['hotel-search'\]\.request broke: no such field \(bound-call\.test\.ts:\d+\)$/,
  );
  throws(() => searchBy({ request: () => undefined as never }), /gave nothing that is JSON/);
  throws(() => searchBy({ request: () => 1n as never }), /BigInt/);
  throws(() => searchBy({ request: (async () => ({})) as never }), /it is async/);
});

test('what a binding reads is added to what has a documented name', () => {
  const { call, facts } = searchBy({
    request: () => ({}),
    response: (body) => ({ hotels: [{ at: ['list', 0], minPrice: { amount: body.list[0].from } }] }),
  });
  deepEqual(facts(), {});
  const reading = call.read?.({ searchId: 's', list: [{ hotelId: 3, from: 12.5 }] });
  deepEqual(reading?.facts.hotels, [{ at: ['list', 0], hotelId: 3, minPrice: { amount: 12.5 } }]);
  deepEqual(facts(), reading?.facts);
});

test('a binding that cannot read leaves the reason, and what has a documented name', () => {
  const cases = [
    [() => (undefined as never as { x: { y: never } }).x.y, /reading 'x'\) \(bound-call\.test\.ts:\d+\)$/],
    [() => ({ offers: 5 }) as never, /bindings\['hotel-search'\]\.response gave offers 5: a list is needed$/],
    [async () => ({}), /it is async/],
    [(body: { list: Json[] }) => ({ x: body.list.reverse() }) as never, /read only/],
  ] as const;
  for (const [response, reason] of cases) {
    const { call, facts } = searchBy({ request: () => ({}), response: response as never });
    const reading = call.read?.({ searchId: 's', list: [1, 2] });
    match(reading?.unread ?? '', reason);
    equal(facts().searchId, 's');
  }
});
