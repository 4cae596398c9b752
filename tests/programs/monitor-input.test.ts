/** What is wrong with a monitor is one line before anything runs; `--once` and `--test-alert` end with stated codes. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight, refused } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { receiver, sandboxFile, secret, slotsIn, watches } from './monitored.ts';

const p = { name: 'p', target: 'sandbox' };
const nobody = 'http://127.0.0.1:9/';
const webhook = { to: 'webhook', name: 'team', url: nobody, secret } as const;

/** What a definition may hold: tests/unit/monitor/config.test.ts. */
const wrong: readonly (readonly [name: string, probe: object, says: string])[] = [
  [
    'a setting that is none',
    { chron: '' },
    'monitor file monitor\\.config\\.mts: probes\\.0: .*chron.*; see docs/operate/monitoring\\.md',
  ],
  ['an unknown target', { target: 'sandbix' }, "probe p: target 'sandbix' is unknown, did you mean 'sandbox'"],
  ['a target file that is not there', { target: './none.ts' }, 'probe p: target file ./none.ts does not exist'],
  [
    'an unknown area',
    { only: ['citties'] },
    "probe p: area, topic or clause 'citties' is unknown, did you mean 'cities'",
  ],
  [
    'an unknown area of a target that only reads',
    { target: './reads.mts', only: ['citties'] },
    "probe p: area, topic or clause 'citties' is unknown",
  ],
  [
    'effects that are not asked for',
    { depth: 'full', cron: '0 3 * * *' },
    "probe p would ask for up to \\d+ bookings a day of sandbox: write effects: true in its entry, or depth: 'probe'",
  ],
  [
    'a schedule that exceeds the budget',
    { depth: 'full', effects: true, cron: '* * * * *' },
    'p would ask for up to \\d+ bookings a day of sandbox, and a monitor may ask for 50000 .*: run them less often',
  ],
];

test('each mistake in a monitor file is one line, and nothing is sent or made', async (t) => {
  for (const [name, probe, says] of wrong)
    await t.test(name, async () => {
      // Each has its own name: what was loaded once is not loaded again.
      const folder = emptyFolder();
      writeFileSync(join(folder, 'reads.mts'), sandboxFile("name: 'reads', may: {}"));
      watches(folder, { probes: [{ ...p, ...probe }] });
      const environment = { PREFLIGHT_SANDBOX_URL: nobody };
      await refused(['monitor', '--once'], new RegExp(`^preflight: ${says}`), { folder, environment });
    });
  const folder = emptyFolder();
  watches(folder, { probes: [p], channels: [webhook] });
  await refused(['monitor', '--once', '--effects'], /^preflight: --effects and monitor file .* do not go together: /, {
    folder,
  });
  await refused(['monitor', '--once'], /^preflight: channel team cannot be reached: .*refused/, { folder });
  const other = emptyFolder();
  watches(other, { probes: [p], contact: 'ops\r\nx-more: 1' });
  const says = /^preflight: monitor file monitor\.config\.mts: contact: write an e-mail address or a URL: /;
  await refused(['monitor', '--once'], says, { folder: other });
  const files = [
    ['none.mts', 'const nothing = 1;', 'has no default export: write export default monitor\\(\\{ … \\}\\)'],
    ['broken.mts', 'export default {{ ;', 'cannot be loaded: '],
    ['throws.mts', "throw new Error('boom');", 'cannot be loaded: boom'],
  ] as const;
  for (const [file, text, says] of files)
    await t.test(file, async () => {
      writeFileSync(join(folder, file), text);
      await refused(['monitor', '--config', file], new RegExp(`^preflight: monitor file ${file} ${says}`), { folder });
    });
});

test('each mistake on the command line is one line, too', async () => {
  const folder = emptyFolder();
  for (const [args, says] of [
    [['--config', 'none.mts'], /monitor file none\.mts does not exist: name one that does/],
    [['--target', 'sandbox', '--config', 'none.mts'], /--target and --config do not go together/],
    [['--location', '../here'], /take small letters, digits and dashes, 60 at most/],
    [['--public-url', 'https://ann:secret@watch.example/'], /--public-url .* write an address without a login/],
    [['--history', ''], /it is empty; leave the option out or name a file/],
    [['--test-alert'], /there is no channel to test: write one into monitor\.config\.ts/],
    [['--json'], /--json needs --once or --test-alert: a monitor comes to no end/],
  ] as const)
    await refused(['monitor', ...args], says, { folder });
});

test('a database without what seals the state in it is refused before a slot is due', async () => {
  const environment = { PREFLIGHT_SANDBOX_URL: nobody, DATABASE_URL: 'postgresql://ann:secret@127.0.0.1:9/none' };
  const says = /^preflight: PREFLIGHT_STATE_PASSPHRASE is not set: with DATABASE_URL the state is kept in the database/;
  await refused(['monitor'], says, { folder: emptyFolder(), environment });
});

test('a round ends with the codes of a gate, and nothing is due earlier because of it', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const once = async (deviations: object, args: readonly string[] = []) => {
    const folder = emptyFolder();
    watches(folder, { probes: [{ ...p, only: ['countries'], cron: '0 * * * *' }] });
    const { baseUrl } = sandbox.openWorld({ scale: 'small', ...deviations });
    const run = (url = baseUrl) =>
      preflight(['monitor', '--once', ...args], { folder, environment: { PREFLIGHT_SANDBOX_URL: url } });
    return { folder, first: await run(), run };
  };
  const healthy = await once({});
  deepEqual([healthy.first.code, healthy.first.stderr], [0, '']);
  match(healthy.first.stdout, /^\d\d:\d\d:\d\d {2}p {2}PASS {2}\d+ judged/m);
  const again = await healthy.run();
  deepEqual([again.code, again.stdout.trimEnd().split('\n').at(-1)], [0, 'nothing is due']);
  equal(slotsIn(healthy.folder).length, 1);

  // The slot was run at another service, which says nothing of this one.
  const elsewhere = await healthy.run(nobody);
  equal(elsewhere.code, 3);
  match(
    elsewhere.stderr,
    /^preflight: probe p looked at sandbox at \S+ before, and looks at sandbox at http:\/\/127\.0\.0\.1:9\S* now: if both [^\n]*\n$/,
  );
  const here = await healthy.run(nobody);
  deepEqual([here.code, here.stderr], [0, '']);

  const broken = await once({ faults: ['swaps-one-pair-deep-in-countries'] });
  equal(broken.first.code, 1);
  match(broken.first.stdout, / {2}p {2}FAIL {2}\d+ judged {2}1 broken/);
  const troubled = await once({ troubles: [{ id: 'answers-503' }] }, ['--json']);
  equal(troubled.first.code, 3);
  const [slot] = JSON.parse(troubled.first.stdout).slots;
  deepEqual(
    { ...slot, run: '', due: '' },
    { probe: 'p', due: '', outcome: 'inconclusive', run: '', opened: [], closed: [] },
  );
  deepEqual(JSON.parse((await troubled.run()).stdout), { exitCode: 0, slots: [] });
});

test('a test alert says of each channel whether it arrived', async (t) => {
  const told = await receiver();
  t.after(told.close);
  const folder = emptyFolder();
  watches(folder, { probes: [p], channels: [told.channel] });
  const arrived = await preflight(['monitor', '--test-alert'], { folder });
  deepEqual([arrived.code, arrived.stdout, arrived.stderr], [0, 'arrived  test\n', '']);
  deepEqual(
    told.arrived.map(({ alert, isSigned }) => [alert.event, isSigned]),
    [['test', true]],
  );
  const other = emptyFolder();
  watches(other, { probes: [p], channels: [told.channel, webhook] });
  const failed = await preflight(['monitor', '--test-alert', '--json'], { folder: other });
  equal(failed.code, 3);
  const { channels } = JSON.parse(failed.stdout);
  deepEqual(channels, [{ name: 'test' }, { name: 'team', error: 'the connection was refused (ECONNREFUSED)' }]);
});
