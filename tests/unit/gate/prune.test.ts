/** Which parts of `results/` go when a run has ended, and which stay: on folders with literal records. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { decided } from '../../../contracts/decide.ts';
import { type RunRecord, recordOfRun } from '../../../contracts/run-record.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { plainRunsKept, pruneResults } from '../../../gate/prune.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { target } from '../../../targets/target.ts';
import { failing, passing, run } from '../reports/record-of.ts';

const home = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'preflight-'));
after(() => {
  process.chdir(home);
  rmSync(root, { recursive: true, force: true });
});

const dayMs = 24 * 3_600_000;
const now = Date.parse('2026-09-01T12:00:00.000Z');
const acme = resolvedTarget(
  target({ name: 'sandbox', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' } }),
  {},
  'acme',
);
const environment = { PREFLIGHT_STATE: join(root, 'state') };

let folder = root;

const idOf = (n: number): string => `20260801-1200-${n.toString(16).padStart(6, '0')}`;
const place = (name: string): string => join(folder, 'results', name);

/** So many days old. */
const stored = (n: number, days: number, verdicts: readonly Verdict[], about: Partial<RunRecord> = {}): RunRecord => {
  const startedAt = new Date(now - days * dayMs).toISOString();
  const identity = { ...run, id: idOf(n), startedAt };
  const record = recordOfRun(identity, { finishedAt: startedAt, exchanges: 1, tokensRequested: 1, verdicts });
  mkdirSync(join(place(record.id), 'traces'), { recursive: true });
  writeFileSync(join(place(record.id), 'run.json'), JSON.stringify({ ...record, ...about }));
  return record;
};

const compared = (n: number, days: number, differences: readonly object[]): void => {
  const startedAt = new Date(now - days * dayMs).toISOString();
  const side = { target: 'sandbox' };
  mkdirSync(place(idOf(n)), { recursive: true });
  const found = { id: idOf(n), startedAt, finishedAt: startedAt, a: side, b: side, troubled: [], differences };
  writeFileSync(join(place(idOf(n)), 'comparison.json'), JSON.stringify(found));
};

const held = [passing('token.is-jwt')];
const broken = [failing('cities.sorted-by-id')];
/** Enough passing runs that one more is one too many; the last has just ended. */
const full = (): RunRecord => {
  for (let n = 1; n < plainRunsKept; n++) stored(n, n / 24, held);
  return stored(0, 0, held);
};
const prune = ({ id }: Pick<RunRecord, 'id'>): Promise<number> =>
  pruneResults({ id, target: acme, environment, now: () => now });
/** Beside the runs, as a person has them. */
const written = (file: string, value: unknown): void => writeFileSync(join(folder, file), JSON.stringify(value));
const isThere = (n: number): boolean => existsSync(place(idOf(n)));

describe('results of runs that are over', () => {
  // For these tests alone: other tests have their own folders.
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'results-of-'));
    process.chdir(folder);
  });
  it('twenty passing runs of a target stay, and the run that has ended', async () => {
    const last = full();
    assert.equal(await prune(last), 0);
    stored(50, 3, held);
    stored(51, 40, held);
    stored(52, 40, held, { target: 'other' });
    assert.equal(await prune(last), 2);
    assert.deepEqual([50, 51, 52, 0, plainRunsKept - 1].map(isThere), [false, false, true, true, true]);
  });

  it('a run with findings stays as long as its evidence', async () => {
    const last = full();
    stored(60, 13, broken);
    stored(61, 15, broken);
    assert.equal(await prune(last), 1);
    assert.deepEqual([60, 61].map(isThere), [true, false]);
  });

  it('what a waiver or a baseline names, or is watched, or is the latest, stays until it is released', async () => {
    for (const [n, days] of [
      [60, 40],
      [61, 41],
      [63, 43],
      [65, 45],
    ] as const)
      stored(n, days, broken);
    stored(62, 42, held);
    stored(64, 44, held);
    const last = full();
    const waiver = { clause: 'cities.sorted-by-id', target: 'sandbox', reason: 'r', owner: 'o' } as const;
    written('preflight.waivers.json', [{ ...waiver, expires: '2026-09-30' }]);
    writeFileSync(join(folder, 'preflight.policy.ts'), `export default { baseline: '${idOf(64)}' };`);
    mkdirSync(join(environment.PREFLIGHT_STATE, 'watched'), { recursive: true, mode: 0o700 });
    const watched = join(environment.PREFLIGHT_STATE, 'watched', `0123abcd-${idOf(63)}.bundle.json`);
    writeFileSync(watched, '{}');
    symlinkSync(idOf(65), place('latest'));
    const since = { run: idOf(62), startedAt: run.startedAt, broken: [], found: [] };
    const terms = { gates: ['documented' as const], requires: [], allowedUnjudged: [], waivers: [], since };
    written(`results/${last.id}/run.json`, decided(last, terms));
    assert.equal(await prune(last), 1);
    assert.deepEqual(
      [60, 61, 62, 63, 64, 65].map(isThere),
      [true, false, true, true, true, true],
      'the last run that shows what is waived',
    );
    rmSync(watched);
    rmSync(place('latest'));
    assert.equal(await prune(last), 2, 'what was watched, and was the latest');
    written('preflight.waivers.json', [{ ...waiver, expires: '2026-08-31' }]);
    assert.equal(await prune(last), 1, 'what was waived');
    written(`results/${last.id}/run.json`, last);
    assert.equal(await prune(last), 1, 'what it was compared with');
  });

  it('what other commands leave behind has the same rule, each command separately', async () => {
    const last = full();
    const commands = ['repro x.bundle.json', 'explore', 'explain x.bundle.json', 'watch run'];
    for (const [at, command] of commands.entries()) {
      const repeat = `${command} --target sandbox`;
      for (let n = 0; n <= plainRunsKept; n++) stored(0x1000 * (at + 1) + n, 1 + n / 24, held, { repeat });
    }
    for (let n = 0; n <= plainRunsKept; n++) compared(0x9000 + n, 1 + n / 24, []);
    assert.equal(await prune(last), commands.length + 1);
    assert.deepEqual(
      [0x1000, 0x2000, 0x3000, 0x4000, 0x9000].map((n) => isThere(n + plainRunsKept)),
      Array(5).fill(false),
    );
    assert.ok(isThere(plainRunsKept - 1) && isThere(0x9000 + plainRunsKept - 1));
  });

  it('a difference and a kept case are findings, also where no clause is broken', async () => {
    const last = full();
    for (const [n, days] of [
      [60, 13],
      [61, 15],
    ] as const) {
      compared(n, days, [{}]);
      stored(n + 10, days, [], { repeat: 'explain x.bundle.json --target sandbox' });
      writeFileSync(join(place(idOf(n + 10)), 'refused.bundle.json'), '{}');
    }
    assert.equal(await prune(last), 2);
    assert.deepEqual([60, 61, 70, 71].map(isThere), [true, false, true, false]);
  });

  it('what is no finished run of Preflight is left alone', async () => {
    const last = full();
    for (const name of ['notes', 'corpus', '20260801-1200-0000ff', 'coverage']) mkdirSync(place(name));
    writeFileSync(place('nightly.md'), 'x');
    mkdirSync(place('20260801-1200-0000fe'));
    writeFileSync(join(place('20260801-1200-0000fe'), 'run.json'), '{');
    // A run that was copied under another id.
    const copied = stored(70, 40, held);
    mkdirSync(place('20260801-1200-0000fd'));
    writeFileSync(join(place('20260801-1200-0000fd'), 'run.json'), JSON.stringify(copied));
    const elsewhere = mkdtempSync(join(root, 'elsewhere-'));
    symlinkSync(elsewhere, place('20260801-1200-0000fc'));
    const before = readdirSync(place('.')).length;
    assert.equal(await prune(last), 1);
    assert.equal(readdirSync(place('.')).length, before - 1);
    assert.ok(existsSync(elsewhere) && !isThere(70));
  });

  it('two processes at once remove the same runs, and what one left half removed goes with the next', async () => {
    const last = full();
    for (let n = 50; n < 60; n++) stored(n, 40, held);
    mkdirSync(place('.going-20260801-1200-0000aa'));
    await Promise.all([prune(last), prune(last)]);
    assert.deepEqual(readdirSync(place('.')).length, plainRunsKept);
  });
});
