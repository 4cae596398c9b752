/** An outage is found quickly, is one incident and one page, and takes no other for one. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alert } from '../../../contracts/incident.ts';
import { noteWatched } from '../../../history/fresh-notes.ts';
import { outagesOf } from '../../../history/outages.ts';
import { monitorOf } from '../../../monitor/monitor.ts';
import type { SlotAsked } from '../../../monitor/run-slot.ts';
import type { RanSlot } from '../../../monitor/slot-result.ts';
import type { Troubles } from '../../../monitor/troubles.ts';
import { none } from '../asserted.ts';
import { inconclusive, passing, recordOf } from '../reports/record-of.ts';
import { historyHere } from './history-here.ts';
import { leasingOfMachine, minuteMs, noon, probe, quiet, team } from './monitor-here.ts';
import { outageWorld } from './simulator/outage-world.ts';

const secondMs = 1_000;
const answers: Troubles = { answered: 3, sent: 3, troubled: [] };
const troubled = (trouble: string, answered = 0): Troubles => ({
  answered,
  sent: 2 + answered,
  troubled: [
    { operation: 'token', trouble, isUnreached: trouble === 'refused' },
    { operation: 'cities', trouble, isUnreached: trouble === 'refused' },
  ],
});
const lockedOut: Troubles = { answered: 1, sent: 1, isLockedOut: true, troubled: [] };

describe('an outage', () => {
  const here = historyHere();
  let [now, runs] = [noon, 0];
  /** How the target is, in seconds since noon. */
  let face: (second: number, target: string) => Troubles = () => answers;
  const asked: string[] = [];
  const alerts: Alert[] = [];

  const ran = ({ slot, owner, confirms }: SlotAsked, more: Partial<RanSlot> = {}): RanSlot => {
    runs += 1;
    const second = (now - noon) / secondMs;
    asked.push(`${slot.probe} ${slot.location} ${second}${confirms ? ' again' : ''}`);
    const troubles = face(second, more.target ?? 'acme');
    const isGood = troubles.troubled.length === 0 && troubles.isLockedOut !== true;
    const verdict = isGood ? passing('cities.sorted-by-id') : inconclusive('cities.sorted-by-id', 'trouble', 'none');
    const iso = new Date(now).toISOString();
    const record = { ...recordOf(verdict), verdict: isGood ? ('pass' as const) : ('inconclusive' as const) };
    return {
      kind: 'ran',
      slot,
      owner,
      target: 'acme',
      record: { ...record, id: `r${runs}`, target: more.target ?? 'acme', startedAt: iso, finishedAt: iso },
      taken: [],
      troubles,
      isNetworkOurs: false,
      ...(confirms && { confirms: [...confirms] }),
      bundles: {},
      ...more,
    };
  };

  const monitorAt = (location: string, names: readonly string[] = ['p'], more: Partial<RanSlot> = {}) =>
    monitorOf({
      ...quiet,
      history: here.history,
      watched: names.map((name) => ({ ...probe(name, { hasEffects: name.startsWith('books') }), target: 'acme' })),
      location,
      channels: [team],
      send: async (_, alert) => {
        alerts.push(alert);
      },
      runSlot: async (slot) => ran(slot, more),
      leasing: leasingOfMachine(location),
      now: () => now,
    });

  /** A look every five seconds, from noon on, or from as many minutes later. */
  const watched = async (
    minutes: number,
    monitors: readonly ReturnType<typeof monitorAt>[],
    from = 0,
  ): Promise<void> => {
    asked.length = 0;
    alerts.length = 0;
    for (let second = from * 60; second <= minutes * 60; second += 5) {
      now = noon + second * secondMs;
      for (const each of monitors) {
        await each.tick();
        await each.settled();
      }
    }
  };
  const sent = (): string[] =>
    alerts.map(({ event, kind, title, at }) => `${(Date.parse(at) - noon) / secondMs} ${event} ${kind}: ${title}`);
  const incidents = () => here.history.read.selectFrom('incident').selectAll().orderBy('openedAt').execute();

  it('is one page within two minutes and one end, although it changes its face', async () => {
    const faces = [troubled('HTTP 503'), troubled('refused'), lockedOut];
    face = (second) => (second < 120 || second > 1_200 ? answers : (faces[Math.floor(second / 60) % 3] ?? answers));
    await watched(30, [monitorAt('here')]);
    const all = sent();
    equal(all.length, 2, all.join('\n'));
    const [opened = '', closed = ''] = all;
    ok(/ opened service: does not answer: (HTTP 503|connection refused) at 2 of 2 requests$/.test(opened), opened);
    ok(Number(opened.split(' ')[0]) < 240, opened);
    ok(/ closed service: /.test(closed), closed);
    const [row, ...others] = await incidents();
    deepEqual([row?.severity, row?.kind, others], ['critical', 'service', []]);
    ok((row?.goodAt ?? 0) < (row?.brokeAt ?? 0) && (row?.brokeAt ?? 0) < (row?.openedAt ?? 0));
    const titles: string[] = JSON.parse(row?.seen ?? '[]').map(({ title }: { title: string }) => title);
    ok(titles.some((title) => title.includes('HTTP 503')) && titles.some((title) => title.includes('refused')));
  });

  it('is asked for again twenty seconds later, and not where it answers again', async () => {
    face = (second) => (second >= 60 && second < 80 ? troubled('refused') : answers);
    await watched(4, [monitorAt('here')]);
    const [found, again] = [
      asked.findIndex((each) => Number(each.split(' ')[2]) >= 60),
      asked.find((each) => each.endsWith(' again')),
    ];
    const gap = Number(again?.split(' ')[2]) - Number(asked[found]?.split(' ')[2]);
    deepEqual([gap, asked.filter((each) => each.endsWith(' again')).length], [20, 1]);
    deepEqual([sent(), await incidents()], [[], []]);
  });

  it('is not confirmed by what has an effect', async () => {
    face = (second) => (second >= 60 && second < 600 ? troubled('refused') : answers);
    await watched(8, [monitorAt('here', ['books'])]);
    none(asked.filter((each) => each.endsWith(' again')));
    equal(sent().length, 1);
  });

  it('is confirmed from a second location where there is one', async () => {
    for (const location of ['fra', 'iad'])
      await here.history.write((to) =>
        noteWatched(to, [{ probe: 'p', target: 'acme', location, intervalMs: minuteMs }], noon),
      );
    face = (second) => (second >= 55 && second < 600 ? troubled('refused') : answers);
    const [fra, iad] = [monitorAt('fra'), monitorAt('iad')];
    await fra.tick();
    await watched(3, [fra, iad]);
    equal(sent().length, 1, sent().join('\n'));
    deepEqual(alerts[0]?.locations, ['fra', 'iad']);
  });

  it('is none where requests are answered, where our login is refused, or where our network failed', async () => {
    const downs = async (): Promise<number[]> => {
      const rows = await here.history.read.selectFrom('run').select('isDown').execute();
      return [...new Set(rows.map(({ isDown }) => isDown ?? -1))];
    };
    face = () => troubled('HTTP 503', 1);
    await watched(2, [monitorAt('here')]);
    deepEqual(await downs(), [0]);
    face = () => lockedOut;
    await watched(5, [monitorAt('here', ['q'])]);
    face = () => troubled('refused');
    await watched(5, [monitorAt('here', ['r'], { isNetworkOurs: true })]);
    deepEqual((await downs()).sort(), [-1, 0]);
    ok((await incidents()).every(({ cause }) => cause !== 'down'));
  });

  it('is the service’s where another target answered from the same place, whatever the control host says', async () => {
    face = (_, target) => (target === 'other' ? answers : troubled('refused'));
    const other = monitorAt('here', ['other'], { target: 'other' });
    await watched(2, [other, monitorAt('here', ['p'], { isNetworkOurs: true })]);
    equal((await incidents())[0]?.cause, 'down');
  });

  it('is found in hours that a clock, ahead then, had lived before, whose good answers end none before them', async () => {
    const monitor = monitorAt('here');
    face = () => answers;
    await watched(50, [monitor], 20);
    const minutes = (at: number): boolean => (at >= 60 && at < 240) || (at >= 1_500 && at < 1_800);
    face = (second) => (minutes(second) ? troubled('refused') : answers);
    await watched(40, [monitor]);
    const ends = sent().filter((each) => each.includes(' closed '));
    deepEqual([sent().length, ends.length], [4, 2], sent().join('\n'));
    const [first, second] = ends.map((each) => Number(each.split(' ')[0]));
    ok(first !== undefined && first >= 300 && first < 420, 'two good runs after it have ended it');
    ok(second !== undefined && second >= 1_860 && second < 2_000);
    const outages = await outagesOf(here.history.read, { target: 'acme', from: noon, until: noon + 60 * minuteMs });
    deepEqual(
      outages.map(({ brokeAt }) => Math.floor((brokeAt - noon) / minuteMs)),
      [1, 25],
    );
  });

  it('is found once each in days of outages, flaps, leaps and full disks', async () => {
    const { outages, alerts: all, twice } = await outageWorld(2, 2);
    ok(outages.length > 1 && all.length >= 2 * outages.length);
    deepEqual(twice, []);
  });
});
