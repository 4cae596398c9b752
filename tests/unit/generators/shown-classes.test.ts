/** What a trace shows of every domain: what was asked and answered in it, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ShownTogether } from '../../../contracts/class-coverage.ts';
import { type Boxes, classIn, occupancies, passengerMixes } from '../../../contracts/parties.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { coverageOf } from '../../../generators/coverage.ts';
import {
  dimensionGroups,
  type GroupId,
  horizons,
  numbersIn,
  stayLengths,
} from '../../../generators/dimension-groups.ts';
import { flightSearchOn } from '../../../generators/flights.ts';
import { flightLooks, staySearches } from '../../../generators/least-shown-draws.ts';
import { shownClassesIn } from '../../../generators/shown-classes.ts';
import { stayOn } from '../../../generators/stays.ts';
import { none } from '../asserted.ts';
import { asking, create, created, list, listed, offer, ours, view, viewedIn } from '../contracts/booking-trace.ts';
import {
  advanced,
  exchangeCalculation,
  fareRules,
  search as flightSearch,
  flights,
  issue,
  issued,
  offerPrice,
  ticketed,
  ticketNumber,
  unknownNumber,
  voided,
} from '../contracts/flight-trace.ts';
import {
  cities,
  dayMs,
  empty,
  failed,
  hotelCard,
  login,
  ok,
  refusal,
  type Sent,
  type Step,
  startMs,
  traceOf,
  typeList,
} from '../contracts/literal-trace.ts';

const shownIn = (trace: Trace, domain: GroupId): ShownTogether['classes'][] =>
  shownClassesIn(trace).flatMap((touch) => (touch.domain === domain ? [touch.classes] : []));

const stay = (rooms: { adults: number; childrenAges: number[] }[], checkOut = '2026-11-04') => ({
  region: 1,
  stay: { checkIn: '2026-11-01', checkOut, rooms },
});
const two = stay([{ adults: 2, childrenAges: [] }]);

test('a search for flights shows who flies, whether back too, and how far ahead', () => {
  const usual = { route: 'usual route', partner: 'own' };
  const trip = { route: 'A-B', departure: '2026-09-10', return: '2026-09-20', adults: 2, children: 1 };
  assert.deepEqual(shownIn(traceOf([flightSearch(), flightSearch(ok({}), { intent: trip })]), 'flight-search'), [
    { ...usual, passengers: 'one adult', trip: 'one way', horizon: 'within half a year' },
    { ...usual, passengers: 'adults with children', trip: 'return', horizon: 'within two weeks' },
  ]);
});

test('a price and the rules of a flight offer are two steps with it', () => {
  assert.deepEqual(shownIn(traceOf([offerPrice(), fareRules()]), 'flight-offer'), [
    { passengers: 'one adult', trip: 'one way', step: 'priced' },
    { passengers: 'one adult', trip: 'one way', step: 'rules read' },
  ]);
});

test('a search for hotels counts the guests of all rooms', () => {
  const rooms = [
    { adults: 2, childrenAges: [] },
    { adults: 1, childrenAges: [4, 7] },
  ];
  const long = { ...stay(rooms, '2026-12-15'), region: 2, preset: 'smart' };
  const trace = traceOf(
    [asking('hotel-search', ok({}), two), asking('hotel-search', ok({}), long, {}, { bearer: 'other' })],
    { otherRegions: [1] },
  );
  assert.deepEqual(shownIn(trace, 'hotel-search'), [
    {
      occupancy: 'two adults',
      rooms: 'one room',
      nights: 'up to a week',
      horizon: 'within half a year',
      preset: 'default',
      region: 'other region',
      partner: 'own',
    },
    {
      occupancy: 'adults with children',
      rooms: 'several rooms',
      nights: 'longer',
      horizon: 'within half a year',
      preset: 'named',
      region: 'usual region',
      partner: 'other',
    },
  ]);
});

test('offers are shown by a pricing, and verified and booked by what was chosen', () => {
  const reported = { offers: [{ at: [], mealTypeId: 3, supplier: 'Sun' }, { at: [] }] };
  const trace = traceOf([
    asking('hotel-pricing', ok({ offers: [] }), { search: two }, reported),
    asking('offer-pricing', ok({}), { search: two, offer: { ...offer(), mealTypeId: 4 } }),
    create(created(), { search: two }),
  ]);
  const party = { occupancy: 'two adults', rooms: 'one room', nights: 'up to a week' };
  assert.deepEqual(shownIn(trace, 'hotel-offer'), [
    { ...party, board: '3', supplier: 'Sun', step: 'told' },
    { ...party, step: 'told' },
    { ...party, board: '4', supplier: 'strict', step: 'verified' },
    { ...party, supplier: 'strict', step: 'booked' },
  ]);
});

test('lists show their filters, and views what they were asked for and the status they reported', () => {
  const filters = { status: 'inWork', createdTo: '2026-09-01', page: 'p2' };
  const trace = traceOf([
    list(listed(ours({ status: 'failed' }), ours({ status: 'Booked' }))),
    list(listed(), { filters }),
    view(viewedIn('completed'), { price: false }),
    view(refusal(404, 'X')),
  ]);
  assert.deepEqual(shownIn(trace, 'booking-list'), [
    { status: 'any', from: 'open', to: 'open', page: 'first' },
    { status: 'inWork', from: 'open', to: 'given', page: 'next' },
  ]);
  assert.deepEqual(shownIn(trace, 'booking-view'), [
    { 'price details': 'not asked for', 'residence details': 'asked for', status: 'completed' },
    { 'price details': 'asked for', 'residence details': 'asked for' },
  ]);
  // A name that is not documented is no class.
  assert.deepEqual(shownIn(trace, 'booking-status'), [
    { operation: 'view-booking', status: 'completed' },
    { operation: 'search-bookings', status: 'failed' },
    { operation: 'search-bookings' },
  ]);
});

test('levels of amenities, documented refusals and tokens are what came and went', () => {
  const trace = traceOf([
    typeList('amenities', ok([{ id: 1, level: 'Room' }, { id: 2 }, { id: 3, level: 'Castle' }])),
    cities('x', empty(400)),
    cities(1, empty(401), { bearer: 'garbage' }),
    hotelCard(9, refusal(404, 'HOTEL_NOT_FOUND')),
    hotelCard(9, refusal(404, 'ANOTHER_CODE')),
    login(refusal(401, 'AUTHENTICATION_FAILED'), 'wrong-secret'),
    cities(2, empty(500)),
  ]);
  assert.deepEqual(shownIn(trace, 'amenity-level'), [{ level: 'Room' }, { level: 'none' }]);
  assert.deepEqual(shownIn(trace, 'refusal'), [
    { operation: 'cities', code: '400' },
    { operation: 'cities', code: '401' },
    { operation: 'hotel-static', code: 'HOTEL_NOT_FOUND' },
    { operation: 'token', code: 'AUTHENTICATION_FAILED' },
    { operation: 'cities', code: '500' },
  ]);
  assert.deepEqual(shownIn(trace, 'bearer'), [
    { bearer: 'own', area: 'dictionary' },
    { bearer: 'garbage', area: 'dictionary' },
  ]);
});

const vendored = `${ticketNumber.slice(0, 3)}-${ticketNumber.slice(3)}`;

test('a void shows the form of the number, the window and what became of the ticket before', () => {
  const shown = (...[steps, rest]: Parameters<typeof ticketed>) => shownIn(ticketed(steps, rest), 'void');
  assert.deepEqual(shown([voided(ok({})), voided(refusal(400, 'X'), { number: vendored })]), [
    { number: '13 digits', moment: 'inside the window', ticket: 'open' },
    { number: 'with its vendor', moment: 'inside the window', ticket: 'voided' },
  ]);
  assert.deepEqual(shown([exchangeCalculation(), voided()]), [
    { number: '13 digits', moment: 'inside the window', ticket: 'calculated' },
  ]);
  const used = { usedCoupons: [{ beforeExchange: 2, bookingId: 'b', ticketNumber }] };
  assert.deepEqual(shown([voided()], { ...used, ...advanced(2, 2 * dayMs) }), [
    { number: '13 digits', moment: 'after it', ticket: 'used' },
  ]);
  assert.deepEqual(shown([voided(refusal(404, 'TICKET_NOT_FOUND'), { number: unknownNumber })]), [
    { number: '13 digits', moment: 'unknown', ticket: 'unknown' },
  ]);
  assert.deepEqual(shownIn(flights([issue(issued()), voided(ok({}), { number: 'x' })]), 'void'), [
    { moment: 'unknown', ticket: 'unknown' },
  ]);
});

test('what never arrived, ran into trouble or lacked rights was not shown', () => {
  const asks = (came: Parameters<typeof flightSearch>[0]): Step[] => [
    flightSearch(came),
    asking('hotel-search', came ?? ok({}), two),
    list(came ?? ok({})),
    voided(came),
  ];
  const domainsOf = (came: Parameters<typeof flightSearch>[0]): string[] => [
    ...new Set(shownClassesIn(traceOf(asks(came))).map(({ domain }) => domain)),
  ];
  assert.deepEqual(domainsOf(failed('reset')), []);
  assert.deepEqual(domainsOf(empty(503)), []);
  // The code and the token were shown all the same.
  assert.deepEqual(domainsOf(refusal(403, 'ACCESS_DENIED')), ['refusal', 'bearer']);
  assert.ok(shownClassesIn(traceOf(asks(ok({})))).length > 4);
});

test('for any content of a request, nothing is claimed of it and nothing throws', () => {
  const boxes = [null, 'x', 7, [], {}, { adults: 'two', children: null }, { stay: { rooms: [null, { adults: 'x' }] } }];
  for (const intent of boxes) {
    const trace = traceOf([
      flightSearch(ok({}), { intent }),
      asking('hotel-search', ok({}), intent),
      asking('view-booking', ok({}), intent),
      voided(ok({}), { number: intent }),
    ]);
    const names = shownClassesIn(trace).flatMap(({ classes }) => Object.keys(classes));
    none(names.filter((name) => ['passengers', 'occupancy', 'nights', 'horizon', 'price details'].includes(name)));
  }
});

test('a number that is drawn of a class is of that class', () => {
  const partitions: readonly Boxes[] = [passengerMixes, occupancies, stayLengths, horizons];
  for (const boxes of partitions) {
    for (const name of Object.keys(boxes)) {
      fc.assert(
        fc.property(numbersIn(boxes, name), (numbers) => classIn(boxes, numbers) === name),
        { seed: 1 },
      );
    }
  }
});

test('what is drawn of the dimensionGroups is what a trace of it shows', () => {
  const covered = (id: GroupId, draw: (together: readonly ShownTogether[], seed: number) => Trace): number => {
    let together: readonly ShownTogether[] = [];
    for (let seed = 0; seed < 60; seed += 1) together = [...together, ...shownClassesIn(draw(together, seed))];
    const [coverage] = coverageOf(together, { [id]: dimensionGroups[id] });
    return (coverage?.shown.length ?? 0) / ((coverage?.shown.length ?? 0) + (coverage?.neverShown.length ?? 1));
  };
  const one = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;
  const when = { nowMs: startMs, daysAhead: 5 };
  const elsewhere = { otherRegions: [2], otherRoutes: ['C-D'] };
  const known = { stayDaysAhead: 5, departureDaysAhead: 5, presets: ['smart'], ...elsewhere };
  const target = { known, otherPartner: { clientId: 'a', clientSecret: 'b' } };
  const by = (isByOther: boolean): Sent => (isByOther ? { bearer: 'other' } : {});
  const hotels = covered('hotel-search', (together, seed) => {
    const steps = one(staySearches({ together, target }), seed).map((drawn) => {
      const { isPresetNamed, isElsewhere, isByOther } = drawn;
      const region = isElsewhere ? 2 : 1;
      const search = { region, stay: stayOn(drawn.stay, when), ...(isPresetNamed && { preset: 'smart' }) };
      return asking('hotel-search', ok({}), JSON.parse(JSON.stringify(search)), {}, by(isByOther));
    });
    return traceOf(steps, elsewhere);
  });
  const flown = covered('flight-search', (together, seed) => {
    const steps = one(flightLooks({ together, target }), seed).map(({ flight, isElsewhere, isByOther }) => {
      const search = flightSearchOn(flight, { route: isElsewhere ? 'C-D' : 'A-B', ...when });
      return flightSearch(ok({}), { intent: JSON.parse(JSON.stringify(search)), sent: by(isByOther) });
    });
    return traceOf(steps, elsewhere);
  });
  // No service sells flights or stays that begin after a year: that class is never drawn.
  assert.ok(hotels > 0.8 && flown > 0.8, `${hotels} of hotels, ${flown} of flights`);
});

test('what a target lacks is not drawn, and what a stay of several rooms is for is what its rooms hold', () => {
  const bare = { together: [], target: { known: {} } };
  for (const looks of fc.sample(flightLooks(bare), { seed: 1, numRuns: 50 }))
    assert.ok(looks.every(({ isElsewhere, isByOther }) => !isElsewhere && !isByOther));
  for (const searches of fc.sample(staySearches(bare), { seed: 1, numRuns: 50 }))
    assert.ok(searches.every((each) => !each.isElsewhere && !each.isByOther && !each.isPresetNamed));
  const drawn = fc.sample(staySearches({ together: [] }), { seed: 2, numRuns: 50 }).flat();
  assert.ok(drawn.some(({ stay: { otherRooms = [] } }) => otherRooms.length > 0));
  for (const { stay: each } of drawn)
    for (const { adults } of [each, ...(each.otherRooms ?? [])]) assert.ok(adults > 0, JSON.stringify(each));
});
