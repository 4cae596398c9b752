/** `--json` prints one document however the command ends, and files of version 0.1.0 are read. */
import assert, { equal, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../cli/commands.ts';
import { runRecord } from '../../contracts/run-record.ts';
import { openHistory } from '../../history/open.ts';
import { noteCauses } from '../../monitor/incidents.ts';
import { chapter } from '../chapter.ts';
import { postgresServer } from '../postgres-server.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, preflight as preflightProcess } from './preflight-process.ts';
import { har } from './saved-har.ts';

test('a gate prints its record and nothing else, and keeps it in the folder of --output', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await preflightProcess(
    ['gate', '--only', 'countries', '--seed', '1', '--json', '--output', 'elsewhere'],
    { folder },
  );
  const record = runRecord.parse(JSON.parse(stdout));
  assert.deepEqual([code, record.verdict], [0, 'pass']);
  assert.match(stderr, /recorded {2}/);
  assert.match(stderr, /PASS/);
  assert.ok(existsSync(join(folder, 'elsewhere', record.id, 'run.json')));
  assert.ok(!existsSync(join(folder, 'results')));

  const judged = await preflight(['judge', join('elsewhere', record.id), '--json'], { folder });
  assert.equal(runRecord.parse(JSON.parse(judged.stdout)).id, record.id);
});

test('what is refused is one document, too', async () => {
  const { code, stdout, stderr } = await preflight(['gate', '--only', 'cites', '--json']);
  assert.equal(code, 2);
  const { exitCode, notices } = JSON.parse(stdout);
  assert.equal(exitCode, 2);
  assert.match(notices[0], /did you mean 'cities'/);
  assert.match(stderr, /area, topic or clause 'cites' is unknown/);
});

test('clauses are listed as data', async () => {
  const { stdout } = await preflight(['clauses', 'cities', '--json']);
  const listed: { id: string; basis: string }[] = JSON.parse(stdout);
  assert.ok(listed.length > 3);
  assert.ok(listed.every(({ id, basis }) => id.startsWith('cities.') && basis.length > 0));
});

test('a run whose minutes are over ends, says so, and has not measured', async () => {
  let asked = 0;
  // A minute passes between any two looks at the clock.
  const now = (): number => Date.UTC(2026, 8, 1) + asked++ * 60_000;
  const { code, stdout } = await preflight(['gate', '--only', 'countries', '--max-minutes', '1', '--json'], { now });
  const record = runRecord.parse(JSON.parse(stdout));
  assert.equal(code, 3);
  assert.equal(record.verdict, 'inconclusive');
  assert.match(record.warnings?.join() ?? '', /--max-minutes 1 were over/);
});

after(closeSandbox);

const page = chapter('use/gating.md', 'Exit codes of every command');
const [, table = ''] = page.split('## For a program');
const documented = new Map(
  [...table.matchAll(/^\| `([^`]+)` +\| (.*\S) +\|$/gm)].map(([, command = '', says = '']) => [command, says]),
);

const namesIn = (says: string): string[] => [...says.matchAll(/`([a-zA-Z]+)`/g)].map(([, name = '']) => name);

const isRunRecord = (value: object): boolean => 'schema' in value && value.schema === 'preflight.run/1';

/** Whether a document is what the page says of it. */
const assertDocumented = (command: string, value: object): void => {
  const says = documented.get(command) ?? assert.fail(`docs/use/gating.md says nothing of ${command}`);
  if (says.startsWith('the run record')) assert.ok(isRunRecord(value), command);
  else if (Array.isArray(value)) for (const name of namesIn(says)) assert.ok(Object.hasOwn(value[0], name), name);
  else if (command === 'explain') for (const name of namesIn(says)) assert.ok(Object.hasOwn(value, name), name);
  else assert.deepEqual(Object.keys(value).sort(), [...namesIn(says), 'exitCode'].sort(), command);
};

const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
const finds = ['gate', '--seed', '3', '--only', 'cities.sorted-by-id', ...fault];
const found = 'results/latest/cd94b032f6ae.bundle.json';
const watched = '8c94d4ff';

type Row = readonly [command: string, args: readonly string[], code?: number];

const rows: readonly Row[] = [
  ['gate --dry-run', ['--only', 'cities']],
  ['gate', [...finds.slice(1), '--history'], 1],
  ['history', ['--since', '7d']],
  ['history backup', ['copy.db']],
  ['history prune', ['--keep-days', '7']],
  ['gate --shard', ['1/1', '--run-id', 'json', '--only', 'countries']],
  ['judge', ['latest'], 1],
  ['clauses --domain', ['cities.sorted-by-id']],
  ['show', [found]],
  ['export', [found, '--as', 'letter']],
  ['report', ['latest', '--as', 'markdown,badge']],
  ['repro', [found, '--target', 'sandbox']],
  ['waive', [found, '--reason', 'known', '--owner', 'Ann']],
  ['watch add', [found, '--target', 'sandbox']],
  ['watch list', []],
  ['watch run', fault],
  ['watch remove', [watched]],
  ['watch run', []],
  ['compare', ['sandbox', 'sandbox', '--seed', '3', '--only', 'countries']],
  ['explore', ['--seed', '3', '--only', 'explore-cities', '--requests', '20']],
  ['init', ['acme']],
  ['check-target', ['sandbox']],
  ['check-target --connect', ['sandbox']],
  ['nightly', ['--target', 'sandbox', '--only', 'countries.sorted-by-id']],
  ['prove', ['--only', 'swaps-one-pair-deep-in-list', '--dialect', 'flat']],
  ['clauses', ['cities']],
  ['completion', ['fish']],
  ['state seal', ['sealed']],
  ['maintenance open', ['--all', '--for', '1h']],
  ['maintenance list', []],
  ['maintenance close', ['--all']],
  ['incidents list', []],
  ['incidents show', ['i']],
  ['incidents acknowledge', ['i', '--by', 'Ann']],
  ['incidents silence', ['i', '--for', '1h', '--by', 'Ann']],
  ['monitor --once', ['--target', 'sandbox']],
  ['status-page --export', ['public']],
  ['monitor --test-alert', ['--config', 'watched.mts']],
];

const watching = {
  probes: [{ name: 'p', target: 'sandbox' }],
  channels: [{ to: 'command', name: 'c', command: ['true'] }],
};

/** As a monitor leaves it: one incident is open. */
const storeIn = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'results'), { recursive: true });
  const history = await openHistory(join(folder, 'results', 'history.db'));
  const seen = [{ cause: 'ours', kind: 'ours', shown: 'failed', title: 't', clauses: [] } as const];
  const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 1 };
  const noted = { probe: 'p', target: 'acme', runId: null, now: 0, seen, rules, newId: () => 'i' };
  await history.write((to) => noteCauses(to, noted));
  await history.close();
};

test('each command that has a result prints it, and nothing else', async (t) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'saved.har'), har(''));
  writeFileSync(join(folder, 'watched.mts'), `export default ${JSON.stringify(watching)};`);
  await storeIn(folder);
  const environment = { PREFLIGHT_STATE: join(folder, 'kept'), PREFLIGHT_STATE_PASSPHRASE: 'a passphrase for a test' };
  const shown = new Set<string>(['sandbox', 'dashboard', 'status-page']);
  const prints = async (row: Row, more: NodeJS.ProcessEnv = {}): Promise<object> => {
    const [command, args, expected = 0] = row;
    const line = [...command.split(' '), ...args, '--json'];
    const { code, stdout, stderr } = await preflight(line, { folder, environment: { ...environment, ...more } });
    assert.equal(code, expected, `${command}: ${stdout}${stderr}`);
    const value: object = JSON.parse(stdout);
    assertDocumented(command, value);
    if (!Array.isArray(value)) assert.ok('exitCode' in value && value.exitCode === code, command);
    shown.add(command);
    return value;
  };
  const tested = (row: Row, more?: NodeJS.ProcessEnv) =>
    t.test(`${row[0]} ${row[1].join(' ')}`, () => prints(row, more).then(() => {}));
  for (const row of rows) await tested(row);
  await tested(['state open', ['sealed']], { PREFLIGHT_STATE: join(folder, 'opened') });
  await t.test('import, and explain of what was imported', async () => {
    const imported = await prints(['import', ['saved.har', '--target', 'sandbox'], 1]);
    assert.ok('written' in imported && Array.isArray(imported.written));
    await prints(['explain', [imported.written[0], '--target', 'sandbox'], 3]);
  });
  const { baseUrl } = sandbox.openWorld();
  await tested(['history move', []], { DATABASE_URL: await (await postgresServer()).newDatabase() });
  await tested(['history move --undo', []]);
  await tested(['merge', ['results']]);
  await tested(['token', ['--target', 'sandbox', '--to', 'token']], { PREFLIGHT_SANDBOX_URL: baseUrl });
  for (const command of ['sweep', 'obligations'])
    await tested([command, ['--target', 'sandbox']], { PREFLIGHT_SANDBOX_URL: baseUrl });
  assert.deepEqual([...shown].sort(), [...documented.keys()].sort());
  const first = new Set([...documented.keys()].map((each) => each.split(' ')[0]));
  assert.deepEqual([...first].sort(), Object.keys(commands).sort());
});

/** What happens once the command listens for uncaught errors. */
const whenReady = (does: string): NodeJS.ProcessEnv => {
  const script = `process.on('newListener', (name) => { if (name === 'unhandledRejection') setImmediate(() => { ${does} }); });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

test('a process that breaks, or that another process ends, leaves one document, too', async () => {
  for (const [does, says] of [
    [`throw new Error('boom')`, /our own error.*boom/],
    [`Promise.reject(new Error('boom'))`, /our own error.*boom/],
    ['process.exit(0)', /the process was ended before the command had come to its end/],
  ] as const) {
    const { code, stdout, stderr } = await preflightProcess(['check-target', 'sandbox', '--json'], {
      environment: whenReady(does),
    });
    const { schema, exitCode, notices } = JSON.parse(stdout);
    assert.deepEqual([code, schema, exitCode], [3, 'preflight.ended/1', 3]);
    assert.match(notices.join(), says);
    assert.match(stderr, says);
  }
});

test('what a target file spoils is reported in the document, with the code of the process', async () => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.ts'),
    `setTimeout(() => { throw new Error('late') }, 0);
     export default { name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' } };`,
  );
  const { code, stdout } = await preflightProcess(['gate', '--target', './acme.ts', '--json'], { folder });
  const { exitCode, notices } = JSON.parse(stdout);
  assert.deepEqual([code, exitCode], [2, 2]);
  assert.match(notices.join(), /acme\.ts threw an error that no code caught: late/);
});

test('nothing in a document is a command to a pipeline, and it reads the same', async () => {
  const folder = emptyFolder();
  const title = '##[error]not ours ##vso[task.complete result=Failed;]';
  mkdirSync(join(folder, title));
  const { stdout } = await preflight(['judge', title, '--json'], { folder });
  assert.doesNotMatch(stdout, /##\[|##vso\[/);
  assert.ok(JSON.parse(stdout).notices[0].includes(title), stdout);
});

test('the version is a document, too', async () => {
  const { stdout } = await preflight(['--version', '--json']);
  assert.match(JSON.parse(stdout).version, /^\d+\.\d+\.\d+/);
});

describe('kept files', () => {
  const kept = fileURLToPath(new URL('../oracle/kept-0.1.0.tar.gz', import.meta.url));
  const folder = emptyFolder();
  execFileSync('tar', ['xzf', kept, '-C', folder]);
  const environment = { XDG_STATE_HOME: join(folder, 'state'), XDG_CACHE_HOME: join(folder, 'cache') };
  /** The day after. */
  const now = (): number => Date.parse('2026-11-27T12:00:00Z');

  const bundle = 'results/gate/343643d105ed.bundle.json';
  const broken = /FAIL {2}countries\.sorted-by-id/;

  const commands: Readonly<Record<string, readonly [args: string, code: number, says: RegExp]>> = {
    'a run': ['judge results/gate', 1, broken],
    'a run of an exploration': ['clauses --run results/explore cities --domain', 0, /not here/],
    'a bundle': [`judge ${bundle}`, 1, broken],
    'the timeline of a bundle': [`show ${bundle}`, 0, /#2 .*countries {2}GET \/api\/dictionary\/countries {2}200/],
    'the bundle of a case that was repeated and minimised': ['judge results/repro/343643d105ed.bundle.json', 1, broken],
    'a run for its reports': [
      'report results/gate --as html,junit,sarif,markdown',
      0,
      /^wrote results\/gate\/report\.html$/m,
    ],
    'a bundle for a script': [`export ${bundle} --as curl`, 0, /kit verdict/],
    'the classes that a run has met': ['clauses --run results/gate countries --domain', 0, /not here {2}wrong login/],
    'a history': ['history --history kept.db', 0, /gate:acme on acme\n.*2026-11-26 23:26: fail/],
    'its incidents': ['incidents --history kept.db', 0, /^no incident is open/m],
    'ledgers and obligations': [
      'obligations --target acme',
      0,
      /^waits {6}void-after-window {2}any time after 2026-11-27/m,
    ],
    'watched cases': ['watch list', 0, /countries\.sorted-by-id/],
    'a part of a shard, a policy and a waiver': ['merge shards-kept.1-of-1.part.gz', 0, /known, and mended on Friday/],
    'a target, a policy and a waiver': ['gate --dry-run --target acme --only countries', 0, /acme/],
  };

  for (const [what, [args, code, says]] of Object.entries(commands)) {
    test(`${what} of then is read`, async () => {
      const ended = await preflight(args.split(' '), { folder, environment, now });
      equal(ended.code, code, ended.stdout + ended.stderr);
      match(ended.stdout, says);
    });
  }
});
