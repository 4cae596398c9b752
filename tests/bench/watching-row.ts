/** A monitor of a hundred probes every minute, with its dashboard open: its memory, and how late it begins. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { spreadMs } from '../../monitor/schedule.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { startBrowser } from '../browser/browser.ts';
import { probeAreas } from './large-store-sources.ts';
import { type MemorySample, samplesIn, samplingIn } from './memory-sampler.ts';
import { startedCommand, writeWatched } from './processes.ts';
import { quantile, type Row, rowOf, spread } from './row.ts';

const minutes = 5;
const minuteMs = 60_000;
const targets = 10;
const megabytesMax = 380;

type Slots = { readonly missed: number; readonly done: number; readonly lateMs: readonly number[] };

/** Without the first of each, for which it may have been started too late, and without what is spread on purpose. */
const slotsIn = (folder: string): Slots => {
  const database = new DatabaseSync(join(folder, 'results', 'history.db'), { readOnly: true });
  const count = database.prepare(
    'SELECT count(*) AS n FROM slot WHERE state = ? AND at > (SELECT min(slotAt) FROM run)',
  );
  const of = (state: string): number => (count.get(state) as { n: number }).n;
  const runs = database
    .prepare('SELECT probe, slotAt, startedAt FROM run WHERE slotAt > (SELECT min(slotAt) FROM run)')
    .all() as { probe: string; slotAt: number; startedAt: number }[];
  const lateMs = runs.map(
    ({ probe, slotAt, startedAt }) => startedAt - slotAt - spreadMs(probe, { intervalMs: minuteMs }),
  );
  const slots = { missed: of('missed'), done: of('done'), lateMs };
  database.close();
  return slots;
};

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** As the middle and the spread of the samples from a moment on. */
const over = (samples: readonly MemorySample[], what: 'rss' | 'heapUsed'): Row['measured'] =>
  spread(samples.map((sample) => megabytes(sample[what])));

export const watchingRow = async (scratch: string): Promise<readonly Row[]> => {
  const folder = join(scratch, 'watching');
  writeWatched(folder, targets, ({ name, target }) =>
    probeAreas.map((area) => ({
      name: `${name}-${area}`,
      target,
      ...(area !== 'all' && { only: [area] }),
      cron: '* * * * *',
      deadlineMs: minuteMs,
    })),
  );
  const sandbox = await startedCommand(['sandbox', '--port', '0'], { cwd: folder, says: /Sandbox at (\S+)/ });
  const browser = await startBrowser();
  const env = { ...samplingIn(folder), [sandboxUrlVariable]: sandbox.found };
  const says = /dashboard\s+(http\S+)/;
  const monitor = await startedCommand(['monitor', '--dashboard', '0'], { cwd: folder, env, says });
  try {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(monitor.found);
    await delay(minutes * minuteMs);
    await page.goto('about:blank');
  } finally {
    await monitor.end();
    await browser.close();
    await sandbox.end();
  }
  const samples = samplesIn(folder);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error('the monitor has reported nothing of its memory');
  const { missed, done, lateMs } = slotsIn(folder);
  const peak = megabytes(last.peak);
  const ofLastMinute = samples.filter(({ at }) => at > last.at - minuteMs);
  const ofSecondMinute = samples.filter(({ at }) => at > first.at + minuteMs && at < first.at + 2 * minuteMs);
  const cpuShare = (last.cpuMs - first.cpuMs) / (last.at - first.at);
  return [
    {
      name: 'memory of a monitor of 100 probes a minute, peak',
      unit: 'MB',
      measured: { median: peak, min: over(samples, 'rss').min, max: peak },
      samples: samples.length,
      atMost: megabytesMax,
      parts: {
        'heap in MB, second minute': over(ofSecondMinute, 'heapUsed').min,
        'last minute': over(ofLastMinute, 'heapUsed').min,
        'slots done': done,
        'processor in %': Math.round(100 * cpuShare),
      },
    },
    rowOf('slots that it missed', 'slots', [missed], { samples: done + missed, atMost: 0, parts: { done } }),
    {
      name: 'how late its slots begin, p95',
      unit: 'ms',
      measured: { median: quantile(lateMs, 0.95), min: Math.min(...lateMs), max: Math.max(...lateMs) },
      samples: lateMs.length,
      parts: { p50: spread([quantile(lateMs, 0.5)]) },
    },
  ];
};
