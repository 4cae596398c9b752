/** Nights of nightly.yml, one after the other, on machines that know nothing of each other but what the cache keeps. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { RunRecord } from '../../contracts/run-record.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { nothingKept, runWorkflow } from '../pipelines/run-workflow.ts';
import { copiedClone } from '../programs/packed.ts';

/** The clone of a partner who gates a service at night, and lets that service wait for a window to close. */
const repository = copiedClone();
writeFileSync(
  join(repository, 'targets/acme.ts'),
  `/** A service whose clock nobody moves. */
import sandbox from './sandbox.ts';
import { env, target } from './target.ts';
const { levers, ...rest } = sandbox;
export default target({
  ...rest,
  name: 'acme',
  baseUrl: env('PREFLIGHT_URL'),
  credentials: { clientId: env('PREFLIGHT_CLIENT_ID'), clientSecret: env('PREFLIGHT_CLIENT_SECRET') },
  may: { ...rest.may, obligations: ['void-after-window'] },
});
`,
);

/** What `npm ci` installs is there. */
const tools = emptyFolder();
writeFileSync(join(tools, 'npm'), '#!/bin/sh\n[ "$*" = ci ] && [ -e node_modules ]\n');
chmodSync(join(tools, 'npm'), 0o755);
const environment = { PATH: `${tools}:${dirname(process.execPath)}:${process.env.PATH}` };

/** Loaded first in every process of a machine whose clock is ahead of the clock of the test. */
const aheadBy = (ms: number): string =>
  `--import data:text/javascript,${encodeURIComponent(`
    const here = Date.now;
    Date.now = () => here() + ${ms};
    const construct = (of, given, made) => Reflect.construct(of, given.length > 0 ? given : [of.now()], made);
    globalThis.Date = new Proxy(Date, { construct });
  `)}`;

const passphrase = 'correct horse battery staple';
const dayMs = 24 * 3_600_000;

test('what one night leaves behind the next one settles; a night that is cancelled loses nothing', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const { caches } = nothingKept();
  let aheadMs = 0;
  /** Some days pass, for the service and for its callers. */
  const wait = (ms: number): void => {
    aheadMs += ms;
    sandbox.world('default')?.advance(ms);
  };
  const night = async (runId: number, cancelOn?: RegExp) => {
    const artifacts = new Map<string, string>();
    const { jobs } = await runWorkflow({
      repository,
      workflow: join(repository, '.github/workflows/nightly.yml'),
      kept: { caches, artifacts },
      eventName: 'schedule',
      runId,
      environment: { ...environment, NODE_OPTIONS: aheadBy(aheadMs) },
      vars: { PREFLIGHT_TARGETS: '["acme"]', PREFLIGHT_URL: sandbox.url },
      secrets: {
        PREFLIGHT_CLIENT_ID: preflightPartner.clientId,
        PREFLIGHT_CLIENT_SECRET: preflightPartner.clientSecret,
        PREFLIGHT_STATE_PASSPHRASE: passphrase,
      },
      ...(cancelOn && { cancelOn }),
    });
    const { 'gate (acme)': job } = jobs;
    if (!job) throw new Error(`there was no job: ${Object.keys(jobs)}`);
    const folder = artifacts.get('results-acme-1') ?? '';
    const [file] = globSync('results/*/run.json', { cwd: folder });
    const record = file === undefined ? undefined : (JSON.parse(readFileSync(join(folder, file), 'utf8')) as RunRecord);
    for (const secret of [passphrase, preflightPartner.clientSecret])
      for (const text of [job.log, job.summary, JSON.stringify(record ?? '')]) ok(!text.includes(secret));
    return { ...job, record };
  };

  const first = await night(1);
  equal(first.conclusion, 'success', first.log);
  match(first.summary, /^no state of an earlier night was found/);
  match(first.summary, /### Left behind on purpose\n\n```text\nwaits {6}void-after-window/);
  deepEqual([...caches.keys()], ['preflight-state/acme/1-1']);
  const sealed = readFileSync(join(caches.get('preflight-state/acme/1-1') ?? '', '.preflight/sealed'), 'utf8');
  ok(!/void-after-window|SQLite/.test(sealed) && sealed.length > 1_000, 'it is sealed');

  wait(2 * dayMs);
  const second = await night(2);
  equal(second.conclusion, 'success', second.log);
  match(second.summary, /^opened the state of the night before: \d+ files/);
  match(second.summary, /^settled {4}void-after-window/m);
  const [settled] = second.record?.verdicts.filter(({ runs }) => runs) ?? [];
  equal(settled?.outcome, 'pass');
  equal(settled.runs?.begunBy, first.record?.id);
  match(second.summary, /### The nights of four weeks\n\n```text\n[\s\S]*nightly:acme/);

  wait(2 * dayMs);
  const third = await night(3, /^recorded /);
  equal(third.conclusion, 'cancelled', third.log);
  deepEqual([...caches.keys()].at(-1), 'preflight-state/acme/3-1');
  const open = (sandbox.world('default')?.bookings.all() ?? []).filter(
    ({ cancelledAtMs }) => cancelledAtMs === undefined,
  );
  deepEqual(open, [], 'what the night had booked is cancelled');
});
