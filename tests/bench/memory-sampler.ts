/** Preloaded into a measured process: writes its memory and processor time now and then, a JSON line each. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Bytes, and ms since the epoch and of the processor. */
export type MemorySample = Readonly<Record<'at' | 'rss' | 'peak' | 'heapUsed' | 'external' | 'cpuMs', number>>;

const everyMs = 2_000;
const file = process.env.PREFLIGHT_BENCH_SAMPLES;

if (isMainThread && file !== undefined) {
  const sample = (): void => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const cpuMs = (user + system) / 1_000;
    const peak = process.resourceUsage().maxRSS * 1_024;
    const taken: MemorySample = { at: Date.now(), rss, peak, heapUsed, external, cpuMs };
    appendFileSync(file, `${JSON.stringify(taken)}\n`);
  };
  setInterval(sample, everyMs).unref();
}

const fileIn = (folder: string): string => join(folder, 'samples.jsonl');

/** What makes a monitor of a folder write its samples there. */
export const samplingIn = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PREFLIGHT_STATE: join(folder, 'state'),
  PREFLIGHT_BENCH_SAMPLES: fileIn(folder),
  NODE_OPTIONS: `--import=${JSON.stringify(import.meta.filename)}`,
});

export const samplesIn = (folder: string): MemorySample[] =>
  readFileSync(fileIn(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as MemorySample);
