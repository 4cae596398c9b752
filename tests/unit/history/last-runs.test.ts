/** The newest run of each of many probes, and the runs of a target that are rare. */
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastRuns } from '../../../history/last-runs.ts';
import { listedRuns } from '../../../history/lists.ts';
import { probeNames, probesOfTarget } from '../../../history/probe-names.ts';
import { historyHere } from '../monitor/history-here.ts';
import { addAt, idAt, noon } from './run-at.ts';

describe('of many probes', () => {
  const here = historyHere();

  it('the newest run of each is found, also of more than are asked for at once, and of the target that it was last run against', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `p${String(at).padStart(3, '0')}`);
    for (const [at, probe] of names.entries()) {
      await addAt(here.history, noon + 1_000 * at, { probe, target: 'before' });
      await addAt(here.history, noon + 1_000 * at + 500, { probe, target: at % 2 === 0 ? 'even' : 'odd' });
    }
    const { read } = here.history;
    deepEqual(await probeNames(read, 'run'), names);
    deepEqual(await probeNames(read, 'slot'), []);
    const last = await lastRuns(
      read,
      [...names, ...names.map((probe) => `no-${probe}`), 'none'].map((probe) => ({ probe })),
    );
    deepEqual(
      last.map(({ probe, id }) => `${probe} ${id}`),
      names.map((probe, at) => `${probe} ${idAt(noon + 1_000 * at + 500)}`),
    );
    deepEqual(await probesOfTarget(read, 'before'), []);
    deepEqual((await probesOfTarget(read, 'odd')).length, 60);
    deepEqual(await lastRuns(read, [{ probe: 'p000', location: 'elsewhere' }]), []);
    deepEqual((await lastRuns(read, [{ probe: 'p000', location: '' }])).length, 1);
  });

  it('the runs of a target that failed are found among those that failed', async () => {
    for (const [at, target] of ['one', 'other', 'one'].entries())
      for (const verdict of ['pass', 'fail'] as const)
        await addAt(here.history, noon + at * 1_000 + (verdict === 'fail' ? 1 : 0), { target, verdict });
    const { runs } = await listedRuns(here.history.read, { limit: 5, target: 'one', verdict: 'fail' });
    deepEqual(
      runs.map(({ id }) => id),
      [idAt(noon + 2_001), idAt(noon + 1)],
    );
  });
});
