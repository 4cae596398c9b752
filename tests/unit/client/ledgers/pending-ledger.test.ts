/** The ledger of what is pending, on disk: one of each kind, settled by one process. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { type PendingEntry, pendingLedger } from '../../../../client/ledgers/pending-ledger.ts';
import { traceOf } from '../../contracts/literal-trace.ts';
import { fileStoresOf } from '../../stores/stored.ts';

const account = { baseUrl: 'https://acme.example', clientId: 'partner' };
const at = '2026-08-31T08:00:00.000Z';

const begun: Omit<PendingEntry, 'owner'> = {
  id: 'use-token-after-its-end',
  run: 'r1',
  begunAt: at,
  from: '2026-09-01T08:11:00.000Z',
  left: null,
  token: 'aaa.bbb.ccc',
  trace: traceOf([]),
};

const inFile = async (t: TestContext) => {
  const { open: stores, path } = await fileStoresOf(t, 'obligations');
  return { path, open: () => pendingLedger({ stores: stores(), account, now: Date.now }) };
};

test('the run that takes one settles it alone, until it is put back', async (t) => {
  const { open } = await inFile(t);
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
  const { open, path } = await inFile(t);
  for (const run of ['r1', 'r2']) {
    await open().begin({ ...begun, run });
    await open().end({ id: begun.id, at, trace: { ...traceOf([]), input: run } });
  }
  assert.deepEqual(await open().open(), []);
  assert.equal((await open().ended()).map(({ trace }) => trace.input).join(), 'r2');
  assert.doesNotMatch(await readFile(await path(), 'utf8'), /aaa\.bbb\.ccc/);
});

test('a moment that no calendar has is not kept, and the rest is', async (t) => {
  const { open } = await inFile(t);
  await open().begin(begun);
  const endless = { ...begun, id: 'void-after-window', from: new Date(Date.UTC(10_000, 0)).toISOString() } as const;
  await assert.rejects(open().begin(endless), /cannot hold what a service reported/);
  assert.deepEqual(await open().open(), [{ ...begun, owner: null }]);
});
