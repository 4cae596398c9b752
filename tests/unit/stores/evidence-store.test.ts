/** Exact evidence: for its owner alone, for so many days, and under no name that leads elsewhere. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { evidenceOf } from '../../../client/ledgers/user-ledgers.ts';
import { emptyTrace } from '../../../engine/run-folder.ts';
import { evidenceStore } from '../../../stores/evidence-store.ts';
import { memoryStores } from '../../../stores/store.ts';
import { sharedBundles, watchedBundles } from '../../../stores/watched-bundles.ts';

const dayMs = 24 * 3_600_000;
const startMs = Date.UTC(2026, 8, 1);

const rootOf = (t: TestContext): string => {
  const root = mkdtempSync(join(tmpdir(), 'preflight-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  return root;
};

const trace = emptyTrace('list-cities', '2026-09-01T00:00:00.000Z');

test('what is kept is read again by its run and its name alone', async (t) => {
  const root = rootOf(t);
  const store = evidenceStore({ root, keepDays: 14, now: () => startMs });
  await store.keep('run-1', trace);
  await store.keep('run-1', trace, '0a1b2c3d4e5f');
  deepEqual(await store.read('run-1', 'list-cities'), trace);
  deepEqual(await store.read('run-1', '0a1b2c3d4e5f'), trace);
  equal(await store.read('run-2', 'list-cities'), undefined);
  for (const hostile of ['../run-1', '..', '/etc', 'run-1/../run-1', '']) {
    equal(await store.read(hostile, 'list-cities'), undefined, hostile);
    equal(await store.read('run-1', hostile), undefined, hostile);
  }
  const folders = [join(root, 'evidence'), join(root, 'evidence', 'run-1')];
  for (const each of [...folders, ...readdirSync(folders[1] ?? '').map((file) => join(folders[1] ?? '', file))])
    equal(statSync(each).mode & 0o077, 0, each);
});

test('the next run removes what has been kept for as long as was said when it was kept', async (t) => {
  const root = rootOf(t);
  let nowMs = startMs;
  const now = () => nowMs;
  await evidenceStore({ root, keepDays: 14, now }).keep('run-1', trace);
  await evidenceStore({ root, keepDays: 3, now }).keep('run-2', trace);
  nowMs += 4 * dayMs;
  const store = evidenceStore({ root, keepDays: 14, now });
  equal(await store.removeOld(), 1);
  deepEqual(readdirSync(join(root, 'evidence')), ['run-1']);
  nowMs += 11 * dayMs;
  equal(await store.removeOld(), 1);
  equal(await store.removeOld(), 0);
});

test('evidence of a watched case stays as long as the case is watched', async (t) => {
  const root = rootOf(t);
  let nowMs = startMs;
  const store = evidenceStore({ root, keepDays: 14, now: () => nowMs });
  for (const run of ['run-1', 'run-2']) await store.keep(run, trace);
  const found = join(root, 'found.bundle.json');
  writeFileSync(found, '{}');
  const bundles = watchedBundles(root);
  await bundles.keep('3f2a91c0', 'run-1', found);
  await bundles.keep('77aa12de', '../run-2', found);
  deepEqual(
    (await bundles.list()).map(({ id, run }) => [id, run]),
    [
      ['3f2a91c0', 'run-1'],
      ['77aa12de', undefined],
    ],
  );
  nowMs += 15 * dayMs;
  equal(await store.endOf('run-1'), undefined);
  equal(await store.removeOld(), 1);
  deepEqual(await store.read('run-1', 'list-cities'), trace);
  await bundles.remove('3f2a91c0');
  equal(await store.removeOld(), 1);
});

test('nothing is kept in a folder that is open to others, and what was damaged is not read', async (t) => {
  const root = rootOf(t);
  const store = evidenceStore({ root, keepDays: 14, now: () => startMs });
  await store.keep('run-1', trace);
  writeFileSync(join(root, 'evidence', 'run-1', 'list-cities.json.gz'), 'no gzip', { mode: 0o600 });
  equal(await store.read('run-1', 'list-cities'), undefined);
  mkdirSync(join(root, 'evidence', 'run-2'), { mode: 0o755 });
  chmodSync(join(root, 'evidence', 'run-2'), 0o755);
  await rejects(store.keep('run-2', trace), /open to others/);
});

test('a pipeline keeps it where a passphrase seals it, or the target says so', async (t) => {
  const PREFLIGHT_STATE = rootOf(t);
  const evidence = { keepDays: 14, inPipelines: false };
  const isKept = (environment: NodeJS.ProcessEnv, more = {}): boolean =>
    evidenceOf({ evidence: { ...evidence, ...more } }, environment) !== undefined;
  equal(isKept({ PREFLIGHT_STATE }), true);
  equal(isKept({ PREFLIGHT_STATE, CI: 'true' }), false);
  equal(isKept({ PREFLIGHT_STATE, CI: 'true', PREFLIGHT_STATE_PASSPHRASE: 'x'.repeat(16) }), true);
  equal(isKept({ PREFLIGHT_STATE, CI: 'true' }, { inPipelines: true }), true);
  equal(isKept({ HOME: '' }), false, 'there is no place for it');
  ok(!existsSync(join(PREFLIGHT_STATE, 'evidence')));
});

test('each machine has a copy of the cases that any of them watches, and none of what is removed', async (t) => {
  const root = rootOf(t);
  const stores = memoryStores();
  const [here, there] = ['here', 'there'].map((name) => sharedBundles(stores, watchedBundles(join(root, name))));
  ok(here && there);
  const from = join(root, 'found.bundle.json');
  writeFileSync(from, '{"a":1}');
  for (const [id, run] of [
    ['0a1b2c3d', 'run-1'],
    ['1a1b2c3d', 'run-2'],
    ['0a1b2c3d', 'run-1'],
  ] as const)
    await here.keep(id, run, from);
  const watched = async (one: typeof here) => (await one.list()).map(({ id, run }) => `${id} ${run}`);
  deepEqual(await watched(there), ['0a1b2c3d run-1', '1a1b2c3d run-2']);
  equal(readFileSync((await there.list())[0]?.file ?? '', 'utf8'), '{"a":1}');
  await there.remove('0a1b2c3d');
  for (const one of [here, there]) deepEqual(await watched(one), ['1a1b2c3d run-2']);
});
