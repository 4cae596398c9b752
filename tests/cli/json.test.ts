/** `--json` prints one document however the command ends, and files of version 0.1.0 are read. */
import assert, { deepEqual, equal, match } from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runRecord } from '../../contracts/run-record.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, plainEnvironment, preflight as preflightProcess } from './preflight-process.ts';

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

test('what is refused is one document, too, also where --json stands first', async () => {
  const { code, stdout, stderr } = await preflight(['--json', 'gate', '--only', 'cites']);
  assert.equal(code, 2);
  const { exitCode, notices } = JSON.parse(stdout);
  assert.equal(exitCode, 2);
  assert.match(notices[0], /did you mean 'cities'/);
  assert.match(stderr, /area, topic or clause 'cites' is unknown/);
});

/** What happens once the command listens for uncaught errors. */
const whenReady = (does: string): NodeJS.ProcessEnv => {
  const script = `process.on('newListener', (name) => { if (name === 'unhandledRejection') setImmediate(() => { ${does} }); });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

test('a process that breaks, or that another process ends, leaves one document, too', async () => {
  for (const [does, says] of [
    [`throw new Error('boom')`, /our own error.*boom/],
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
    `queueMicrotask(() => { throw new Error('late'); });
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

const sandbox = await startSandbox({ world: { scale: 'small', faults: ['keys-countries-by-id'] } });
after(() => sandbox.close());

const program = (text: string): Promise<unknown[]> => {
  const folder = emptyFolder();
  const file = join(folder, 'program.mts');
  const url = import.meta.resolve('@preflight-gate/preflight');
  writeFileSync(file, `import { judge, replay, runGate } from '${url}';\n${text}`);
  const env = { ...plainEnvironment(folder), PREFLIGHT_SANDBOX_URL: sandbox.url };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file], { cwd: folder, env }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    );
  });
};

test('a gate resolves to its record, which is judged and sent again', async () => {
  const found = await program(`
    import { globSync } from 'node:fs';
    const clause = 'countries.list-is-an-array';
    const gated = await runGate({ target: 'sandbox', only: [clause], seed: 1 });
    const judged = await judge('results/latest', { clause });
    const [bundle] = globSync('results/latest/*.bundle.json');
    const again = await replay(bundle, { target: 'sandbox', attempts: 1 });
    console.log(JSON.stringify([gated, judged, again].map(({ exitCode, verdicts }) => [
      exitCode,
      verdicts.find((each) => each.clause === clause).outcome,
    ])));`);
  deepEqual(found, [
    [1, 'fail'],
    [1, 'fail'],
    [1, 'fail'],
  ]);
});

test('what a command refuses is thrown with its line', async () => {
  const [line] = await program(`
    await runGate({ only: ['citties'] }).catch(({ message }) => console.log(JSON.stringify([message])));`);
  equal(/'citties' is unknown, did you mean 'cities'/.test(String(line)), true, String(line));
});
