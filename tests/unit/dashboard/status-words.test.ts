/** The words of a status page: by literal areas, days and hours. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceOf, spellsOf, statusDays, wordOfTopics, worstWord } from '../../../dashboard/status/service-now.ts';
import { dayMs, hourMs, noon } from '../history/run-at.ts';

const good = { held: 3, bad: 0, tells: true };
const impaired = { held: 2, bad: 1, tells: true };
const down = { held: 0, bad: 2, tells: true };
const unseen = { held: 0, bad: 0, tells: false };
const refusals = { held: 4, bad: 0, tells: false };

describe('the word of a part', () => {
  for (const [what, areas, word] of [
    ['nothing', [], 'unknown'],
    ['nothing that was judged', [unseen, unseen], 'unknown'],
    ['refusals alone', [refusals, unseen], 'unknown'],
    ['what holds, and what nobody judged', [good, unseen, refusals], 'operational'],
    ['an area that is impaired', [good, impaired], 'degraded_performance'],
    ['an area that is down', [good, impaired, down], 'partial_outage'],
    ['every judged area down', [down, down, unseen], 'major_outage'],
    ['one area, down', [down], 'major_outage'],
    ['areas down beside refusals that hold', [down, refusals], 'partial_outage'],
  ] as const) {
    it(`of ${what} is ${word}`, () => equal(wordOfTopics(areas), word));
  }
});

it('the worst of several is what is known to be bad, before what is not known', () => {
  equal(worstWord([]), 'unknown');
  equal(worstWord(['operational', 'unknown']), 'unknown');
  equal(worstWord(['unknown', 'operational', 'degraded_performance']), 'degraded_performance');
  equal(worstWord(['major_outage', 'partial_outage']), 'major_outage');
  deepEqual(
    [[], ['operational'], ['operational', 'unknown'], ['major_outage'], ['major_outage', 'operational']].map((words) =>
      sentenceOf(words as never),
    ),
    [
      'Nothing is known at the moment',
      'All systems operational',
      'All that is measured is operational',
      'All systems are out',
      'Some systems are out',
    ],
  );
});

const today = Math.floor(noon / dayMs) * dayMs;

describe('ninety days', () => {
  const daysOf = (counts: Parameters<typeof statusDays>[0], windows: { from: number; until: number }[] = []) =>
    statusDays(counts, { windows, now: noon, outages: [] });

  it('are unknown where nothing was measured, and show a share that is never rounded up', () => {
    const days = daysOf([
      { area: 'cities', from: today - dayMs, held: 9_999, bad: 1, tells: true },
      { area: 'countries', from: today - 2 * dayMs, held: 0, bad: 5, tells: true },
    ]);
    equal(days.length, 90);
    deepEqual(
      days.slice(-3).map(({ day, state, heldPercent }) => [day, state, heldPercent]),
      [
        ['2026-11-18', 'major_outage', 0],
        ['2026-11-19', 'degraded_performance', 99.9],
        ['2026-11-20', 'unknown', null],
      ],
    );
    equal(days.filter(({ state }) => state === 'unknown').length, 88);
  });

  it('are under maintenance as a whole only where nothing is left out of it', () => {
    const bad = [today - 2 * dayMs, today - dayMs, today].map((from) => ({ ...down, area: 'cities', from }));
    const days = daysOf(bad, [
      { from: today - 2 * dayMs, until: today - dayMs + hourMs },
      { from: today, until: noon + hourMs },
    ]);
    deepEqual(
      days.slice(-4).map(({ state, hasMaintenance }) => [state, hasMaintenance]),
      [
        ['unknown', false],
        ['under_maintenance', true],
        ['major_outage', true],
        ['under_maintenance', true],
      ],
    );
  });
});

describe('bad hours', () => {
  const hour = (at: number, stands = down) => ({ ...stands, area: 'cities', from: today + at * hourMs });
  const shown = (counts: ReturnType<typeof hour>[], windows: { from: number; until: number }[] = [], gap = 0) =>
    spellsOf(counts, { windows, gapMs: gap * hourMs }).map(({ from, until, state }) => [
      (from - today) / hourMs,
      (until - today) / hourMs,
      state,
    ]);

  it('that follow each other are one spell, called by the worst', () => {
    deepEqual(shown([hour(2, impaired), hour(1), hour(3, good), hour(5)]), [
      [1, 3, 'major_outage'],
      [5, 6, 'major_outage'],
    ]);
  });

  it('go over hours without a measurement, unless there are too many or a good one', () => {
    deepEqual(shown([hour(1), hour(4)], [], 2), [[1, 5, 'major_outage']]);
    deepEqual(shown([hour(1), hour(5)], [], 2).length, 2);
    deepEqual(shown([hour(1), hour(2, good), hour(3)], [], 9).length, 2);
    // What only lacks evidence neither ends one nor begins one.
    deepEqual(shown([hour(1), hour(2, unseen), hour(3)], [], 2), [[1, 4, 'major_outage']]);
  });

  it('are none while it is under maintenance', () => {
    deepEqual(shown([hour(1), hour(2), hour(3)], [{ from: today + 2.2 * hourMs, until: today + 2.8 * hourMs }], 9), [
      [1, 2, 'major_outage'],
      [3, 4, 'major_outage'],
    ]);
  });
});
