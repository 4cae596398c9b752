/** `preflight explore` finds, repeats and stores counterexamples, and logs in wrongly within its limit. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord, preflight as preflightProcess } from './preflight-process.ts';

const fault = ['--fault', 'answers-404-for-unknown-country'];
const args = ['explore', '--only', 'explore-country-ids', '--seed', '42', ...fault];

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

test('a waived failure is reported, and fails no exploration until its day ends; sent alone, it fails', async () => {
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

  writeFileSync(file, JSON.stringify([{ ...waiver, expires: '2026-01-01' }]));
  const over = await preflight(args, { folder });
  assert.equal(over.code, 1, over.stdout);
  assert.match(over.stdout.replace(/\n +/g, ' '), /^waiver .* expired on 2026-01-01 and covers nothing/m);

  writeFileSync(join(folder, 'strict.ts'), `export default { waivers: './none.json' };`);
  const strict = await preflight([...args, '--policy', 'strict.ts'], { folder });
  assert.equal(strict.code, 2);
  assert.match(strict.stderr, /^preflight: waivers file none\.json of strict\.ts does not exist: .*\n$/);
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

test('the healthy sandbox keeps all its promises, with nothing left open', async () => {
  const { code, stdout, folder } = await preflight(['explore', '--seed', '7', '--requests', '60']);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^PASS {2}\d+ judged, 0 broken.*\n? +on sandbox/m);
  assert.ok(!readdirSync(join(folder, 'results')).includes('corpus'));
});

const refused: readonly [readonly string[], RegExp][] = [
  [
    ['--only', 'explore-citys'],
    /^preflight: exploration 'explore-citys' is unknown, did you mean 'explore-cities'.*\n$/,
  ],
  [['--requests', '0'], /^preflight: .*whole number from 1.*\n$/],
  [['--replay', 'nowhere.json'], /^preflight: nowhere\.json is no bundle: .*\n$/],
  [
    ['--corpus', fileURLToPath(import.meta.url)],
    /^preflight: .*explore\.test\.ts keeps no counterexamples \(ENOTDIR\): .*--corpus\n$/,
  ],
  [['--target', 'nowhere'], /^preflight: target 'nowhere' is unknown.*\n$/],
];
for (const [given, message] of refused) {
  test(`${given.join(' ')} is reported in one line`, async () => {
    const { code, stderr } = await preflight(['explore', ...given]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  });
}

after(closeSandbox);

test('a gate that may not log in again ends with 3, and its last lines say which bound was met', async () => {
  const folder = emptyFolder();
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const world = sandbox.world(id) ?? assert.fail(id);
  Object.assign(world, { rules: { ...world.rules, lifetimeMs: 1 } });
  const own = fileURLToPath(new URL('../../targets/sandbox.ts', import.meta.url));
  writeFileSync(
    join(folder, 'few.ts'),
    `import sandbox from ${JSON.stringify(own)};\nexport default { ...sandbox, name: 'few', may: { extraTokens: { perRun: 0 } }, baseUrl: '${baseUrl}' };\n`,
  );
  const { code, stdout, stderr } = await preflight(['gate', '--target', './few.ts', '--only', 'countries'], { folder });
  assert.equal(code, 3, stdout + stderr);
  const [end = ''] = stdout.split('exit code').slice(-1);
  assert.match(
    end.replaceAll(/\s+/g, ' '),
    /^ 3, could not measure COULD NOT MEASURE 1 clause .* no more logins in this run: it has sent 2 with these credentials, .* raise may\.extraTokens\.perRun\./,
  );
  assert.ok(
    end.split('\n').every((line) => line.length <= 80),
    end,
  );
});
