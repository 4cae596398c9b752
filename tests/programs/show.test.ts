/** A saved file becomes a case, and `preflight show` shows a case in the hands of QA. */
import { equal, match, notEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import type { Bundle } from '../../contracts/bundle.ts';
import type { FaultId } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import sandbox from '../../targets/sandbox.ts';
import { preflight, refused } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { throughTheHands } from './hands-of-qa.ts';
import { canary, har } from './saved-har.ts';

test('a refused booking of a HAR is a case: judged, shown, and without names of people', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'saved.har'), har(''));
  const { code, stdout, stderr } = await preflight(['import', 'saved.har'], { folder });
  equal(code, 1, stderr);
  match(stdout, /read 1 request to https:\/\/service\.example/);
  match(stdout, /FAIL {2}create-booking\.supplier-error-says-why/);
  const [, bundle = ''] = /npx --no -- preflight show (\S+)/.exec(stdout) ?? [];
  ok(existsSync(join(folder, bundle)), stdout);
  for (const file of readdirSync(join(folder, bundle, '..'))) {
    const text = readFileSync(join(folder, bundle, '..', file), 'utf8');
    ok(!text.includes(canary) && !text.includes('a-token-of-production'), file);
  }
  const shown = await preflight(['show', bundle, '--shareable'], { folder });
  equal(shown.code, 0, shown.stderr);
  ok(shown.stdout.includes('SUPPLIER_ERROR') && !shown.stdout.includes(canary), shown.stdout);
});

test('a refused booking that breaks nothing is a case, too, in the charset of Windows', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'saved.har'), `\uFEFF${har('No room is left.')}`, 'utf16le');
  const { code, stdout, stderr } = await preflight(['import', 'saved.har'], { folder });
  equal(code, 0, stderr);
  match(stdout, /look at it with {2}npx --no -- preflight show \S+imported\.bundle\.json/);
});

test('a file that is none, or holds nothing of the service, is said in one line', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'other.har'), har('').replaceAll('/api/hotels/create_booking', '/somewhere/else'));
  for (const [file, says] of [
    ['nothere.har', /nothere\.har does not exist: name a HAR/],
    ['other.har', /holds no request of the service/],
  ] as const) {
    const { code, stderr } = await preflight(['import', file], { folder });
    equal(code, 2, stderr);
    match(stderr, says);
    equal(stderr.trimEnd().split('\n').length, 1);
  }
});

/** A folder with the first bundle of a gate that met a fault. */
const found = async (fault: FaultId, clause: string): Promise<{ folder: string; file: string; bundle: Bundle }> => {
  const { folder, stdout } = await preflight(['gate', '--seed', '3', '--fault', fault, '--only', clause]);
  const [file = ''] = globSync('results/latest/*.bundle.json', { cwd: folder });
  notEqual(file, '', stdout);
  return { folder, file, bundle: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Bundle };
};

let void2: Awaited<ReturnType<typeof found>>;
before(async () => {
  void2 = await found('voids-a-second-time', 'ticket-cancel.second-void-is-refused');
});

test('a finding is shown exactly as this machine has kept it, or as it may leave', async () => {
  const { folder, file, bundle } = void2;
  const exact = await preflight(['show', file], { folder });
  equal(exact.code, 0, exact.stderr);
  match(exact.stdout, /^BROKEN {2}ticket-cancel\.second-void-is-refused$/m);
  match(exact.stdout, /^evidence +exact, as kept on this machine until 20\d\d-\d\d-\d\d; not for sending/m);
  match(exact.stdout, /^>#\d+ .* ticket-cancel .* 200 .* ms {2}← here$/m);
  ok(!/‹"/.test(exact.stdout));
  for (const line of exact.stdout.split('\n')) ok(line.length <= 80, line);

  const shared = await preflight(['show', file, '--shareable', '--all'], { folder });
  match(shared.stdout, /^evidence +shareable; replaced values are marked/m);
  match(shared.stdout, /"airline": ‹"/);
  const opened = shared.stdout.match(/^ {6}answered$/gm)?.length ?? 0;
  const [trace] = bundle.traces;
  equal(opened, (trace?.exchanges.length ?? 0) + (trace?.cleanUp?.length ?? 0));

  const written = await preflight(['show', file, '--page', 'finding.html'], { folder });
  match(written.stdout, /^wrote finding\.html: exact/);
  equal(statSync(join(folder, 'finding.html')).mode & 0o777, 0o600);
});

test('what is exported is never the exact evidence', async () => {
  const { folder, file, bundle } = void2;
  const { stdout } = await preflight(['show', file, '--all'], { folder });
  const names = [...stdout.matchAll(/"airline": "([^"]+)"/g)].map(([, name]) => name ?? '');
  ok(names.length > 0 && !names.some((name) => JSON.stringify(bundle).includes(`"${name}"`)));
  for (const form of ['curl', 'har', 'http', 'playwright', 'letter']) {
    const { stdout: text } = await preflight(['export', file, '--as', form], { folder });
    ok(text.length > 500);
    for (const name of names) ok(!text.includes(`"${name}"`) && !text.includes(`\\"${name}\\"`), `${form}: ${name}`);
  }
});

test('a bundle is judged by the clauses of a date', async () => {
  const { folder, file } = await found('swaps-one-pair-deep-in-list', 'cities.sorted-by-id');
  equal((await preflight(['judge', file, '--revision', '2026-08-11'], { folder })).code, 1);
  for (const [date, says] of [
    ['2026-08-10', /^preflight: nothing to judge: cities\.sorted-by-id came after revision 2026-08-10$/],
    ['2026-02-30', /^preflight: --revision 2026-02-30 is no date of the change log: write it as 2026-08-31$/],
  ] as const) {
    const { code, stderr } = await preflight(['judge', file, '--revision', date], { folder });
    equal(code, 2);
    match(stderr.trim(), says);
  }
});

test('a bundle that cannot be read, and a file that cannot be written, are reported in one line', async () => {
  const { folder: elsewhere, file, bundle } = void2;
  const folder = emptyFolder();
  for (const [changed, says] of [
    [{ schema: 'preflight.bundle/2' }, /was made by a newer Preflight/],
    [{ traces: 7 }, /x\.json is damaged at traces: /],
  ] as const) {
    writeFileSync(join(folder, 'x.json'), JSON.stringify({ ...bundle, ...changed }));
    await refused(['export', '--as', 'curl', 'x.json'], says, { folder });
  }
  const unwritten = await preflight(['export', file, '--as', 'har', '--out', 'no/where.har'], { folder: elsewhere });
  equal(unwritten.code, 2);
  match(unwritten.stderr, /^preflight: no\/where\.har cannot be written: /);
});

/** Ends with the exit code, and all that was said. */
const run = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv, cwd: string) =>
  new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...environment } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code, said }));
  });

const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

test('an exported script and an exported test see the error while it is there', async (t) => {
  const { folder, file } = void2;
  await preflight(['export', file, '--as', 'curl', '--out', 'again.sh'], { folder });
  ok((statSync(join(folder, 'again.sh')).mode & 0o100) !== 0, 'it can be run');
  const tests = emptyFolder();
  const { stdout } = await preflight(['export', file, '--as', 'playwright'], { folder });
  // The library is installed in another folder.
  const library = JSON.stringify(createRequire(import.meta.url).resolve('@playwright/test'));
  const exported = stdout.replace(/^import (.*) from '@playwright\/test';$/m, `const $1 = require(${library});`);

  const server = await startSandbox({ world: { scale: 'small' } });
  t.after(() => server.close());
  const { clientId, clientSecret } = sandbox.credentials as { clientId: string; clientSecret: string };
  const { clientId: other, clientSecret: otherSecret } = sandbox.otherPartner as typeof sandbox.credentials;
  const environment = {
    PREFLIGHT_CLIENT_ID: clientId,
    PREFLIGHT_CLIENT_SECRET: clientSecret,
    PREFLIGHT_OTHER_CLIENT_ID: other as string,
    PREFLIGHT_OTHER_CLIENT_SECRET: otherSecret as string,
    PREFLIGHT_MAY_BOOK: 'yes',
  };
  for (const [name, faults] of [
    ['broken', ['voids-a-second-time']],
    ['healthy', []],
  ] as const) {
    const { baseUrl } = server.openWorld({ scale: 'small', seed: 3, faults });
    writeFileSync(join(tests, `${name}.spec.cjs`), `process.env.PREFLIGHT_URL = '${baseUrl}';\n${exported}`);
  }
  const config = join(tests, 'playwright.config.cjs');
  writeFileSync(config, "module.exports = { testMatch: '*.spec.cjs', reporter: 'line', workers: 1 };\n");
  const options = ['--config', config, '--output', join(tests, 'out')];
  const tested = await run(process.execPath, [playwright, 'test', ...options], environment, tests);
  equal(tested.code, 1, tested.said);
  match(tested.said, /step 6, response\.status: expected a refusal with INVALID_TICKET_STATE, recorded 200, now 200/);
  match(tested.said, /1 failed\n.*broken\.spec\.cjs.*\n.*1 passed/);
  ok(!tested.said.includes(clientSecret));
  // Healthy it ends with 0: tests/long/cases.test.ts.
  const { baseUrl } = server.openWorld({ scale: 'small', seed: 3, faults: ['voids-a-second-time'] });
  const script = await run('bash', ['again.sh'], { ...environment, PREFLIGHT_URL: baseUrl }, folder);
  equal(script.code, 1, script.said);
  match(script.said, /The error is still there\.\n/);
  ok(!script.said.includes(clientSecret));
});

test('a fault is found, judged, shown, sent again, made smaller and exported', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const [before, left] = await throughTheHands(sandbox, 'refunds-twice-what-was-paid');
  ok(left > 0 && left <= before, `${left} of ${before}`);
});
