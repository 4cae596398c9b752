/** What is counted by looks into the store. */
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missSlot } from '../../../history/slots.ts';
import { missedReasons } from '../../../monitor/missed-reasons.ts';
import { missedSlots, type OfStore, openIncidents } from '../../../monitor/store-measures.ts';
import { historyHere } from './history-here.ts';

const minuteMs = 60_000;
const noon = Date.parse('2026-09-01T12:00:00.000Z');

describe('by a look into the store', () => {
  const here = historyHere();
  const at = { now: noon };
  const store = (): OfStore => ({
    history: here.history,
    targets: ['acme', 'other'],
    probes: ['p', 'q'],
    location: 'here',
    now: () => at.now,
  });
  const miss = (minute: number, reason: string, { probe = 'p', location = 'here' } = {}): Promise<boolean> =>
    here.history.write((to) =>
      missSlot(to, { probe, location, at: noon + minute * minuteMs }, { reason, endedAt: at.now }),
    );

  it('missed slots are counted once each from the start on, also after old ones are gone', async () => {
    at.now = noon;
    await miss(-5, missedReasons.late).then(() => {
      at.now += 1;
    });
    const look = missedSlots(store());
    deepEqual(await look(), []);
    await miss(1, missedReasons.busy);
    await miss(2, 'whatever a target file has thrown');
    await miss(2, missedReasons.late, { probe: 'unknown' });
    await miss(2, missedReasons.late, { location: 'elsewhere' });
    const first = [
      { probe: 'p', reason: 'busy', missed: 1 },
      { probe: 'p', reason: 'error', missed: 1 },
    ];
    deepEqual(await look(), first);
    deepEqual(await look(), first);
    await here.history.write((to) => to.deleteFrom('slot').execute());
    at.now += 2 * 24 * 60 * minuteMs;
    deepEqual(await look(), first);
    await miss(3_000, missedReasons.busy);
    deepEqual((await look())[0], { probe: 'p', reason: 'busy', missed: 2 });
  });

  it('of each target and kind it is known that nothing is open', async () => {
    const all = await openIncidents(store());
    deepEqual([all.length, all.filter(({ open }) => open !== 0)], [12, []]);
  });
});
