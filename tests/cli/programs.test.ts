/** A program gates, judges and repeats by calls of the package. */
import { equal, match, ok, rejects } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { judge, replay, runGate } from '@preflight-gate/preflight';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder } from './preflight-process.ts';

const sandbox = await startSandbox({ world: { scale: 'small', faults: ['keys-countries-by-id'] } });
const folder = emptyFolder();
const home = process.cwd();
process.chdir(folder);
process.env.PREFLIGHT_SANDBOX_URL = sandbox.url;
after(async () => {
  process.chdir(home);
  await sandbox.close();
});

test('a gate resolves to its record, which is judged and sent again', async () => {
  const clause = 'countries.list-is-an-array';
  const gated = await runGate({ target: 'sandbox', only: [clause], seed: 1 });
  equal(gated.exitCode, 1);
  equal(gated.verdicts.find((each) => each.clause === clause)?.outcome, 'fail');
  equal((await judge('results/latest', { clause })).exitCode, 1);
  const [bundle = ''] = globSync('results/latest/*.bundle.json', { cwd: folder });
  const again = await replay(bundle, { target: 'sandbox', attempts: 1 });
  equal(again.exitCode, 1);
  ok(again.verdicts.some((each) => each.clause === clause && each.outcome === 'fail'));
});

test('what a command refuses is thrown with its line', async () => {
  await rejects(runGate({ only: ['citties'] }), /'citties' is unknown, did you mean 'cities'/);
});

test('a program ends by itself after a gate', () => {
  const file = join(folder, 'program.mts');
  const url = new URL('../../index.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { runGate } from '${url}';
     const { verdict, exitCode } = await runGate({ only: ['bed-types'], seed: 1 });
     console.log(verdict, exitCode);`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    cwd: folder,
    encoding: 'utf8',
    // The sandbox of this process answers nothing while this process waits.
    env: { ...process.env, PREFLIGHT_SANDBOX_URL: '' },
  });
  equal(status, 0, stderr);
  match(stdout, /^pass 0\n$/);
});
