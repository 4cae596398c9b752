/** What a large store is made of: real runs of each probe, in three verdicts, and the outages of a long life. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading } from '../../history/history.ts';
import { probeNames, readableRecordOf } from '../../history/runs.ts';
import { watchedBy } from '../../monitor/config.ts';
import type { RanSlot } from '../../monitor/slot-result.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { seed } from './bare.ts';
import { launcher, runProcess } from './processes.ts';

/** What the probes of a target ask for: one for all that a probe can show, nine for an area each. */
export const probeAreas = [
  'all',
  'countries',
  'cities',
  'accommodation-types',
  'amenities',
  'bed-types',
  'meal-types',
  'hotel-card',
  'hotel-pricing',
  'offer-pricing',
] as const;

/** One that each area shows. */
const faults = [
  'appends-a-late-country',
  'answers-404-for-unknown-country',
  'appends-one-changed-record-to-accommodation-types',
  'appends-one-changed-record-to-amenities',
  'appends-one-changed-record-to-bed-types',
  'appends-one-changed-record-to-meal-types',
  'says-success-beside-hotel',
  'salts-offer-ids-with-the-operation',
  'answers-offer-pricing-with-a-new-offer-id',
] as const;

const worlds = {
  pass: { seed },
  fail: { seed, faults },
  inconclusive: { seed, troubles: [{ id: 'answers-503' }] },
} as const;

export const templateVerdicts = ['pass', 'fail', 'inconclusive'] as const satisfies readonly (keyof typeof worlds)[];

const config = {
  probes: probeAreas.map((name) => ({
    name,
    target: 'sandbox',
    ...(name !== 'all' && { only: [name] }),
    opens: { inRow: 1, failures: 1, ofLast: 1 },
  })),
};

/** @returns The file of a store of each, which a monitor has written that looked once. */
export const storeTemplates = async (scratch: string): Promise<Record<keyof typeof worlds, string>> => {
  const fileOf = (verdict: keyof typeof worlds): string => join(scratch, `${verdict}.db`);
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, 'monitor.config.mts'), `export default ${JSON.stringify(config)};\n`);
  for (const verdict of templateVerdicts) {
    const sandbox = await startSandbox({ world: worlds[verdict] });
    const environment = { ...process.env, [sandboxUrlVariable]: sandbox.url, PREFLIGHT_STATE: join(scratch, 'state') };
    const args = [launcher, 'monitor', '--once', '--history', fileOf(verdict)];
    const code = await runProcess(args, { cwd: scratch, env: environment });
    await sandbox.close();
    const expected = { pass: 0, fail: 1, inconclusive: 3 }[verdict];
    if (code !== expected) throw new Error(`the template of ${verdict} ended with ${code}`);
  }
  return { pass: fileOf('pass'), fail: fileOf('fail'), inconclusive: fileOf('inconclusive') };
};

/** Real results to be kept again and again: the last run of each probe of a store. */
export type StoredResult = { readonly probe: string; readonly result: Omit<RanSlot, 'slot' | 'owner'> };

/** In the order of their names. */
export const storedResults = async (read: Reading): Promise<StoredResult[]> => {
  const lastRuns = (await probeNames(read, 'run')).map((probe) =>
    read
      .selectFrom('run')
      .select(['id', 'probe', 'target'])
      .where('probe', '=', probe)
      .orderBy('startedAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const results: StoredResult[] = [];
  for (const { id, probe, target } of await Promise.all(lastRuns)) {
    const record = await readableRecordOf(read, id);
    if (!record) continue;
    const taken = Array.from({ length: record.exchanges }, (_, at) => ({ operation: 'cities', ms: 5 + at }) as const);
    const result: StoredResult['result'] = {
      kind: 'ran',
      target,
      record: { ...record, target },
      taken,
      troubles: { answered: record.exchanges, troubled: [] },
      isNetworkOurs: false,
      bundles: {},
    };
    results.push({ probe, result });
  }
  return results;
};

/** A probe of every minute for each result. */
export const watchedOf = (stored: readonly StoredResult[], now: number) => {
  const rest = { target: 'sandbox', cron: '* * * * *', deadlineMs: 60_000 };
  return watchedBy({ probes: stored.map(({ probe }) => ({ name: probe, ...rest })) }, 'bench', now).watched;
};

/** The record of a result, as of another run. */
export const recordAt = ({ result }: StoredResult, id: string, now: number): RanSlot['record'] => {
  const moment = new Date(now).toISOString();
  return { ...result.record, id, startedAt: moment, finishedAt: moment };
};

/** What failed from when to when, drawn from a seed. */
export type Outage = {
  /** Which probe, from 0. */
  readonly probe: number;
  readonly verdict: 'fail' | 'inconclusive';
  /** Minutes since the store began: the first that failed, and the first that passed again; null while it lasts. */
  readonly from: number;
  readonly until: number | null;
};

/** Park and Miller's: enough to spread something. */
const drawnFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const dayMinutes = 24 * 60;
/** Of a probe, on the average. */
const daysBetween = 2.3;
export const location = 'here';

/** One in so many slots is missed. */
export const missedEvery = 101;
/** So many failures in a row open an incident. */
export const toOpen = 3;
const longestMinutes = 60;

/** How long each is broken now: a third of all, most since an hour or two, and a few since a week. */
const lastingMinutes = (probe: number): number => {
  if (probe % 3 !== 0) return 0;
  return probe % 30 === 0 ? 8 * dayMinutes : longestMinutes + probe;
};

const outagesOfOne = (probe: number, minutes: number, draw: () => number): Outage[] => {
  const lasting = lastingMinutes(probe);
  const calmFrom = minutes - lasting - 2 * longestMinutes;
  const gap = (): number => Math.ceil(-Math.log(1 - draw()) * daysBetween * dayMinutes) + 2 * longestMinutes;
  const all: Outage[] = [];
  for (let from = gap(); from < calmFrom; from += gap()) {
    const until = from + toOpen + Math.floor(draw() * longestMinutes);
    all.push({ probe, verdict: draw() < 0.5 ? 'fail' : 'inconclusive', from, until });
  }
  if (lasting > 0) all.push({ probe, verdict: 'fail', from: minutes - lasting, until: null });
  return all;
};

/** @param minutes How long the store has lived. */
export const outagesOf = (probes: number, minutes: number): Outage[] => {
  const draw = drawnFrom(1);
  return Array.from({ length: probes }, (_, probe) => outagesOfOne(probe, minutes, draw)).flat();
};
