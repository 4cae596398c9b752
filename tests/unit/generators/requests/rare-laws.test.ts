/** The laws of lawful and rare requests: a value is what its name says, for any seed and any present. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bookingStatuses } from '../../../../contracts/facts.ts';
import { payloads } from '../../../../contracts/payloads.ts';
import { dayAhead, dayOf } from '../../../../generators/calendar.ts';
import { mostOf } from '../../../../generators/draws.ts';
import { harmlessHeaders } from '../../../../generators/headers.ts';
import { bookingFilters, filtersOn, viewDetails } from '../../../../generators/requests/booking-filters.ts';
import { rareGuests, rareGuestsOf } from '../../../../generators/requests/rare-guests.ts';
import { rareJourneyOn, rareJourneys, rareStayOn, rareStays } from '../../../../generators/requests/rare-travel.ts';
import { stayOfTwo, stayOn } from '../../../../generators/stays.ts';

const seed = 20_260_831;
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns: 500 });
const drawnAmong = <T>(all: fc.Arbitrary<T[]>): fc.Arbitrary<T> => all.chain((some) => fc.constantFrom(...some));
const drawnOf = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 500): T[] => fc.sample(arbitrary, { seed, numRuns });

const now = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.getTime());

const isDay = (text: string): boolean => new Date(text).toISOString().slice(0, 10) === text;
const today = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

test('a day ahead is one of the calendar and not past, and the special days are met', () => {
  holds(fc.tuple(dayAhead(5_000), now), ([draw, nowMs]) => {
    const day = dayOf(draw, nowMs);
    assert.ok(isDay(day), day);
    assert.ok(draw.before ? true : day >= today(nowMs), `${day} is past`);
  });
  const nowMs = Date.parse('2026-09-01T12:00:00Z');
  assert.equal(dayOf({ after: 0, next: 'leap-day' }, nowMs), '2028-02-29');
  assert.equal(dayOf({ after: 0, next: 'leap-day' }, Date.parse('2097-01-01')), '2104-02-29');
  assert.equal(dayOf({ after: 0, next: 'new-year', before: 1 }, nowMs), '2026-12-31');
  assert.equal(dayOf({ after: 0, next: 'month-end' }, nowMs), '2026-09-30');
  assert.equal(dayOf({ after: -1 }, nowMs), '2026-08-31');
});

const nightsOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

test('a rare stay has a night and an adult in every room; some are long, some far ahead, some over a leap day', () => {
  holds(fc.tuple(drawnAmong(rareStays), now), ([draw, nowMs]) => {
    const { checkIn, checkOut, rooms } = rareStayOn(draw, nowMs);
    assert.equal(nightsOf(checkIn, checkOut), draw.nights);
    assert.ok(rooms.length > 0 && rooms.every(({ adults }) => adults > 0));
    assert.ok(rooms.every(({ childrenAges }) => childrenAges.every((age) => age >= 0 && age <= 17)));
  });
  const nowMs = Date.parse('2026-09-01');
  const stays = drawnOf(rareStays)
    .flat()
    .map((draw) => rareStayOn(draw, nowMs));
  assert.ok(stays.some(({ checkIn, checkOut }) => nightsOf(checkIn, checkOut) > 30));
  assert.ok(stays.some(({ checkIn }) => nightsOf(today(nowMs), checkIn) > 3 * 366));
  assert.ok(stays.some(({ checkIn, checkOut }) => checkIn <= '2028-02-29' && checkOut > '2028-02-29'));
  assert.ok(stays.some(({ checkIn, checkOut }) => checkIn.slice(0, 4) < checkOut.slice(0, 4)));
});

test('a rare journey comes back on the day it leaves at the earliest, and sometimes on that', () => {
  holds(fc.tuple(drawnAmong(rareJourneys), now), ([draw, nowMs]) => {
    const { departure, return: back, adults } = rareJourneyOn(draw, { route: 'A-B', nowMs });
    assert.ok(adults > 0 && (back === undefined || back >= departure));
    assert.equal(back === undefined, draw.nights === undefined);
  });
  const nights = new Set(drawnOf(rareJourneys).flatMap((all) => all.map((each) => each.nights)));
  assert.ok(nights.has(0) && nights.has(undefined));
});

test('filters are days and statuses; some are one day, some inverted, some far, some hold today', () => {
  const nowMs = Date.parse('2026-09-01');
  const all = drawnOf(bookingFilters)
    .flat()
    .map((draw) => filtersOn(draw, nowMs));
  for (const { status, createdFrom, createdTo } of all) {
    assert.ok(status === undefined || bookingStatuses.includes(status));
    for (const day of [createdFrom, createdTo]) assert.ok(day === undefined || isDay(day), day);
  }
  const ranges = all.flatMap(({ createdFrom: from, createdTo: to }) => (from && to ? [{ from, to }] : []));
  assert.ok(ranges.some(({ from, to }) => from === to));
  assert.ok(ranges.some(({ from, to }) => from > to));
  assert.ok(ranges.some(({ from, to }) => from < '2026-09-01' && to > '2026-09-01'));
  assert.ok(ranges.some(({ from }) => from < '1990'));
  assert.ok(all.some(({ createdFrom, createdTo }) => createdFrom === undefined && createdTo !== undefined));
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([undefined, ...bookingStatuses]));
});

test('rare guests are as many as the stay says, well-formed, and the first can bear a mark', () => {
  holds(fc.tuple(rareGuests, stayOfTwo, now), ([drawn, draw, nowMs]) => {
    const stay = stayOn(draw, { nowMs });
    const guests = rareGuestsOf(drawn, stay).flat();
    assert.equal(guests.length, 2);
    assert.match(guests[0]?.birthDate ?? '', /-02-29$/);
    for (const { firstName, lastName, birthDate } of guests) {
      assert.ok(
        firstName.isWellFormed() && lastName.isWellFormed() && firstName.trim() !== '' && lastName.trim() !== '',
      );
      assert.ok(isDay(birthDate) && birthDate < stay.checkIn);
    }
    // A service that cuts long names would cut off a mark behind it.
    assert.ok((guests[0]?.firstName ?? '').length <= 12);
  });
  const all = drawnOf(rareGuests).flatMap((drawn) =>
    rareGuestsOf(drawn, { checkIn: '2026-11-02', rooms: [{ adults: 2, childrenAges: [7] }] }).flat(),
  );
  assert.ok(
    all.some(({ lastName }) => lastName !== lastName.normalize('NFC')),
    'no combining character',
  );
  assert.ok(all.some(({ lastName }) => lastName.length > 60));
  for (const lacks of ['citizenship', 'gender'] as const) {
    assert.ok(all.some((guest) => !(lacks in guest)) && all.some((guest) => lacks in guest), lacks);
  }
  for (const { birthDate, isChild } of all) if (isChild) assert.match(birthDate, /^201[89]/);
});

test('details are those of the schema, in every combination', () => {
  const names = Object.keys(payloads['view-booking'].body.shape.details.shape);
  const all = drawnOf(viewDetails);
  for (const details of all) assert.deepEqual(Object.keys(details).sort(), [...names].sort());
  assert.equal(new Set(all.map((details) => JSON.stringify(Object.entries(details).sort()))).size, 2 ** names.length);
});

test('harmless headers fit on a wire, and JSON stays welcome', () => {
  holds(harmlessHeaders, (headers) => {
    for (const value of Object.values(headers)) assert.match(value, /^[\x20-\x7e]{1,1000}$/);
    assert.match(headers.accept ?? 'application/json', /(^|,)application\/json(,|$)/);
  });
});

test('every kind is in every drawing, and every one shrinks away', () => {
  const kinds = mostOf(...['a', 'b', 'c'].map((kind) => fc.constant(kind)));
  const all = drawnOf(kinds, 1_000);
  assert.ok(all.filter(({ length }) => length === 3).length > 990);
  for (const kind of ['a', 'b', 'c']) {
    const { counterexample } = fc.check(
      fc.property(kinds, (drawn) => !drawn.includes(kind)),
      { seed },
    );
    assert.deepEqual(counterexample, [[kind]]);
  }
});
