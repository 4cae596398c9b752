/** What a monitor of a test watches, and the rest of what it asks for, in which nothing happens. */
import { ok } from 'node:assert/strict';
import { defaultRules } from '../../../monitor/causes.ts';
import { type Channel, watchedBy } from '../../../monitor/config.ts';
import { type Leasing, leasingOfMachines } from '../../../monitor/leasing.ts';
import type { MonitorParts } from '../../../monitor/monitor-surroundings.ts';
import type { WatchedProbe } from '../../../monitor/watched-probe.ts';

export const minuteMs = 60_000;
export const noon = Date.parse('2026-09-01T12:00:00.000Z');

export const team: Channel = { to: 'slack', name: 'team', url: 'https://hooks.example/' };
export const pager: Channel = { to: 'pagerduty', name: 'pager', routingKey: 'r' };

/** Of a monitor on its own machine: another machine sees no processes. */
export const leasingOfMachine = (name: string): Leasing => ({
  ...leasingOfMachines,
  of: (one, at) => ({ ...leasingOfMachines.of(one, at), owner: `${name} ${at}` }),
  isGone: ({ leasedUntil }, at) => (leasedUntil ?? 0) < at,
});

/** A probe of each minute, where it is not said otherwise. */
export const probe = (name: string, { cron = '* * * * *', hasEffects = false } = {}): WatchedProbe => {
  const { watched } = watchedBy({ probes: [{ name, target: 'acme', cron, deadlineMs: 50_000 }] }, 'f', noon);
  const [one] = watched;
  ok(one);
  return { ...one, target: 'acme', hasEffects, rules: defaultRules, work: 'flows' };
};

/** Sends nothing, keeps nothing beside the store and has nothing to look after. */
export const quiet = {
  channels: [],
  send: async () => {},
  isAnythingToDo: async () => false,
  spool: { put: async () => {}, waiting: async () => [] },
  sweep: async () => {},
  heartbeat: { begun: async () => {}, ended: async () => {} },
  report: () => {},
} satisfies Partial<MonitorParts>;
