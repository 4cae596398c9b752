/** Each fault and each oddity shows in what a caller sees, and only on the operations it says it touches. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clauseIds } from '../../../contracts/clauses.ts';
import { type FaultId, faultIds, faults } from '../../../sandbox/faults.ts';
import { type OddityId, oddities, oddityIds } from '../../../sandbox/oddities.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { stillSandbox } from './caller.ts';
import { type Seen, visit } from './visit.ts';

let sandbox: Sandbox;
let healthy: Seen;
let spareToken = '';

const seenIn = async (deviations: { faults?: FaultId[]; oddities?: OddityId[] }): Promise<Seen> => {
  const { id, baseUrl } = sandbox.openWorld({ id: 'visited', scale: 'small', ...deviations });
  const seen = await visit({ baseUrl, spareToken, advance: (byMs) => sandbox.world(id)?.advance(byMs) });
  await fetch(`${sandbox.url}/_admin/worlds/${id}`, { method: 'DELETE' });
  return seen;
};

const differing = (seen: Seen): string[] =>
  Object.keys(healthy).filter((operation) => {
    try {
      assert.deepEqual(seen[operation as keyof Seen], healthy[operation as keyof Seen]);
      return false;
    } catch {
      return true;
    }
  });

const showsOnlyOn = (shown: readonly string[], touches: readonly string[]): void => {
  assert.notDeepEqual(shown, []);
  assert.deepEqual(
    shown.filter((operation) => !touches.includes(operation)),
    [],
  );
};

before(async () => {
  sandbox = await stillSandbox();
  healthy = await seenIn({});
  spareToken = JSON.parse(healthy.token[0]?.text ?? '').token;
});
after(() => sandbox.close());

test('the same world tells the same twice', async () => {
  assert.deepEqual(await seenIn({}), healthy);
});

for (const id of faultIds) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(differing(await seenIn({ faults: [id] })), faults[id].touches);
  });
}

// Fetch hides how bytes travelled: these are seen only below it, or only in time.
const hiddenByFetch: readonly OddityId[] = ['shouts-header-names', 'answers-slowly'];

for (const id of oddityIds) {
  test(`oddity ${id} shows, and only where it says`, async () => {
    const shown = differing(await seenIn({ oddities: [id] }));
    if (hiddenByFetch.includes(id)) assert.deepEqual(shown, []);
    else showsOnlyOn(shown, oddities[id].touches);
  });
}

test('all oddities and some faults live in one world', async () => {
  const seen = await seenIn({ oddities: [...oddityIds], faults: ['leaves-a-comma-after-the-last-country'] });
  assert.equal(differing(seen).length, 3);
});

test('every clause has a fault', () => {
  const broken = new Set(faultIds.flatMap((id) => [...faults[id].violates]));
  assert.deepEqual(
    clauseIds.filter((id) => !broken.has(id)),
    [],
  );
});

test('ids are unique', () => {
  assert.equal(new Set(faultIds).size, faultIds.length);
  assert.equal(new Set(oddityIds).size, oddityIds.length);
  assert.ok(oddityIds.length >= 12);
});
