/** A booking ledger that cannot be used: damaged, open to others, behind a link, or in a place that is no folder. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileLedger, type IntendedTickets } from '../../../client/booking-ledger.ts';
import { account, inFile, intended, markOf, marks, plenty } from './ledger-place.ts';
import { startMs } from './test-server.ts';

const flight: IntendedTickets = {
  ...{ kind: 'flight', mark: `Pfq${'f'.repeat(12)}`, run: 'r1', partner: 'own', endsBy: startMs + 600_000 },
  begunAt: new Date(startMs).toISOString(),
  settledBy: new Date(startMs + 60_000).toISOString(),
  createdAt: new Date(startMs).toISOString(),
  ...{ route: null, departure: '2027-01-01', operation: 'ticket-issue', booking: {}, count: 1 },
};

const damages: Readonly<Record<string, string | Uint8Array>> = {
  'an empty file': '',
  'half a line': '{"schema":"preflight.ledger/4","entries":[{"mark":"Pfq',
  'another document': '[]',
  'another schema': '{"schema":"preflight.ledger/99","entries":[],"spent":[]}',
  'no text': Uint8Array.from({ length: 64 }, (_, i) => 255 - i),
  'more than a ledger can be': Buffer.alloc(17 * 1024 * 1024, ' '),
};

for (const [what, bytes] of Object.entries(damages)) {
  test(`a ledger that is ${what} is set aside, and nothing begins until a person has looked`, async (t) => {
    const { ledger, path } = await inFile(t);
    await ledger.begin(intended('a'), plenty);
    const file = await path();
    await writeFile(file, bytes);
    deepEqual(await marks(ledger), []);
    const [aside = '', ...more] = await ledger.damaged();
    deepEqual(more, []);
    deepEqual(await readFile(aside), Buffer.from(bytes));
    equal((await stat(aside)).mode & 0o777, 0o600);
    const says = { name: 'UsageError', message: /was damaged and set aside as \S+\.damaged-\S+: .*budget is unknown/ };
    await rejects(ledger.begin(intended('b'), plenty), says);
    await rejects(ledger.beginTickets({ ...flight, mark: markOf('b') }, plenty), says);
    await rejects(ledger.spend('token', 'r1', plenty), says);
    await rejects(ledger.left('booking', 'r1', plenty), says, 'what was spent today is not taken for nothing');
    deepEqual(await marks(ledger), []);
    await rm(aside);
    ok(await ledger.begin(intended('b'), plenty), 'and life goes on');
  });
}

test('a folder in the place of a ledger is set aside, and so is the second of one moment', async (t) => {
  const { ledger, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  const file = await path();
  await writeFile(file, 'first');
  deepEqual(await marks(ledger), []);
  await mkdir(file, { mode: 0o755 });
  await rejects(ledger.begin(intended('b'), plenty), /set aside/, 'also when it is found just then');
  const [first = '', second = ''] = await ledger.damaged();
  equal(await readFile(first, 'utf8'), 'first', 'it was not overwritten');
  equal((await stat(second)).isDirectory(), true);
  equal((await stat(second)).mode & 0o777, 0o700);
});

test('a file in the place of the folder is a mistake to be mended', async (t) => {
  const { directory, ledger } = await inFile(t);
  await mkdir(join(directory, '..'), { recursive: true });
  await writeFile(directory, '');
  const says = { name: 'UsageError', message: /cannot be used: a file stands where a folder must be \(E[A-Z]+\)/ };
  await rejects(ledger.begin(intended('a'), plenty), says);
  await rejects(ledger.entries(), says);
  await rejects(ledger.damaged(), says);
});

test('a folder or a file that is open to others is not used, and the reason says what to do', async (t) => {
  const { directory, ledger, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  await chmod(await path(), 0o640);
  await rejects(ledger.begin(intended('b'), plenty), { message: /chmod 600/ });
  await rejects(ledger.entries(), { message: /chmod 600/ });
  await chmod(await path(), 0o600);
  await chmod(directory, 0o755);
  await rejects(ledger.begin(intended('b'), plenty), { message: /chmod 700/ });
  equal((await stat(directory)).mode & 0o777, 0o755, 'the mode is not ours to change');
});

test('a link in the place of the ledger, or of its folder, is named and not followed', async (t) => {
  const { directory, ledger, path, now } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  const folderLink = `${directory}-link`;
  await symlink(directory, folderLink);
  const linked = fileLedger({ directory: folderLink, account, now });
  const file = await path();
  await rm(file);
  await writeFile(`${directory}-elsewhere`, '{}', { mode: 0o600 });
  await symlink(`${directory}-elsewhere`, file);
  for (const [one, link] of [
    [ledger, file],
    [linked, folderLink],
  ] as const) {
    const says = {
      name: 'UsageError',
      message: new RegExp(`is behind a symbolic link, ${link}: put what it points to`),
    };
    await rejects(one.entries(), says);
    await rejects(one.begin(intended('b'), plenty), says);
  }
  equal(await readFile(`${directory}-elsewhere`, 'utf8'), '{}');
});
