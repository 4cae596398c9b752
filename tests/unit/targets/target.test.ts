/** Target files: defaults, the environment, and what the sandbox's levers do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestRevision } from '../../../contracts/target.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { loadTarget, targetNames } from '../../../targets/load.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { env } from '../../../targets/target.ts';

const whole = {
  name: 'acme',
  baseUrl: 'https://acme.example/api/',
  credentials: { clientId: 'a', clientSecret: env('ACME_SECRET') },
};

test('what a target does not say has a default, and it may do nothing but read', () => {
  const { baseUrl, revision, may, limits, levers, credentials } = resolvedTarget(whole, { ACME_SECRET: 's' }, 'acme');
  assert.equal(baseUrl, 'https://acme.example/api');
  assert.equal(credentials.clientSecret, 's');
  assert.equal(revision, newestRevision);
  assert.deepEqual([may, levers], [{}, {}]);
  assert.ok(Object.values(limits).every((limit) => limit > 0));
});

test('an empty variable counts as not set', () => {
  assert.throws(
    () => resolvedTarget(whole, { ACME_SECRET: '' }, 'acme'),
    /ACME_SECRET is not set in the environment: export it/,
  );
});

test('a second partner is another than the first', () => {
  const otherPartner = { clientId: 'a', clientSecret: 'other' };
  assert.throws(
    () => resolvedTarget({ ...whole, otherPartner }, { ACME_SECRET: 's' }, 'acme'),
    /otherPartner\.clientId: is that of credentials: name a second partner, or leave it out/,
  );
});

test('every target that can be named is a whole one', async () => {
  assert.deepEqual(targetNames(), ['live', 'sandbox', 'sandbox-flat']);
  const set = {
    PREFLIGHT_SANDBOX_URL: 'http://127.0.0.1:1',
    PREFLIGHT_URL: 'http://127.0.0.1:1',
    PREFLIGHT_CLIENT_ID: 'a',
    PREFLIGHT_CLIENT_SECRET: 'b',
  };
  for (const name of targetNames()) assert.equal((await loadTarget(name, set)).name, name);
});

test('a variable sets the pace of the target live, and is named when it is no number', async () => {
  const set = { PREFLIGHT_URL: 'http://127.0.0.1:1', PREFLIGHT_CLIENT_ID: 'a', PREFLIGHT_CLIENT_SECRET: 'b' };
  const paceOf = async (PREFLIGHT_REQUESTS_PER_SECOND?: string) =>
    (await loadTarget('live', { ...set, PREFLIGHT_REQUESTS_PER_SECOND })).limits.requestsPerSecond;
  assert.deepEqual([await paceOf(), await paceOf(''), await paceOf('2.5')], [10, 10, 2.5]);
  await assert.rejects(paceOf('fast'), {
    name: 'UsageError',
    message: 'the variable PREFLIGHT_REQUESTS_PER_SECOND is no number: write one such as 5, or unset it',
  });
  await assert.rejects(paceOf('-1'), /limits\.requestsPerSecond/);
});

test('the levers of the sandbox move one clock only', async () => {
  const sandbox = await startSandbox({ world: { scale: 'small' }, now: () => Date.parse('2026-08-31T08:00:00Z') });
  try {
    const { levers } = await loadTarget('sandbox', { PREFLIGHT_SANDBOX_URL: sandbox.url });
    const dateAt = async (url: string) => (await fetch(`${url}/api/dictionary/countries`)).headers.get('date');
    const world = await levers.openWorld?.();
    assert.ok(world);
    await world.advanceClock(3_600_000);
    assert.equal(await dateAt(world.baseUrl), 'Mon, 31 Aug 2026 09:00:00 GMT');
    await levers.advanceClock?.(60_000);
    assert.equal(await dateAt(sandbox.url), 'Mon, 31 Aug 2026 08:01:00 GMT');
    await world.close();
    assert.equal((await fetch(`${world.baseUrl}/api/dictionary/countries`)).status, 404);
  } finally {
    await sandbox.close();
  }
});
