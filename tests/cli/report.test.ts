/** `preflight report` by its command, and what a gate tells of itself: every form, from the stored run alone. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { RunRecord } from '../../contracts/run-record.ts';
import { anotherService, clientId, clientSecret } from './another-service.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, started } from './preflight-process.ts';

const every = 'html,junit,markdown,sarif,github,badge,allure';
const files = ['badge.json', 'badge.svg', 'github.md', 'junit.xml', 'report.html', 'report.md', 'report.sarif'];

let folder: string;
let record: RunRecord;
before(async () => {
  const gated = await preflight(['gate', '--seed', '3', '--only', 'cities', '--fault', 'swaps-one-pair-deep-in-list']);
  assert.equal(gated.code, 1, gated.stderr);
  folder = gated.folder;
  record = JSON.parse(readFileSync(join(folder, 'results/latest/run.json'), 'utf8'));
});

test('every form is made again of the stored run, by its folder, its record, its id or as the latest', async () => {
  const { code, stdout, stderr } = await preflight(['report', '--as', every], { folder });
  assert.equal(code, 0, stderr);
  const run = `results/${record.id}`;
  assert.deepEqual(stdout.trim().split('\n').sort(), [
    ...[...files, 'allure-results'].sort().map((name) => `wrote ${run}/${name}`),
  ]);
  const made = files.map((name) => readFileSync(join(folder, run, name), 'utf8'));
  for (const given of [run, `${run}/run.json`, record.id]) {
    await preflight(['report', given, '--as', every, '--output', 'again'], { folder });
    assert.deepEqual(
      files.map((name) => readFileSync(join(folder, 'again', name), 'utf8')),
      made,
      given,
    );
  }
  const page = readFileSync(join(folder, run, 'report.html'), 'utf8');
  assert.match(page, /<span class="here">.*<span class="name">&quot;id&quot;<\/span>.*← here/);
  assert.match(page, /<svg class="spread"/);
  assert.match(readFileSync(join(folder, run, 'report.md'), 'utf8'), /^Answered:$/m);
  assert.ok(readdirSync(join(folder, run, 'allure-results')).length > 10);
});

test('a form that is unknown gets a near one, and a run that cannot be read one line', async () => {
  const broken = (name: string, text: string): string => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'run.json'), text);
    return name;
  };
  const whole = JSON.stringify(record);
  const bent = join(folder, 'bent');
  cpSync(join(folder, 'results', record.id), bent, { recursive: true });
  writeFileSync(join(bent, 'traces/list-cities.json'), '{"schema":');
  const cases: readonly (readonly [args: string[], says: RegExp])[] = [
    [['--as', 'htm'], /form 'htm' is unknown, did you mean 'html'\? \(known: html, junit, /],
    [['--as', 'html,'], /form '' is unknown/],
    [['no-such-run'], /no-such-run does not exist: name the folder of a run/],
    [['results'], /results is no run: /],
    [[broken('cut', whole.slice(0, 300))], /cut\/run\.json is damaged, it is no JSON: /],
    [
      [broken('newer', whole.replace('preflight.run/1', 'preflight.run/2'))],
      /made by a newer Preflight \(preflight\.run\/2\)/,
    ],
    [[broken('foreign', '{"log":{"entries":[]}}')], /foreign\/run\.json is no run record: /],
    [[broken('wrong', JSON.stringify({ ...record, verdicts: 7 }))], /wrong\/run\.json is damaged at verdicts: /],
    [['bent'], /bent\/traces\/list-cities\.json is damaged: /],
    [['--output', 'cut/run.json/x'], /cut\/run\.json\/x cannot be written: /],
  ];
  for (const [args, says] of cases) {
    const { code, stdout, stderr } = await preflight(['report', ...args], { folder });
    assert.equal(code, 2, `${args} ${stderr}`);
    assert.equal(stdout, '');
    assert.match(stderr, says);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
  const { code, stderr } = await preflight(['report']);
  assert.deepEqual([code, stderr], [2, 'preflight: no run is stored here: npx --no -- preflight gate records one\n']);
});

test('without a trace the page has the verdicts, and without a measurement there is no SARIF', async () => {
  const bare = join(folder, 'bare');
  cpSync(join(folder, 'results', record.id), bare, { recursive: true });
  rmSync(join(bare, 'traces'), { recursive: true });
  for (const name of readdirSync(bare)) if (name.endsWith('.bundle.json')) rmSync(join(bare, name));
  assert.equal((await preflight(['report', 'bare'], { folder })).code, 0);
  assert.match(readFileSync(join(bare, 'report.html'), 'utf8'), /The exchanges are not on this page/);

  const verdicts = record.verdicts.map(({ findings, ...each }) => ({
    ...each,
    findings: [],
    outcome: 'inconclusive',
    because: 'trouble',
    reason: 'HTTP 503',
  }));
  rmSync(join(bare, 'report.sarif'), { force: true });
  writeFileSync(join(bare, 'run.json'), JSON.stringify({ ...record, verdicts, verdict: 'inconclusive' }));
  const { code, stdout, stderr } = await preflight(['report', 'bare', '--as', 'sarif'], { folder });
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /^preflight: no SARIF is written: the run could not measure/);
  assert.equal(existsSync(join(bare, 'report.sarif')), false);
});

test('in a job of GitHub a gate writes the summary and annotations, and what is printed before is no command', async () => {
  const job = emptyFolder();
  const summary = join(job, 'summary.md');
  writeFileSync(summary, 'of another step\n');
  const { code, stdout } = await preflight(
    ['gate', '--seed', '3', '--only', 'cities', '--fault', 'swaps-one-pair-deep-in-list', '--report', 'html,sarif'],
    { folder: job, environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } },
  );
  assert.equal(code, 1);
  const [, token = ''] = /^::stop-commands::(\S+)$/m.exec(stdout) ?? [];
  const [said = '', after = ''] = stdout.split(`\n::${token}::\n`);
  assert.match(said, /^FAIL /m);
  assert.deepEqual(
    after
      .trim()
      .split('\n')
      .map((line) => line.replace(/results\/[^/]+/, 'RUN').replace(/::The.*/, '')),
    ['wrote RUN/report.html', 'wrote RUN/report.sarif', '::error title=cities.sorted-by-id,file=sandbox.ts'],
  );
  assert.match(readFileSync(summary, 'utf8'), /^of another step\n## ` sandbox ` ❌ is broken\n/);
});

test('a service that says commands is obeyed by no pipeline, in a line of its own or in the middle of another', async () => {
  const said =
    'x ::error::y ##[set-output name=a]b ##vso[task.complete] ##teamcity[c]\n::set-output name=a::b\n##[error]d';
  const service = await anotherService({
    everything: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': said.replaceAll('\n', ' ') });
      response.end(
        JSON.stringify({ error: { code: said, message: said }, [said]: said, token: said, expiresAt: said }),
      );
    },
  });
  try {
    const environment = {
      PREFLIGHT_URL: service.url,
      PREFLIGHT_CLIENT_ID: clientId,
      PREFLIGHT_CLIENT_SECRET: clientSecret,
    };
    const gate = ['gate', '--target', 'live', '--depth', 'probe', '--log-level', 'debug'];
    const { code, stdout, stderr } = await preflight(gate, { environment });
    assert.equal(code, 1, stdout + stderr);
    assert.match(stdout, /: :error: :y # #\[set-output/);
    for (const line of (stdout + stderr).split('\n')) {
      assert.doesNotMatch(line, /^\s*::/);
      assert.doesNotMatch(line, /##(\[|vso\[|teamcity\[)/);
    }
    const job = await preflight(gate, { environment: { ...environment, GITHUB_ACTIONS: 'true' } });
    const after = job.stdout.split(/\n::[0-9a-f-]{36}::\n/)[1] ?? '';
    for (const line of after.trim().split('\n'))
      assert.match(line, /^::(error|warning|notice) title=[\w.-]+(,file=live\.ts)?::/);
  } finally {
    service.close();
  }
});

test('a pass whose report cannot be written is none, and a summary that cannot be written changes nothing', async () => {
  const gate = started(['gate', '--only', 'countries', '--report', 'html']);
  const [, id = ''] = /^run {2}(\S+)/m.exec(await gate.printed('\nrun  ')) ?? [];
  mkdirSync(join(gate.folder, 'results', id, 'report.html'));
  const { code, stdout, stderr } = await gate.ended;
  assert.equal(code, 3, stdout + stderr);
  assert.match(stdout, /^PASS /m);
  assert.match(stderr, /^preflight: results\/\S+\/report\.html cannot be written: /);

  const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/no/where.md' };
  const job = await preflight(['gate', '--only', 'countries'], { environment });
  assert.deepEqual([job.code, job.stderr], [0, 'preflight: the summary of the job cannot be written (ENOENT)\n']);
});

test('elsewhere a gate prints no command, and writes what was asked for', async () => {
  const { stdout, folder: here } = await preflight(['gate', '--only', 'countries', '--report', 'badge']);
  assert.doesNotMatch(stdout, /^::/m);
  assert.match(
    readFileSync(join(here, 'results/latest/badge.json'), 'utf8'),
    /"message":"passing, \d+ clauses judged"/,
  );
});
