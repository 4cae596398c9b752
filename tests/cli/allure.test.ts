/** The Allure page of a stored run, by the command of the README: one file, a row for each clause, evidence of each finding. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Trace } from '../../contracts/trace.ts';
import { judgeTraces } from '../../flows/judge-flow.ts';
import { createRunFolder, type Planned, writeRun, writeTrace } from '../../flows/run-folder.ts';
import { emptyFolder } from './preflight-process.ts';

const startedAt = '2026-08-31T08:22:00.000Z';
const plan: Planned = {
  run: { id: 'r1', target: 'sandbox', revision: '2026-08-31', seed: 1, startedAt, repeat: 'gate --seed 1' },
  targetSource: 'sandbox',
  isEmbedded: true,
  flows: ['list-countries'],
  pairs: [
    { clause: 'countries.list-is-an-array', flow: 'list-countries' },
    { clause: 'countries.sorted-by-id', flow: 'list-countries' },
  ],
};

/** Countries answered with an object instead of a list. */
const trace: Trace = {
  schema: 'preflight.trace/1',
  flow: 'list-countries',
  input: {},
  startedAt,
  clockOffsetMs: 0,
  clockAdvances: [],
  exchanges: [
    {
      index: 0,
      operation: 'countries',
      bearer: 'own',
      tokenSerial: 1,
      request: { method: 'GET', path: '/api/dictionary/countries', query: [], headers: {} },
      sentAt: startedAt,
      durationMs: 1,
      response: { status: 200, headers: {}, body: { instead: 'of a list' }, bytes: 2 },
    },
  ],
};

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
  assert.match(stderr, /^preflight: no-such-run is no run: .*\n$/);
});
