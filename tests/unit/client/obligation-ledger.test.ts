/** The obligation ledger on disk: one of each kind, settled by one process, readable by its owner only. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileObligations, type Obligation } from '../../../client/obligation-ledger.ts';
import { traceOf } from '../contracts/literal-trace.ts';

const account = { baseUrl: 'https://acme.example', clientId: 'partner' };
const at = '2026-08-31T08:00:00.000Z';

const begun: Omit<Obligation, 'owner'> = {
  ...{ id: 'use-token-after-its-end', run: 'r1', begunAt: at, from: '2026-09-01T08:11:00.000Z' },
  ...{ left: null, token: 'aaa.bbb.ccc', trace: traceOf([]) },
};

const inFile = async (t: TestContext) => {
  const directory = join(await mkdtemp(join(tmpdir(), 'preflight-')), 'obligations');
  t.after(() => rm(join(directory, '..'), { recursive: true, force: true }));
  const open = () => fileObligations({ directory, account, now: Date.now });
  return { directory, open, path: async () => join(directory, (await readdir(directory))[0] ?? '') };
};

test('one of each kind is open, also for another process, and nobody else can read it', async (t) => {
  const { open, path } = await inFile(t);
  assert.equal(await open().begin(begun), true);
  assert.equal(await open().begin({ ...begun, run: 'r2' }), false);
  assert.deepEqual(await open().open(), [{ ...begun, owner: null }]);
  assert.equal((await stat(await path())).mode & 0o777, 0o600);
});

test('who takes one settles it alone, until it is put back', async (t) => {
  const { open } = await inFile(t);
  await open().begin(begun);
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
  assert.deepEqual(
    (await open().ended()).map(({ trace }) => trace.input),
    ['r2'],
  );
  assert.doesNotMatch(await readFile(await path(), 'utf8'), /aaa\.bbb\.ccc/);
});

test('one that cannot be read is moved aside and named, with the token in it for its owner only', async (t) => {
  const { open, path } = await inFile(t);
  await open().begin(begun);
  const half = (await readFile(await path(), 'utf8')).slice(0, -20);
  await writeFile(await path(), half);
  assert.deepEqual(await open().open(), []);
  const [aside = '', ...more] = await open().damaged();
  assert.deepEqual(more, []);
  assert.equal(await readFile(aside, 'utf8'), half);
  assert.equal((await stat(aside)).mode & 0o777, 0o600);
});

test('what could not be read again is not written, and the rest is kept', async (t) => {
  const { open } = await inFile(t);
  await open().begin(begun);
  const id = 'void-after-window';
  const endless = { ...begun, id, from: new Date(Date.UTC(10_000, 0)).toISOString() } as const;
  await assert.rejects(open().begin(endless), /cannot hold what a service told/);
  const long = { ...traceOf([]), input: 'x'.repeat(17 * 1024 * 1024) };
  await assert.rejects(open().begin({ ...begun, id, trace: long }), /would be larger than/);
  assert.deepEqual(
    (await open().open()).map((each) => each.id),
    [begun.id],
  );
  assert.deepEqual(await open().damaged(), []);
});
