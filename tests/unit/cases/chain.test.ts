/** The shortest part of a trace that shows a finding is found. */
import assert, { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { focusOf } from '../../../cases/case.ts';
import { fewest } from '../../../cases/chain.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import { caseOf, exchangeOf, posted, traceOf, unbrokenCase } from './case-of.ts';

const country = (id: number) => ({ id, nameRu: 'А', nameEn: 'A', codeA2: 'AA', codeA3: 'AAA' });
const countries = (...ids: number[]): Exchange =>
  exchangeOf({
    operation: 'countries',
    response: { status: 200, headers: {}, bytes: 100, body: ids.map(country) as Json },
  });

const chainOf = (...given: Parameters<typeof caseOf>): number[] =>
  focusOf(caseOf(...given))?.chain.map(({ index }) => index) ?? [];

test('one answer that shows it alone is all', () => {
  const trace = traceOf('list-countries', countries(1, 3, 2), countries(1, 3, 2), countries(1, 2));
  deepEqual(chainOf(trace, { clause: 'countries.sorted-by-id', exchange: 1, where: 'response.body[2].id' }), [1]);
});

test('what was answered rightly before, and wrongly when it was asked again, is asked twice', () => {
  const trace = traceOf('list-countries', countries(1, 2), countries(1, 2), countries(1, 3, 2), countries(1, 2));
  deepEqual(chainOf(trace, { clause: 'countries.sorted-by-id', exchange: 2, where: 'response.body[2].id' }), [0, 2]);
});

test('reads that are compared are kept, and others are not', () => {
  const unlike = traceOf('list-countries', countries(9), countries(1, 2), countries(1), countries(1, 2));
  const kept = chainOf(unlike, { clause: 'countries.two-reads-agree', exchange: 2, where: 'response.body.length' });
  deepEqual(kept.includes(2) && kept.length >= 2, true, String(kept));
});

const search = (searchId: string): Exchange =>
  posted('hotel-search', '/api/hotels/search', { region: 5 }, { searchId, hotels: [{ hotelId: 460_050 }] });
const pricing = (searchId: string): Exchange =>
  posted(
    'hotel-pricing',
    '/api/hotels/hotel_pricing',
    { searchId, hotelId: 460_050 },
    { offers: [{ offerId: 'o-1f2e3d' }] },
  );
const create = posted(
  'create-booking',
  '/api/hotels/create_booking',
  { searchId: 's-00001', offerId: 'o-1f2e3d' },
  { bookingId: 'b-0001-x', status: 'completed' },
);
const cancel = posted('cancel-booking', '/api/hotels/cancel_booking', { bookingId: 'b-0001-x' }, { refund: 0 });
const list = posted(
  'search-bookings',
  '/api/hotels/search_bookings',
  { filter: {} },
  {
    bookings: [
      { bookingId: 'b-other-1', status: 'completed' },
      { bookingId: 'b-0001-x', status: 'Cancelled' },
    ],
  },
);

test('ids are followed to what gave them, and a record of a list to what was done to it', () => {
  const all = [search('s-00009'), search('s-00001'), pricing('s-00001'), create, cancel, list];
  const where = 'response.body.bookings[1].status';
  deepEqual(
    chainOf(traceOf('book-then-cancel', ...all), {
      clause: 'booking-status.former-values-are-gone',
      exchange: 5,
      where,
    }),
    [1, 2, 3, 4, 5],
  );
});

test('where today’s judge finds nothing, all that was sent until then is kept', () => {
  const trace = traceOf('list-countries', countries(1, 2), countries(1, 2), countries(1, 2));
  deepEqual(chainOf(trace, { clause: 'countries.sorted-by-id', exchange: 1, where: 'response.body[1].id' }), [0, 1]);
});

test('where nothing is broken, the last refusal is looked at', () => {
  const refused = exchangeOf({
    operation: 'cities',
    response: { status: 400, headers: {}, bytes: 2, body: { error: { code: 'BAD', message: 'no' } } },
  });
  const trace = traceOf('imported', countries(1), refused, countries(2));
  const focus = focusOf(unbrokenCase(trace));
  deepEqual([focus?.exchange.index, focus?.where, focus?.actual], [1, 'response.body.error.code', 'BAD']);
});

const fewestOf = (
  all: readonly number[],
  isEnough: (rest: readonly number[]) => boolean,
  fixed: readonly number[] = [],
) => {
  const search = fewest(all, (item) => fixed.includes(item));
  let step = search.next();
  let asked = 0;
  while (!step.done) {
    asked += 1;
    step = search.next(isEnough(step.value));
  }
  return { kept: step.value, asked };
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Either of two ways to be enough, and some that must not stand beside others: leaving out may need another first. */
const cases = fc.record({
  count: fc.integer({ min: 1, max: 24 }),
  ways: fc.array(fc.uniqueArray(fc.nat({ max: 23 }), { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
  needs: fc.array(fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 23 })), { maxLength: 4 }),
});

test('no single item of the result can be left out', () => {
  fc.assert(
    fc.property(cases, ({ count, ways, needs }) => {
      const all = numbers(count);
      const isEnough = (rest: readonly number[]): boolean =>
        ways.some((way) => way.every((each) => each >= count || rest.includes(each))) &&
        needs.every(([one, other]) => one >= count || other >= count || !rest.includes(one) || rest.includes(other));
      fc.pre(isEnough(all));
      const { kept } = fewestOf(all, isEnough);
      assert.ok(isEnough(kept));
      for (const gone of kept) assert.ok(!isEnough(kept.filter((each) => each !== gone)), `${gone} of ${kept}`);
    }),
    { seed: 1 },
  );
});

test('what is fixed stays, and the order with it; a single one among many is found in few questions', () => {
  assert.deepEqual(fewestOf(numbers(9), () => true, [3, 7]).kept, [3, 7]);
  const { kept, asked } = fewestOf(numbers(64), (rest) => rest.includes(40));
  assert.deepEqual(kept, [40]);
  assert.ok(asked < 20, `${asked}`);
});
