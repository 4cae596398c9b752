/** Local mishaps end a command with one line and the right code, and results are pruned. */
import assert, { equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { plainRunsKept } from '../../gate/prune.ts';
import { targetReading } from '../../prover/walked-world.ts';
import { openedWorld } from '../cli/planted-service.ts';
import { ends, preflight, refused } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord } from '../cli/preflight-process.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const openWorld = () => {
  const { world, baseUrl } = openedWorld(sandbox, { scale: 'small' });
  const folder = emptyFolder();
  return { world, folder, baseUrl, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } };
};

test('a damaged ledger costs a gate its 0, and judging the run again says the same', async () => {
  const { folder, baseUrl, environment } = openWorld();
  const state = join(folder, 'state', 'preflight');
  const directory = join(state, 'ledger');
  const ledger = bookingLedgerOf(targetReading('nested', baseUrl), { PREFLIGHT_STATE: state });
  await ledger.spend('token', 'r1', { perRun: 1 });
  const [name = ''] = readdirSync(directory);
  writeFileSync(join(directory, name), '{"schema":"preflight.ledger/4","entries":[{"ma');
  const { code, stderr, stdout } = await preflight(['gate', '--only', 'countries'], { folder, environment });
  assert.equal(code, 3, stdout + stderr);
  assert.match(stderr, /^preflight: a damaged booking ledger was set aside as \S+\.damaged-\S+: .*\n$/);
  assert.match(stdout, /warning {5}a damaged booking ledger: npx --no -- preflight sweep --target sandbox\n/);
  assert.match(stdout, /COULD NOT MEASURE {2}what was judged holds, and the pass is lost to 1 warning\n/);
  const { verdict, totals, warnings } = lastRecord(folder);
  assert.deepEqual([verdict, totals.fail, totals.error, warnings?.length], ['inconclusive', 0, 0, 1]);
  assert.equal((await preflight(['judge', 'results/latest'], { folder })).code, 3);
  // Nor does a gate pass that finds nothing due.
  const due = await ends(3, ['gate', '--due'], { folder, environment });
  assert.match(due.stdout, /^nothing that a run has left behind at sandbox is due/);
});

test('a proxy variable that is no address is named without its value, and nothing is sent', async () => {
  const { world, folder, environment } = openWorld();
  const bad = { ...environment, https_proxy: 'user:pa55word@proxy.test:3128' };
  const says = /^preflight: the variable https_proxy is no address of a proxy: write it as .*\n$/;
  for (const command of ['gate', 'explore', 'sweep', 'obligations'])
    await refused([command], says, { folder, environment: bad });
  assert.equal(world.counted('requests'), 0);
});

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

test('a file for which there is no room is one line', () => {
  const folder = emptyFolder();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PREFLIGHT_STATE: folder, PREFLIGHT_STATE_PASSPHRASE: 'a passphrase for a test' };
  const command = `ulimit -f 0; exec "${process.execPath}" "${launcher}" state seal sealed`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 2, stderr);
  assert.equal(
    stderr,
    'preflight: sealed cannot be written: a file may not grow so large (EFBIG): make room there, and run again\n',
  );
});

/** To a file of that name, or its draft, nothing can be written. */
const script = (name: string): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { basename } from 'node:path';
  const isFull = (file) => basename(String(file)).startsWith(${JSON.stringify(name)});
  const full = (file) => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', path: String(file) });
  const real = { ...fs.promises };
  for (const each of ['writeFile', 'appendFile', 'open']) {
    fs.promises[each] = async (file, ...rest) => {
      if (isFull(file) && (each !== 'open' || /[wa+]/.test(rest[0] ?? 'r'))) throw full(file);
      return real[each](file, ...rest);
    };
  }
  export const restore = () => { Object.assign(fs.promises, real); syncBuiltinESMExports(); };
  syncBuiltinESMExports();`;

const fullHere = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  // Another module each time, which does it anew.
  fills += 1;
  const module = `data:text/javascript,${encodeURIComponent(script(name))}//${fills}`;
  const { restore } = (await import(module)) as { restore(): void };
  return work().finally(restore);
};
let fills = 0;

const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
const finds = ['gate', '--seed', '3', '--only', 'cities.sorted-by-id', ...fault];
const found = 'results/latest/cd94b032f6ae.bundle.json';

type Row = {
  readonly args: readonly string[];
  readonly file: string;
  readonly code: number;
  /** What was found, reported all the same. */
  readonly tells?: RegExp;
};

const rows: readonly Row[] = [
  { args: finds, file: 'run.json', code: 1, tells: /^FAIL {2}cities\.sorted-by-id/m },
  { args: finds, file: 'junit.xml', code: 1, tells: /^FAIL {2}cities\.sorted-by-id/m },
  { args: [...finds.slice(0, 5), '--depth', 'probe'], file: 'run.json', code: 3, tells: /^COULD NOT MEASURE/m },
  { args: finds, file: 'plan.json', code: 2 },
  {
    args: ['compare', 'sandbox', 'sandbox', '--seed', '3', '--only', 'cities.sorted-by-id', ...fault],
    file: 'comparison.json',
    code: 3,
    tells: /cities\.sorted-by-id/,
  },
  {
    args: ['explore', '--seed', '3', '--only', 'explore-cities', '--requests', '40', ...fault],
    file: 'run.json',
    code: 1,
    tells: /^FAIL {2}cities\./m,
  },
  { args: ['repro', found, '--target', 'sandbox', ...fault], file: 'run.json', code: 3, tells: /still fails/ },
  { args: ['report', 'latest'], file: 'report.html', code: 2 },
  { args: ['export', found, '--as', 'letter', '--out', 'letter.md'], file: 'letter.md', code: 2 },
  { args: ['show', found, '--page', 'found.html'], file: 'found.html', code: 2 },
  { args: ['waive', found, '--reason', 'known', '--owner', 'Ann'], file: 'preflight.waivers.json', code: 2 },
  { args: ['init', 'acme'], file: 'acme.target.mts', code: 2 },
  { args: ['nightly', '--only', 'countries'], file: 'nightly.md', code: 2 },
];

test('a full disk', async (t) => {
  const folder = emptyFolder();
  equal((await preflight(finds, { folder })).code, 1);
  const { id } = lastRecord(folder);
  for (const { args, file, code, tells } of rows)
    await t.test(`${args[0]} without room for ${file}`, async () => {
      const ended = await fullHere(file, () => preflight(args, { folder }));
      equal(ended.code, code, ended.stdout + ended.stderr);
      match(ended.stderr, /^preflight: \S+ cannot be written.*ENOSPC[^\n]*\n$/);
      if (tells) match(ended.stdout, tells);
      // What an earlier run has found is still there.
      equal(lastRecord(folder).id, id);
    });
});

/** So many passing gates of long ago that one is too many. */
const fillWithGates = (folder: string): (() => number) => {
  const old = '20200101-1200-';
  const startedAt = '2020-01-01T12:00:00.000Z';
  for (let n = 0; n <= plainRunsKept; n++) {
    const id = `${old}${n.toString(16).padStart(6, '0')}`;
    mkdirSync(join(folder, 'results', id), { recursive: true });
    const at = { startedAt, finishedAt: startedAt, repeat: 'gate --target sandbox' };
    const record = { id, target: 'sandbox', ...at, verdict: 'pass', verdicts: [] };
    writeFileSync(join(folder, 'results', id, 'run.json'), JSON.stringify(record));
  }
  return () => readdirSync(join(folder, 'results')).filter((name) => name.startsWith(old)).length;
};

const compares = ['compare', 'sandbox', 'sandbox', '--only', 'countries', '--seed', '3'];

test(`each command leaves the last ${plainRunsKept} passing gates, and its own run`, async () => {
  const folder = emptyFolder();
  await ends(1, finds, { folder });
  cpSync(join(folder, found), join(folder, 'found.bundle.json'));
  for (const args of [
    compares,
    ['repro', 'found.bundle.json', '--target', 'sandbox'],
    ['explore', '--only', 'explore-country-ids', '--requests', '5', '--seed', '3'],
    // Last, because its own run is one of the twenty.
    ['gate', '--only', 'countries', '--seed', '3'],
  ]) {
    const left = fillWithGates(folder);
    const before = new Set(readdirSync(join(folder, 'results')));
    await ends(0, args, { folder });
    assert.equal(left(), args[0] === 'gate' ? plainRunsKept - 1 : plainRunsKept, args[0]);
    const made = readdirSync(join(folder, 'results')).filter((name) => /^\d/.test(name) && !before.has(name));
    assert.equal(made.length, 1, args[0]);
  }
  assert.ok(existsSync(join(folder, 'found.bundle.json')));
});

test('what stands in the way of pruning changes no exit code', async () => {
  const folder = emptyFolder();
  const left = fillWithGates(folder);
  writeFileSync(join(folder, 'preflight.waivers.json'), '{');
  const { stderr } = await ends(0, compares, { folder });
  assert.match(stderr, /^preflight: results\/ was not tidied up: waivers file preflight\.waivers\.json is no JSON/m);
  assert.equal(left(), plainRunsKept + 1);
});
