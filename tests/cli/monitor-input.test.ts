/** What is wrong with a monitor is one line before anything runs; `--once` and `--test-alert` end with stated codes. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { receiver, sandboxFile, secret, slotsIn, watches } from './monitored.ts';
import { preflight, refused } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const p = { name: 'p', target: 'sandbox' };
const nobody = 'http://127.0.0.1:9/';
const webhook = { to: 'webhook', name: 'team', url: nobody, secret } as const;

const inFile = 'monitor file monitor\\.config\\.mts: ';

const wrong: readonly (readonly [name: string, definition: object, says: string])[] = [
  [
    'a cron expression that never comes',
    { probes: [{ ...p, cron: '0 0 30 2 *' }] },
    `${inFile}probe p: cron .* never comes`,
  ],
  [
    'what is no cron expression',
    { probes: [{ ...p, cron: 'daily' }] },
    `${inFile}probe p: cron 'daily' cannot be read`,
  ],
  [
    'an unknown time zone',
    { probes: [{ ...p, timeZone: 'Mars/Olympus' }] },
    `${inFile}probe p: time zone .* is unknown`,
  ],
  ['a channel that nobody answers', { probes: [p], channels: [webhook] }, 'channel team cannot be reached: .*refused'],
  ['two probes of one name', { probes: [p, p] }, `${inFile}two probes are called p: give each a name of its own`],
  ['two channels of one name', { probes: [p], channels: [webhook, webhook] }, `${inFile}two channels are called team`],
  [
    'a schedule that exceeds the budget',
    { probes: [{ ...p, depth: 'full', cron: '* * * * *', deadlineMs: 60_000 }] },
    'p would ask for up to \\d+ bookings a day of sandbox, and a monitor may ask for 50000 .*: run them less often',
  ],
  [
    'an unknown target',
    { probes: [{ ...p, target: 'sandbix' }] },
    "probe p: target 'sandbix' is unknown, did you mean 'sandbox'",
  ],
  [
    'a target file that is not there',
    { probes: [{ ...p, target: './none.ts' }] },
    'probe p: target file ./none.ts does not exist',
  ],
  [
    'an unknown area',
    { probes: [{ ...p, only: ['citties'] }] },
    "probe p: area, topic or clause 'citties' is unknown, did you mean 'cities'",
  ],
  [
    'an unknown area of a target that only reads',
    { probes: [{ ...p, target: './reads.mts', only: ['citties'] }] },
    "probe p: area, topic or clause 'citties' is unknown",
  ],
  ['a name that is none', { probes: [{ ...p, name: 'My Probe' }] }, `${inFile}probes\\.0\\.name: take small letters`],
  [
    'a setting that is none',
    { probes: [{ ...p, chron: '' }] },
    `${inFile}probes\\.0: .*chron.*; see docs/operate/monitoring\\.md`,
  ],
  ['no probe', { probes: [] }, `${inFile}probes: write at least one probe`],
  [
    'a secret that is none',
    { probes: [p], channels: [{ ...webhook, secret: 'x' }] },
    `${inFile}channels\\.0\\.secret: take 16`,
  ],
  [
    'a deadline beyond the next run',
    { probes: [{ ...p, deadlineMs: 400_000 }] },
    `${inFile}probe p: deadlineMs 400000 is longer`,
  ],
];

test('each mistake in a monitor file is one line, and nothing is sent or made', async (t) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'reads.mts'), sandboxFile("name: 'reads', may: {}"));
  for (const [name, definition, says] of wrong)
    await t.test(name, async () => {
      // Each has its own name: what was loaded once is not loaded again.
      const own = emptyFolder();
      writeFileSync(join(own, 'reads.mts'), sandboxFile("name: 'reads', may: {}"));
      writeFileSync(join(own, 'monitor.config.mts'), `export default ${JSON.stringify(definition)};\n`);
      const environment = { PREFLIGHT_SANDBOX_URL: nobody };
      await refused(['monitor', '--once'], new RegExp(`^preflight: ${says}`), { folder: own, environment });
    });
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
