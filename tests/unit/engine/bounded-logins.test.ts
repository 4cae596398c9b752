/** How many logins a run sends, and all runs of an hour together. */
import { equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Stores } from '../../../client/store.ts';
import { memoryStores } from '../../../client/stores/memory-stores.ts';
import { loginBudget } from '../../../client/tokens/login-budget.ts';
import type { Session } from '../../../engine/session.ts';
import { fileStoresOf } from '../client/stores/stored.ts';
import { closeSandbox, type Placed, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

const minuteMs = 60_000;
const logins = ({ world }: Placed): number => world.counted('tokens requested');
const extra = (perRun: number) => () => ({ may: { extraTokens: { perRun } } });

test('a service that ends its tokens early gets two logins in a run, and as many more as the target allows', async () => {
  for (const perRun of [0, 3]) {
    const place = placed({}, extra(perRun));
    Object.assign(place.world, { rules: { ...place.world.rules, lifetimeMs: 2 * minuteMs } });
    const { stopped } = await place.play(async (session) => {
      for (let hour = 0; hour < 20; hour += 1) {
        await session.send({ operation: 'countries' });
        await session.pause(5 * minuteMs);
      }
    });
    equal(logins(place), perRun + 2);
    equal(stopped?.because, 'trouble');
    match(
      stopped?.reason ?? '',
      /^no more logins in this run: it has sent \d with these credentials, .*if no other run moves the clock and its tokens .* raise may.extraTokens.perRun$/,
    );
  }
});

const logIn = async ({ send }: Session, login: 'own' | 'other' | 'wrong-secret' = 'own') =>
  send({ operation: 'token', login });

test('all runs together send twenty right logins an hour and twenty wrong ones, and go on after it', async () => {
  const place = placed();
  const state = memoryStores();
  const runs = async (count: number, login?: Parameters<typeof logIn>[1]) => {
    const reasons = [];
    for (let run = 0; run < count; run += 1) {
      const { stopped } = await place.play((session) => logIn(session, login), { state });
      if (stopped) reasons.push(stopped);
    }
    return reasons;
  };
  for (const [login, reason] of [
    ['wrong-secret', /^no more wrong logins before 20[-\dT:.]+Z: all runs together have sent 20 for this account/],
    ['own', /^no more logins before 20[-\dT:.]+Z: all runs together have sent 20 for this account/],
  ] as const) {
    const before = logins(place);
    equal((await runs(20, login)).length, 0, login);
    const [refused] = await runs(1, login);
    equal((await runs(3, login)).length, 3, login);
    equal(logins(place) - before, 20);
    equal(refused?.because, 'trouble');
    match(refused?.reason ?? '', reason);
  }
  equal((await runs(2, 'other')).length, 0, 'the second partner has an account of its own');
  await place.time.delay(60 * minuteMs);
  equal((await runs(4)).length, 0);
  equal((await runs(4, 'wrong-secret')).length, 0);
});

test('a login that never reached the service is not counted', async () => {
  const place = placed({}, () => ({ baseUrl: 'http://127.0.0.1:1' }));
  const state = memoryStores();
  for (let run = 0; run < 25; run += 1) {
    const { exchanges, stopped } = await place.play((session) => logIn(session), { state });
    equal(exchanges.at(-1)?.failure?.kind, 'refused', stopped?.reason);
  }
});

test('a world of its own, and a run that shares nothing, count none of the hour', async () => {
  const place = placed();
  const state = memoryStores();
  for (let run = 0; run < 25; run += 1) {
    const { stopped } = await place.play((session) => session.inOwnWorld(async (own) => void (await logIn(own))), {
      state,
    });
    ok(!stopped, stopped?.reason);
    ok(!(await place.play((session) => logIn(session))).stopped);
  }
});

test('processes that start together count under one lock', async (t) => {
  const { open } = await fileStoresOf(t, 'logins');
  const now = () => Date.parse('2026-09-01T12:00:00Z');
  const account = { baseUrl: 'https://a.test', clientId: 'client' };
  const one = (stores: Stores) => loginBudget(100, { stores, baseUrl: account.baseUrl, now });
  const taken = await Promise.allSettled(Array.from({ length: 25 }, () => one(open()).take(account, 'own')));
  equal(taken.filter(({ status }) => status === 'fulfilled').length, 20);
});
