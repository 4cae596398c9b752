/** `preflight clauses --domain`: without a run, after one, and of another target. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ends, preflight, refused } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const domain = (folder: string, ...more: string[]) => preflight(['clauses', '--domain', ...more], { folder });

test('without a run it lists dimensions and classes, and says how to get one', async () => {
  const { code, stdout, stderr } = await domain(emptyFolder(), 'cities.sorted-by-id');
  assert.equal(code, 0);
  assert.match(stdout, /^cities\.sorted-by-id\n {2}partner {5}own, other\n/);
  assert.match(stderr, /no run is stored here/);
});

test('after a gate it shows what was met, for the areas and clauses that are named', async () => {
  const folder = emptyFolder();
  const gate = await preflight(['gate', '--seed', '1', '--only', 'cities,token'], { folder });
  assert.match(gate.stdout, /^coverage {4}\d+ of \d+ classes met/m);
  const { code, stdout, stderr } = await domain(folder, 'cities', 'token.is-jwt');
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^run \S+ on sandbox: \d+ of \d+ classes met/);
  assert.match(stdout, /^token\.is-jwt$/m);
  assert.match(stdout, /^ {2}position {4}met {7}first listed, listed between, last listed$/m);
  assert.doesNotMatch(stdout, /countries\.sorted-by-id/);

  const [, id = ''] = /^run (\S+)/.exec(stdout) ?? [];
  const asked = ['cities', 'token.is-jwt', '--target', 'sandbox', '--run'];
  for (const given of [id, 'latest', `results/${id}/run.json`])
    assert.equal((await domain(folder, ...asked, given)).stdout, stdout, given);

  const other = ['clauses', '--domain', '--run', id, '--target', 'sandbox-flat'];
  await refused(other, /is of sandbox, and not of sandbox-flat/, { folder });
  await refused(['clauses', '--domain', 'countries'], /judged nothing of countries/, { folder });
});

test('a run from before runs recorded cells, whose target file is gone, is shown without what is not there', async () => {
  const folder = emptyFolder();
  await preflight(['gate', '--seed', '1', '--only', 'countries'], { folder });
  const [run, plan] = [join(folder, 'results/latest/run.json'), join(folder, 'results/latest/plan.json')];
  const { cells, ...old } = JSON.parse(readFileSync(run, 'utf8'));
  assert.ok(cells);
  writeFileSync(run, JSON.stringify(old));
  writeFileSync(plan, readFileSync(plan, 'utf8').replace('"targetSource": "sandbox"', '"targetSource": "./gone.ts"'));
  const { code, stdout, stderr } = await domain(folder);
  assert.equal(code, 0);
  assert.match(stdout, /: 0 of \d+ classes met/);
  assert.match(stderr, /stored before runs told what they met/);
  assert.match(stderr, /what the target lacks is not told: target file \.\/gone\.ts does not exist/);
});

test('the plain list takes areas and clauses, too', async () => {
  const { stdout } = await ends(0, ['clauses', 'fare-rules', 'cities.sorted-by-id']);
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]),
    [
      'fare-rules.other-partner-sees-nothing',
      'fare-rules.offers-agree',
      'fare-rules.rules-are-told',
      'cities.sorted-by-id',
    ],
  );
});
