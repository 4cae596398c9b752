/** Documents in files: for their owner only, whole after every mishap, and never thrown away for being damaged. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { chmod, mkdir, open as openFile, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StoreUnavailable } from '../../../stores/store.ts';
import { fileStoresOf, form } from './stored.ts';

const key = ['https://a.test/base', 'client-1234567890'];

const inFile = async (t: TestContext, isReplaceable = false) => {
  const place = await fileStoresOf(t);
  const opened = (...more: Parameters<typeof place.open>) => place.open(...more).open({ ...form, isReplaceable }, key);
  const store = opened();
  const set = (count: number, by = store) => by.change(() => ({ state: { count }, result: undefined }));
  const count = async () => (await store.read()).count;
  return { ...place, opened, store, set, count };
};

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a mere look leaves no folder behind', async (t) => {
  const { root, store } = await inFile(t);
  deepEqual([await store.read(), await store.damaged()], [form.empty, []]);
  await rejects(stat(root), /ENOENT/);
});

test('a document is for its owner only, under a name that says nothing, and leaves no lock and no draft', async (t) => {
  const { directory, set, names, path } = await inFile(t);
  await set(1);
  match(await path(), /\/[0-9a-f]{64}\.json$/);
  deepEqual([await modeOf(await path()), await modeOf(directory)], [0o600, 0o700]);
  equal((await names()).length, 1);
});

test('the drafts and the locks of a killed process are no obstacle', async (t) => {
  const { set, store, names, path } = await inFile(t);
  await set(1);
  const file = await path();
  await writeFile(`${file}.0000.tmp`, '{"half":');
  for (const lock of [`${file}.lock`, `${file}.held.lock`]) {
    await mkdir(lock);
    await utimes(lock, 0, 0);
  }
  await set(2);
  await (await store.hold())();
  deepEqual(await store.read(), { count: 2 });
  equal((await names()).length, 1);
});

const damages: Readonly<Record<string, string | Uint8Array>> = {
  'an empty file': '',
  'half a line': '{"count":',
  'another document': '[]',
  'another form': '{"count":1,"more":2}',
  'no text': Uint8Array.from({ length: 64 }, (_, i) => 255 - i),
  'more than a document can be': Buffer.alloc(17 * 1024 * 1024, ' '),
};

for (const [what, bytes] of Object.entries(damages)) {
  test(`${what} is set aside and named by each reader; what may be replaced is written over`, async (t) => {
    const { store, set, count, path } = await inFile(t);
    await set(1);
    const file = await path();
    await writeFile(file, bytes);
    equal(await count(), 0);
    const [aside = '', ...more] = await store.damaged();
    deepEqual(more, []);
    deepEqual(await readFile(aside), Buffer.from(bytes));
    equal(await modeOf(aside), 0o600);
    deepEqual(await store.change((_, damaged) => ({ state: { count: 2 }, result: damaged })), [aside]);
    equal(await count(), 2);

    const replaceable = await inFile(t, true);
    await replaceable.set(1);
    await writeFile(await replaceable.path(), bytes);
    equal(await replaceable.count(), 0);
    await replaceable.set(2);
    deepEqual([await replaceable.count(), await replaceable.store.damaged()], [2, []]);
  });
}

test('a folder in the place of a document is set aside, and so is the second of one moment', async (t) => {
  const { store, set, count, path } = await inFile(t);
  await set(1);
  const file = await path();
  await writeFile(file, 'first');
  equal(await count(), 0);
  await mkdir(file, { mode: 0o755 });
  const found = await store.change((_, damaged) => ({ result: damaged }));
  const [first = '', second = ''] = await store.damaged();
  deepEqual(found, [first, second], 'also when it is found just then');
  equal(await readFile(first, 'utf8'), 'first', 'it was not overwritten');
  ok((await stat(second)).isDirectory());
  equal(await modeOf(second), 0o700);
});

test('a file in the place of the folder is a mistake to be mended', async (t) => {
  const { directory, store, set } = await inFile(t);
  await mkdir(dirname(directory), { recursive: true });
  await writeFile(directory, '');
  const says = {
    name: 'UsageError',
    message: /^the tally in \S+ cannot be used: a file stands where a folder must be \(E[A-Z]+\)/,
  };
  for (const use of [() => set(1), store.read, store.hold, store.damaged]) await rejects(use, says);
});

test('a folder or a file that is open to others is not used, and the reason says what to do', async (t) => {
  const { directory, store, set, path } = await inFile(t);
  await set(1);
  await chmod(await path(), 0o640);
  for (const use of [() => set(2), store.read]) await rejects(use, { message: /chmod 600/ });
  await chmod(await path(), 0o600);
  await chmod(directory, 0o755);
  for (const use of [() => set(2), store.hold]) await rejects(use, { message: /chmod 700/ });
  equal(await modeOf(directory), 0o755, 'the mode is not ours to change');
});

test('what may be replaced is not believed when others could write it, and is mended', async (t) => {
  const { directory, set, count, path } = await inFile(t, true);
  await set(1);
  await chmod(await path(), 0o640);
  equal(await count(), 0);
  await set(2);
  deepEqual([await count(), await modeOf(await path())], [2, 0o600]);
  await chmod(directory, 0o755);
  equal(await count(), 0);
  await rejects(set(3), /chmod 700/);
});

test('a link in the place of a document, or of its folder, is named and not followed', async (t) => {
  const { root, directory, open, opened, store, set, path } = await inFile(t);
  await set(1);
  await mkdir(`${root}-linked`);
  const folderLink = `${root}-linked/${form.id}`;
  await symlink(directory, folderLink);
  const file = await path();
  await rm(file);
  const elsewhere = `${root}-elsewhere`;
  await writeFile(elsewhere, '{"count":5}', { mode: 0o600 });
  await symlink(elsewhere, file);
  for (const [one, link] of [
    [store, file],
    [opened({ root: `${root}-linked` }), folderLink],
  ] as const) {
    const says = {
      name: 'UsageError',
      message: new RegExp(`is behind a symbolic link, ${link}: put what it points to`),
    };
    for (const use of [one.read, () => set(2, one)]) await rejects(use, says);
  }
  const replaceable = open().open({ ...form, isReplaceable: true }, key);
  deepEqual(await replaceable.read(), form.empty);
  await set(3, replaceable);
  deepEqual(await replaceable.read(), { count: 3 });
  equal(await readFile(elsewhere, 'utf8'), '{"count":5}');
});

test('what could not be read again is not written, and the rest is kept', async (t) => {
  const { store, set, count } = await inFile(t);
  await set(1);
  await rejects(set(1e10), /cannot hold what a service reported/);
  const long = { count: 2, note: 'x'.repeat(17 * 1024 * 1024) };
  await rejects(
    store.change(() => ({ state: long, result: undefined })),
    /would be larger than/,
  );
  deepEqual([await count(), await store.damaged()], [1, []]);
});

test('a full disk is one line with a way out, and leaves the old document and no draft', async (t) => {
  const { set, count, names, path } = await inFile(t);
  await set(1);
  const file = await openFile(await path());
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const mocked = t.mock.method(Object.getPrototypeOf(file), 'writeFile', () => Promise.reject(full));
  await file.close();
  await rejects(set(2), (thrown) => {
    ok(thrown instanceof StoreUnavailable);
    match(thrown.message, /^the tally in \S+ cannot be used: no space is left there \(ENOSPC\): make room there, and/);
    return true;
  });
  mocked.mock.restore();
  deepEqual([await count(), (await names()).length], [1, 1]);
  await set(2);
  equal(await count(), 2);
});
