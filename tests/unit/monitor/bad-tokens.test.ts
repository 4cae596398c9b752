/** A monitor sends tokens that must not count once an hour, and at once while something that they show is broken. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { stateReader } from '../../../dashboard/state-now.ts';
import { planOf } from '../../../flows/plan.ts';
import { newRunFolder } from '../../../gate/results.ts';
import { noteWatched } from '../../../history/fresh-notes.ts';
import { badTokensDue, isFirstOfHour } from '../../../monitor/bad-tokens.ts';
import { type ScheduledProbe, watchedBy } from '../../../monitor/config.ts';
import { leasingOfProcess } from '../../../monitor/leasing.ts';
import { monitorOf } from '../../../monitor/monitor.ts';
import type { MonitorSurroundings } from '../../../monitor/monitor-surroundings.ts';
import type { TracedRun } from '../../../monitor/run-slot.ts';
import { slotWork } from '../../../monitor/slot-work.ts';
import { watchedProbes } from '../../../monitor/watched-probes.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { StoreFailed } from '../../../stores/database.ts';
import { loadTarget } from '../../../targets/load.ts';
import { writeTargetWithoutLevers } from '../../cli/planted-service.ts';
import { emptyFolder } from '../../cli/preflight-process.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, noon, quiet } from './monitor-here.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const hourMs = 60 * minuteMs;

const folder = emptyFolder();
writeTargetWithoutLevers(folder, []);
const source = `${folder}/acme.ts`;

describe('tokens that must not count', () => {
  const here = historyHere();

  /** The real work of slots, each minute, on the sandbox. */
  const watching = async (only: readonly string[], beginsAt = 57) => {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
    const environment = { PREFLIGHT_SANDBOX_URL: baseUrl, PREFLIGHT_STATE: emptyFolder() };
    const at = { now: noon + beginsAt * minuteMs };
    const targetOf = () => loadTarget(source, environment);
    const probes = [{ name: 'p', target: source, only: [...only], cron: '* * * * *' }];
    const { config, watched } = watchedBy({ probes }, 'f', noon);
    const [one] = (await watchedProbes(watched, targetOf, noon)).probes;
    ok(one);
    const counts = { slots: 0, bad: 0 };
    const badAt: string[] = [];
    const traced = ({ traces, slot }: TracedRun): void => {
      counts.slots += 1;
      const sent = traces.flatMap(({ exchanges }) => exchanges);
      const bad = sent.filter(({ operation, bearer }) => operation !== 'token' && bearer !== 'own').length;
      counts.bad += bad;
      if (bad > 0) badAt.push(new Date(slot.at).toISOString().slice(11, 16));
    };
    const surroundings = {
      environment,
      environmentOf: async () => environment,
      isEmbedded: () => true,
      termsOf: async () => ({ gates: ['documented', 'reading'], requires: [], allowedUnjudged: [], waivers: [] }),
      repeatOf: () => 'gate',
      newRunId: (startedAt: Date) => newRunFolder(startedAt).id,
      logger: { debug: () => {}, warn: () => {} },
      now: () => at.now,
    } as unknown as MonitorSurroundings;
    const { history } = here;
    const location = 'here';
    const work = slotWork({ surroundings, targetOf, config, location, history, channels: [], traced });
    const monitor = monitorOf({
      ...quiet,
      ...work,
      history,
      watched: [one],
      location,
      leasing: leasingOfProcess,
      now: () => at.now,
    });
    await history.write((to) =>
      noteWatched(to, [{ probe: 'p', target: 'acme', location, intervalMs: minuteMs }], noon),
    );
    const minute = async (m: number): Promise<void> => {
      at.now = noon + m * minuteMs + 31_000;
      await monitor.tick();
      await monitor.settled();
    };
    const bearer = async () => {
      const { targets } = await stateReader(history.read)(at.now);
      return targets[0]?.areas.find(({ area }) => area === 'bearer')?.state;
    };
    return { at, counts, badAt, minute, bearer, world: sandbox.world(id) };
  };

  it('are at most 100 requests in a day of one-minute intervals', async () => {
    const due = badTokensDue(here.history.read);
    const { probe, schedule } = watchedBy({ probes: [{ name: 'p', target: 'a', cron: '* * * * *' }] }, 'f', noon)
      .watched[0] as ScheduledProbe;
    const { depth, only } = probe;
    const [whole = 0, brief = 0] = [false, true].map((withoutBadTokens) =>
      planOf({ depth, only, revision: '2026-08-31', isWatching: true, withoutBadTokens })
        .flows.filter(({ sendsBadTokens }) => sendsBadTokens)
        .reduce((sum, flow) => sum + (flow.probe?.requestsMax ?? 0), 0),
    );
    equal(brief, 0);
    let [at, bad] = [noon + 17 * minuteMs, 0];
    for (let slots = 0; slots < 24 * 60; slots += 1, at = schedule.after(at)) {
      const slot = { probe: probe.name, location: 'here', at };
      if (await due({ slot, schedule, now: at })) bad += whole;
    }
    ok(bad > 0 && bad <= 100, `${bad} requests`);
  });

  it('leave their clauses known in between, and are sent at each slot while one is broken', async () => {
    const { at, badAt, bearer, minute, world } = await watching(['countries', 'bearer']);
    for (const m of [57, 58, 59, 60, 61, 62]) await minute(m);
    deepEqual(badAt, ['12:57', '13:00']);
    equal(await bearer(), 'holds');
    at.now += 30 * minuteMs;
    equal(await bearer(), 'unknown', 'nothing is known of a probe that has stood still');
    world?.deviate({ faults: ['answers-403-for-a-missing-token'], oddities: [], troubles: [] });
    for (const m of [119, 120, 121, 122, 123]) await minute(m);
    deepEqual(badAt.slice(2), ['14:00', '14:01', '14:02', '14:03']);
    equal(await bearer(), 'broken');
    equal((await here.history.read.selectFrom('incident').selectAll().execute()).length, 1);
    world?.deviate({ faults: [], oddities: [], troubles: [] });
    for (const m of [124, 125, 126, 127]) await minute(m);
    // Once the incident is over, they wait for the next hour.
    ok(badAt.length > 6 && !badAt.includes('14:07'), badAt.join(' '));
    equal(await bearer(), 'holds');
    const [incident] = await here.history.read.selectFrom('incident').selectAll().execute();
    ok(incident?.closedAt);
  });

  it('are sent at each slot by a probe that asks for nothing else', async () => {
    const { counts, badAt, minute } = await watching(['bearer.missing-token-is-unauthorized'], 1);
    for (const m of [1, 2, 3]) await minute(m);
    deepEqual([counts.slots, badAt.length], [3, 3]);
  });

  it('are not tried again within the hour while the service is down, and stand as it does', async () => {
    const { badAt, bearer, minute, world } = await watching(['countries', 'bearer'], 60);
    await minute(60);
    world?.deviate({ faults: [], oddities: [], troubles: [{ id: 'answers-503' }] });
    for (const m of [120, 121, 122]) await minute(m);
    deepEqual(badAt, ['13:00', '14:00']);
    equal(await bearer(), 'down');
  });

  it('follow from the moment alone where the store cannot be read', async () => {
    const { watched } = watchedBy({ probes: [{ name: 'p', target: 'a', cron: '*/7 * * * *' }] }, 'f', noon);
    const [{ schedule } = {} as never] = watched;
    const read = {
      selectFrom: () => {
        throw new StoreFailed('history', 'away', { isPassing: true });
      },
    } as never;
    const due = badTokensDue(read);
    const found: boolean[] = [];
    for (const minutes of [0, 7, 56, 60, 67]) {
      const slot = { probe: 'p', location: 'here', at: noon + minutes * minuteMs };
      equal(await due({ slot, schedule, now: slot.at }), isFirstOfHour(slot.at, schedule));
      found.push(isFirstOfHour(slot.at, schedule));
    }
    deepEqual(found, [true, false, false, true, false]);
    equal(isFirstOfHour(noon + hourMs, schedule), true);
  });
});
