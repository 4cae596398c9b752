/** `--json` prints one document whatever becomes of the command; `--output` and `--max-minutes` do what they say. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runRecord } from '../../contracts/run-record.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, preflight as preflightProcess } from './preflight-process.ts';

test('a gate prints its record and nothing else, and keeps it where it was told', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await preflightProcess(
    ['gate', '--only', 'countries', '--seed', '1', '--json', '--output', 'elsewhere'],
    { folder },
  );
  const record = runRecord.parse(JSON.parse(stdout));
  assert.deepEqual([code, record.verdict], [0, 'pass']);
  assert.match(stderr, /recorded {2}/);
  assert.match(stderr, /PASS/);
  assert.ok(existsSync(join(folder, 'elsewhere', record.id, 'run.json')));
  assert.ok(!existsSync(join(folder, 'results')));

  const judged = await preflight(['judge', join('elsewhere', record.id), '--json'], { folder });
  assert.equal(runRecord.parse(JSON.parse(judged.stdout)).id, record.id);
});

test('what is refused is one document, too', async () => {
  const { code, stdout, stderr } = await preflight(['gate', '--only', 'cites', '--json']);
  assert.equal(code, 2);
  const { exitCode, notices } = JSON.parse(stdout);
  assert.equal(exitCode, 2);
  assert.match(notices[0], /did you mean 'cities'/);
  assert.match(stderr, /area, topic or clause 'cites' is unknown/);
});

test('clauses are listed as data', async () => {
  const { stdout } = await preflight(['clauses', 'cities', '--json']);
  const listed: { id: string; basis: string }[] = JSON.parse(stdout);
  assert.ok(listed.length > 3);
  assert.ok(listed.every(({ id, basis }) => id.startsWith('cities.') && basis.length > 0));
});

test('a run whose minutes are over ends, says so, and has not measured', async () => {
  let asked = 0;
  // A minute passes between any two looks at the clock.
  const now = (): number => Date.UTC(2026, 8, 1) + asked++ * 60_000;
  const { code, stdout } = await preflight(['gate', '--only', 'countries', '--max-minutes', '1', '--json'], { now });
  const record = runRecord.parse(JSON.parse(stdout));
  assert.equal(code, 3);
  assert.equal(record.verdict, 'inconclusive');
  assert.match(record.warnings?.join() ?? '', /--max-minutes 1 were over/);
});
