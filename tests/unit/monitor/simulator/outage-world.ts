/** One target, asked every five minutes by a real monitor, while outages, flaps, leaps and full disks are drawn. */
import { equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert } from '../../../../contracts/incident.ts';
import { heatMapOf } from '../../../../history/charts.ts';
import { outagesOf } from '../../../../history/outages.ts';
import { silence } from '../../../../history/shown-incidents.ts';
import { monitorOf } from '../../../../monitor/monitor.ts';
import type { RanSlot, SlotResult } from '../../../../monitor/slot-result.ts';
import { sqliteFailure } from '../../../../stores/sqlite-failure.ts';
import { inconclusive, passing, recordOf } from '../../reports/record-of.ts';
import { leasingOfMachine, minuteMs, probe, quiet, team } from '../monitor-here.ts';
import { type Draws, drawsOf } from './expected.ts';
import { quickHistory } from './simulated-time.ts';

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const startAt = Date.parse('2026-03-14T00:00:00.000Z');
const slotMs = 5 * minuteMs;
const full = 13;

export type DrawnSpan = { readonly from: number; readonly until: number };
type DrawnOutage = DrawnSpan & { readonly face: 'refused' | 'HTTP 503' | 'login' | 'changing' };

/** Apart from each other, so that what is one outage is plain. */
const spans = (draws: Draws, days: number, aDay: number, lengths: readonly [number, ...number[]]): DrawnSpan[] => {
  const found: DrawnSpan[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let time = 0; time < aDay; time += 1) {
      const from = startAt + day * dayMs + draws.between(0, 24 * 60 - 1) * minuteMs + draws.between(0, 59) * 1_000;
      const until = from + draws.of(lengths) * minuteMs;
      if (found.every((each) => until + hourMs < each.from || each.until + hourMs < from)) found.push({ from, until });
    }
  }
  return found.sort((one, other) => one.from - other.from);
};

const at = (all: readonly DrawnSpan[], now: number): boolean =>
  all.some(({ from, until }) => from <= now && now < until);

const facesAt = ({ face, from }: DrawnOutage, now: number): RanSlot['troubles'] => {
  const shown =
    face === 'changing' ? (['HTTP 503', 'refused', 'login'] as const)[Math.floor((now - from) / slotMs) % 3] : face;
  const trouble = (text: string, operation: 'token' | 'cities'): RanSlot['troubles']['troubled'][number] => ({
    operation,
    trouble: text,
    isUnreached: text === 'refused',
  });
  if (shown === 'login') return { answered: 0, sent: 1, troubled: [trouble('HTTP 500', 'token')] };
  return {
    answered: 0,
    sent: 2,
    troubled: [trouble(shown ?? 'refused', 'token'), trouble(shown ?? 'refused', 'cities')],
  };
};

export type OutageWorld = {
  readonly outages: readonly DrawnOutage[];
  readonly alerts: readonly Alert[];
  /** Alerts of which two with one key have arrived. */
  readonly twice: readonly string[];
};

/** @throws AssertionError naming the seed. */
export const outageWorld = async (seed: number, days: number): Promise<OutageWorld> => {
  const draws = drawsOf(seed);
  const faces = ['refused', 'HTTP 503', 'login', 'changing'] as const;
  const outages = spans(draws, days, 1, [12, 20, 45, 180, 600]).map(
    (span): DrawnOutage => ({ ...span, face: draws.of(faces) }),
  );
  // One bad run at most: not confirmed, and no page.
  const blips = spans(draws, days, 2, [0.2]);
  const slow = spans(draws, days, 1, [60, 240]);
  const fullHours = spans(draws, Math.ceil(days / 3), 1, [30, 60]);
  const leaps = spans(draws, Math.ceil(days / 4), 1, [10, 90]);
  let now = startAt;
  let runs = 0;
  let spooled: readonly SlotResult[] = [];
  const arrived: Alert[] = [];
  const keys = new Map<string, number>();
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const history = await quickHistory(folder);
  /** What the clock of the machine shows. */
  const clock = (): number => now + (at(leaps, now) ? 7 * hourMs : 0);
  const isFull = (): boolean => at(fullHours, now);
  const ran = (slot: RanSlot['slot'], owner: string, confirms: RanSlot['confirms']): RanSlot => {
    runs += 1;
    const outage = outages.find(({ from, until }) => from <= now && now < until);
    const isBad = outage !== undefined || at(blips, now);
    const verdict = isBad
      ? inconclusive('cities.sorted-by-id', 'trouble', 'no answer')
      : passing('cities.sorted-by-id');
    const iso = new Date(clock()).toISOString();
    const record = { ...recordOf(verdict), verdict: isBad ? ('inconclusive' as const) : ('pass' as const) };
    return {
      kind: 'ran',
      slot,
      owner,
      target: 'acme',
      record: { ...record, id: `r${runs}`, target: 'acme', startedAt: iso, finishedAt: iso },
      taken: isBad ? [] : [{ operation: 'cities', ms: at(slow, now) ? 9_000 : 40 }],
      troubles: isBad
        ? facesAt(outage ?? { from: now, until: now, face: 'refused' }, now)
        : { answered: 2, sent: 2, troubled: [] },
      isNetworkOurs: false,
      ...(confirms && { confirms: [...confirms] }),
      bundles: {},
    };
  };
  const one = probe('p', { cron: '*/5 * * * *' });
  const monitor = monitorOf({
    ...quiet,
    history: {
      ...history,
      write: async (change) => {
        if (isFull()) throw sqliteFailure('history.db', 'full', full);
        return history.write(change);
      },
    },
    spool: {
      put: async (result) => {
        if (isFull()) throw new Error('ENOSPC: no space left');
        spooled = [...spooled, result];
      },
      waiting: async () =>
        spooled.map((result) => ({
          result,
          done: async () => {
            spooled = spooled.filter((each) => each !== result);
          },
        })),
    },
    watched: [{ ...one, probe: { ...one.probe, latency: { cities: { p95Ms: 1_000 } } } }],
    location: 'here',
    channels: [{ ...team, kinds: ['service', 'contract', 'slo', 'network', 'ours'] }],
    send: async (_, alert) => {
      keys.set(alert.key, (keys.get(alert.key) ?? 0) + 1);
      arrived.push(alert);
    },
    runSlot: async ({ slot, owner, confirms }) => ran(slot, owner, confirms && [...confirms]),
    leasing: leasingOfMachine('me'),
    remindAfterMs: 4 * hourMs,
    now: clock,
  });
  const tick = async (): Promise<void> => {
    await monitor.tick();
    await monitor.settled();
  };
  try {
    const end = startAt + days * dayMs;
    for (let slot = startAt; slot < end; slot += slotMs) {
      now = slot + 31_000;
      await tick();
      now += 22_000;
      if (at(outages, now) || at(blips, now - 22_000) || at(fullHours, slot - slotMs)) await tick();
      // A person silences every third outage for two hours.
      const open = await history.read.selectFrom('incident').selectAll().where('closedAt', 'is', null).execute();
      for (const { id } of draws.perMille(100) ? open : []) {
        if (isFull()) continue;
        const asked = { by: 'Ann', lastsMs: 2 * hourMs, scope: 'target', reason: 'known' } as const;
        await history.write((to) => silence(to, { given: id, now: clock(), ...asked }));
      }
    }
    now = end + dayMs;
    await tick();
    const kept = await outagesOf(history.read, { target: 'acme', from: startAt, until: end + dayMs });
    const incidents = await history.read.selectFrom('incident').selectAll().execute();
    const long = outages.filter(({ from, until }) => until < end - hourMs && !at(leaps, from) && !at(leaps, until));
    for (const { from, until, face } of long) {
      const about = `seed ${seed}: ${face} from ${new Date(from).toISOString()} for ${(until - from) / minuteMs} min`;
      const its = incidents.filter(
        ({ kind, brokeAt }) => kind === 'service' && brokeAt !== null && brokeAt >= from && brokeAt < until,
      );
      equal(its.length, 1, `${about} is one incident`);
      const opened = arrived.filter(({ event, incident }) => event === 'opened' && incident === its[0]?.id);
      equal(opened.length, 1, `${about} is one page`);
      const closed = arrived.filter(({ event, incident }) => event === 'closed' && incident === its[0]?.id);
      equal(closed.length, 1, `${about} has one end`);
      ok(
        kept.some((each) => each.brokeAt >= from && each.brokeAt < until),
        `${about} is an outage of the store`,
      );
    }
    // Squares of hours and of days; a leap of the clock has moved some.
    for (const backMs of [2 * dayMs, days * dayMs]) {
      const map = await heatMapOf(history.read, { targets: ['acme'], probes: ['p'], backMs, now: end });
      const spanOf = map.period === 'hour' ? hourMs : dayMs;
      for (const { from, until } of long) {
        const at5 = from + slotMs + minuteMs;
        const square = map.from.findLast((each) => Date.parse(each) <= at5) ?? map.from[0] ?? '';
        if (at5 < Date.parse(map.from[0] ?? '') || until - from < 2 * slotMs) continue;
        const isRed = map.down.some((each) => each.from === square && each.share > 0);
        ok(isRed, `seed ${seed}: the ${spanOf / hourMs} h from ${square} are green over an outage`);
      }
    }
    for (const { event, title, brokeAt, at: sentAt } of arrived) {
      const isDrawn = outages.some(({ from, until }) => {
        const begun = Date.parse(brokeAt ?? sentAt);
        return [0, 7 * hourMs].some((leap) => begun >= from + leap && begun < until + leap);
      });
      ok(event !== 'opened' || isDrawn, `seed ${seed}: a page without an outage: ${title} at ${sentAt}, ${brokeAt}`);
    }
    return { outages, alerts: arrived, twice: [...keys].filter(([, times]) => times > 1).map(([key]) => key) };
  } finally {
    await history.close();
    rmSync(folder, { recursive: true });
  }
};
