/** Exploration finds counterexamples, makes them small, and keeps to its budget. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../../contracts/json.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Runner } from '../../../engine/run.ts';
import type { KeptAnswers } from '../../../explore/evidence.ts';
import { exploration } from '../../../explore/exploration.ts';
import { exploreCountryIds } from '../../../explore/explorations/explore-dictionaries.ts';
import { type ExploreBudget, type ExploreOptions, explore } from '../../../explore/explore.ts';
import { type StandIn, shrinkUnsent } from '../../../explore/shrink.ts';
import { standInsFor } from '../../../prover/stand-ins.ts';
import { cities, countries, ok, traceOf, typeList } from '../contracts/literal-trace.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { city, explored, numbers, plenty, walkWith } from './explored.ts';

/** Unsorted from a number on, in another place from a greater one on. */
const service = ({ from = 1_000 } = {}) => {
  const asked: number[] = [];
  const record: Runner['record'] = async ({ id, input }): Promise<Trace> => {
    const [number = 0] = fc.sample(input as fc.Arbitrary<number>, 1);
    asked.push(number);
    const list = number >= from ? [3, 1, 2] : [1, 2, 3];
    return traceOf([cities(1, ok(list.map(city)))], { flow: id, input: number });
  };
  return { asked, record };
};

const run = (given: Partial<ExploreOptions> = {}, { from = 1_000 } = {}) => {
  const { asked, record } = service({ from });
  return {
    asked,
    done: explore({ explorations: [numbers], seed: 7, budget: plenty, walk: walkWith(record), ...given }),
  };
};

test('a counterexample is as small as it can be, and has its trace and its requests', async () => {
  const { asked, done } = run();
  const { found, requests, shrinking } = await done;
  assert.equal(shrinking.length, found[0]?.shrinkRequests);
  assert.equal(found.length, 1);
  const [one] = found;
  assert.equal(one?.input, 1_000);
  assert.equal(one.trace.input, 1_000);
  assert.ok(Number(one.drawn) >= 1_000);
  const verdicts = one.verdicts.map(({ clause, outcome }) => `${clause} ${outcome}`);
  assert.deepEqual(verdicts, ['cities.sorted-by-id fail']);
  assert.equal(one.requestsUntil, asked.findIndex((number) => number >= 1_000) + 1);
  assert.equal(asked.length, requests + one.shrinkRequests);
});

test('shrinking keeps to its budget, and what it has found by then stands', async () => {
  for (const shrinkRequests of [1, 5, 30]) {
    const [one] = (await run({ budget: { ...plenty, shrinkRequests } }).done).found;
    assert.ok(one && one.shrinkRequests <= shrinkRequests, `${one?.shrinkRequests} of ${shrinkRequests}`);
    assert.ok(Number(one.input) >= 1_000);
  }
});

test('what takes many requests is not sent again where they are too many', async () => {
  const { record } = service();
  const long: Runner['record'] = async (flow) => {
    const { exchanges, ...trace } = await record(flow);
    return { ...trace, exchanges: exchanges.flatMap((each) => Array.from({ length: 20 }, () => each)) };
  };
  for (const [shrinkRequests, sent] of [
    [19, 0],
    [30, 20],
    [40, 40],
  ] as const) {
    const [one] = (await run({ walk: walkWith(long), budget: { ...plenty, shrinkRequests } }).done).found;
    assert.equal(one?.shrinkRequests, sent);
  }
});

test('an early end keeps the findings so far, as they were drawn', async () => {
  const { asked, done } = run({ isEnough: (found) => found.length > 0 });
  const { found, requests } = await done;
  assert.equal(found.length, 1);
  assert.deepEqual(found[0]?.input, found[0]?.drawn);
  assert.equal(asked.length, requests);
});

test('where nothing may be sent to shrink, the smallest that was drawn anyway stands', async () => {
  const { asked, done } = run({ budget: { ...plenty, shrinkRequests: 0 } });
  const { found, requests } = await done;
  assert.equal(asked.length, requests);
  const failing = asked.filter((number) => number >= 1_000);
  const shortest = failing.reduce((best, each) => (String(each).length < String(best).length ? each : best));
  assert.equal(found[0]?.input, shortest);
});

test('it ends with its requests, or with its runs', async () => {
  const none = { from: Number.POSITIVE_INFINITY };
  assert.equal((await run({ budget: { ...plenty, requests: 12 } }, none).done).requests, 12);
  assert.equal((await run({ budget: { ...plenty, runs: 9 } }, none).done).requests, 9);
});

test('a story ends where the requests of the run do', async () => {
  const allowed: (number | undefined)[] = [];
  const record: Runner['record'] = async ({ id, requestsMax }) => {
    allowed.push(requestsMax);
    return traceOf(
      Array.from({ length: 4 }, () => cities(1, ok([]))),
      { flow: id },
    );
  };
  await run({ walk: walkWith(record), budget: { ...plenty, requests: 10 } }).done;
  assert.deepEqual(allowed, [10, 6, 2]);
});

test('each exploration has a fair share of the requests', async () => {
  const sent: string[] = [];
  const none = async () => {};
  const of = (id: string) => ({ ...numbers, id, run: none });
  const record: Runner['record'] = async ({ id }) => {
    sent.push(id);
    const asks = Array.from({ length: id === 'explore-long' ? 10 : 1 }, () => cities(1, ok([])));
    return traceOf(asks, { flow: id });
  };
  const explorations = [of('explore-long'), of('explore-short'), of('explore-other')];
  await run({ explorations, walk: walkWith(record), budget: { ...plenty, requests: 30 } }).done;
  const drawn = (id: string) => sent.filter((each) => each === id).length;
  assert.deepEqual(['explore-long', 'explore-short', 'explore-other'].map(drawn), [1, 10, 10]);
});

test('past counterexamples come first, as they are', async () => {
  const { asked, done } = run({
    corpus: [
      { exploration: 'explore-numbers', input: 4_711 },
      { exploration: 'gone', input: 1 },
    ],
  });
  const { found } = await done;
  assert.equal(asked[0], 4_711);
  assert.equal(found[0]?.input, 4_711);
});

test('a past counterexample of another version breaks nothing and is reported; alone it is an error', async () => {
  const lists = exploration<readonly number[]>('explore-numbers', {
    story: 'Ask for numbers.',
    phase: 'main',
    operations: ['cities'],
    exercises: ['cities.sorted-by-id'],
    input: fc.array(fc.nat()),
    run: async (_, numbers) => {
      for (const each of numbers) assert.ok(each >= 0);
    },
  });
  const record: Runner['record'] = async (flow) => {
    const [input = null] = fc.sample(flow.input as fc.Arbitrary<Json>, 1);
    const broken = await flow.run(undefined as never, input).catch((error: Error) => error);
    const error = broken instanceof Error ? { error: { message: broken.message, stack: '' } } : {};
    return traceOf([cities(1, ok([1, 2].map(city)))], { flow: flow.id, input, ...error });
  };
  const corpus = [null, 7, [7]].map((input) => ({ exploration: 'explore-numbers', input }));
  const explored = (budget: ExploreBudget) =>
    explore({ explorations: [lists], seed: 1, walk: walkWith(record), corpus, budget });
  const { unfit, verdicts, requests } = await explored({ ...plenty, runs: 2 });
  assert.deepEqual([unfit.length, requests], [2, 5]);
  assert.match(unfit[1] ?? '', /^explore-numbers: .*iterable/);
  assert.deepEqual(new Set(verdicts.map(({ outcome }) => outcome)), new Set(['pass']));
  const replayed = await explored({ ...plenty, runs: 0 });
  assert.deepEqual([replayed.unfit, replayed.verdicts.map(({ outcome }) => outcome)], [[], ['error', 'error', 'pass']]);
});

test('a story that broke is no counterexample', async () => {
  const record: Runner['record'] = async ({ id }) =>
    traceOf([countries(ok([]))], { flow: id, error: { message: 'ours', stack: '' } });
  const { found, verdicts } = await run({ walk: walkWith(record) }).done;
  assert.deepEqual(found, []);
  assert.deepEqual([...new Set(verdicts.map(({ outcome }) => outcome))], ['error']);
});

test('with a target it draws classes that were never shown, and reports those it showed', async () => {
  const levels = ['Hotel', 'Room', 'Apartment', 'none'] as const;
  const asking = exploration<string>('explore-levels', {
    story: 'Ask for a level.',
    phase: 'main',
    operations: ['amenities'],
    exercises: ['amenities.sorted-by-id'],
    input: fc.constant('Hotel'),
    leastShown: (together) =>
      fc.constantFrom(...levels.filter((level) => !together.some(({ classes }) => classes.level === level)), 'Hotel'),
    run: async () => {},
  });
  const record: Runner['record'] = async ({ id, input }) => {
    const [level = ''] = fc.sample(input as fc.Arbitrary<string>, 1);
    return traceOf([typeList('amenities', ok([{ id: 1, level }]))], { flow: id, input: level });
  };
  const shown = async (given: Partial<ExploreOptions>): Promise<string[]> => {
    const { touches } = await explore({
      explorations: [asking],
      seed: 7,
      budget: { ...plenty, runs: 30 },
      walk: walkWith(record),
      ...given,
    });
    return touches
      .flatMap(({ domain, classes }) => (domain === 'amenity-level' ? (classes.level ?? []) : []))
      .toSorted();
  };
  assert.deepEqual(await shown({}), ['Hotel']);
  assert.deepEqual(await shown({ target: { known: {} } }), ['Apartment', 'Hotel', 'Room']);
  const before = [{ domain: 'amenity-level', classes: { level: 'Room' } }];
  assert.deepEqual(await shown({ target: { known: {} }, shownBefore: before }), ['Apartment', 'Hotel']);
});

/** Stands in for a service that is unsorted from a number on. */
const standIn = (id: string, from: number) => async (): Promise<StandIn> => ({
  id,
  record: service({ from }).record,
  close: async () => {},
});

const unsentBy = async (...standIns: readonly (() => Promise<StandIn>)[]) => {
  const evidence = { recall: async () => undefined } as unknown as KeptAnswers;
  const target = {} as Target;
  const { found } = await run({
    budget: { ...plenty, shrinkRequests: 0 },
    shrinkUnsent: shrinkUnsent({ target, seed: 1, evidence, standIns: () => standIns }),
  }).done;
  return found[0]?.unsent;
};

test('a stand-in must give the same results as the target', async () => {
  const [always, never, alike] = [standIn('always', 0), standIn('never', 2_000_000), standIn('alike', 900)];
  assert.equal(await unsentBy(always, never), undefined);
  assert.deepEqual(await unsentBy(always, never, alike), { input: 900, shownBy: 'alike', requests: 1 });
});

after(closeSandbox);

const standIns = (target: Target) => standInsFor(target, 3);

const asksIn = (input: Json | undefined): number => (input as { asks: unknown[] } | undefined)?.asks.length ?? 0;

test('recorded answers show which of many requests is needed, and nothing more is sent', async () => {
  const world = { faults: ['answers-404-for-unknown-country'] } as const;
  const options = { seed: 5, runs: 4, world };
  const [plain, small] = [
    await explored(exploreCountryIds, options),
    await explored(exploreCountryIds, { ...options, shrinkRequests: 0 }),
  ];
  assert.equal(small.requests, plain.requests);
  const [found] = small.found;
  assert.equal(found?.shrinkRequests, 0);
  assert.equal(found.unsent?.shownBy, 'what was recorded');
  assert.ok(asksIn(found.input) > 1);
  assert.equal(asksIn(found.unsent.input), 1);
});

test('within the budget the smaller input is sent and reported', async () => {
  const world = { faults: ['answers-404-for-unknown-country'] } as const;
  const [one] = (await explored(exploreCountryIds, { seed: 5, runs: 4, world, shrinkRequests: 30, standIns })).found;
  assert.ok(asksIn(one?.drawn) > 1);
  assert.equal(asksIn(one?.trace.input), 1);
  assert.equal(one?.unsent, undefined);
  assert.ok(one && one.shrinkRequests > 0 && one.shrinkRequests <= 30, `${one?.shrinkRequests}`);
});
