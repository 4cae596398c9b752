/** `preflight explore` finds, repeats and stores counterexamples. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord, preflight as preflightProcess } from '../cli/preflight-process.ts';

const fault = ['--fault', 'answers-404-for-unknown-country'];
const args = ['explore', '--only', 'explore-country-ids', '--seed', '42', '--requests', '60', ...fault];

test('what is broken is found, shrunk to one bundle, kept, and repeated exactly by one command', async () => {
  const folder = emptyFolder();
  const first = await preflightProcess(args, { folder });
  assert.equal(first.code, 1, first.stdout + first.stderr);
  assert.match(first.stdout, /^seed 42\nrun {2}\S+ {2}sandbox at /);
  assert.match(first.stdout, /FAIL {2}cities\.unknown-country-is-empty/);
  const [, fingerprint = ''] =
    /^([0-9a-f]{12}) {2}explore-country-ids, found after \d+ requests?, shrunk by/m.exec(first.stdout) ?? [];
  assert.equal(lastRecord(folder).verdict, 'fail');
  assert.equal(readdirSync(join(folder, 'results', 'corpus', 'sandbox')).length, 1);

  const [, command = ''] = /repeat {4}npx --no -- preflight (explore .*)$/m.exec(first.stdout) ?? [];
  assert.match(command, new RegExp(`--replay results/[^ ]+/${fingerprint}\\.bundle\\.json$`));
  const replayed = await preflight(command.split(' '), { folder });
  assert.equal(replayed.code, 1, replayed.stdout + replayed.stderr);
  assert.match(replayed.stdout, new RegExp(`^${fingerprint} {2}explore-country-ids, found after`, 'm'));

  const judged = await preflight(['judge', command.split(' ').at(-1) ?? ''], { folder });
  assert.equal(judged.code, 1, judged.stdout);

  // The first thing that is drawn now is what was found before.
  const again = await preflight([...args.slice(0, 3), '--seed', '43', '--requests', '10', ...fault], { folder });
  assert.equal(again.code, 1, again.stdout);
});

test('a waived failure is reported, and fails no exploration; sent alone, it fails', async () => {
  const folder = emptyFolder();
  const file = join(folder, 'preflight.waivers.json');
  const found = await preflight(args, { folder });
  const [, bundle = ''] = /--replay (\S+\.bundle\.json)$/m.exec(found.stdout) ?? [];
  const waived = await preflight(['waive', bundle, '--reason', 'mended soon', '--owner', 'Ann'], { folder });
  assert.equal(waived.code, 0, waived.stderr);
  const [waiver] = JSON.parse(readFileSync(file, 'utf8'));
  const { operation, fingerprint, ...elsewhere } = { ...waiver, clause: 'countries.ids-are-unique' };
  writeFileSync(file, JSON.stringify([waiver, elsewhere]));

  const known = await preflight(args, { folder });
  assert.equal(known.code, 0, known.stdout + known.stderr);
  assert.match(known.stdout, /^WAIVED {2}cities\.unknown-country-is-empty/m);
  assert.match(known.stdout, /^waiver {6}cities\.unknown-country-is-empty/m);
  assert.doesNotMatch(known.stdout, /countries\.ids-are-unique/, 'not met, which tells nothing of it');
  assert.match(readFileSync(join(folder, 'results/latest/junit.xml'), 'utf8'), /by Ann: mended soon/);
  assert.equal((await preflight(['repro', bundle, '--target', 'sandbox', ...fault], { folder })).code, 1);
});

test('where nothing may be sent to shrink, a smaller input is shown, and sent on request', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small', faults: ['answers-404-for-unknown-country'] } });
  t.after(() => sandbox.close());
  const folder = emptyFolder();
  const example = fileURLToPath(new URL('../../targets/sandbox.ts', import.meta.url));
  const limits = '{ ...sandbox.limits, shrinkRequestsMax: 0 }';
  writeFileSync(
    join(folder, 'acme.ts'),
    `import sandbox from ${JSON.stringify(example)};\nexport default { ...sandbox, name: 'acme', limits: ${limits} };\n`,
  );
  const environment = { PREFLIGHT_SANDBOX_URL: sandbox.url };
  const first = await preflight(
    ['explore', '--target', './acme.ts', '--seed', '42', '--only', 'explore-country-ids', '--requests', '60'],
    { folder, environment },
  );
  assert.equal(first.code, 1, first.stdout + first.stderr);
  const [, command = ''] =
    /^ +smaller by .*, and not sent\n.*\n +try it {2}npx --no -- preflight (.*\.smaller\.json)$/m.exec(first.stdout) ??
    [];
  const replayed = await preflight(command.split(' '), { folder, environment });
  assert.equal(replayed.code, 1, replayed.stdout + replayed.stderr);
  assert.match(replayed.stdout, /found after \d requests, shrunk by 0 more\n +\{"headers":\{\},"asks":\[\{[^[]*\]\}\n/);
});
