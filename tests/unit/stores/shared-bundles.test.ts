/** A case that one machine watches is watched on the others, and removed on all. */
import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { memoryStores } from '../../../stores/memory-stores.ts';
import { sharedBundles, watchedBundles } from '../../../stores/watched-bundles.ts';

test('each machine has a copy of what any of them watches, and none of what is removed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  t.after(() => rm(folder, { recursive: true }));
  const stores = memoryStores();
  const machine = (name: string) => sharedBundles(stores, watchedBundles(join(folder, name)));
  const [here, there] = [machine('here'), machine('there')];
  const from = join(folder, 'found.bundle.json');
  await writeFile(from, '{"a":1}');
  await here.keep('0a1b2c3d', 'run-1', from);
  await here.keep('1a1b2c3d', 'run-2', from);
  await here.keep('0a1b2c3d', 'run-1', from);
  const seen = await there.list();
  deepEqual(
    seen.map(({ id, run }) => [id, run]),
    [
      ['0a1b2c3d', 'run-1'],
      ['1a1b2c3d', 'run-2'],
    ],
  );
  equal(await readFile(seen[0]?.file ?? '', 'utf8'), '{"a":1}');
  await there.remove('0a1b2c3d');
  for (const one of [here, there])
    deepEqual(
      (await one.list()).map(({ id }) => id),
      ['1a1b2c3d'],
    );
});
