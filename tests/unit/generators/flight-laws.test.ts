/** The laws of what flight flows draw: days on which somebody can fly, passengers who could be real and are not, ids that name nothing. */
import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FlightRow, flightRows, searchesOf, searchRows } from '../../../generators/flight-rows.ts';
import { flightDays, flightSearchOn, flightsOfOne } from '../../../generators/flights.ts';
import { passengers, passengersOf } from '../../../generators/passengers.ts';
import { malformedBookingIds, unknownTicketDigits, unknownTicketLike } from '../../../generators/unknown-tickets.ts';

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed: 20_260_831, numRuns: 300 });

const dayMs = 86_400_000;
const now = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2029-12-31T23:59:59Z') });
const daysAhead = fc.option(fc.integer({ min: 1, max: 360 }), { nil: undefined });
const route = { from: 'AAA', to: 'BBB' };
const journeys = fc.tuple(flightDays, fc.constantFrom(...searchRows)).map(([days, row]) => searchesOf(row, days));

test('a flight departs as far ahead as the target wants, 60 days when it does not say, and comes back later', () => {
  holds(fc.tuple(journeys, now, daysAhead), ([drawn, nowMs, days]) => {
    for (const each of drawn) {
      const {
        departure,
        return: back,
        adults,
        children,
        ...rest
      } = flightSearchOn(each, { route, nowMs, daysAhead: days });
      const today = Math.floor(nowMs / dayMs) * dayMs;
      const ahead = (Date.parse(departure) - today) / dayMs;
      ok(ahead >= (days ?? 60) && ahead <= (days ?? 60) + 60, `${ahead} days ahead`);
      if (back !== undefined) ok(back > departure);
      ok(adults >= 1 && adults + children <= 2);
      deepEqual(rest, { route });
    }
  });
});

test('what needs one ticket is drawn so', () => {
  holds(flightsOfOne, (all) => deepEqual(new Set(all.map(({ adults, children }) => adults + children)), new Set([1])));
});

test('every two circumstances of a journey for two come together in one row, and all of what is sold in some', () => {
  const pairs = (one: (row: FlightRow) => string, other: (row: FlightRow) => string) =>
    new Set(flightRows.filter(({ party }) => party !== 'one adult').map((row) => `${one(row)}, ${other(row)}`)).size;
  const of = {
    party: (row: FlightRow) => row.party,
    ticket: (row: FlightRow) => row.ticket,
    trip: (row: FlightRow) => row.trip,
  };
  deepEqual([pairs(of.party, of.ticket), pairs(of.party, of.trip), pairs(of.ticket, of.trip)], [4, 4, 4]);
  for (const name of ['seller', 'partner'] as const) equal(new Set(flightRows.map((row) => row[name])).size, 2);
  equal(new Set(searchRows.map(({ party, trip, route: on }) => JSON.stringify([party, trip, on]))).size, 6);
});

test('where nothing is sold as a row says, one adult flies one way; the days are those that were drawn', () => {
  holds(fc.tuple(flightDays, fc.constantFrom(...searchRows)), ([days, row]) => {
    const [first, ...others] = searchesOf(row, days);
    equal(first?.nights !== undefined, row.trip === 'there and back');
    deepEqual(
      others.map(({ adults, children, nights }) => [adults, children, nights]),
      others.map(() => [1, 0, undefined]),
    );
    deepEqual(
      [first, ...others].map((each) => each?.daysLater),
      days.map(({ daysLater }) => daysLater),
    );
    ok([first, ...others].every((each) => each?.isElsewhere === (row.route === 'another')));
  });
});

test('passengers are as many as the search says, adults first, with documents that outlast the journey', () => {
  const party = fc.constantFrom({ adults: 1, children: 0 }, { adults: 2, children: 0 }, { adults: 1, children: 1 });
  holds(fc.tuple(passengers, party), ([drawn, asked]) => {
    const all = passengersOf(drawn, { departure: '2027-03-01', ...asked });
    equal(all.length, asked.adults + asked.children);
    for (const [i, { isChild, birthDate, document, firstName }] of all.entries()) {
      equal(isChild, i >= asked.adults);
      const age = (Date.parse('2027-03-01') - Date.parse(birthDate)) / (365.25 * dayMs);
      ok(isChild ? age > 2 && age < 12 : age > 20, `${age} years`);
      ok(document.expiresOn > '2031-01-01');
      match(document.number, /^\d{9}$/);
      match(firstName, /^[A-Z][a-z]+$/);
    }
  });
});

test('an unknown ticket has the form of a known one, and another number', () => {
  const seen = fc.constantFrom(
    '0001234567890',
    'AB-1234567890',
    'X1-0001234567890',
    1_234_567_890_123,
    undefined,
    'short',
  );
  holds(fc.tuple(unknownTicketDigits, seen), ([digits, known]) => {
    const number = unknownTicketLike(digits, known);
    const text = String(known ?? '');
    if (text.length > 10) equal(number.slice(0, -10), text.slice(0, -10));
    else match(number, /^000\d{10}$/);
    notEqual(number.slice(-10), text.slice(-10));
  });
  equal(unknownTicketLike('1234567890', '0001234567890'), '0000987654321');
});

test('an id that is none is no UUID', () => {
  holds(malformedBookingIds, (all) => {
    for (const id of all) doesNotMatch(id, /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i);
    equal(new Set(all).size, all.length);
  });
});
