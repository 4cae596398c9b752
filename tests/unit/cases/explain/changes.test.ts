/** What a supplier may mind is otherwise in one of the sets at least, and what was searched for is changed with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSets } from '../../../../cases/explain/changes.ts';
import { ageOn } from '../../../../cases/replay/moved-dates.ts';
import { importedFlow } from '../../../../contracts/imported.ts';
import { posted, traceOf } from '../case-of.ts';

const [arrival, departure] = ['2026-10-05', '2026-10-09'];
const guest = (given: string, born: string, more: { nationality: string; sex: string }) => ({
  given,
  surname: 'Garcia-Lopez',
  born,
  ...more,
});
const people = [
  guest('Marat', '1986-04-17', { nationality: 'RU', sex: 'M' }),
  guest('Olga', '1988-09-02', { nationality: 'DE', sex: 'F' }),
  guest('Dana', '2017-06-20', { nationality: 'KZ', sex: 'F' }),
];
type Search = { from: string; until: string; adults: number; ages: number[] };
type Booking = { party: typeof people };

const trace = traceOf(
  importedFlow,
  posted('hotel-search', '/api/hotels/search', { from: arrival, until: departure, adults: 2, ages: [9] }, {}),
  posted('create-booking', '/api/hotels/create_booking', { party: people }, {}),
);
const asked = changeSets(trace, trace.exchanges).map((set) => {
  const [search, booking] = trace.exchanges.map(
    (exchange) => set.reduce((rest, { apply }) => apply(rest), exchange).request.body,
  );
  return { search: search as Search, party: (booking as Booking).party };
});

const ageOf = ({ born }: (typeof people)[number]): number => ageOn(born, arrival);
const nightsOf = ({ from, until }: Search): number => (Date.parse(until) - Date.parse(from)) / 86_400_000;

const minded: readonly [what: string, refuses: (request: (typeof asked)[number]) => boolean][] = [
  ['women', ({ party }) => party.some(({ sex }) => sex === 'F')],
  ['men', ({ party }) => party.some(({ sex }) => sex === 'M')],
  ['whoever is not from Germany', ({ party }) => party.some(({ nationality }) => nationality !== 'DE')],
  ['whoever is from Germany', ({ party }) => party.some(({ nationality }) => nationality === 'DE')],
  ['children of eight and more', ({ party }) => party.some((each) => ageOf(each) > 7 && ageOf(each) < 18)],
  ['all children', ({ party }) => party.some((each) => ageOf(each) < 18)],
  ['three people', ({ party }) => party.length > 2],
  ['two people', ({ party }) => party.length > 1],
  ['a hyphen', ({ party }) => party.some(({ surname }) => surname.includes('-'))],
  ['long stays', ({ search }) => nightsOf(search) > 3],
  ['short stays', ({ search }) => nightsOf(search) < 5],
];

for (const [what, refuses] of minded) {
  test(`a supplier that minds ${what} is asked without`, () => {
    assert.ok(asked.some((request) => !refuses(request)));
  });
}

test('as many are searched for as are booked, and children of their ages', () => {
  for (const { search, party } of asked) {
    const children = party.map(ageOf).filter((age) => age < 18);
    assert.deepEqual([search.adults, search.ages], [party.length - children.length, children]);
  }
});
