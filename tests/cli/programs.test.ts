/** A program gates, judges and repeats by calls of the package, and ends by itself. */
import { deepEqual, equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder, plainEnvironment } from './preflight-process.ts';

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
