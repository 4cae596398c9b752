/** Pairs are counted as they were shown, and what is drawn aims at those that were not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DomainCoverage, merged, storeOf, type Touch, touchStore } from '../../../contracts/domain-coverage.ts';
import { aimed, coverageOf } from '../../../generators/coverage.ts';
import { type Domain, domains } from '../../../generators/partitions.ts';

const small: Domain = {
  about: 'a small domain',
  dimensions: { size: ['s', 'm', 'l'], colour: ['red', 'green', 'blue'], shape: ['round', 'square', 'flat'] },
};
const of = { small };
const touchIn = (classes: Record<string, string>): Touch => ({ domain: 'small', classes });
const coverageIn = (touches: readonly Touch[], domain: Domain = small): DomainCoverage => {
  const [only] = coverageOf(touches, { small: domain });
  assert.ok(only);
  return only;
};

test('a combination shows each of its pairs, and nothing else', () => {
  const { shown, neverShown } = coverageIn([touchIn({ size: 's', colour: 'red', shape: 'flat' })]);
  assert.deepEqual(shown, [
    [
      ['size', 's'],
      ['colour', 'red'],
    ],
    [
      ['size', 's'],
      ['shape', 'flat'],
    ],
    [
      ['colour', 'red'],
      ['shape', 'flat'],
    ],
  ]);
  assert.equal(neverShown.length, 27 - 3);
});

test('a dimension that nothing told shows no pair, and what is of another domain none at all', () => {
  assert.equal(coverageIn([touchIn({ size: 's', shape: 'flat' })]).shown.length, 1);
  assert.equal(coverageIn([touchIn({ size: 's' })]).shown.length, 0);
  assert.deepEqual(coverageOf([{ domain: 'large', classes: { size: 's', shape: 'flat' } }], of)[0]?.shown, []);
});

test('what cannot come together is not missed', () => {
  const allows: Domain['allows'] = ({ size, colour }) => size !== 's' || colour === 'red';
  const { neverShown } = coverageIn([], { ...small, allows });
  assert.equal(neverShown.length, 27 - 2);
  const code = coverageOf([]).find(({ domain }) => domain === 'refusal');
  const names = (code?.neverShown ?? []).map((pair) => pair.map(([, name]) => name).join(' '));
  assert.ok(names.includes('cities 400') && !names.includes('countries 400'));
});

test('an open dimension has the classes that were told', () => {
  const open: Domain = { about: 'offers', dimensions: { board: 'open', size: ['s', 'm'] } };
  assert.deepEqual(coverageIn([], open).neverShown, []);
  const { shown, neverShown } = coverageIn([touchIn({ board: '7', size: 's' })], open);
  assert.deepEqual(
    [shown.length, neverShown],
    [
      1,
      [
        [
          ['board', '7'],
          ['size', 'm'],
        ],
      ],
    ],
  );
});

test('a domain of one dimension is counted by its classes', () => {
  const { shown, neverShown } = coverageIn([touchIn({ size: 'm' })], {
    about: 'one',
    dimensions: { size: ['s', 'm'] },
  });
  assert.deepEqual([shown, neverShown], [[[['size', 'm']]], [[['size', 's']]]]);
});

test('the stores of two runs add up, each touch once', () => {
  const [one, other] = [touchIn({ size: 's', colour: 'red' }), touchIn({ size: 'm', colour: 'red' })];
  const sum = merged(
    storeOf('acme', [one, one]),
    storeOf('acme', [{ ...one, classes: { colour: 'red', size: 's' } }, other]),
  );
  assert.deepEqual(touchStore.parse(JSON.parse(JSON.stringify(sum))), {
    schema: 'preflight.touches/1',
    target: 'acme',
    runs: 2,
    touches: [one, other],
  });
  assert.equal(coverageIn(sum.touches).shown.length, 2);
  assert.throws(() => merged(sum, storeOf('other', [])), /acme and other are two targets/);
});

/** How many draws it takes to show every pair. */
const drawsUntilAll = (
  seed: number,
  next: (touches: readonly Touch[]) => fc.Arbitrary<Record<string, string>>,
): number => {
  const touches: Touch[] = [];
  while (coverageIn(touches).neverShown.length > 0) {
    const [classes] = fc.sample(next(touches), { seed: seed + touches.length, numRuns: 1 });
    touches.push(touchIn(classes ?? {}));
    assert.ok(touches.length < 500, 'some pair is never drawn');
  }
  return touches.length;
};

test('aiming shows every pair of a small domain in far fewer draws than chance', () => {
  const anything = aimed('small', { touches: [], domain: small });
  const seeds = Array.from({ length: 20 }, (_, i) => 1_000 * i);
  const mean = (next: Parameters<typeof drawsUntilAll>[1]): number =>
    seeds.reduce((sum, seed) => sum + drawsUntilAll(seed, next), 0) / seeds.length;
  const aiming = mean((touches) => aimed('small', { touches, domain: small }));
  const byChance = mean(() => anything);
  // Nine are the least, as two dimensions have nine pairs.
  assert.ok(aiming < 13, `${aiming} draws`);
  assert.ok(byChance > 2 * aiming, `${byChance} draws by chance, ${aiming} aimed`);
});

test('of every domain, aiming leaves nothing out', () => {
  for (const id of ['flight-search', 'hotel-search', 'booking-list', 'booking-view'] as const) {
    let touches: Touch[] = [];
    const pairs = coverageOf([], { [id]: domains[id] })[0]?.neverShown.length ?? 0;
    for (let draw = 0; draw < pairs; draw += 1) {
      const [classes] = fc.sample(aimed(id, { touches }), { seed: draw, numRuns: 1 });
      touches = [...touches, { domain: id, classes: classes ?? {} }];
    }
    assert.deepEqual(coverageOf(touches, { [id]: domains[id] })[0]?.neverShown, [], id);
  }
});

test('a draw depends on the seed and the touches alone, and keeps to what may be drawn', () => {
  const touches = [touchIn({ size: 's', colour: 'red', shape: 'flat' })];
  const draws = (seed: number) =>
    fc.sample(aimed('small', { touches, domain: small, may: ({ size }) => size !== 'l' }), { seed, numRuns: 200 });
  assert.deepEqual(draws(3), draws(3));
  assert.notDeepEqual(draws(3), draws(4));
  assert.ok(draws(3).every(({ size }) => size === 's' || size === 'm'));
  assert.throws(() => aimed('small', { touches, domain: small, may: () => false }), /nothing of small may be drawn/);
  assert.throws(() => aimed('no such domain', { touches }), /no domain is named/);
});

test('what is aimed shrinks to the first class of every dimension where that shows the same', () => {
  const touches = [touchIn({ size: 's', colour: 'red', shape: 'round' })];
  const { counterexample } = fc.check(
    fc.property(aimed('small', { touches, domain: small }), ({ colour }) => colour === 'red'),
    { seed: 11, numRuns: 100 },
  );
  assert.deepEqual(counterexample, [{ size: 's', colour: 'green', shape: 'round' }]);
});
