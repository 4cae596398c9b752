/** Dates of a case are moved so that nights, ages and distances stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDay, movedBirth, movedIntent } from '../../../../cases/replay/moved-dates.ts';
import { dayAfter } from '../../../../generators/calendar.ts';

const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);

test('stays keep their nights, journeys their length, and documents their distance', () => {
  const stay = { checkIn: '2026-12-30', checkOut: '2027-01-02', rooms: [] };
  const moved = movedIntent({ region: 7, stay }, { days: 60 });
  assert.deepEqual(moved, { region: 7, stay: { checkIn: '2027-02-28', checkOut: '2027-03-03', rooms: [] } });
  const search = { route: 'A-B', departure: '2026-12-01', return: '2026-12-08', adults: 1, children: 0 };
  const passengers = [{ birthDate: '1990-06-01', document: { number: '1', expiresOn: '2031-12-01' } }];
  const flight = movedIntent({ search, passengers }, { days: 10 }) as { search: unknown; passengers: unknown[] };
  assert.deepEqual(flight.search, { ...search, departure: '2026-12-11', return: '2026-12-18' });
  assert.deepEqual(flight.passengers, [
    { birthDate: '1990-06-11', document: { number: '1', expiresOn: '2031-12-11' } },
  ]);
});

test('ranges of days around today move with it, and what is no day stays', () => {
  assert.deepEqual(movedIntent({ createdFrom: '2026-02-27', createdTo: 'soon' }, { days: 2 }), {
    createdFrom: '2026-03-01',
    createdTo: 'soon',
  });
  assert.deepEqual(['2026-02-30', '20260228', '2026-02-28', 7, null].map(isDay), [false, false, true, false, false]);
  assert.equal(movedIntent('text', { days: 3 }), 'text');
});

test('everybody is as old at travel as then, across leap days and around birthdays', () => {
  for (const from of ['2026-03-01', '2027-12-31', '2028-02-29', '2028-03-01']) {
    for (const ageDays of [0, 1, 364, 365]) {
      for (const age of [0, 2, 11, 12, 40]) {
        const year = Number(dayAfter(from, -ageDays).slice(0, 4)) - age;
        const birth = `${year}${dayAfter(from, -ageDays).slice(4)}`;
        if (!isDay(birth)) continue;
        for (const days of [1, 59, 60, 365, 366, 400]) {
          const to = dayAfter(from, days);
          const moved = movedBirth(birth, { from, to });
          assert.equal(ageOn(moved, to), ageOn(birth, from), `${birth} at ${from} became ${moved} at ${to}`);
        }
      }
    }
  }
});

test('each day of travel is reported, before and after', () => {
  const told: string[][] = [];
  movedIntent(
    { stay: { checkIn: '2026-12-01', checkOut: '2026-12-02' } },
    { days: 1, onTravel: (from, to) => told.push([from, to]) },
  );
  assert.deepEqual(told, [['2026-12-01', '2026-12-02']]);
});
