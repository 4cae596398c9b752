/** The real monitor beside a real sandbox: results are there at once, a fault is told once with its evidence, and so is its end. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  bundlesIn,
  deviate,
  everySecond,
  incidentsIn,
  outboxIn,
  receiver,
  runsIn,
  slotsIn,
  until,
  watches,
} from './monitored.ts';
import { emptyFolder, started } from './preflight-process.ts';

test('a fault that comes while it watches is one incident and one alert, and one more when it has gone', async (t) => {
  const serving = started(['sandbox', '--port', '0']);
  t.after(() => serving.signal('SIGTERM'));
  const [, url = ''] = /Sandbox at (\S+)/.exec(await serving.printed('end it with')) ?? [];
  const told = await receiver();
  t.after(told.close);
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'countries', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 }],
    channels: [told.channel],
  });
  const monitor = started(['monitor'], { folder, environment: { PREFLIGHT_SANDBOX_URL: url } });
  t.after(() => monitor.signal('SIGKILL'));
  await until('a result in the store', () => slotsIn(folder).some(({ state }) => state === 'done'));
  equal(told.arrived.length, 0);

  await deviate(url, { faults: ['swaps-one-pair-deep-in-countries'] });
  await until('the alert', () => told.arrived.length > 0);
  const [opened] = told.arrived;
  deepEqual([opened?.alert.event, opened?.alert.kind, opened?.isSigned], ['opened', 'contract', true]);
  match(opened?.alert.title ?? '', /^countries\.\S+ is broken/);
  const [incident, ...others] = incidentsIn(folder);
  deepEqual([others, incident?.id, incident?.closedAt], [[], opened?.alert.incident, null]);
  deepEqual(bundlesIn(folder), [{ incidentId: incident?.id }]);
  equal(runsIn(folder).find(({ id }) => id === opened?.alert.run)?.verdict, 'fail');

  await deviate(url, {});
  await until('the end', () => told.arrived.length > 1);
  const [, closed] = told.arrived;
  deepEqual([closed?.alert.event, closed?.alert.incident, closed?.isSigned], ['closed', opened?.alert.incident, true]);
  const passes = (): number => runsIn(folder).filter(({ verdict }) => verdict === 'pass').length;
  const before = passes();
  await until('two passes more', () => passes() >= before + 2);

  monitor.signal('SIGTERM');
  const { code, stdout, stderr } = await monitor.ended;
  deepEqual([code, stderr], [0, '']);
  ok(
    stdout.split('\n').every((line) => line.length <= 80),
    stdout,
  );
  match(stdout, /\nended: nothing is under way\n$/);
  deepEqual(
    told.arrived.map(({ alert }) => alert.event),
    ['opened', 'closed'],
  );
  deepEqual(
    incidentsIn(folder).map(({ closedAt }) => closedAt !== null),
    [true],
  );
  ok(outboxIn(folder).every(({ sentAt }) => sentAt !== null));
});
