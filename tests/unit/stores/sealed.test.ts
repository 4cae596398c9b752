/** What is sealed opens with its passphrase only, shows nothing meanwhile, and every change to it is noticed. */
import { deepEqual, equal, notEqual, ok, rejects, throws } from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  keyOf,
  packed,
  SealBroken,
  saltBytes,
  sealed,
  shown,
  stateFiles,
  unpacked,
  unsealed,
} from '../../../stores/sealed.ts';

const passphrase = 'correct horse battery staple';
const secret = Buffer.from('{"token":"canary-Q7hV2xkP9sWd4T"}');

/** Each seal, and each look into one, costs a third of a second. */
const text = await sealed(secret, passphrase);
const [form = '', body = ''] = text.split('\n');
const bytes = Buffer.from(body, 'base64');

test('it opens with its passphrase, and shows nothing before', async () => {
  deepEqual(await unsealed(text, passphrase), secret);
  notEqual(text, await sealed(secret, passphrase), 'nobody sees that nothing has changed since last night');
  ok(!bytes.includes('canary') && !bytes.includes('token'));
});

test('another passphrase does not open it', async () => {
  await rejects(unsealed(text, `${passphrase}r`), SealBroken);
});

test('a change anywhere is noticed', async () => {
  const changedAt = (whole: Buffer, at: number): Buffer => {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const otherSalt = `${form}\n${changedAt(bytes, 0).toString('base64')}\n`;
  for (const broken of ['', form, `${form}\n\n`, otherSalt, text.slice(0, -1), text.replace('/1', '/2')]) {
    await rejects(unsealed(broken, passphrase), SealBroken, broken);
  }
  const key = await keyOf(passphrase, bytes.subarray(0, saltBytes));
  const behindSalt = bytes.subarray(saltBytes);
  deepEqual(shown(key, behindSalt, form), secret);
  // In the nonce, the tag, and what is hidden; and cut.
  const changed = [0, 12, behindSalt.length - 1].map((at) => changedAt(behindSalt, at));
  for (const broken of [...changed, behindSalt.subarray(0, -1)]) throws(() => shown(key, broken, form), SealBroken);
});

const folder = async (t: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'state-'));
  t.after(() => rm(parent, { recursive: true }));
  return join(parent, 'state');
};

test('a state folder comes back whole, and closed to others', async (t) => {
  const [from, to] = [await folder(t), await folder(t)];
  deepEqual(await stateFiles(from), [], 'no folder is an empty one');
  await mkdir(join(from, 'ledger', 'a.json.lock'), { recursive: true });
  const bytes = Buffer.from([0xff, 0x00, 0xc3]);
  await writeFile(join(from, 'ledger', 'a.json'), bytes);
  await writeFile(join(from, 'ledger', 'a.json.1234.tmp'), 'half');
  await writeFile(join(from, 'a note (of a person).txt'), 'look here');
  await chmod(join(from, 'ledger', 'a.json'), 0o644);

  const { bytes: whole, count } = await packed(from);
  equal(count, 2);
  equal(await unpacked(whole, to), 2);
  deepEqual(await stateFiles(to), ['a note (of a person).txt', 'ledger/a.json']);
  deepEqual(await packed(to), { bytes: whole, count });
  const modes = await Promise.all([to, join(to, 'ledger'), join(to, 'ledger/a.json')].map((path) => stat(path)));
  deepEqual(
    modes.map(({ mode }) => mode & 0o777),
    [0o700, 0o700, 0o600],
  );
});

test('nothing is written outside the folder, for any content of the archive', async (t) => {
  const to = await folder(t);
  for (const path of ['../a', 'ledger/../../a', '/a', '.', 'ledger//a', 'ledger/..', 'a\\..\\b']) {
    const files = [
      { path: 'fine', content: '' },
      { path, content: '' },
    ];
    const bytes = Buffer.from(JSON.stringify({ schema: 'preflight.state/1', files }));
    await rejects(unpacked(bytes, to), /files/, path);
  }
  deepEqual(await stateFiles(to), []);
});
