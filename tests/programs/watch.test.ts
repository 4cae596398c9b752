/** `preflight watch` by the commands of docs/operate/nightly.md, the nights, and what is in the way of a case. */

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchedCasesOf } from '../../client/ledgers/user-ledgers.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { blocksOf, chapter } from '../chapter.ts';
import { ends, preflight, typed } from '../cli/preflight-here.ts';
import { type Ended, emptyFolder, plainEnvironment } from '../cli/preflight-process.ts';
import { sandboxFile } from './monitored.ts';

const fault = 'swaps-one-pair-deep-in-list';
const fingerprint = 'cd94b032f6ae';
const id = '8c94d4ff';
const find = ['gate', '--seed', '3', '--only', 'cities.sorted-by-id', '--fault', fault];
const found = `results/latest/${fingerprint}.bundle.json`;
const add = ['watch', 'add', found, '--target', 'sandbox'];

const nowhere = `baseUrl: 'http://127.0.0.1:9'`;

const today = /\d{4}-\d\d-\d\d/g;

test('the five minutes of docs/operate/nightly.md end as the page says', async () => {
  const page = chapter('operate/nightly.md', 'Watch an error until it is gone');
  const [[commands = ''], [list = '']] = [blocksOf(page, 'sh'), blocksOf(page, 'text')];
  const folder = emptyFolder();
  let listed = '';
  for await (const { args, comment, stdout } of typed(commands, { folder })) {
    const said = comment.replace(/^exit code \d: |, as is known$/g, '').replace(/^did not happen: /, '');
    if (args[1] === 'run') ok(stdout.split('watched at sandbox')[1]?.includes(said), `${said}\n${stdout}`);
    if (args[1] === 'list') listed = stdout;
    const last = stdout.slice(stdout.lastIndexOf('watched at ')).split('\n');
    if (args[0] === 'watch')
      ok(
        last.every((each) => each.length <= 80),
        stdout,
      );
  }
  equal(listed.replaceAll(today, '2026-09-01'), list);
  const { stdout } = await preflight(['watch', 'list'], { folder });
  match(stdout, /^nothing is watched/);
});

test('each night repeats it, on a machine with the sealed state only, and reports its stop once', async (t) => {
  const first = emptyFolder();
  await preflight(find, { folder: first });
  // Each night is the latest run.
  copyFileSync(join(first, found), join(first, 'found.bundle.json'));
  const broken = await startSandbox({ world: { seed: 3, faults: [fault] } });
  t.after(() => broken.close());
  const sealing = { PREFLIGHT_STATE_PASSPHRASE: 'correct horse battery staple', PREFLIGHT_STATE_LASTS: 'true' };
  const on =
    (folder: string, url: string) =>
    (args: string[]): Promise<Ended> =>
      preflight(args, {
        folder,
        environment: { ...sealing, PREFLIGHT_STATE: join(folder, 'kept'), PREFLIGHT_SANDBOX_URL: url },
      });
  const night = ['nightly', '--target', 'sandbox', '--only', 'countries.sorted-by-id'];
  const summary = (folder: string): string => readFileSync(join(folder, 'results', 'nightly.md'), 'utf8');

  const here = on(first, broken.url);
  const before = await here(night);
  ok(!before.stdout.includes('watched'), 'nothing is watched yet');
  const added = await here([
    'watch',
    'add',
    'found.bundle.json',
    '--target',
    'sandbox',
    '--title',
    'Cities out of order',
  ]);
  match(
    added.stdout,
    /^watches 8c94d4ff {2}Cities out of order\nnpx --no -- preflight nightly --target sandbox repeats it\. Each time it\n[\s\S]* {2}sends \d+ requests at least\n$/,
  );
  const kept = join(first, 'kept', 'watched', readdirSync(join(first, 'kept', 'watched'))[0] ?? '');
  equal(statSync(kept).mode & 0o077, 0);
  const still = await here(night);
  equal(still.code, 0, 'an error that still fails as it is known is no failure of the night');
  match(
    summary(first),
    /### Watched cases\n\n```text\nsandbox: 1 still fails\n {2}still fails {8}8c94d4ff {2}Cities out/,
  );

  const sealed = join(first, 'sealed');
  equal((await here(['state', 'seal', sealed])).code, 0);
  const healthy = await startSandbox({ world: { seed: 3 } });
  t.after(() => healthy.close());
  const second = emptyFolder();
  const there = on(second, healthy.url);
  equal((await there(['state', 'open', sealed])).code, 0);
  for (let run = 1; run <= 2; run += 1) equal((await there(['watch', 'run'])).code, 0);
  equal((await there(night)).code, 0);
  match(summary(second), /^ {2}HAS STOPPED .*\n {4}three times in a row, since \d{4}-\d\d-\d\d$/m);
  equal((await there(night)).code, 0);
  match(summary(second), /^ {2}has stopped .*\n {4}since \S+, in 4 runs$/m);
  const back = await on(second, broken.url)(night);
  equal(back.code, 1, back.stdout);
  match(summary(second), /^ {2}IS BACK .*\n {4}it had stopped, since \S+: cities → response\.body/m);
});

test('what is in the way of one case is reported in a line, and the others go on', async () => {
  const folder = emptyFolder();
  const run = (args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    preflight(args, { folder, environment });
  await run(find);

  const forgetful = await run(add, { PREFLIGHT_STATE_LASTS: 'false' });
  equal(forgetful.code, 2);
  match(forgetful.stderr, /^preflight: nothing outlives this run, so nothing can be watched: [^\n]+\n$/);
  equal((await run(add)).code, 0);
  match((await run(add)).stdout, /^it is watched already, since \S+, as 8c94d4ff: cities\.sorted-by-id\n$/);

  for (const name of ['gone', 'newer', 'damaged']) {
    writeFileSync(join(folder, `${name}.ts`), sandboxFile(`name: '${name}', may: {}, ${nowhere}`));
    equal((await run(['watch', 'add', found, '--target', `./${name}.ts`])).code, 0);
  }
  const { bundles, ledgerOf } = watchedCasesOf(plainEnvironment(folder));
  const all = await bundles.list();
  const byTarget = new Map<string, (typeof all)[number]>();
  for (const each of all) byTarget.set((await ledgerOf(each.id).read()).watched?.target ?? '', each);
  renameSync(join(folder, 'gone.ts'), join(folder, 'moved.ts'));
  const newer = byTarget.get('newer')?.file ?? '';
  writeFileSync(newer, readFileSync(newer, 'utf8').replace('preflight.bundle/1', 'preflight.bundle/2'));
  const records = join(folder, 'state', 'preflight', 'watch');
  const record =
    readdirSync(records).find((name) => readFileSync(join(records, name), 'utf8').includes('"damaged"')) ?? '';
  writeFileSync(join(records, record), '{');

  const ended = await run(['watch', 'run']);
  equal(ended.code, 2, ended.stdout + ended.stderr);
  const told = ended.stdout.slice(ended.stdout.lastIndexOf('watched at '));
  match(told, /^ {2}not repeated {7}\S{8} {2}cities\.sorted-by-id\n {4}target file \.\/gone\.ts does not exist/m);
  match(told.replaceAll(/\n {4}/g, ' '), /made by a newer Preflight \(preflight\.bundle\/2\)/);
  match(
    told.replaceAll(/\n {4}/g, ' '),
    /its record is damaged or gone, and its bundle is not: npx --no -- preflight watch add \S+ --/,
  );
  match(told, / {2}did not happen {5}8c94d4ff/);

  const damaged = byTarget.get('damaged');
  copyFileSync(damaged?.file ?? '', join(folder, 'again.bundle.json'));
  equal((await run(['watch', 'add', 'again.bundle.json', '--target', './damaged.ts'])).code, 0);
  const listed = await run(['watch', 'list']);
  deepEqual([listed.code, listed.stderr, listed.stdout.match(/^[0-9a-f]{8} /gm)?.length], [0, '', 4]);

  equal(await ledgerOf(id).take(Date.now() + 60_000), true);
  const busy = await run(['watch', 'run', '--target', 'sandbox']);
  equal(busy.code, 3);
  match(busy.stdout, /cannot tell .*\n {4}another run repeats it just now\n$/);
  await ledgerOf(id).putBack();

  const unknown = await run(['watch', 'remove', '00000000']);
  equal(unknown.code, 2);
  match(unknown.stderr, /^preflight: watched case '00000000' is unknown \(known: [^\n]+\)\n$/);
  for (const each of all) equal((await run(['watch', 'remove', each.id])).code, 0);
  match((await run(['watch', 'run'])).stdout, /^nothing is watched: /);
});

test('a case that books says what each run takes, and is not watched where nothing may be booked', async () => {
  const folder = emptyFolder();
  const clause = 'view-booking.price-details-change-nothing-else';
  const gated = await preflight(
    ['gate', '--seed', '3', '--fault', 'tells-another-check-in-beside-price-details', '--only', clause],
    { folder },
  );
  const [, file = ''] = /judge {5}npx --no -- preflight judge (\S+) --clause/.exec(gated.stdout) ?? [];
  writeFileSync(join(folder, 'reading.ts'), sandboxFile(`name: 'acme', may: {}, ${nowhere}`));
  const refused = await preflight(['watch', 'add', file, '--target', './reading.ts'], { folder });
  deepEqual([refused.code, refused.stderr], [3, '']);
  match(refused.stdout, /^not watched: acme needs may\.books\.perRun of 1 at least in the target file\n$/);
  const may = 'may: { books: { perRun: 4, perDay: 20 } }';
  writeFileSync(join(folder, 'booking.ts'), sandboxFile(`name: 'acme', ${may}, ${nowhere}`));
  const added = await ends(0, ['watch', 'add', file, '--target', './booking.ts'], { folder });
  match(added.stdout, /^ {2}books 1 stay \([\d.]+ [A-Z]{3} by the prices of then\): all of it is cancelled/m);
  match(added.stdout, /^ {2}takes 1 of the 20 a day that may\.books\.perDay allows$/m);
  ok(
    added.stdout.split('\n').every((line) => line.length <= 80),
    added.stdout,
  );

  const unreached = await ends(3, ['watch', 'run', '--target', './booking.ts'], { folder });
  match(unreached.stdout, /watched at acme: 1 cannot tell/);
  const listed = await preflight(['watch', 'list', '--target', 'acme'], { folder });
  match(listed.stdout, / {2}\? {11}not clear yet$/m);
});
