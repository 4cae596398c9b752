/** Incidents in a real store: opened once for a cause, kept up to date, and closed. */
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import type { SeenCause } from '../../../monitor/causes.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { describeOnBoth } from './history-here.ts';

const seen = (cause: string, shown: SeenCause['shown']): SeenCause => ({
  cause,
  kind: 'contract',
  shown,
  title: `${cause} ${shown}`,
  clauses: [],
});

describeOnBoth('incidents', (here) => {
  let runs = 0;
  const note = async (probe: string, all: readonly SeenCause[]): Promise<string[]> => {
    runs += 1;
    const shown = { probe, target: 't', runId: `r${runs}`, now: runs * 1_000, seen: all, newId: () => `i${runs}` };
    const changes = await here.history.write((to) => noteCauses(to, shown));
    return changes.map(({ event, incident: { id, cause } }) => `${event} ${id} ${cause}`);
  };

  it('open, tell how often and when last, and close', async () => {
    runs = 0;
    const told: string[] = [];
    for (const shown of ['failed', 'failed', 'failed', 'failed', 'passed', 'passed', 'passed'] as const)
      told.push(...(await note('p', [seen('c', shown)])));
    deepEqual(told, ['opened i3 c', 'closed i3 c']);
    const [{ id, runId, lastRunId, lastAt, times, openedAt, closedAt } = {} as never, ...more] = await here.history.read
      .selectFrom('incident')
      .selectAll()
      .execute();
    deepEqual(
      { id, runId, lastRunId, lastAt, times, openedAt, closedAt },
      { id: 'i3', runId: 'r3', lastRunId: 'r4', lastAt: 4_000, times: 2, openedAt: 3_000, closedAt: 6_000 },
    );
    equal(more.length, 0);
  });

  it('are counted for each probe and each cause by themselves', async () => {
    runs = 0;
    const told: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      told.push(...(await note('p', [seen('a', 'failed'), seen('b', time === 1 ? 'passed' : 'failed')])));
      told.push(...(await note('q', time === 2 ? [] : [seen('a', 'failed')])));
    }
    deepEqual(told, ['opened i5 a']);
  });

  it('stay silenced when they come back meanwhile', async () => {
    runs = 0;
    const flap = async (): Promise<number | null | undefined> => {
      for (const shown of ['failed', 'failed', 'failed'] as const) await note('p', [seen('c', shown)]);
      const ids = here.history.read.selectFrom('incident').select('silencedUntil').where('id', '=', `i${runs}`);
      const row = await ids.executeTakeFirst();
      for (const shown of ['passed', 'passed'] as const) await note('p', [seen('c', shown)]);
      return row?.silencedUntil;
    };
    const until = 12_000;
    const found = [await flap()];
    await here.history.write((to) => to.updateTable('incident').set({ silencedUntil: until }).execute());
    found.push(await flap(), await flap());
    deepEqual(found, [null, until, null]);
  });
});
