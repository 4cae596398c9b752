/** The other ledgers of a user: what is pending, what is watched, and where they lie. */
import assert, { deepEqual, doesNotThrow, equal, ok, throws } from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { type PendingEntry, pendingLedger } from '../../../../client/ledgers/pending-ledger.ts';
import { bookingLedgerOf, ledgersOf, watchLedger } from '../../../../client/ledgers/user-ledgers.ts';
import { userTokenCache } from '../../../../client/tokens/token-cache.ts';
import { UsageError } from '../../../../contracts/usage-error.ts';
import type { WatchRun } from '../../../../contracts/watched.ts';
import { resolvedTarget } from '../../../../targets/resolved-target.ts';
import { traceOf } from '../../contracts/literal-trace.ts';
import { fileStoresOf } from '../../stores/stored.ts';
import { startMs } from '../test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'a-file');
writeFileSync(file, '');

const targetThat = (may: object) =>
  resolvedTarget(
    { name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' }, may },
    {},
    'acme',
  );
const reads = targetThat({});
const books = targetThat({ books: { perRun: 1, perDay: 1 } });

const odd: readonly { what: string; environment: NodeJS.ProcessEnv; says: RegExp }[] = [
  { what: 'an empty HOME', environment: { HOME: '' }, says: /neither HOME nor XDG_STATE_HOME is an absolute path/ },
  { what: 'a relative HOME', environment: { HOME: 'home' }, says: /neither HOME nor XDG_STATE_HOME is an/ },
  { what: 'a HOME that is a file', environment: { HOME: file }, says: /a-file\S* (is no folder|cannot be written)/ },
  {
    what: 'a state folder that is a file',
    environment: { HOME: folder, PREFLIGHT_STATE: file },
    says: /a-file is no folder/,
  },
];

for (const { what, environment, says } of odd) {
  test(`${what} stops who must remember something, in one line with a way out`, () => {
    for (const open of [() => ledgersOf(books, environment), () => bookingLedgerOf(reads, environment)]) {
      throws(open, (thrown) => {
        ok(thrown instanceof UsageError);
        ok(says.test(thrown.message) && /; set PREFLIGHT_STATE to a folder/.test(thrown.message), thrown.message);
        return true;
      });
    }
    doesNotThrow(() => ledgersOf(reads, environment));
  });
}

test('without a home there is no token cache, and a relative path of the convention counts as none', () => {
  for (const more of [{}, { XDG_CACHE_HOME: 'cache' }]) equal(userTokenCache({ HOME: '', ...more }), undefined);
  ok(userTokenCache({ HOME: '', XDG_CACHE_HOME: folder }));
});

test('a place that can be written is taken, and made only when something is written', async () => {
  const state = join(folder, 'state');
  for (const environment of [
    { HOME: '', PREFLIGHT_STATE: state },
    { HOME: '', XDG_STATE_HOME: state },
    { HOME: state },
  ]) {
    deepEqual(await ledgersOf(books, environment).ledger.entries(), []);
  }
  equal(existsSync(state), false);
});

const account = { baseUrl: 'https://acme.example', clientId: 'partner' };
const begunAt = '2026-08-31T08:00:00.000Z';

const begun: Omit<PendingEntry, 'owner'> = {
  id: 'use-token-after-its-end',
  run: 'r1',
  begunAt,
  from: '2026-09-01T08:11:00.000Z',
  left: null,
  token: 'aaa.bbb.ccc',
  trace: traceOf([]),
};

const pendingInFile = async (t: TestContext) => {
  const { open: stores, path } = await fileStoresOf(t, 'obligations');
  return { path, open: () => pendingLedger({ stores: stores(), account, now: Date.now }) };
};

test('the run that takes one settles it alone, until it is put back', async (t) => {
  const { open } = await pendingInFile(t);
  assert.equal(await open().begin(begun), true);
  assert.equal(await open().begin({ ...begun, run: 'r2' }), false);
  const endsBy = Date.now() + 60_000;
  assert.equal((await open().take(begun.id, endsBy))?.owner, null);
  assert.equal(await open().take(begun.id, endsBy), undefined);
  assert.equal((await open().open()).every(open().isInUse), true);
  await open().putBack(begun.id);
  assert.equal((await open().take(begun.id, endsBy))?.run, 'r1');
});

test('of each kind the last that was settled is kept, and its token is not', async (t) => {
  const { open, path } = await pendingInFile(t);
  for (const run of ['r1', 'r2']) {
    await open().begin({ ...begun, run });
    await open().end({ id: begun.id, at, trace: { ...traceOf([]), input: run } });
  }
  assert.deepEqual(await open().open(), []);
  assert.equal((await open().ended()).map(({ trace }) => trace.input).join(), 'r2');
  assert.doesNotMatch(await readFile(await path(), 'utf8'), /aaa\.bbb\.ccc/);
});

test('a moment that no calendar has is not kept, and the rest is', async (t) => {
  const { open } = await pendingInFile(t);
  await open().begin(begun);
  const endless = { ...begun, id: 'void-after-window', from: new Date(Date.UTC(10_000, 0)).toISOString() } as const;
  await assert.rejects(open().begin(endless), /cannot hold what a service reported/);
  assert.deepEqual(await open().open(), [{ ...begun, owner: null }]);
});

const at = new Date(startMs).toISOString();
const watched = { target: 'acme', source: './acme.ts', title: 'a case', addedAt: at };
const run: WatchRun = { run: 'r1', at, outcome: 'fixed', said: '' };

const watchInFile = async (t: TestContext) => {
  const place = await fileStoresOf(t, 'watch');
  return { ...place, ledger: () => watchLedger(place.open(), '3f2a91c0', () => startMs) };
};

test('one process repeats it at a time, and what it says is counted once', async (t) => {
  const { ledger } = await watchInFile(t);
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
  const { ledger, path } = await watchInFile(t);
  await ledger().begin(watched);
  equal(await ledger().take(startMs + 60_000), true);
  const state = JSON.parse(readFileSync(await path(), 'utf8'));
  const pidOfNone = 2 ** 22 + 5;
  writeFileSync(await path(), JSON.stringify({ ...state, owner: { ...state.owner, pid: pidOfNone } }));
  equal(await ledger().take(startMs + 60_000), true);
  deepEqual((await ledger().read()).runs, []);
});

test('the last thirty runs are kept, and all that agree are counted', async (t) => {
  const { ledger } = await watchInFile(t);
  await ledger().begin(watched);
  for (let i = 1; i <= 33; i += 1) await ledger().count({ ...run, run: `r${i}` });
  const { runs, standing } = await ledger().read();
  deepEqual([runs.length, runs.at(-1)?.run, standing?.runs], [30, 'r33', 33]);
});

test('what was removed meanwhile counts nothing, and a damaged record is set aside', async (t) => {
  const { ledger, path, names } = await watchInFile(t);
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
