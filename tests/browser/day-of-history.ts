/** The store of a monitor that has looked at the sandbox for a day: an hour of trouble at night, and something broken since a while. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHistory } from '../../history/open.ts';
import { addRun, recordOf, type Taken } from '../../history/runs.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { deviate, incidentsIn, until } from '../cli/monitored.ts';
import { started } from '../cli/preflight-process.ts';

const minuteMs = 60_000;
const everyMs = 5 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

const probes = [{ name: 'acme-reads', target: 'sandbox', cron: '*/3 * * * * *', deadlineMs: 3_000 }];

const operations = ['countries', 'cities', 'amenities', 'meal-types'] as const;
const perRun = [0, 1, 2, 3];

/** Slower by day than by night, and never quite the same. */
const takenAt = (at: number): Taken[] =>
  operations.flatMap((operation, place) =>
    perRun.map((again) => {
      const hour = (at / (60 * minuteMs)) % 24;
      const wave = 40 * (1 + Math.sin(((hour - 9) / 12) * Math.PI));
      return { operation, ms: 20 + 15 * place + wave + (((at / minuteMs) * (7 + again)) % 31) };
    }),
  );

/** @returns The file of the store. Its folder has what the command line needs. */
export const dayOfHistory = async (folder: string): Promise<string> => {
  writeFileSync(join(folder, 'monitor.config.mts'), `export default ${JSON.stringify({ probes })};\n`);
  const sandbox = await startSandbox({ port: 0, world: { seed: 1 } });
  const environment = { PREFLIGHT_SANDBOX_URL: sandbox.url };
  const monitor = started(['monitor', '--no-dashboard'], { folder, environment });
  try {
    await monitor.printed('PASS');
    await deviate(sandbox.url, { faults: ['sorts-countries-by-name', 'swaps-one-pair-deep-in-list'] });
    await until('incidents', () => incidentsIn(folder).length > 1);
    monitor.signal('SIGTERM');
    await monitor.ended;
  } finally {
    await sandbox.close();
  }
  const file = join(folder, 'results/history.db');
  const history = await openHistory(file);
  try {
    const runs = await history.read
      .selectFrom('run')
      .select(['id', 'startedAt', 'location'])
      .orderBy('startedAt')
      .execute();
    const [first, last] = [runs[0], runs.at(-1)];
    if (!first || !last) throw new Error('nothing was run');
    const [good, bad] = [await recordOf(history.read, first.id), await recordOf(history.read, last.id)];
    if (!good || !bad) throw new Error('no record was kept');
    for (let at = first.startedAt - dayMs; at < first.startedAt; at += everyMs) {
      const back = first.startedAt - at;
      const record = back > 13 * 60 * minuteMs && back < 14 * 60 * minuteMs ? bad : good;
      const moment = new Date(at).toISOString();
      const one = { ...record, id: `day-${moment}`, startedAt: moment, finishedAt: moment };
      await history.write((to) =>
        addRun(to, { probe: 'acme-reads', location: first.location, slotAt: at, taken: takenAt(at), record: one }),
      );
    }
  } finally {
    await history.close();
  }
  return file;
};
