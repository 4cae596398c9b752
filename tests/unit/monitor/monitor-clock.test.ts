/** A monitor whose clock is wrong, and one that is ended at once: what it begins, and what becomes of its slots. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultRules } from '../../../monitor/cause-state.ts';
import { watchedBy } from '../../../monitor/config.ts';
import { monitorOf } from '../../../monitor/monitor.ts';
import type { MonitorEvent } from '../../../monitor/monitor-parts.ts';
import type { RunSlot } from '../../../monitor/run-slot.ts';
import type { RanSlot } from '../../../monitor/slot-result.ts';
import { passing, recordOf } from '../reports/record-of.ts';
import { historyHere } from './history-here.ts';

const minuteMs = 60_000;
const noon = Date.parse('2026-09-01T12:00:00.000Z');

describe('a monitor', () => {
  const here = historyHere();

  const started = (runSlot: RunSlot, now: () => number) => {
    const events: MonitorEvent[] = [];
    const { watched } = watchedBy({ probes: [{ name: 'p', target: 'acme', cron: '*/5 * * * *' }] }, 'here', now());
    const monitor = monitorOf({
      history: here.history,
      watched: watched.map((one) => ({
        ...one,
        target: 'acme',
        hasEffects: false,
        work: 'flows',
        rules: defaultRules,
      })),
      isAnythingToDo: async () => false,
      location: 'l',
      channels: [],
      send: async () => {},
      runSlot,
      leasing: {
        of: (_, at) => ({ owner: 'a', until: at + minuteMs }),
        isGone: ({ leasedUntil }, at) => (leasedUntil ?? 0) < at,
      },
      spool: { put: async () => {}, waiting: async () => [] },
      sweep: async () => {},
      heartbeat: { begun: async () => {}, ended: async () => {} },
      now,
      told: (event) => events.push(event),
    });
    return { monitor, events };
  };
  const ran = (minute: number): Pick<RanSlot, 'record' | 'troubles' | 'taken' | 'isNetworkOurs' | 'bundles'> => ({
    record: { ...recordOf(passing('token.is-jwt')), id: `r${minute}` },
    troubles: { answered: 1, troubled: [] },
    taken: [],
    isNetworkOurs: false,
    bundles: {},
  });
  const slots = async () =>
    (await here.history.read.selectFrom('slot').selectAll().orderBy('at').execute()).map(
      ({ at, state, begun }) => `${(at - noon) / minuteMs} ${state} ${begun}`,
    );

  it('that began with a clock far ahead goes on once the clock is right', async () => {
    let minute = 100_001;
    const now = () => noon + minute * minuteMs;
    const { monitor } = started(async ({ slot, owner }) => {
      return { kind: 'ran', slot, owner, target: 'acme', ...ran(minute) };
    }, now);
    for (minute of [100_001, 1, 6]) {
      await monitor.tick();
      await monitor.settled();
    }
    deepEqual(await slots(), ['0 done 1', '5 done 1', '100000 done 1']);
  });

  it('takes nothing over from itself when the clock leaps while it runs', async () => {
    let minute = 1;
    const now = () => noon + minute * minuteMs;
    const { promise, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const { monitor } = started(async ({ slot, owner }) => {
      runs += 1;
      await promise;
      return { kind: 'ran', slot, owner, target: 'acme', ...ran(minute) };
    }, now);
    await monitor.tick();
    minute = 4;
    await monitor.tick();
    resolve();
    await monitor.settled();
    deepEqual([runs, await slots()], [1, ['0 done 1']]);
  });

  it('gives a slot back that broke because it was ended', async () => {
    const { monitor, events } = started(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('its target was closed')));
        }),
      () => noon + minuteMs,
    );
    await monitor.tick();
    await monitor.stop(Promise.resolve());
    deepEqual([events, await slots()], [[], ['0 leased 0']]);
    equal(await monitor.tick(), 0);
  });
});
