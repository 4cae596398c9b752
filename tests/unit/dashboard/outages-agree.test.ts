/** Every reader agrees about outages: drawn histories are kept as a monitor keeps them, and then read in each way. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HeatMap } from '../../../contracts/listed.ts';
import { stateReader } from '../../../dashboard/state-now.ts';
import { statusReader } from '../../../dashboard/status/status-now.ts';
import { noteWatched } from '../../../history/fresh-notes.ts';
import type { History } from '../../../history/history.ts';
import { downShares, type Observation, type Outage, outagesIn } from '../../../history/outages.ts';
import { type Period, tableNames } from '../../../history/tables.ts';
import { keepResult } from '../../../monitor/keep-result.ts';
import type { SlotResult } from '../../../monitor/slot-result.ts';
import { draws } from '../../whole.ts';
import { runAt } from '../history/run-at.ts';
import { team } from '../monitor/monitor-here.ts';
import { inconclusive, passing } from '../reports/record-of.ts';
import { clauses, dashboardsHere, noon } from './dashboard-here.ts';

type Kind = 'good' | 'down' | 'unknown';
type Look = { readonly kind: Kind; readonly at: number; readonly location: string; readonly isLate: boolean };

const minuteMs = 60_000;
const target = 'sandbox';
const places = ['fra', 'iad'];

/** Stretches of one kind, so that outages, flaps and single bad runs are all drawn. */
const histories = fc
  .record({
    from: fc.integer({ min: noon - 8 * 60 * minuteMs, max: noon - 5 * 60 * minuteMs }),
    locations: fc.constantFrom(1, 2),
    hasLate: fc.boolean(),
    stretches: fc.array(
      fc.record({
        kind: fc.constantFrom<Kind>('good', 'good', 'down', 'down', 'unknown'),
        looks: fc.array(fc.record({ gapS: fc.integer({ min: 20, max: 300 }), place: fc.nat(1), late: fc.nat(5) }), {
          minLength: 1,
          maxLength: 7,
        }),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map(({ from, locations, hasLate, stretches }) => {
    let at = from;
    return stretches.flatMap(({ kind, looks }) =>
      looks.map(({ gapS, place, late }): Look => {
        at += gapS * 1_000;
        return { kind, at, location: places[place % locations] ?? '', isLate: hasLate && late === 0 };
      }),
    );
  });

const verdictsOf: Readonly<Record<Kind, Parameters<typeof runAt>[1]>> = {
  good: { verdicts: clauses.map((id) => passing(id)) },
  down: { verdicts: clauses.map((id) => inconclusive(id, 'trouble', 'connection refused')) },
  unknown: { verdicts: clauses.map((id) => inconclusive(id, 'trouble', 'connection refused')) },
};

const resultOf = ({ kind, at, location }: Look): SlotResult => {
  const { record } = runAt(at, verdictsOf[kind]);
  const troubled = [{ operation: 'token', trouble: 'refused', isUnreached: true } as const];
  return {
    kind: 'ran',
    slot: { probe: 'reads', location, at },
    owner: 'o',
    target,
    record: { ...record, id: `${location} ${at}` },
    taken: [],
    troubles: kind === 'good' ? { answered: 10, sent: 10, troubled: [] } : { answered: 0, sent: 10, troubled },
    isNetworkOurs: kind === 'unknown',
    bundles: {},
  };
};

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
const onGoing = (all: readonly Outage[]): Outage | undefined => all.find(({ endedAt }) => endedAt === null);

const emptied = (history: History): Promise<void> =>
  history.write(async (to) => {
    for (const name of tableNames.toReversed()) await to.deleteFrom(name).execute();
    const watched = places.map((location) => ({ probe: 'reads', target, location, intervalMs: 5 * minuteMs }));
    await noteWatched(to, watched, noon);
  });

describe('about an outage', () => {
  const { here, at, start } = dashboardsHere();

  /** In the order of their arrival: what is late comes when all else is there. */
  const kept = async (looks: readonly Look[]): Promise<Outage[]> => {
    const stateNow = stateReader(here.history.read);
    const seen: Observation[] = [];
    let now = 0;
    for (const look of [...looks.filter(({ isLate }) => !isLate), ...looks.filter(({ isLate }) => isLate)]) {
      now = Math.max(now, look.at + 1_000);
      await keepResult(here.history, resultOf(look), { watched: undefined, now, channels: [team] });
      if (look.kind !== 'unknown') seen.push({ ...look, isDown: look.kind === 'down' });
      const [shown] = (await stateNow(now)).targets;
      equal(shown?.state === 'down', onGoing(outagesIn(seen)) !== undefined, 'the state is that of the stored runs');
    }
    at.now = now;
    return outagesIn(seen);
  };

  const shares = (outages: readonly Outage[], period: Period): Map<string, number> =>
    new Map([...downShares(outages, { period, until: at.now })].map(([from, share]) => [iso(from), share]));

  const assertPages = async (url: string, outages: readonly Outage[]): Promise<void> => {
    const current = onGoing(outages);
    const [shown] = (await stateReader(here.history.read)(at.now)).targets;
    deepEqual(
      [shown?.outage?.goodAt, shown?.outage?.brokeAt, shown?.outage?.lastAt, shown?.outage?.trouble],
      current
        ? [
            isoOrNull(current.goodAt),
            iso(current.brokeAt),
            iso(current.lastAt),
            'connection refused at 10 of 10 requests',
          ]
        : Array(4).fill(undefined),
    );
    const areas = new Set(shown?.areas.map((each) => each.state));
    ok(!current || (areas.size === 1 && areas.has('down')), 'no area is green from an older run');

    const map = (await (await fetch(`${url}/api/heat-map?target=${target}`)).json()) as HeatMap;
    deepEqual(new Map(map.down.map(({ from, share }) => [from, share])), shares(outages, 'hour'));

    const text = await (await fetch(`${url}/metrics`)).text();
    const isDown = `preflight_target_state{target="${target}",state="down"} ${current ? 1 : 0}\n`;
    ok(text.includes(isDown), isDown);
    const since = /^preflight_target_down_since_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1];
    equal(since === undefined ? undefined : Number(since), current && current.brokeAt / 1_000);

    const { services, lately } = await statusReader(here.history.read, { title: 't', targets: [] })(at.now);
    const [service] = services;
    equal(service?.outage?.brokeAt, current && iso(current.brokeAt));
    const byDay = shares(outages, 'day');
    for (const { state, days } of service?.areas ?? []) {
      ok(!current || state === 'major_outage');
      for (const { day, state: word, downShare } of days) {
        equal(downShare, byDay.get(`${day}T00:00:00.000Z`) ?? 0);
        ok(downShare === 0 || word === 'major_outage');
      }
    }
    const spells = lately.filter(({ lastAt }) => lastAt !== null);
    const last = outages.toReversed().slice(0, spells.length);
    ok(spells.length === Math.min(outages.length, lately.length), 'no outage is left out');
    deepEqual(
      spells.map(({ goodAt, from, lastAt, until }) => [goodAt, from, lastAt, until]),
      last.map((each) => [isoOrNull(each.goodAt), iso(each.brokeAt), iso(each.lastAt), isoOrNull(each.endedAt)]),
    );
  };

  /** An incident may go on over a flap: it then begins with the first outage, and has them all. */
  const assertIncidents = async (outages: readonly Outage[]): Promise<void> => {
    const incidents = await here.history.read
      .selectFrom('incident')
      .select(['id', 'goodAt', 'brokeAt', 'closedAt', 'severity'])
      .where('kind', '=', 'service')
      .orderBy('openedAt')
      .execute();
    for (const { brokeAt, goodAt, severity } of incidents) {
      const own = outages.find((each) => each.brokeAt === brokeAt);
      deepEqual([goodAt, severity], [own?.goodAt, 'critical'], 'an incident is of a confirmed outage');
    }
    for (const { brokeAt, confirmedAt } of outages) {
      const of = incidents.filter(
        (each) => (each.brokeAt ?? 0) <= brokeAt && (each.closedAt ?? Number.POSITIVE_INFINITY) > confirmedAt,
      );
      equal(of.length, 1, 'an outage has one incident');
    }
    const alerts = await here.history.read.selectFrom('outbox').select('key').execute();
    for (const { id } of incidents) {
      equal(alerts.filter(({ key }) => key.startsWith(`${id}_opened`)).length, 1, 'an incident is announced once');
    }
  };

  it('all readers say the same', async () => {
    const { url } = await start();
    await fc.assert(
      fc.asyncProperty(histories, async (looks) => {
        await emptied(here.history);
        const outages = await kept(looks);
        await assertPages(url, outages);
        if (!looks.some(({ isLate }) => isLate)) await assertIncidents(outages);
      }),
      { seed: 43, numRuns: draws(40), endOnFailure: true },
    );
  });
});
