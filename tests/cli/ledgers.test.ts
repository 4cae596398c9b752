/** Local mishaps end a command with one line and the right code, and a damaged ledger costs a gate its 0. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { targetReading } from '../../prover/walked-world.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';

after(closeSandbox);

const openWorld = () => {
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
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
  assert.match(stdout, /COULD NOT MEASURE {2}what was judged holds, and the pass is lost to 1 warning\n {4}of ours/);
  const { verdict, totals, warnings } = lastRecord(folder);
  assert.deepEqual([verdict, totals.fail, totals.error, warnings?.length], ['inconclusive', 0, 0, 1]);
  assert.equal((await preflight(['judge', 'results/latest'], { folder })).code, 3);
  const due = await preflight(['gate', '--due'], { folder, environment });
  assert.equal(due.code, 3, 'nor does a gate that finds nothing due');
  assert.match(due.stdout, /^nothing that a run has left behind at sandbox is due/);
});

test('a proxy variable that is no address is named without its value, and nothing is sent', async () => {
  const { world, folder, environment } = openWorld();
  const bad = { ...environment, https_proxy: 'user:pa55word@proxy.test:3128' };
  for (const command of ['gate', 'explore', 'sweep', 'obligations']) {
    const { code, stderr } = await preflight([command], { folder, environment: bad });
    assert.equal(code, 2, `${command}: ${stderr}`);
    assert.match(stderr, /^preflight: the variable https_proxy is no address of a proxy: write it as .*\n$/);
  }
  assert.equal(existsSync(join(folder, 'results')), false);
  assert.equal(world.counted('requests'), 0);
});

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

test('a file for which there is no room is one line', () => {
  const folder = emptyFolder();
  const { PATH, HOME } = process.env;
  const [state, passphrase] = [join(folder, 'state'), 'a passphrase for a test'];
  mkdirSync(state);
  const env = { PATH, HOME, PREFLIGHT_STATE: state, PREFLIGHT_STATE_PASSPHRASE: passphrase };
  const command = `ulimit -f 0; exec "${process.execPath}" "${launcher}" state seal sealed`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 2, stderr);
  assert.equal(
    stderr,
    'preflight: sealed cannot be written: a file may not grow so large (EFBIG): make room there, and run again\n',
  );
});
