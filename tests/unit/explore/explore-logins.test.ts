/** Explorations of logins send few wrong ones, and send them last. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Target } from '../../../contracts/target.ts';
import type { Login } from '../../../contracts/trace.ts';
import type { Runner } from '../../../engine/run.ts';
import { exploreLogins } from '../../../explore/explorations/explore-credentials.ts';
import { type ExploreOptions, explore } from '../../../explore/explore.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import { cities, ok, traceOf } from '../contracts/literal-trace.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { blamedIn, city, explored, numbers, plenty, walkWith } from './explored.ts';

after(closeSandbox);

const seeds = Array.from({ length: 4 }, (_, at) => at + 1);
const withoutWorlds = () => ({ levers: {} });

const sentWith = async (seed: number, changed?: (target: Target) => Partial<Target>, oddities: OddityId[] = []) => {
  const dialect = dialectIds[seed % dialectIds.length] ?? 'nested';
  const { traces, verdicts } = await explored(exploreLogins, {
    seed,
    dialect,
    runs: 1,
    world: { oddities },
    ...(changed && { changed }),
  });
  const [trace] = traces;
  assert.deepEqual([traces.length, trace?.error, trace?.stopped], [1, undefined, undefined]);
  const exchanges = trace?.exchanges ?? [];
  const logins = exchanges.map(({ operation, login }) => (operation === 'token' ? login : operation));
  assert.deepEqual(blamedIn(verdicts), []);
  return { logins, verdicts, exchanges };
};

const isLacking = (login: string | undefined): boolean => /^(no|empty|null)-/.test(login ?? '');

test('a right login comes first, then what lacks a part, then wrong clientIds, then wrong secrets', async () => {
  for (const seed of seeds) {
    const { logins, verdicts } = await sentWith(seed);
    assert.deepEqual(logins.slice(0, 2), ['own', 'countries']);
    const wrong = logins.slice(2).map((login) => (isLacking(login) ? 'lack' : login));
    assert.deepEqual(wrong, [
      'lack',
      'unusual-client-id',
      'unusual-client-id',
      ...Array.from({ length: 6 }, () => 'unusual-secret'),
    ]);
    const passed = verdicts.filter(({ outcome }) => outcome === 'pass').map(({ clause }) => clause);
    assert.deepEqual(passed, exploreLogins.exercises);
  }
});

test('where others log in too there are three, each of another kind, and none looks like an attack', async () => {
  const seen = new Set<Login>();
  const bodies = new Set<string>();
  for (const seed of seeds) {
    const { logins, exchanges } = await sentWith(seed, withoutWorlds);
    const [own, countries, lack, ...wrong] = logins;
    assert.deepEqual([own, countries], ['own', 'countries']);
    assert.ok(isLacking(lack), lack);
    assert.deepEqual(wrong, ['unusual-client-id', 'unusual-secret']);
    seen.add(lack as Login);
    for (const { request } of exchanges.slice(2)) {
      assert.ok(!JSON.stringify(request.body).includes('$'));
      bodies.add(JSON.stringify(request.body));
    }
  }
  assert.ok(seen.size > 1 && bodies.size > seeds.length, 'another one with every seed');
});

test('a world without an address is trouble of the lever, and no error of Preflight', async () => {
  const openWorld = async () => ({ baseUrl: '', advanceClock: async () => {}, close: async () => {} });
  const { traces } = await explored(exploreLogins, { seed: 1, runs: 1, changed: () => ({ levers: { openWorld } }) });
  assert.equal(traces[0]?.error, undefined);
  assert.match(traces[0]?.stopped?.reason ?? '', /^levers\.openWorld failed: /);
});

test('nothing wrong is sent where the right credentials are refused', async () => {
  const { traces } = await explored(exploreLogins, {
    seed: 1,
    runs: 1,
    changed: ({ credentials }) => ({ credentials: { ...credentials, clientSecret: 'not-the-right-one' }, levers: {} }),
  });
  assert.equal(traces[0]?.stopped?.because, 'refused');
  const logins = traces[0]?.exchanges.map(({ login }) => login);
  assert.deepEqual(logins, ['own']);
});

const lenient = [
  'blocks-clients-after-a-wrong-login',
  'prepares-credentials-before-it-compares',
  'refuses-unexpected-credentials-unread',
  'refuses-logins-with-200',
  'says-token-null-on-refusal',
] as const;

test('a service with a lawful oddity of logins fails nothing', async () => {
  for (const [at, oddity] of lenient.entries()) {
    await sentWith(at + 1, undefined, [oddity]);
    await sentWith(at + 1, withoutWorlds, [oddity]);
  }
});

/** Wrong logins of which each draw sends five, and every one of them breaks the clause. */
const loggingIn = async (given: Partial<ExploreOptions>) => {
  const sent: string[] = [];
  const none = async () => {};
  const others = ['explore-a', 'explore-b'].map((id) => ({ ...numbers, id, run: none }));
  const logins = { ...numbers, id: 'explore-logins', phase: 'wrong-logins' as const, run: none };
  const record: Runner['record'] = async ({ id, input }) => {
    const [number = 0] = fc.sample(input as fc.Arbitrary<number>, 1);
    sent.push(id);
    const asks = id === 'explore-logins' ? Array.from({ length: 5 }, () => cities(1, ok([3, 1, 2].map(city)))) : [];
    return traceOf([...asks, cities(1, ok([]))], { flow: id, input: number });
  };
  const { found } = await explore({
    explorations: [logins, ...others],
    seed: 7,
    walk: walkWith(record),
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

test('wrong logins in separate worlds are like any other exploration', async () => {
  const { found, isLogin } = await loggingIn({ target: worlds });
  assert.equal(isLogin[0], true);
  assert.equal(found[0]?.input, 0);
  assert.ok(Number(found[0]?.shrinkRequests) > 0);
});
