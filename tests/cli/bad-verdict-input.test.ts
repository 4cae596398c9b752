/** Bad policies, waivers, targets and homes are refused in one line. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dayAfter } from '../../contracts/policy.ts';
import { recordOfRun } from '../../contracts/run-record.ts';
import { preflight, refused } from './preflight-here.ts';
import { emptyFolder, plainEnvironment } from './preflight-process.ts';

const today = new Date(Date.now()).toISOString().slice(0, 10);

const run = {
  id: '20260901-1200-aaaaaa',
  target: 'acme',
  revision: '2026-08-31',
  seed: 1,
  startedAt: '2026-09-01T12:00:00.000Z',
  repeat: 'gate --target acme --seed 1',
};
const record = recordOfRun(run, { finishedAt: run.startedAt, exchanges: 1, tokensRequested: 1, verdicts: [] });
const stored = `results/${run.id}/run.json`;

const waiver = {
  clause: 'cities.sorted-by-id',
  target: 'sandbox',
  reason: 'r',
  owner: 'Ann',
  expires: dayAfter(today, 30),
};
const policyFile = 'preflight.policy.ts';
const waiversFile = 'preflight.waivers.json';

type Row = {
  readonly what: string;
  /** What is no text is written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** What each points to. */
  readonly links?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly says: RegExp;
};

const policy = (what: string, text: string, says: RegExp): Row => ({ what, files: { [policyFile]: text }, says });
const waivers = (what: string, list: unknown, says: RegExp): Row => ({
  what,
  files: { [waiversFile]: list },
  says,
});
const since = (what: string, given: string, says: RegExp, files: Row['files'] = {}): Row => ({
  what,
  files,
  args: ['gate', '--since', given],
  says,
});
const waive = (what: string, given: string, says: RegExp, files: Row['files'] = {}): Row => ({
  what,
  files,
  args: ['waive', given, '--reason', 'r', '--owner', 'Ann'],
  says,
});

const asked = (what: string, line: string, says: RegExp): Row => ({ what, args: line.split(' '), says });
const linked = (what: string, links: Row['links'], says: RegExp): Row => ({ what, says, ...(links && { links }) });
const newer = { ...record, schema: 'preflight.run/2' };

const rows: readonly Row[] = [
  policy(
    'a policy that throws',
    `throw new Error('boom');`,
    /policy file preflight\.policy\.ts cannot be loaded: boom$/m,
  ),
  policy('a policy without a default export', 'export const x = 1;', /no default export: write export default policy/),
  policy('a misspelt setting', 'export default { require: [] };', /'require' is unknown, did you mean 'requires'\?/),
  policy('an unknown area', `export default { requires: ['hotel'] };`, /requires: area, topic or clause 'hotel' is un/),
  policy('an unknown clause', `export default { requires: ['cities.sorted'] };`, /did you mean 'cities\.sorted-by-id'/),
  policy('a list that is a text', `export default { requires: 'hotels' };`, /requires: Invalid input/),
  policy('an unknown basis', `export default { gates: ['all'] };`, /gates\.0: Invalid option/),
  policy('no basis', 'export default { gates: [] };', /gates: Too small/),
  policy('a quota of no area', 'export default { quotas: { hotel: 3 } };', /quotas: area 'hotel' is unknown, did you/),
  policy('a quota of half a clause', 'export default { quotas: { hotels: 0.5 } };', /quotas\.hotels: Invalid input/),
  policy(
    'a quota beyond an area',
    'export default { quotas: { hotels: 9999 } };',
    /hotels has \d+ clauses, and 9999 are/,
  ),
  policy(
    'an allowance for no area',
    `export default { allowUnjudged: ['cities'] };`,
    /allowUnjudged: area 'cities' is/,
  ),
  policy(
    'an area that is required and allowed',
    `export default { requires: ['hotels'], allowUnjudged: ['hotels'] };`,
    /hotels is both required and allowed to be unjudged/,
  ),
  policy('an age that is none', 'export default { obligationDays: -1 };', /obligationDays: Too small/),
  policy(
    'a waivers file that is not there',
    `export default { waivers: './w.json' };`,
    /w\.json of preflight\.policy\.ts/,
  ),
  policy(
    'a baseline that is not there',
    `export default { baseline: 'gone' };`,
    /baseline of preflight\.policy\.ts: gone/,
  ),
  linked('a policy that leads nowhere', { [policyFile]: 'gone.ts' }, /preflight\.policy\.ts is no file, or leads/),
  asked('a policy that is not there', 'gate --policy p.ts', /policy file p\.ts does not exist/),
  asked('an unknown area for one run', 'gate --require hotel', /--require: area, topic or clause 'hotel'/),
  asked('an unknown allowance', 'gate --allow-unjudged hotle', /--allow-unjudged: area 'hotle' is/),
  asked('both for one run', 'gate --require hotels --allow-unjudged hotels', /both name hotels/),
  asked(
    'what the selection leaves out',
    'gate --only cities --require hotels',
    /--require hotels: this run sends nothing/,
  ),
  asked('a selection of nothing', 'gate --only ,', /--only .*it is empty; leave the option out/),
  asked('a requirement of nothing', 'gate --require ,', /--require .*it is empty; leave/),
  asked('a waiver without a reason', 'waive cities.sorted-by-id --owner Ann', /--reason/),
  linked('waivers that lead nowhere', { [waiversFile]: waiversFile }, /waivers\.json is no file: remove/),
  { what: 'waivers that are a folder', files: { [`${waiversFile}/x`]: '' }, says: /waivers\.json is no file: remove/ },
  waivers('a waiver with a blank reason', [{ ...waiver, reason: ' ' }], /waiver 1: reason: it is empty/),
  waivers('waivers that are no JSON', '[{', /waivers file preflight\.waivers\.json is no JSON/),
  waivers('waivers that are no list', {}, /holds no list: write \[\] for none/),
  waivers('a waiver that is a text', ['x'], /waiver 1: the whole: Invalid input/),
  waivers(
    'a waiver of an unknown clause',
    [{ ...waiver, clause: 'cities.sorted' }],
    /clause 'cities\.sorted' is unknown/,
  ),
  waivers('a waiver without an owner', [{ ...waiver, owner: undefined }], /waiver 1: owner: Invalid input/),
  waivers('a waiver with a setting that is none', [{ ...waiver, until: 1 }], /waiver 1: the whole: Unrecognized key/),
  waivers('a waiver of an unknown operation', [{ ...waiver, operation: 'x' }], /waiver 1: operation: Invalid option/),
  waivers('a waiver that expires on no day', [{ ...waiver, expires: '2026-02-30' }], /waiver 1: expires: Invalid/),
  waivers('a waiver for too long', [{ ...waiver, expires: dayAfter(today, 91) }], /may last 90 days, from today until/),
  waivers('a waiver twice', [waiver, waiver], /waivers 1 and 2 cover the same failures of cities\.sorted-by-id/),
  waivers('overlapping waivers', [waiver, { ...waiver, operation: 'cities' }], /waivers 1 and 2 cover the same/),
  waivers('waivers beyond any size', ' '.repeat(1024 * 1024 + 1), /more than 1048576 bytes/),
  since('a run that is not there', 'yesterday', /--since: yesterday does not exist: name the folder of a run/),
  since('a run of another target', run.id, /is a run of acme, and this one is of sandbox/, { [stored]: record }),
  since('a damaged run', run.id, /run\.json is damaged, it is no JSON/, { [stored]: '{"schema":' }),
  since(
    'a run of a newer version',
    stored,
    /made by a newer Preflight \(preflight\.run\/2\).*install the newer one$/m,
    {
      [stored]: { ...newer, verdicts: 'elsewhere' },
    },
  ),
  since('a folder that is no run', '.', /--since: \. is no run: name the folder/),
  {
    what: 'a run of a newer version, judged again',
    files: { [stored]: newer },
    args: ['judge', run.id],
    says: /a newer Preflight wrote it/,
  },
  waive('a failure of no run', 'cities.sorted-by-id', /results\/latest holds no run/),
  waive('a failure that is no clause', 'cities.sorted', /clause 'cities\.sorted' is unknown, did you mean/),
  waive('a bundle that is not there', 'x.bundle.json', /x\.bundle\.json does not exist/),
  waive('a bundle that is none', 'x.bundle.json', /x\.bundle\.json is damaged/, { 'x.bundle.json': '{' }),
];

for (const { what, files = {}, links = {}, args = ['gate'], says } of rows) {
  test(what, async () => {
    const folder = emptyFolder();
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), typeof text === 'string' ? text : JSON.stringify(text));
    }
    for (const [file, to] of Object.entries(links)) symlinkSync(to, join(folder, file));
    await refused(args, says, { folder });
  });
}

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

const folderWithTargets = (): string => {
  const folder = emptyFolder();
  for (const name of ['acme', 'beta']) writeFileSync(join(folder, `${name}.target.mts`), '');
  return folder;
};

for (const args of [[], ['gate'], ['nightly'], ['explore'], ['sweep'], ['obligations'], ['import', 'saved.har']]) {
  test(`preflight ${args.join(' ')} asks which of them`, async () => {
    const says = /^preflight: which target\? This folder has its own: name --target acme, --target beta, or --target /;
    await refused(args, says, { folder: folderWithTargets() });
  });
}

test('what names the sandbox, or is about it alone, is what was meant', async () => {
  const folder = folderWithTargets();
  equal((await preflight(['gate', '--target', 'sandbox', '--dry-run'], { folder })).code, 0);
  match((await preflight(['gate', '--fault', 'x'], { folder })).stderr, /fault 'x' is unknown/);
});

test('results are refused where no folder can be made, and the command ends', {
  skip: process.platform !== 'linux',
}, async () => {
  const { code, stderr } = await preflight(['gate', '--output', '/proc/x'], { folder: emptyFolder() });
  equal(code, 2);
  match(stderr, /cannot be written: the system refused \(ENOENT\)/);
});

test('a pass that could not be printed is none', { skip: process.platform !== 'linux' }, () => {
  const folder = emptyFolder();
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${launcher}" clauses >/dev/full`], {
    cwd: folder,
    env: plainEnvironment(folder),
    encoding: 'utf8',
  });
  deepEqual(
    [status, stderr],
    [3, 'preflight: what was found could not be printed: ENOSPC: no space left on device, write\n'],
  );
});

/** Of no entry; only the superuser can become it, and for all others HOME alone is missing. */
const identity = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {};

test('a gate runs without HOME, and where the user has no entry', async () => {
  const folder = emptyFolder();
  chmodSync(folder, 0o777);
  const { PATH } = process.env;
  const child = spawn(process.execPath, [launcher, 'gate', '--only', 'countries'], {
    cwd: folder,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...identity,
  });
  const [code] = await once(child, 'close');
  equal(code, 0);
});
