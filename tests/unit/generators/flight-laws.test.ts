/** The laws of what flight flows draw: days on which somebody can fly, passengers who could be real and are not, ids that name nothing. */
import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flightSearchOn, flights, flightsOfOne, flightsOfTwo } from '../../../generators/flights.ts';
import { passengers, passengersOf } from '../../../generators/passengers.ts';
import { malformedBookingIds, unknownTicketDigits, unknownTicketLike } from '../../../generators/unknown-tickets.ts';

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed: 20_260_831, numRuns: 300 });

const dayMs = 86_400_000;
const now = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2029-12-31T23:59:59Z') });
const daysAhead = fc.option(fc.integer({ min: 1, max: 360 }), { nil: undefined });
const route = { from: 'AAA', to: 'BBB' };

test('a flight departs as far ahead as the target wants, 60 days when it does not say, and comes back later', () => {
  holds(fc.tuple(flights, now, daysAhead), ([drawn, nowMs, days]) => {
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

test('what needs one ticket, or two, is drawn so', () => {
  holds(flightsOfOne, (all) => deepEqual(new Set(all.map(({ adults, children }) => adults + children)), new Set([1])));
  holds(flightsOfTwo, (all) => deepEqual(new Set(all.map(({ adults }) => adults)), new Set([2])));
  ok(fc.sample(flights, { seed: 1, numRuns: 200 }).some(([first]) => (first?.children ?? 0) > 0));
  ok(fc.sample(flights, { seed: 1, numRuns: 200 }).some(([first]) => first?.nights !== undefined));
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
