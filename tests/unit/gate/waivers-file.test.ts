/** Whoever changes the file of waivers at once with others loses nothing of theirs. */
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { policyForm } from '../../../contracts/policy.ts';
import { changeWaivers, readWaivers } from '../../../gate/waivers-file.ts';

const day = '2026-09-01';

test('several who waive at once all find their waiver in the file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const loaded = { policy: policyForm.parse({ waivers: './waivers.json' }), name: 'policy', folder };
  const clauses = ['cities.sorted-by-id', 'countries.sorted-by-id', 'amenities.sorted-by-id'] as const;
  const about = { target: 'acme', reason: 'known', owner: 'Ann', expires: '2026-09-30' };
  writeFileSync(join(folder, 'waivers.json'), '[]');
  await Promise.all(clauses.map((clause) => changeWaivers(loaded, day, (before) => [...before, { clause, ...about }])));
  const written = (await readWaivers(loaded, day)).map(({ clause }) => clause);
  deepEqual(written.sort(), [...clauses].sort());

  const refuse = () => {
    throw new Error('no');
  };
  await rejects(changeWaivers(loaded, day, refuse), /no/);
  equal(existsSync(join(folder, 'waivers.json.lock')), false, 'nobody waits for who has failed');
});
