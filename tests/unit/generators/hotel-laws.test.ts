/** The laws of what hotel flows draw: stays that can be booked, guests that could be real and are not, ids that name nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { badBodies } from '../../../generators/bad-bodies.ts';
import { dayAfter, yearsBefore } from '../../../generators/calendar.ts';
import { contacts } from '../../../generators/contacts.ts';
import { guests, guestsOf } from '../../../generators/guests.ts';
import { stay, stayOfTwo, stayOn, stays } from '../../../generators/stays.ts';
import { unknownBookings, unknownLike } from '../../../generators/unknown-bookings.ts';

const seed = 20_260_831;
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns: 500 });

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

test('most stays are of two adults, some of one, some with a child', () => {
  const drawn = fc.sample(stay, { seed, numRuns: 1_000 });
  const share = (isIt: (each: (typeof drawn)[number]) => boolean) => drawn.filter(isIt).length / drawn.length;
  assert.ok(share(({ adults, childrenAges }) => adults === 2 && childrenAges.length === 0) > 0.5);
  assert.ok(share(({ adults }) => adults === 1) > 0.1);
  assert.ok(share(({ childrenAges }) => childrenAges.length > 0) > 0.1);
  holds(stayOfTwo, ({ adults, childrenAges }) => assert.deepEqual([adults, childrenAges], [2, []]));
  holds(stays, (all) => assert.deepEqual([all[1]?.adults, all[2]?.adults], [2, 2]));
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

test('a stay with more guests than were drawn has them twice, and without any it is a mistake of ours', () => {
  const [people = []] = fc.sample(guests, { seed, numRuns: 1 });
  const rooms = [
    { adults: 4, childrenAges: [] },
    { adults: 2, childrenAges: [] },
  ];
  assert.equal(guestsOf(people, { checkIn: '2026-11-02', rooms }).flat().length, 6);
  assert.throws(() => guestsOf([], { checkIn: '2026-11-02', rooms }), RangeError);
});

test('nobody is reached by a contact', () => {
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

test('two unknown bookings are two', () => {
  holds(unknownBookings, ([one, other]) => {
    assert.ok(one && other);
    assert.notEqual(unknownLike(one, undefined), unknownLike(other, undefined));
  });
});

test('a senseless body names nothing that anybody gave out, and the empty one nothing at all', () => {
  holds(badBodies, ({ empty, senseless }) => {
    assert.deepEqual(empty, {});
    assert.match(String(senseless.bookingId), /^[a-z2-9]{16,24}$/);
    assert.ok(!Number.isInteger(senseless.hotelId) || Number(senseless.hotelId) < 0);
  });
});
