/** Generators keep their laws: requests are valid, or wrong in one labelled way. */
import assert, { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isJwt } from '../../../contracts/jwt.ts';
import { garbageTokens } from '../../../generators/bad-tokens.ts';
import { dayAfter, yearsBefore } from '../../../generators/calendar.ts';
import { drawn, picked, pickSeed } from '../../../generators/draws.ts';
import {
  type FlightRow,
  flightDays,
  flightRows,
  flightSearchOn,
  searchesOf,
  searchRows,
} from '../../../generators/flights.ts';
import { contacts, guests, guestsOf, passengers, passengersOf } from '../../../generators/people.ts';
import { notNumber, notNumbers } from '../../../generators/requests/notations.ts';
import { stay, stayOn } from '../../../generators/stays.ts';
import {
  badBodies,
  malformedBookingIds,
  unknownBookings,
  unknownCountries,
  unknownCountryId,
  unknownLike,
  unknownTicketDigits,
  unknownTicketLike,
} from '../../../generators/unknown-ids.ts';
import { draws } from '../../whole.ts';

const seed = 20_260_831;
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns: draws(500) });

/** 0 is no country, by the interface. */
const ids = fc.uniqueArray(
  fc.integer({ min: -50, max: 400 }).filter((id) => id !== 0),
  { maxLength: 60 },
);

test('an unknown country is a number that is not among the known ones', () => {
  holds(fc.tuple(unknownCountries, ids), ([unknown, known]) => {
    for (const each of unknown) {
      const id = unknownCountryId(each, known);
      assert.match(id, /^-?\d+(\.5)?$/);
      assert.ok(!known.includes(Number(id)), `${id} is known`);
    }
  });
});

test('0 is always asked, a gap of the list and what looks like a known id in 32 bits too', () => {
  holds(unknownCountries, (unknown) => {
    const asked = (kind: string) =>
      unknown.filter((each) => each.kind === kind).map((each) => unknownCountryId(each, [4, 6]));
    assert.deepEqual(asked('zero'), ['0']);
    assert.deepEqual(asked('gap'), ['5']);
    assert.ok(asked('wrapped').every((id) => [4, 6].includes(Number(BigInt(id) % 2n ** 32n))));
    assert.ok(asked('negated').every((id) => ['-4', '-6'].includes(id)));
  });
});

test('no parser reads what is no number as one', () => {
  for (const arbitrary of [notNumber, notNumbers.chain((values) => fc.constantFrom(...values))]) {
    holds(arbitrary, (value) => {
      assert.notEqual(value.trim(), '');
      assert.ok(Number.isNaN(Number(value)), value);
      assert.ok(
        !/^[+-]?(0[xob])?[\d_.,' ]+([eE][+-]?\d+)?[dDfFlLnuU%]*$/.test(value),
        `${value} is a number somewhere`,
      );
    });
  }
});

test('garbage is no JWT and fits a header', () => {
  holds(garbageTokens, (tokens) => {
    for (const token of tokens) {
      assert.ok(!isJwt(token), token);
      assert.match(token, /^[\w.-]+$/);
    }
    assert.ok(!tokens[0].includes('.') && tokens[1].includes('.'));
  });
});

test('a pick has the count asked for, no element twice and only given ones', () => {
  holds(fc.tuple(ids, fc.nat(80), pickSeed), ([from, count, pick]) => {
    const chosen = picked(from, count, pick);
    assert.equal(chosen.length, Math.min(count, from.length));
    assert.equal(new Set(chosen).size, chosen.length);
    assert.ok(chosen.every((id) => from.includes(id)));
    assert.deepEqual(picked(from, count, pick), chosen);
  });
});

test('a draw depends on the seed and the name alone', () => {
  const draw = (from: number, name: string) =>
    drawn(fc.array(fc.integer(), { minLength: 8, maxLength: 8 }), from, name);
  assert.deepEqual(draw(1, 'a'), draw(1, 'a'));
  assert.notDeepEqual(draw(1, 'a'), draw(2, 'a'));
  assert.notDeepEqual(draw(1, 'a'), draw(1, 'b'));
});

const dayMs = 86_400_000;
const now = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2029-12-31T23:59:59Z') });
const daysAhead = fc.option(fc.integer({ min: 1, max: 360 }), { nil: undefined });

test('a day is counted in UTC, over months and leap days', () => {
  assert.equal(dayAfter(Date.parse('2027-12-31T23:59:59Z'), 1), '2028-01-01');
  assert.equal(dayAfter('2028-02-28', 1), '2028-02-29');
  assert.equal(dayAfter('2026-03-01', -1), '2026-02-28');
  assert.equal(yearsBefore('2028-02-29', 1), '2027-03-01');
  assert.equal(yearsBefore('2028-02-29', 4), '2024-02-29');
});

test('a stay begins as far ahead as the target wants, 60 days when it does not say, and 60 days later at most', () => {
  holds(fc.tuple(stay, now, daysAhead), ([drawn, nowMs, days]) => {
    const { checkIn, checkOut, rooms } = stayOn(drawn, { nowMs, daysAhead: days });
    const today = Date.parse(dayAfter(nowMs, 0));
    const ahead = (Date.parse(checkIn) - today) / dayMs;
    assert.ok(ahead >= (days ?? 60) && ahead <= (days ?? 60) + 60, `${ahead} days ahead`);
    const nights = (Date.parse(checkOut) - Date.parse(checkIn)) / dayMs;
    assert.ok(nights >= 1 && nights <= 4, `${nights} nights`);
    assert.equal(rooms.length, 1);
  });
});

const ageOn = (birthDate: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (day.slice(5) < birthDate.slice(5) ? 1 : 0);

test('guests are as many and as old as the stay says, from the first day to the last', () => {
  holds(fc.tuple(stay, guests, now), ([drawn, people, nowMs]) => {
    const { checkIn, checkOut, rooms } = stayOn(drawn, { nowMs });
    const placed = guestsOf(people, { checkIn, rooms });
    assert.deepEqual(
      placed.map((room) => room.filter(({ isChild }) => !isChild).length),
      rooms.map(({ adults }) => adults),
    );
    for (const day of [checkIn, checkOut]) {
      const children = placed.map((room) => room.filter(({ isChild }) => isChild));
      assert.deepEqual(
        children.map((room) => room.map(({ birthDate }) => ageOn(birthDate, day))),
        rooms.map(({ childrenAges }) => childrenAges),
      );
      for (const { birthDate } of placed.flat().filter(({ isChild }) => !isChild)) {
        assert.ok(ageOn(birthDate, day) >= 21, `${birthDate} is no adult on ${day}`);
      }
    }
  });
});

test('every guest has all that the strictest supplier asks for, in Latin letters', () => {
  holds(guests, (people) => {
    for (const guest of guestsOf(people, { checkIn: '2026-11-02', rooms: [{ adults: 2, childrenAges: [7] }] }).flat()) {
      assert.match(guest.firstName, /^[A-Z][a-z]+$/);
      assert.match(guest.lastName, /^[A-Z][a-z]+$/);
      assert.match(guest.citizenship ?? '', /^[A-Z]{2}$/);
      assert.ok(guest.gender === 'male' || guest.gender === 'female');
      assert.match(guest.birthDate, /^\d{4}-\d\d-\d\d$/);
    }
  });
});

test('a stay with more guests than were drawn has them twice, and without any it is a mistake of Preflight', () => {
  const [people = []] = fc.sample(guests, { seed, numRuns: 1 });
  const rooms = [
    { adults: 4, childrenAges: [] },
    { adults: 2, childrenAges: [] },
  ];
  assert.equal(guestsOf(people, { checkIn: '2026-11-02', rooms }).flat().length, 6);
  assert.throws(() => guestsOf([], { checkIn: '2026-11-02', rooms }), RangeError);
});

test('no person is reached by a contact', () => {
  holds(contacts, ({ email, phone }) => {
    assert.match(email, /^[a-z]+@example\.invalid$/);
    assert.match(phone, /^\+447700900\d{3}$/);
  });
});

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

test('an unknown booking is named in the form of a known one, and is another', () => {
  const seen = fc.oneof(
    fc.uuid(),
    fc.integer({ min: 1, max: 2 ** 40 }),
    fc.integer({ min: 1, max: 10 ** 14 }).map(String),
    fc.integer({ min: 1, max: 999_999 }).map((number) => `HB-${number}`),
    fc.constantFrom('', 'booking', 'ПБ-7'),
  );
  holds(fc.tuple(unknownBookings, seen), ([unknown, known]) => {
    for (const each of unknown) {
      const invented = unknownLike(each, known);
      assert.equal(typeof invented, typeof known);
      assert.notEqual(invented, known);
      if (typeof invented === 'number') assert.ok(Number.isSafeInteger(invented) && invented >= 2_000_000_000);
      if (typeof known === 'string' && uuid.test(known)) assert.match(String(invented), uuid);
      else if (typeof known === 'string') {
        assert.ok(String(invented).replace(/\D/g, '').length >= 9, `${invented} may be somebody's`);
        if (/^\d{10,}$/.test(known)) assert.ok(String(invented).length > known.length, `${invented} may be next`);
        assert.equal(String(invented).replace(/\d/g, ''), known.replace(/\d/g, ''));
      }
    }
  });
});

test('what names a booking in several parts is another in each of them', () => {
  holds(unknownBookings, ([each]) => {
    assert.ok(each);
    const known = { code: 'A-12', number: 7, parts: ['B-3'], none: null, isOld: true };
    const invented = unknownLike(each, known) as typeof known;
    assert.notEqual(invented.code, known.code);
    assert.notEqual(invented.number, known.number);
    assert.notDeepEqual(invented.parts, known.parts);
    assert.deepEqual([invented.none, invented.isOld], [null, true]);
    assert.match(String(unknownLike(each, undefined)), uuid);
    assert.match(String(unknownLike(each, null)), uuid);
  });
});

test('a senseless body names nothing that was ever given out, and the empty one nothing at all', () => {
  holds(badBodies, ({ empty, senseless }) => {
    assert.deepEqual(empty, {});
    assert.match(String(senseless.bookingId), /^[a-z2-9]{16,24}$/);
    assert.ok(!Number.isInteger(senseless.hotelId) || Number(senseless.hotelId) < 0);
  });
});

describe('flights', () => {
  const route = { from: 'AAA', to: 'BBB' };
  const journeys = fc.tuple(flightDays, fc.constantFrom(...searchRows)).map(([days, row]) => searchesOf(row, days));

  test('a flight departs as far ahead as the target wants, 60 days when it does not say, and comes back later', () => {
    holds(fc.tuple(journeys, now, daysAhead), ([drawn, nowMs, days]) => {
      for (const each of drawn) {
        const search = flightSearchOn(each, { route, nowMs, daysAhead: days });
        const { departure, return: back, adults, children } = search;
        const today = Math.floor(nowMs / dayMs) * dayMs;
        const ahead = (Date.parse(departure) - today) / dayMs;
        ok(ahead >= (days ?? 60) && ahead <= (days ?? 60) + 60, `${ahead} days ahead`);
        if (back !== undefined) ok(back > departure);
        ok(adults >= 1 && adults + children <= 2);
        deepEqual(search.route, route);
      }
    });
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
    const known = ['0001234567890', 'AB-1234567890', 'X1-0001234567890', 1_234_567_890_123, undefined, 'short'];
    holds(fc.tuple(unknownTicketDigits, fc.constantFrom(...known)), ([digits, seen]) => {
      const number = unknownTicketLike(digits, seen);
      const text = String(seen ?? '');
      if (text.length > 10) equal(number.slice(0, -10), text.slice(0, -10));
      else match(number, /^000\d{10}$/);
      notEqual(number.slice(-10), text.slice(-10));
    });
    equal(unknownTicketLike('1234567890', '0001234567890'), '0000987654321');
  });

  test('an id that is none is no UUID', () => {
    holds(malformedBookingIds, (all) => {
      for (const id of all) doesNotMatch(id, uuid);
      equal(new Set(all).size, all.length);
    });
  });
});
