/** Outages by literal runs: what confirms one, where it begins and ends, and how much of an hour it takes. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { downShares, endOf, type Observation, outageNow, outagesIn, outagesOf } from '../../../history/outages.ts';
import { addRun } from '../../../history/runs.ts';
import { historyHere } from '../monitor/history-here.ts';
import { drawsOf } from '../monitor/simulator/expected.ts';
import { dayMs, hourMs, noon, runAt } from './run-at.ts';

const minuteMs = 60_000;
const start = noon - 30 * minuteMs;

/** `-` down, `+` answers, ` ` not known: one a minute. */
const seen = (text: string, location = 'here', offsetMs = 0): Observation[] =>
  [...text].flatMap((letter, i) =>
    letter === ' ' ? [] : [{ location, at: start + offsetMs + i * minuteMs, isDown: letter === '-' }],
  );

/** In minutes since the start: `good<broke..last<ended`. */
const textOf = (all: readonly Observation[]): string[] => {
  const minute = (at: number | null): string => (at === null ? '?' : String((at - start) / minuteMs));
  return outagesIn(all).map(
    ({ goodAt, brokeAt, lastAt, endedAt }) =>
      `${minute(goodAt)}<${minute(brokeAt)}..${minute(lastAt)}<${minute(endedAt)}`,
  );
};

describe('an outage', () => {
  for (const [what, runs, found] of [
    ['is no single bad run', seen('++-++'), []],
    ['is two bad runs in a row', seen('++--++'), ['1<2..3<4']],
    ['goes on until a run is good', seen('+---'), ['0<1..3<?']],
    ['has no last good run where none is known', seen('--+'), ['?<0..1<2']],
    ['is not interrupted by runs that show nothing', seen('+-  - +'), ['0<1..4<6']],
    ['ends with each good run, so that a flap is two', seen('+--+--+'), ['0<1..2<3', '3<4..5<6']],
    ['is not confirmed by bad runs with a good one between', seen('-+-+-+'), []],
    ['is the same with late results', seen('++--++').reverse(), ['1<2..3<4']],
    [
      'is none where one of three locations sees it',
      [...seen('+---'), ...seen('++++', 'b', 1), ...seen('++++', 'c', 2)],
      [],
    ],
    ['is one where two locations see it once each', [...seen('+-+'), ...seen('+-+', 'b', 6_000)], ['0.1<1..1.1<2.1']],
    [
      'ends where one of two locations that both saw it, and another of three, sees it no more',
      [...seen('+--++'), ...seen('+--++', 'b', 6_000), ...seen('+++++', 'c', 12_000)],
      ['0.1<1..2.1<3'],
    ],
    [
      'begins after the last good run before the first bad one, and not after a later one elsewhere',
      [...seen('+--+'), ...seen('++-+', 'b', 6_000), ...seen('++-+', 'c', 12_000)],
      ['0<1..2.2<3.1'],
    ],
  ] as const) {
    it(what, () => deepEqual(textOf(runs), found));
  }

  it('is not known to go on where no run has looked for two days', () => {
    const back = (letter: string) => seen(letter).map((each) => ({ ...each, at: each.at + 3 * dayMs }));
    equal(textOf([...seen('+--'), ...back('+')]).length, 1);
    equal(textOf([...seen('+--'), ...back('-')]).length, 1);
    const [first, second] = outagesIn([...seen('+--'), ...back('--')]);
    deepEqual([first?.lastAt, first?.endedAt, second?.goodAt], [start + 2 * minuteMs, null, null]);
  });
});

describe('the share of an hour', () => {
  it('is the time from the first bad run to the first good one, hour by hour', () => {
    const [outage] = outagesIn(seen(`${'+'.repeat(50)}${'-'.repeat(16)}+`));
    const shares = downShares(outage ? [outage] : [], { period: 'hour', until: noon + dayMs });
    deepEqual(
      [...shares],
      [
        [start, 10 / 60],
        [start + hourMs, 6 / 60],
      ],
    );
  });

  it('ends with the time in which the store knows of it', () => {
    const shares = downShares(outagesIn(seen('+--')), { period: 'day', until: noon + 30 * dayMs });
    equal(shares.size, 3);
  });
});

describe('stored runs', () => {
  const here = historyHere();
  const keep = async (all: readonly Observation[]): Promise<void> => {
    await here.history.write(async (to) => {
      for (const { at, location, isDown } of all) {
        const run = runAt(at);
        await addRun(to, { ...run, record: { ...run.record, id: `${location} ${at}` }, location, isDown });
      }
    });
  };

  it('show the beginning of an outage that is longer than what is asked for', async () => {
    const hours = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((i) => start + i * hourMs);
    // One of two locations has no trouble, which makes it half.
    await keep([
      ...seen('+'),
      ...hours.map((at) => ({ location: 'here', at: at + minuteMs, isDown: true })),
      ...hours.map((at) => ({ location: 'b', at: at + 2 * minuteMs, isDown: false })),
    ]);
    const now = start + 13 * hourMs;
    const found = await outageNow(here.history.read, { target: 'sandbox', now });
    deepEqual([found?.goodAt, found?.brokeAt], [start, start + minuteMs]);
  });

  it('show what all runs together show, for any runs, and read a few of them', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { between, perMille } = drawsOf(seed);
      const locations = ['a', 'b', 'c'].slice(0, between(1, 3));
      const all: Observation[] = [];
      let at = start + seed * 100 * dayMs;
      let bad = between(0, 1_000);
      for (let i = 0; i < 120; i += 1) {
        at += perMille(50) ? between(1, 60) * hourMs : between(1, 3 * minuteMs);
        if (perMille(100)) bad = between(0, 1_000);
        all.push({ location: locations[between(0, locations.length - 1)] ?? 'a', at, isDown: perMille(bad) });
      }
      await keep(all);
      const from = start + seed * 100 * dayMs;
      const touching = outagesIn(all);
      deepEqual(await outagesOf(here.history.read, { target: 'sandbox', from, until: at }), touching, `seed ${seed}`);
      const middle = all[60]?.at ?? at;
      deepEqual(
        await outagesOf(here.history.read, { target: 'sandbox', from: middle, until: at }),
        touching.filter((each) => endOf(each, at) >= middle),
        `seed ${seed}, the second half`,
      );
    }
  });

  it('show that a target is still down while nothing is measured for some hours', async () => {
    await keep(seen('+--'));
    const at = { target: 'sandbox', now: start + 20 * hourMs };
    equal((await outageNow(here.history.read, at))?.brokeAt, start + minuteMs);
    equal(await outageNow(here.history.read, { ...at, now: start + 3 * dayMs }), undefined);
    await keep([{ location: 'here', at: start + 20 * hourMs, isDown: false }]);
    const span = { target: 'sandbox', from: start + 15 * hourMs, until: start + 21 * hourMs };
    equal((await outagesOf(here.history.read, span)).length, 1);
    equal(await outageNow(here.history.read, at), undefined);
  });
});
