/** The record of a watched case: repeated by one process at a time, and counted once. */
import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { watchLedger } from '../../../../client/ledgers/user-ledgers.ts';
import type { WatchRun } from '../../../../contracts/watched.ts';
import { fileStoresOf } from '../../stores/stored.ts';
import { startMs } from '../test-server.ts';

const at = new Date(startMs).toISOString();
const watched = { target: 'acme', source: './acme.ts', title: 'a case', addedAt: at };
const run: WatchRun = { run: 'r1', at, outcome: 'fixed', said: '' };

const inFile = async (t: TestContext) => {
  const place = await fileStoresOf(t, 'watch');
  return { ...place, ledger: () => watchLedger(place.open(), '3f2a91c0', () => startMs) };
};

test('one process repeats it at a time, and what it says is counted once', async (t) => {
  const { ledger } = await inFile(t);
  await ledger().begin(watched);
  const takes = await Promise.all([ledger().take(startMs + 60_000), ledger().take(startMs + 60_000)]);
  deepEqual(takes.toSorted(), [false, true], 'whichever of the two comes first');
  equal(await ledger().count(run), null);
  equal(await ledger().take(startMs + 60_000), true);
  await ledger().putBack();
  equal(await ledger().take(startMs + 60_000), true);
  deepEqual(await ledger().count({ ...run, run: 'r2' }), { outcome: 'fixed', runs: 1, since: at });
  const { runs, standing, owner } = await ledger().read();
  deepEqual([runs.map((each) => each.run), standing?.runs, owner], [['r1', 'r2'], 2, null]);
});

test('a process that was killed while it repeated has said nothing, and holds up no other', async (t) => {
  const { ledger, path } = await inFile(t);
  await ledger().begin(watched);
  equal(await ledger().take(startMs + 60_000), true);
  const state = JSON.parse(readFileSync(await path(), 'utf8'));
  const pidOfNone = 2 ** 22 + 5;
  writeFileSync(await path(), JSON.stringify({ ...state, owner: { ...state.owner, pid: pidOfNone } }));
  equal(await ledger().take(startMs + 60_000), true);
  deepEqual((await ledger().read()).runs, []);
});

test('the last thirty runs are kept, and all that agree are counted', async (t) => {
  const { ledger } = await inFile(t);
  await ledger().begin(watched);
  for (let i = 1; i <= 33; i += 1) await ledger().count({ ...run, run: `r${i}` });
  const { runs, standing } = await ledger().read();
  deepEqual([runs.length, runs.at(-1)?.run, standing?.runs], [30, 'r33', 33]);
});

test('what was removed meanwhile counts nothing, and a damaged record is set aside', async (t) => {
  const { ledger, path, names } = await inFile(t);
  await ledger().begin(watched);
  await ledger().take(startMs + 60_000);
  await ledger().forget();
  equal(await ledger().count(run), null);
  deepEqual((await ledger().read()).watched, null);
  await ledger().begin(watched);
  writeFileSync(await path(), '{"schema":');
  equal((await ledger().read()).watched, null);
  equal((await names()).filter((name) => name.includes('.damaged-')).length, 1);
});
