/** A monitor reports what is left to do, and where it sends alerts. */
import { deepEqual, doesNotMatch, equal, fail, match } from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Log } from 'sarif';
import about from '#package' with { type: 'json' };
import { startSandbox } from '../../sandbox/server.ts';
import { writeTargetWithoutLevers } from '../cli/planted-service.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { httpServer } from '../unit/client/test-server.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { agentsOf, incidentsIn, receiver, sandboxFile, slotsIn, watches } from './monitored.ts';

after(closeSandbox);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const openWorld = (options: Parameters<typeof sandbox.openWorld>[0]) => {
  const { id, baseUrl } = sandbox.openWorld(options);
  const world = sandbox.world(id) ?? fail('the world is not there');
  return { world, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } };
};

test('a round beats, and one that could see nothing beats as failed', async (t) => {
  const beats: string[] = [];
  const beaten = await httpServer(t, ({ method, url }, response) => {
    beats.push(`${method} ${url}`);
    response.end();
  });
  const heartbeat = `${beaten}/beat`;
  const { environment } = openWorld({ scale: 'small' });
  const round = async (target: string, at: string, only?: string[]) => {
    const folder = emptyFolder();
    writeFileSync(
      join(folder, 'wrong.mts'),
      sandboxFile("name: 'wrong', credentials: { ...sandbox.credentials, clientSecret: 'not the secret' }"),
    );
    watches(folder, { probes: [{ name: 'p', target, ...(only && { only }) }], heartbeat });
    const ended = await preflight(['monitor', '--once'], { folder, environment, now: () => Date.parse(at) });
    return { ...ended, beats: beats.splice(0) };
  };
  const well = await round('sandbox', '2026-09-01T12:00:40Z');
  deepEqual([well.code, well.beats], [0, ['GET /beat/start', 'GET /beat']], well.stderr);
  // With all of the depth some is judged without a token.
  for (const only of [['countries'], undefined]) {
    const blind = await round('./wrong.mts', '2026-09-01T12:00:40Z', only);
    deepEqual([blind.code, blind.beats], [3, ['GET /beat/start', 'GET /beat/fail']], blind.stdout);
    match(blind.stdout, /\n +the service refused the credentials/);
  }
});

test('a case that has stopped is repeated every night, and reported when it is back', async (t) => {
  const fault = 'swaps-one-pair-deep-in-list';
  const { world, environment } = openWorld({ seed: 3, faults: [fault] });
  const told = await receiver();
  t.after(told.close);
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: '0 0 1 1 *' }],
    channels: [told.channel],
    contact: 'ops@acme.example',
  });
  const at = (iso: string, ...args: string[]) => preflight(args, { folder, environment, now: () => Date.parse(iso) });
  equal((await at('2026-09-01T10:00:00Z', 'gate', '--seed', '3', '--only', 'cities.sorted-by-id')).code, 1);
  copyFileSync(join(folder, 'results/latest/cd94b032f6ae.bundle.json'), join(folder, 'found.bundle.json'));
  equal((await at('2026-09-01T10:01:00Z', 'watch', 'add', 'found.bundle.json', '--target', 'sandbox')).code, 0);
  equal((await at('2026-09-01T10:02:00Z', 'monitor', '--once')).code, 0);
  const night = (day: number) => at(`2026-09-0${day}T03:48:00Z`, 'monitor', '--once');
  const agents = await agentsOf(environment.PREFLIGHT_SANDBOX_URL, async () =>
    match((await night(2)).stdout, /sandbox-watched {2}nothing new {2}1 repeated\n/),
  );
  deepEqual(agents, [`preflight/${about.version} (ops@acme.example)`]);
  world.deviate({ faults: [], oddities: [], troubles: [] });
  for (const day of [3, 4, 5]) match((await night(day)).stdout, /sandbox-watched {2}nothing new {2}1 repeated\n/);
  equal(told.arrived.length, 0);
  world.deviate({ faults: [fault], oddities: [], troubles: [] });
  const back = await night(6);
  deepEqual([back.code, incidentsIn(folder).map(({ title }) => title)], [1, ['a watched case is back: 8c94d4ff']]);
  match(back.stdout, /sandbox-watched {2}1 case back {2}1 repeated\n +incident {2}a watched case is back: 8c94d4ff\n/);
  deepEqual(
    told.arrived.map(({ alert }) => [alert.event, alert.title]),
    [['opened', 'a watched case is back: 8c94d4ff']],
  );
});

test('what a run has left behind is settled at its time, and reported once when its deadline is missed', async (t) => {
  const told = await receiver();
  t.after(told.close);
  const { world, environment } = openWorld({ scale: 'small' });
  const folder = emptyFolder();
  writeTargetWithoutLevers(folder, ['void-as-window-ends', 'use-token-to-its-end']);
  watches(folder, {
    probes: [{ name: 'p', target: './acme.ts', only: ['countries'], cron: '0 0 1 1 *' }],
    channels: [told.channel],
  });
  const begunAt = Date.now();
  let passedMs = 0;
  const at = (ms: number, ...args: string[]) => {
    world.advance(ms - passedMs);
    passedMs = ms;
    return preflight(args, { folder, environment, now: () => begunAt + ms });
  };
  const dueSlots = () => slotsIn(folder).filter(({ probe, state }) => probe === 'acme-due' && state === 'done');
  const gate = ['gate', '--target', './acme.ts', '--only', 'ticket-cancel,token.works-until-expiry'];
  match((await at(0, ...gate)).stdout, /2 left behind on purpose/);
  equal((await at(0, 'monitor', '--once')).code, 0);
  deepEqual(dueSlots(), []);
  const settled = await at(dayMs - 30 * minuteMs, 'monitor', '--once');
  equal(settled.code, 0, settled.stdout + settled.stderr);
  match(settled.stdout, / {2}acme-due {2}PASS {2}/);
  deepEqual([dueSlots().length, told.arrived], [1, []]);

  match((await at(dayMs, ...gate)).stdout, /2 left behind on purpose/);
  await at(4 * dayMs, 'monitor', '--once');
  await at(4 * dayMs + 20 * minuteMs, 'monitor', '--once');
  deepEqual(
    told.arrived.map(({ alert: { event, title } }) => `${event} ${title.replace(/ at .*Z/, '')}`).sort(),
    ['use-token-to-its-end', 'void-as-window-ends'].map(
      (id) => `missed ${id} was left behind, and its deadline has passed`,
    ),
  );
});

test('an alert is muted in a maintenance window and sent after it, and its commands name the store', async (t) => {
  const { environment } = openWorld({ scale: 'small', faults: ['sorts-countries-by-name'] });
  const told = await receiver();
  t.after(told.close);
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: '0 0 1 1 *' }],
    channels: [told.channel],
  });
  const at = (...args: string[]) => preflight([...args, '--history', 'our own.db'], { folder, environment });
  equal((await at('gate', '--only', 'countries')).code, 1);
  equal((await at('maintenance', 'open', '--all', '--for', '1h')).code, 0);
  const muted = await at('monitor', '--once');
  equal(muted.code, 1, muted.stderr);
  match(
    muted.stdout,
    /\n +incident {2}countries\..*\n +npx --no -- preflight incidents show .*\n +in a maintenance wi/,
  );
  equal(told.arrived.length, 0);
  equal((await at('maintenance', 'close', '--all')).code, 0);
  await at('monitor', '--once');
  const commands = told.arrived[0]?.alert.commands ?? [];
  match(
    commands.join('\n'),
    /^npx --no -- preflight incidents show (\S+) --history 'our own\.db'\n.* --history 'our own\.db'\n/,
  );
  const [id = ''] = /\S+(?= --history)/.exec(commands[0] ?? '') ?? [];
  match((await at('incidents', 'show', id)).stdout, /incidents evidence \S+ --history 'our own\.db'\n/);
});

const builtIn = fileURLToPath(new URL('../../targets/sandbox.ts', import.meta.url));

test('a target of init, and one that is named by its path, are reported from the top of the repository', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small', faults: ['swaps-one-pair-deep-in-list'] } });
  t.after(() => sandbox.close());
  const repository = emptyFolder();
  const folder = join(repository, 'partner');
  mkdirSync(join(repository, '.git'));
  mkdirSync(join(folder, 'the contracts'), { recursive: true });
  const text = `import sandbox from ${JSON.stringify(builtIn)};\nexport default { ...sandbox, name: 'acme' };\n`;
  writeFileSync(join(folder, 'acme.target.mts'), text);
  writeFileSync(join(folder, 'the contracts/acme #1.ts'), text);
  for (const { target, uri, file } of [
    { target: 'acme', uri: 'partner/acme.target.mts', file: 'partner/acme.target.mts' },
    {
      target: './the contracts/acme #1.ts',
      uri: 'partner/the%20contracts/acme%20%231.ts',
      file: 'partner/the contracts/acme #1.ts',
    },
    {
      target: join(folder, 'acme.target.mts'),
      uri: 'partner/acme.target.mts',
      file: 'partner/acme.target.mts',
    },
  ]) {
    const args = ['gate', '--target', target, '--seed', '3', '--only', 'cities', '--report', 'sarif'];
    const environment = { PREFLIGHT_SANDBOX_URL: sandbox.url, GITHUB_ACTIONS: 'true' };
    const { code, stdout, stderr } = await preflight(args, { folder, environment });
    equal(code, 1, stdout + stderr);
    match(stdout, new RegExp(`^::error title=cities\\.sorted-by-id,file=${file}::`, 'm'));
    const sarif = readFileSync(join(folder, 'results/latest/report.sarif'), 'utf8');
    const [result] = (JSON.parse(sarif) as Log).runs[0]?.results ?? [];
    deepEqual(result?.locations?.[0]?.physicalLocation?.artifactLocation, { uri, uriBaseId: '%SRCROOT%' });
    for (const each of [repository, fileURLToPath(new URL('../../', import.meta.url))])
      doesNotMatch(sarif, new RegExp(each.replaceAll('.', '\\.')));
  }
});
