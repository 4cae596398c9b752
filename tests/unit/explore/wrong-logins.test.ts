/** Explorations of wrong logins: last and once, because they may block us. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ExploreOptions, explore } from '../../../explore/explore.ts';
import { cities, ok, traceOf } from '../contracts/literal-trace.ts';
import { city, numbers, plenty } from './numbers.ts';

/** Wrong logins of which each draw sends five, and every one of them breaks the clause. */
const loggingIn = async (given: Partial<ExploreOptions>) => {
  const sent: string[] = [];
  const none = async () => {};
  const others = ['explore-a', 'explore-b'].map((id) => ({ ...numbers, id, run: none }));
  const logins = { ...numbers, id: 'explore-logins', phase: 'wrong-logins' as const, run: none };
  const record: ExploreOptions['record'] = async ({ id, input }) => {
    const [number = 0] = fc.sample(input as fc.Arbitrary<number>, 1);
    sent.push(id);
    const asks = id === 'explore-logins' ? Array.from({ length: 5 }, () => cities(1, ok([3, 1, 2].map(city)))) : [];
    return traceOf([...asks, cities(1, ok([]))], { flow: id, input: number });
  };
  const { found } = await explore({
    explorations: [logins, ...others],
    seed: 7,
    record,
    budget: { ...plenty, requests: 30, shrinkRequests: 60 },
    target: { known: {} },
    ...given,
  });
  return { found, sent, isLogin: sent.map((id) => id === 'explore-logins') };
};

const worlds = { known: {}, levers: { openWorld: async () => assert.fail('nobody opens one here') } };

test('wrong logins come last and once, never again to shrink them, and their share is kept for them', async () => {
  for (const shrinkRequests of [0, 60]) {
    const { found, isLogin } = await loggingIn({ budget: { ...plenty, requests: 30, shrinkRequests } });
    assert.deepEqual(isLogin, [...Array.from({ length: 20 }, () => false), true]);
    assert.deepEqual([found[0]?.input, found[0]?.shrinkRequests], [found[0]?.drawn, 0]);
  }
  assert.deepEqual((await loggingIn({ budget: { ...plenty, runs: 0 } })).sent, []);
});

test('a past counterexample of wrong logins comes last, too, and takes the place of their draw', async () => {
  const corpus = [4_711, 4_712].map((input) => ({ exploration: 'explore-logins', input }));
  const { found, isLogin } = await loggingIn({ corpus });
  assert.deepEqual(isLogin, [...Array.from({ length: 20 }, () => false), true]);
  assert.equal(found[0]?.input, 4_711);
  const replayed = await loggingIn({ corpus, budget: { ...plenty, runs: 0 } });
  assert.deepEqual(replayed.sent, ['explore-logins']);
});

test('what is enough before the wrong logins spares them', async () => {
  assert.ok((await loggingIn({ isEnough: () => true })).sent.length === 0);
});

test('wrong logins in worlds of their own are like any other exploration', async () => {
  const { found, isLogin } = await loggingIn({ target: worlds });
  assert.equal(isLogin[0], true);
  assert.equal(found[0]?.input, 0);
  assert.ok(Number(found[0]?.shrinkRequests) > 0);
});
