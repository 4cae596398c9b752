/** The store of a monitor after a day with the sandbox: an hour of trouble at night, and something still broken. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { identityOf } from '../../contracts/run-record.ts';
import type { History } from '../../history/history.ts';
import { openHistory } from '../../history/open.ts';
import { type Answers, keepAnswers } from '../../history/outage-evidence.ts';
import { addRun, type OperationTime, packed, recordOf } from '../../history/runs.ts';
import { keepBundle } from '../../history/shown-incidents.ts';
import { noteCauses } from '../../monitor/incidents.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { started } from '../cli/preflight-process.ts';
import { deviate, incidentsIn, until } from '../programs/monitored.ts';
import { exchangeOf } from '../unit/cases/case-of.ts';
import { fill, noon } from '../unit/dashboard/dashboard-here.ts';
import { incidentRow, runAt } from '../unit/history/run-at.ts';
import { bundle } from './run-page.ts';

const minuteMs = 60_000;

/** A store with an incident that has evidence, and with one whose title a service has chosen to do harm. */
export const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** An incident of the target `fallen`, as a monitor keeps it: it answered, and then no more. */
export const addOutage = async (history: History): Promise<string> => {
  const about = { probe: 'falls', location: 'here', target: 'fallen' };
  await history.write(async (to) => {
    const { record } = runAt(noon, { target: about.target });
    const shown = async (at: number, answers: Answers) => {
      const row = { ...about, at, exchanges: await packed(answers) };
      await keepAnswers(to, row, { run: identityOf(record), isWell: Object.keys(answers.bad).length === 0 });
    };
    const sent = (at: number) => exchangeOf({ operation: 'cities', sentAt: new Date(at).toISOString() });
    const { response, ...unanswered } = sent(noon);
    await shown(noon - minuteMs, { good: { cities: sent(noon - minuteMs) }, bad: {} });
    await to
      .insertInto('incident')
      .values(incidentRow('outage', { target: 'fallen', kind: 'service', lastAt: noon }))
      .execute();
    await shown(noon, {
      good: {},
      bad: { cities: { ...unanswered, failure: { kind: 'refused', message: 'refused' } } },
    });
  });
  return 'outage';
};

/** @returns The incident that has evidence, and the run that shows it. */
export const hostileHistory = async (
  file: string,
): Promise<{ readonly history: History; readonly incident: string; readonly run: string }> => {
  const history = await openHistory(file);
  const { incident, run } = await fill(history);
  const packed = (await promisify(gzip)(JSON.stringify(bundle))).toString('base64');
  await history.write(async (to) => {
    await keepBundle(to, { incidentId: incident, bundle: packed });
    const seen = [{ cause: 'service x', kind: 'service', shown: 'failed', title: hostile, clauses: [] }] as const;
    const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 2 };
    await noteCauses(to, { probe: 'reads', target: 'sandbox', runId: null, now: noon, seen, rules });
  });
  return { history, incident, run };
};

const everyMs = 5 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

const probes = [{ name: 'acme-reads', target: 'sandbox', cron: '*/3 * * * * *', deadlineMs: 3_000 }];

const operations = ['countries', 'cities', 'amenities', 'meal-types'] as const;
const perRun = [0, 1, 2, 3];

/** Slower by day than by night, and never quite the same. */
const takenAt = (at: number): OperationTime[] =>
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
