/** Shards share budgets and a token, and no shard spends more than its part. */
import { deepEqual, doesNotThrow, equal, ok, rejects, throws } from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { handedOnIsOver } from '../../../../client/tokens/token-holder.ts';
import { depths } from '../../../../contracts/depth.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Runner } from '../../../../engine/run.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';
import { planOf } from '../../../../flows/plan.ts';
import { sendsOf } from '../../../../flows/planned.ts';
import { shardsOf } from '../../../../flows/shards.ts';
import { assertMayHandOn, handedOnToken, readHandedOn, writeHandedOn } from '../../../../gate/shards/handed-on.ts';
import { shardOfTarget } from '../../../../gate/shards/plan-of-shard.ts';
import { draws } from '../../../whole.ts';
import { targetWith } from '../../engine/story.ts';
import { recorded } from '../../flows/countries-run.ts';

const revision = '2026-08-31';
const plans = new Map(depths.map((depth) => [depth, planOf({ revision, depth }).flows]));

const targetOf = (may: Target['may'], limits: Partial<Target['limits']> = {}): Target => {
  const target = targetWith();
  return { ...target, may, limits: { ...target.limits, ...limits } };
};

const budget = fc.record({ perRun: fc.integer({ min: 0, max: 120 }), perDay: fc.integer({ min: 0, max: 400 }) });

const drawn = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  depth: fc.constantFrom(...depths),
  books: budget,
  tickets: budget,
  requestsPerSecond: fc.integer({ min: 1, max: 50 }),
  concurrency: fc.integer({ min: 20, max: 60 }),
});

test('the sum over all shards is at most the whole', () => {
  fc.assert(
    fc.property(drawn, ({ count, depth, books, tickets, ...limits }) => {
      const flows = plans.get(depth) ?? [];
      const target = targetOf({ books, tickets, extraTokens: { perRun: 3, perDay: 9 } }, limits);
      const all = Array.from({ length: count }, (_, at) =>
        shardOfTarget(target, { index: at + 1, count }, { flows, depth, isAlone: false }),
      );
      const sum = (of: (each: (typeof all)[number]) => number | undefined): number =>
        all.reduce((total, each) => total + (of(each) ?? 0), 0);
      for (const [name, whole] of [
        ['books', books],
        ['tickets', tickets],
      ] as const) {
        ok(sum(({ may }) => may[name]?.perRun) <= Math.min(whole.perRun, whole.perDay), name);
        ok(sum(({ may }) => may[name]?.perDay) <= whole.perDay, name);
      }
      deepEqual(
        all.map(({ may }) => may.extraTokens?.perRun),
        all.map((_, at) => (at === 0 ? 3 : 0)),
      );
      ok(sum(({ limits: { requestsPerSecond } }) => requestsPerSecond) <= limits.requestsPerSecond + 1e-9);
      ok(sum(({ limits: { concurrency } }) => concurrency) <= limits.concurrency);
    }),
    { seed: 37, numRuns: draws(200) },
  );
});

test('each shard has what one run would give its flows, however small the whole is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 80 }), (count, perRun) => {
      const depth = 'full';
      const flows = plans.get(depth) ?? [];
      const loads = shardsOf(flows, { depth, count });
      const given = new Map<string, number>();
      let left = perRun;
      for (const { id } of flows) {
        given.set(id, Math.min(left, sendsOf(id, depth)?.bookings ?? 0));
        left -= given.get(id) ?? 0;
      }
      const target = targetOf({ books: { perRun, perDay: perRun } });
      for (const [at, load] of loads.entries()) {
        const { may } = shardOfTarget(target, { index: at + 1, count }, { flows, depth, isAlone: true });
        const needed = load.flows.reduce((total, { id }) => total + (given.get(id) ?? 0), 0);
        ok((may.books?.perRun ?? 0) >= needed, `${at + 1}/${count}`);
      }
    }),
    { seed: 37, numRuns: draws(100) },
  );
});

test('more shards than may send at once are refused, but where each has its own service', () => {
  const target = targetOf({}, { concurrency: 2 });
  const asked = { flows: plans.get('probe') ?? [], depth: 'probe' } as const;
  throws(
    () => shardOfTarget(target, { index: 1, count: 3 }, { ...asked, isAlone: false }),
    /limits\.concurrency of \S+ is 2, and 3 shards would send 3 requests at once: allow 3 .*, or take 2 shards/,
  );
  deepEqual(shardOfTarget(target, { index: 1, count: 3 }, { ...asked, isAlone: true }), { may: {}, limits: {} });
  equal(shardOfTarget(target, { index: 1, count: 2 }, { ...asked, isAlone: false }).limits.concurrency, 1);
});

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
  await writeHandedOn(file, { own }, account, { PREFLIGHT_STATE_PASSPHRASE: passphrase });
  ok(!readFileSync(file, 'utf8').includes('canary'));
  chmodSync(file, 0o644);
  deepEqual(await readHandedOn(file, account, { PREFLIGHT_STATE_PASSPHRASE: passphrase }), { own });
  await rejects(readHandedOn(file, account, {}), /is sealed: set PREFLIGHT_STATE_PASSPHRASE/);
  await rejects(readHandedOn(file, account, { PREFLIGHT_STATE_PASSPHRASE: `${passphrase}!` }), /cannot be opened/);
});

test('unsealed its owner alone reads it', async (t) => {
  const file = fileIn(t);
  await writeHandedOn(file, { own }, account, {});
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
  await writeHandedOn(file, { own }, account, {});
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

test('a flow in which its token ended keeps what is in the way of the run, and nothing else of it', async () => {
  const [walked] = plans.get('standard')?.filter(({ id }) => id === 'list-countries') ?? [];
  ok(walked);
  const { exchanges, ...listed } = recorded([]);
  const refused = exchanges.map((each) => ({ ...each, response: { status: 401, headers: {}, bytes: 0 } }));
  const trace = { ...listed, exchanges: refused, warnings: ['the state cannot be written'] };
  const token = handedOnToken(() => 0);
  await token.record({ record: async () => trace } as unknown as Runner, walked);
  deepEqual(token.judgeable(trace), {
    ...emptyTrace(trace.flow, trace.startedAt),
    input: {},
    warnings: trace.warnings,
    stopped: { because: 'trouble', reason: handedOnIsOver },
  });
});
