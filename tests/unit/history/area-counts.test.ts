/** Counts of areas: what is no outage stands apart from what is, and what only lacks evidence is in neither. */
import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import type { Decision } from '../../../contracts/decision.ts';
import { areaCounts } from '../../../history/area-counts.ts';
import { addRun, beginOf } from '../../../history/runs.ts';
import { describeOnBoth } from '../monitor/history-here.ts';
import { broken, failing, inconclusive, passing } from '../reports/record-of.ts';
import { dayMs, noon, runAt } from './run-at.ts';

const from = beginOf('day', noon);

describeOnBoth('the counts of areas', (here) => {
  const counted = async (probes = ['reads']) =>
    (await areaCounts(here.history.read, { probes, period: 'day', from, until: from + dayMs }))
      .map(({ area, held, bad, tells }) => [area, held, bad, tells])
      .sort();

  it('leave out what lacks evidence, and what is our own error', async () => {
    const verdicts = [
      passing('cities.sorted-by-id'),
      failing('countries.sorted-by-id'),
      inconclusive('amenities.sorted-by-id', 'nothing', 'there was none'),
      broken('meal-types.sorted-by-id', 'we broke'),
    ];
    await here.history.write((to) => addRun(to, runAt(noon, { verdicts })));
    deepEqual(await counted(), [
      ['amenities', 0, 0, false],
      ['cities', 1, 0, true],
      ['countries', 0, 1, true],
      ['meal-types', 0, 0, false],
    ]);
    deepEqual(await counted(['another']), []);
    deepEqual(await counted([]), []);
  });

  it('have trouble of the service, and none of our network', async () => {
    const verdicts = [inconclusive('cities.sorted-by-id', 'trouble', 'HTTP 503')];
    const run = runAt(noon, { verdicts });
    await here.history.write((to) => addRun(to, { ...run, sample: null }));
    deepEqual(await counted(), [['cities', 0, 0, false]]);
    const again = runAt(noon + 1_000, { verdicts });
    await here.history.write((to) => addRun(to, { ...again, sample: 'bad' }));
    deepEqual(await counted(), [['cities', 0, 1, false]]);
  });

  it('take a failure of which nothing comes as accepted', async () => {
    const none = { requires: [], lacking: [], unjudged: [], allowedUnjudged: [], waivers: [], flaky: [] };
    const decision: Decision = { ...none, gates: ['reading'] };
    const verdicts = [failing('cities.sorted-by-id')];
    await here.history.write((to) => addRun(to, runAt(noon, { verdicts, decision })));
    deepEqual(await counted(), [['cities', 1, 0, true]]);
  });

  it('know nothing of an area by its refusals', async () => {
    const verdicts = [passing('cancel-booking.unknown-booking-is-refused')];
    await here.history.write((to) => addRun(to, runAt(noon, { verdicts })));
    deepEqual(await counted(), [['cancel-booking', 1, 0, false]]);
  });
});
