/** Explorations of requests send what they say, few requests each, and blame nobody for it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { OperationId } from '../../../contracts/operations.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { requestExplorations } from '../../../explore/request-explorations.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { explored } from './explored.ts';

after(closeSandbox);

const runs = 15;
const requestsMax = 30;
/** What a session asks by itself, to find what it booked and to leave nothing open. */
const bySession: readonly OperationId[] = ['search-bookings', 'cancel-booking', 'pnr-retrieve', 'pnr-cancel', 'token'];

for (const exploration of requestExplorations) {
  test(`${exploration.id} blames no healthy service, and shows what it exercises`, async () => {
    const verdicts: Verdict[] = [];
    const sent = new Set<OperationId>();
    for (const [i, dialect] of dialectIds.entries()) {
      const seen = await explored(exploration, { dialect, seed: 11 + i, runs });
      assert.equal(seen.traces.length, runs);
      for (const { error, stopped, exchanges, cleanUp = [], input, dropped, bookings } of seen.traces) {
        assert.deepEqual([error, stopped, dropped], [undefined, undefined, undefined], JSON.stringify(input));
        assert.ok(exchanges.length > 0 && exchanges.length <= requestsMax, `${exchanges.length} requests`);
        assert.equal(bookings?.left ?? 0, 0);
        for (const { operation } of [...exchanges, ...cleanUp]) sent.add(operation);
      }
      verdicts.push(...seen.verdicts);
    }
    const says = new Set(exploration.operations);
    assert.deepEqual(
      [...says].filter((each) => !sent.has(each)),
      [],
      'operations that are never asked',
    );
    assert.deepEqual(
      [...sent].filter((each) => !says.has(each) && !bySession.includes(each)),
      [],
      'others that are',
    );
    const blamed = verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    assert.deepEqual(
      blamed.map(({ clause, findings }) => [clause, findings[0]]),
      [],
    );
    const shown = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ clause }) => clause));
    assert.deepEqual(
      exploration.exercises.filter((clause) => !shown.has(clause)),
      [],
      'clauses that no trace shows',
    );
  });
}

test('every exploration is itself once', () => {
  const ids = requestExplorations.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^explore-[a-z-]+$/);
});

test('an input outlives being written down, and is drawn again by the same seed', () => {
  for (const { id, input, asJson } of requestExplorations) {
    const inputs = fc.sample(input, { seed: 3, numRuns: 100 });
    assert.deepEqual(fc.sample(input, { seed: 3, numRuns: 100 }), inputs, id);
    for (const each of asJson ? [] : inputs)
      assert.deepEqual(JSON.parse(JSON.stringify(each)), structuredClone(each), id);
  }
});

test('where a target says little, an exploration names what it needs, and does nothing that is not allowed', async () => {
  for (const exploration of requestExplorations) {
    const changed = () => ({ known: {}, bindings: {}, may: {} });
    const { traces, verdicts } = await explored(exploration, { seed: 4, runs: 3, changed });
    for (const { error, stopped, bookings } of traces) {
      assert.deepEqual([error, bookings?.requested ?? 0], [undefined, 0], exploration.id);
      assert.ok(stopped === undefined || stopped.because === 'needs', stopped?.reason);
    }
    assert.deepEqual(
      verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
      [],
      exploration.id,
    );
  }
});

const narrow = {
  'explore-country-ids': 'takes-only-plain-notation-of-country-ids',
} as const;

test('a service that takes no id but a plain one is not blamed for it', async () => {
  for (const exploration of requestExplorations) {
    const oddity = narrow[exploration.id as keyof typeof narrow];
    if (!oddity) continue;
    const { traces, verdicts } = await explored(exploration, { seed: 6, runs: 20, world: { oddities: [oddity] } });
    const answers = traces.flatMap(({ exchanges }) => exchanges.map(({ response }) => response?.status));
    assert.ok(answers.includes(400), exploration.id);
    assert.deepEqual(
      verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
      [],
      exploration.id,
    );
  }
});
