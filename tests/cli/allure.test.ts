/** The Allure page of a stored run, by the command of the README: one file, a row for each clause, evidence of each finding. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { judgeTraces } from '../../engine/judge-flow.ts';
import { createRunFolder, type Planned, writeRun, writeTrace } from '../../engine/run-folder.ts';
import { plan as countriesPlan, recorded, startedAt } from '../unit/flows/countries-run.ts';
import { emptyFolder } from './preflight-process.ts';

const plan: Planned = {
  ...countriesPlan,
  pairs: [...countriesPlan.pairs, { clause: 'countries.sorted-by-id', flow: 'list-countries' }],
};

const trace = recorded({ instead: 'of a list' });

/** What a page of Allure holds in itself: files of JSON, each in base64. */
const filesIn = (page: string): string[] =>
  [...page.matchAll(/d\("[^"]+",\s*"([A-Za-z0-9+/=]+)"\)/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );

test('npm run allure makes one page with a row for each clause and the exchange of each finding', async () => {
  const folder = join(emptyFolder(), 'r1');
  await createRunFolder(folder, plan);
  await writeTrace(folder, trace);
  await writeRun(folder, judgeTraces(plan, [trace], startedAt));
  const before = readdirSync(folder, { recursive: true });

  const command = fileURLToPath(new URL('../../cli/allure.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, folder], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), ['allure.html', ...before].sort());

  const page = readFileSync(join(folder, 'allure.html'), 'utf8');
  assert.doesNotMatch(page, /<script[^>]*https?:/, 'the page asks somebody else');
  const held = filesIn(page);
  for (const { clause } of plan.pairs)
    assert.ok(
      held.some((file) => file.includes(`"${clause}"`)),
      `${clause} has no row`,
    );
  assert.ok(
    held.some((file) => file.includes('"/api/dictionary/countries"')),
    'the request is not shown',
  );
  assert.ok(
    held.some((file) => file.includes('"of a list"')),
    'the response is not shown',
  );
});

test('what is no run is said in one line', () => {
  const command = fileURLToPath(new URL('../../cli/allure.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [command, 'no-such-run'], {
    cwd: emptyFolder(),
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stderr, /^preflight: no-such-run does not exist: name the folder of a run, .*\n$/);
});
