/** The file of a token that is handed on: sealed or for its owner alone, of one account, and nothing else is taken for one. */
import { deepEqual, doesNotThrow, equal, ok, rejects, throws } from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertMayHandOn, readHandedOn, writeHandedOn } from '../../../../gate/shards/handed-on.ts';
import { targetWith } from '../../engine/story.ts';

const account = targetWith();
const own = {
  token: 'head.body.canary',
  expiresAt: '2026-09-01T08:22:00.000Z',
  heldSinceMs: 0,
  livesForMs: 86_400_000,
};
const passphrase = 'a passphrase for a test';

const fileIn = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'handed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'token');
};

test('sealed it may lie anywhere, and opens with its passphrase only', async (t) => {
  const file = fileIn(t);
  await writeHandedOn(file, { own }, account, { environment: { PREFLIGHT_STATE_PASSPHRASE: passphrase } });
  ok(!readFileSync(file, 'utf8').includes('canary'));
  chmodSync(file, 0o644);
  deepEqual(await readHandedOn(file, account, { PREFLIGHT_STATE_PASSPHRASE: passphrase }), { own });
  await rejects(readHandedOn(file, account, {}), /is sealed: set PREFLIGHT_STATE_PASSPHRASE/);
  await rejects(readHandedOn(file, account, { PREFLIGHT_STATE_PASSPHRASE: `${passphrase}!` }), /cannot be opened/);
});

test('unsealed its owner alone reads it', async (t) => {
  const file = fileIn(t);
  await writeHandedOn(file, { own }, account, { environment: {} });
  equal(statSync(file).mode & 0o777, 0o600);
  deepEqual(await readHandedOn(file, account, {}), { own });
  chmodSync(file, 0o644);
  await rejects(readHandedOn(file, account, {}), /is open to others: chmod 600/);
});

test('a pipeline hands on nothing unsealed', () => {
  doesNotThrow(() => assertMayHandOn({}));
  doesNotThrow(() => assertMayHandOn({ CI: 'true', PREFLIGHT_STATE_PASSPHRASE: passphrase }));
  throws(() => assertMayHandOn({ CI: 'true' }), /PREFLIGHT_STATE_PASSPHRASE is not set/);
  throws(() => assertMayHandOn({ PREFLIGHT_STATE_PASSPHRASE: 'short' }), /is shorter than 16 characters/);
});

test('of another service, of other credentials, or without the second partner it is refused', async (t) => {
  const file = fileIn(t);
  await writeHandedOn(file, { own }, account, { environment: {} });
  for (const other of [
    { ...account, baseUrl: 'https://elsewhere.example' },
    { ...account, credentials: { ...account.credentials, clientSecret: 'changed' } },
  ])
    await rejects(readHandedOn(file, other, {}), /is one of another service, or of other credentials/);
  const two = { ...account, otherPartner: { clientId: 'other', clientSecret: 'secret' } };
  await rejects(readHandedOn(file, two, {}), /has none of otherPartner/);
});

test('what is none is refused in one line', async (t) => {
  const file = fileIn(t);
  await rejects(readHandedOn(file, account, {}), /is no file: npx --no -- preflight token --to/);
  for (const text of ['', 'x', '{}', '{"schema":"preflight.token/1"}', ' '.repeat(300_000)]) {
    writeFileSync(file, text, { mode: 0o600 });
    await rejects(readHandedOn(file, account, {}), /^UsageError: token [^\n]* (is damaged|is larger)[^\n]*$/);
  }
});
