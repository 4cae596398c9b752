/** Each command that leaves a run in `results/` tidies up there, by the same rule. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { plainRunsKept } from '../../gate/prune.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const folder = emptyFolder();
const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
let bundle: string;

before(async () => {
  const gated = await preflight(['gate', '--seed', '3', '--only', 'cities.sorted-by-id', ...fault], { folder });
  const run = join(folder, 'results', readdirSync(join(folder, 'results')).find((name) => name !== 'latest') ?? '');
  const name = readdirSync(run).find((each) => each.endsWith('.bundle.json')) ?? '';
  bundle = 'found.bundle.json';
  writeFileSync(join(folder, bundle), readFileSync(join(run, name)));
  assert.equal(gated.code, 1, gated.stderr);
});

const old = '20200101-1200-';
/** So many passing gates of long ago that one is too many. */
const fill = (): void => {
  const startedAt = '2020-01-01T12:00:00.000Z';
  for (let n = 0; n <= plainRunsKept; n++) {
    const id = `${old}${n.toString(16).padStart(6, '0')}`;
    mkdirSync(join(folder, 'results', id), { recursive: true });
    const at = { startedAt, finishedAt: startedAt, repeat: 'gate --target sandbox' };
    const record = { id, target: 'sandbox', ...at, verdict: 'pass', verdicts: [] };
    writeFileSync(join(folder, 'results', id, 'run.json'), JSON.stringify(record));
  }
};
const left = (): number => readdirSync(join(folder, 'results')).filter((name) => name.startsWith(old)).length;

for (const { what, args, code } of [
  { what: 'compare', args: ['compare', 'sandbox', 'sandbox', '--only', 'countries'], code: 0 },
  { what: 'repro', args: ['repro', 'found.bundle.json', '--target', 'sandbox', ...fault], code: 1 },
  {
    what: 'repro --minimise',
    args: ['repro', 'found.bundle.json', '--target', 'sandbox', '--minimise', ...fault],
    code: 1,
  },
  { what: 'explore', args: ['explore', '--only', 'explore-country-ids', '--requests', '5'], code: 0 },
  // Last, because its own run is one of the twenty.
  { what: 'gate', args: ['gate', '--only', 'countries'], code: 0 },
])
  test(`${what} leaves the last ${plainRunsKept} passing gates, and its own run`, async () => {
    fill();
    const before = new Set(readdirSync(join(folder, 'results')));
    const ended = await preflight([...args, '--seed', '3'], { folder });
    assert.equal(ended.code, code, ended.stdout + ended.stderr);
    assert.equal(left(), what === 'gate' ? plainRunsKept - 1 : plainRunsKept);
    const made = readdirSync(join(folder, 'results')).filter((name) => /^\d/.test(name) && !before.has(name));
    assert.equal(made.length, 1);
    assert.ok(existsSync(join(folder, bundle)));
  });

test('what stands in the way of that changes no exit code', async () => {
  fill();
  writeFileSync(join(folder, 'preflight.waivers.json'), '{');
  const asked = ['compare', 'sandbox', 'sandbox', '--only', 'countries', '--seed', '3'];
  const { code, stderr } = await preflight(asked, { folder });
  assert.equal(code, 0);
  assert.match(stderr, /^preflight: results\/ was not tidied up: waivers file preflight\.waivers\.json is no JSON/m);
  assert.equal(left(), plainRunsKept + 1);
});
