/** What of `results/` goes when a run has ended, and what stays: on folders with literal records. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { decided, type Terms } from '../../../contracts/decide.ts';
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

const held = [passing('token.is-jwt')];
const broken = [failing('cities.sorted-by-id')];
/** Enough passing runs that one more is one too many; the last has just ended. */
const full = (): RunRecord => {
  for (let n = 1; n < plainRunsKept; n++) stored(n, n / 24, held);
  return stored(0, 0, held);
};
const prune = (record: RunRecord, terms: Partial<Terms> = {}): Promise<number> => {
  const gates = ['documented', 'reading'] as const;
  const all = { gates: [...gates], requires: [], allowedUnjudged: [], waivers: [], ...terms };
  return pruneResults({ record: decided(record, all), target: acme, environment, now: () => now });
};
const isThere = (n: number): boolean => existsSync(place(idOf(n)));

describe('results of runs that are over', () => {
  // Of these tests alone: others of the room stand in folders of their own.
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

  it('what a waiver or a baseline names, or is watched, stays until it is released', async () => {
    const last = full();
    for (const [n, days] of [
      [60, 40],
      [61, 41],
      [63, 43],
    ] as const)
      stored(n, days, broken);
    stored(62, 42, held);
    const waiver = {
      clause: 'cities.sorted-by-id',
      target: 'sandbox',
      reason: 'r',
      owner: 'o',
      expires: '2026-09-30',
    } as const;
    mkdirSync(join(environment.PREFLIGHT_STATE, 'watched'), { recursive: true, mode: 0o700 });
    const watched = join(environment.PREFLIGHT_STATE, 'watched', `0123abcd-${idOf(63)}.bundle.json`);
    writeFileSync(watched, '{}');
    const since = { run: idOf(62), startedAt: run.startedAt, broken: [] };
    assert.equal(await prune(last, { waivers: [waiver], since }), 1);
    assert.deepEqual(
      [60, 61, 62, 63].map(isThere),
      [true, false, true, true],
      'the last run that shows what is waived',
    );
    rmSync(watched);
    assert.equal(await prune(last), 3);
  });

  it('what is no finished run of ours is left alone', async () => {
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
