/** Delta debugging: what is left is enough, and nothing of it can be left out by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fewest } from '../../../cases/fewest.ts';

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

test('nothing of what is left can go by itself, whatever it takes', () => {
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
