/** A shallow depth shows faults that repeat, and a superficial look misses the others. */
import assert, { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import { type DepthShares, depthShares, foundWithin, keepsItsShare } from '../../../prover/prove-all.ts';
import {
  catalogue,
  type Look,
  type ProofCase,
  shapesIn,
  showsNothingNew,
  superficialLook,
} from '../../../prover/prover.ts';

const named = (...ids: readonly string[]): ProofCase[] =>
  catalogue.filter(({ id, dialect }) => dialect === 'nested' && ids.includes(id));

test('a fault is sought with further seeds until a run finds it', async () => {
  // Of the ten kinds of bad tokens, the one that the first takes comes to the meal types with one seed of five.
  const cases = named('accepts-the-algorithm-none-on-meal-types-only', 'wraps-cities-in-items');
  const runsOf = async (seeds: readonly number[]) =>
    (await depthShares(cases, { depth: 'standard', seeds })).sought.map(({ each, foundInRun }) => [
      each.id,
      foundInRun,
    ]);
  const late = Object.fromEntries(await runsOf([1, 2, 3, 4, 5]));
  assert.equal(late['wraps-cities-in-items'], 1);
  assert.ok(Number(late['accepts-the-algorithm-none-on-meal-types-only']) > 1);
});

test('what a probe leaves out is not found', async () => {
  const cases = named('accepts-the-algorithm-none-on-meal-types-only', 'wraps-cities-in-items');
  const probe = await depthShares(cases, { depth: 'probe', seeds: [1] });
  assert.equal(foundWithin(probe, 1), 1);
  assert.deepEqual(probe.blamed, []);
});

const shares = (found: readonly (number | undefined)[], more: Partial<DepthShares> = {}): DepthShares => ({
  depth: 'standard',
  seeds: [1, 2, 3, 4, 5],
  blamed: [],
  sought: found.map((foundInRun) => ({ each: named('healthy')[0] as ProofCase, foundInRun })),
  ...more,
});

test('a standard depth finds 97 of 100 faults in one run, all in five, and blames nothing', () => {
  const most = Array.from({ length: 97 }, () => 1);
  assert.ok(keepsItsShare(shares([...most, 2, 3, 5])));
  assert.ok(!keepsItsShare(shares([...most.slice(1), 2, 2, 3, 5])));
  assert.ok(!keepsItsShare(shares([...most, 2, 3, undefined])));
  assert.ok(keepsItsShare(shares([...most, 2, 3, undefined], { seeds: [1] })), 'one run promises no more');
  assert.ok(!keepsItsShare(shares([1], { blamed: ['healthy'] })));
  assert.ok(keepsItsShare(shares([undefined], { depth: 'probe' })));
});

type Answer = { readonly status: number; readonly body?: Json; readonly operation?: OperationId };

const exchange = ({ status, body, operation = 'countries' }: Answer, index: number): Exchange => ({
  index,
  operation,
  bearer: 'own',
  tokenSerial: 1,
  request: { method: 'GET', path: '/', query: [], headers: {} },
  sentAt: '2026-09-01T12:00:00.000Z',
  durationMs: 1,
  response: { status, headers: {}, bytes: 2, ...(body !== undefined && { body }) },
});

const look = (...answers: readonly Answer[]): Look =>
  superficialLook({ flow: 'read-lists', exchanges: answers.map(exchange) });

const spain = { id: 724, nameEn: 'Spain', parts: [{ code: 'AN' }, { code: 'AS', isIsland: false }] };
const list = { status: 200, body: [spain, { id: 4, codeA2: 'AF' }] };
const empty = { status: 200, body: [] };
const refused = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'No.' } } };

const misses = (broken: Look, health: Look, ...lawful: readonly Look[]): boolean =>
  showsNothingNew(broken, { health, lawful: shapesIn(lawful.flat()) });

test('it sees operation, credential, status and the names of fields, of a list those of the first record', () => {
  deepEqual(look(list), [
    {
      flow: 'read-lists',
      asked: 'countries with own',
      status: 200,
      fields: '/[0] /[0]/id /[0]/nameEn /[0]/parts /[0]/parts/[0] /[0]/parts/[0]/code',
    },
  ]);
  const login = { ...exchange({ status: 401, operation: 'token' }, 0), bearer: 'missing', login: 'no-secret' } as const;
  deepEqual(superficialLook({ flow: 'login', exchanges: [login] }), [
    { flow: 'login', asked: 'token with no-secret', status: 401, fields: '' },
  ]);
});

test('it sees that nothing was answered', () => {
  const { response: _, ...silent } = exchange(list, 0);
  const [glimpse] = superficialLook({ flow: 'read-lists', exchanges: [silent] });
  equal(glimpse?.status, 0);
  equal(misses(glimpse ? [glimpse] : [], look(list)), false);
});

const { nameEn: _, ...nameless } = spain;
const elsewhere = { ...empty, operation: 'cities' } as const;

for (const [what, isMissed, broken, health, ...lawful] of [
  [
    'values, their order, and every record but the first',
    true,
    [{ status: 200, body: [{ parts: [{ code: '' }], nameEn: null, id: 'x' }] }],
    [list],
  ],
  ['a name that is missing', false, [{ status: 200, body: [nameless] }], [list]],
  ['a name that is new', false, [{ status: 200, body: [{ ...spain, capital: 'Madrid' }] }], [list]],
  ['a first record that is gone', false, [empty], [list]],
  ['fields as another answer of the healthy world has them', true, [list, list], [list, empty]],
  ['fields as another lawful world has them', true, [empty], [list], [empty]],
  ['fields as another operation of a lawful world has them', false, [empty], [list], [elsewhere]],
  ['the status of health in its turn', true, [list, refused], [list, refused]],
  ['another status than health in its turn', false, [list, list], [list, refused]],
  ['the status of another lawful world', false, [refused], [list], [refused]],
  ['a flow that looks again', true, [list, list, list], [list]],
  ['a flow that ends early', true, [list], [list, refused]],
  ['another status at a further look', false, [list, refused, list], [list, refused]],
  ['what health never asks', false, [{ ...list, operation: 'cities' }], [list]],
  ['any answer where health asks nothing', false, [list], []],
] as readonly (readonly [string, boolean, ...(readonly Answer[])[]])[]) {
  test(`it ${isMissed ? 'misses' : 'sees'} ${what}`, () => {
    equal(misses(look(...(broken ?? [])), look(...(health ?? [])), ...lawful.map((each) => look(...each))), isMissed);
  });
}
