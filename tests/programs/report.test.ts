/** A stored run is reported in every form, and no output commands a pipeline. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exportForms } from '../../cases/export/exported.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { judgeTraces } from '../../engine/judge-flow.ts';
import { createRunFolder, type RunPlan, writeRun, writeTrace } from '../../engine/run-folder.ts';
import { type AnotherService, anotherService } from '../cli/another-service.ts';
import { begun, ends, preflight, refused } from '../cli/preflight-here.ts';
import { type Ended, emptyFolder, preflight as preflightProcess } from '../cli/preflight-process.ts';
import { plan as countriesPlan, recorded, startedAt } from '../unit/flows/countries-run.ts';

describe('reports', () => {
  const every = 'html,junit,markdown,sarif,github,badge,allure';
  const files = ['badge.json', 'badge.svg', 'github.md', 'junit.xml', 'report.html', 'report.md', 'report.sarif'];

  const broken = ['gate', '--seed', '3', '--only', 'cities', '--fault', 'swaps-one-pair-deep-in-list'];
  let folder: string;
  let record: RunRecord;
  before(async () => {
    const gated = await ends(1, broken);
    folder = gated.folder;
    record = JSON.parse(readFileSync(join(folder, 'results/latest/run.json'), 'utf8'));
  });

  test('every form is made again of the stored run, by its folder, its record, its id or as the latest', async () => {
    const { stdout } = await ends(0, ['report', '--as', every], { folder });
    const run = `results/${record.id}`;
    const wrote = [...files, 'allure-results'].sort().map((name) => `wrote ${run}/${name}`);
    assert.deepEqual(stdout.trim().split('\n').sort(), wrote);
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
    const torn = (name: string, text: string): string => {
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
      [['results'], /results is no run: /],
      [[torn('cut', whole.slice(0, 300))], /cut\/run\.json is damaged, it is no JSON: /],
      [[torn('foreign', '{"log":{"entries":[]}}')], /foreign\/run\.json is no run record: /],
      [[torn('wrong', JSON.stringify({ ...record, verdicts: 7 }))], /wrong\/run\.json is damaged at verdicts: /],
      [['bent'], /bent\/traces\/list-cities\.json is damaged: /],
      [['--output', 'cut/run.json/x'], /cut\/run\.json\/x cannot be written: /],
    ];
    for (const [args, says] of cases) await refused(['report', ...args], says, { folder });
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

  test('in a job of GitHub a gate writes summary and annotations; what it prints before is no command', async () => {
    const job = emptyFolder();
    const summary = join(job, 'summary.md');
    writeFileSync(summary, 'of another step\n');
    const { stdout } = await ends(1, [...broken, '--report', 'html,sarif'], {
      folder: job,
      environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    });
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

  test('a pass whose report cannot be written is none; a summary that cannot be written changes nothing', async () => {
    const gate = begun(['gate', '--only', 'countries', '--report', 'html']);
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
});

const plan: RunPlan = {
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

describe('commands of a pipeline', () => {
  const said =
    'x ::error::y ##[set-output name=a]b ##vso[task.complete] ##teamcity[c]\n::set-output name=a::b\n##[error]d\r::warning::e';

  let service: AnotherService;
  let environment: NodeJS.ProcessEnv;
  let gated: Ended;
  /** Of an answer that is JSON, and of one that is text with several lines. */
  let bundles: readonly string[];

  before(async () => {
    service = await anotherService({
      everything: (request, response) => {
        const isText = request.headers.authorization === undefined && !request.url?.endsWith('/token');
        response.writeHead(200, {
          'content-type': isText ? 'text/plain' : 'application/json',
          'x-request-id': said.replace(/[\r\n]/g, ' '),
        });
        if (isText) return response.end(said);
        const error = { code: said, message: said };
        response.end(JSON.stringify({ error, [said]: said, token: said, expiresAt: said }));
      },
    });
    environment = service.live;
    const args = ['gate', '--target', 'live', '--depth', 'probe', '--log-level', 'debug', '--seed', '3'];
    gated = await preflightProcess(args, { folder: emptyFolder(), environment });
    const run = realpathSync(join(gated.folder, 'results/latest'));
    const found = readdirSync(run).filter((name) => name.endsWith('.bundle.json'));
    const about = (clause: string): string => {
      const name = found.find(
        (each) => JSON.parse(readFileSync(join(run, each), 'utf8')).verdicts[0].clause === clause,
      );
      return join('results', basename(run), name ?? '');
    };
    bundles = ['bearer.garbage-token-is-unauthorized', 'bearer.missing-token-is-unauthorized'].map(about);
  });
  after(() => service.close());

  /** What GitHub, Azure and TeamCity obey: the first at the start of a line, the others anywhere in it. */
  const assertObeysNothing = ({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): void => {
    for (const line of `${stdout}\n${stderr}`.split(/[\r\n\u2028\u2029]/)) {
      assert.doesNotMatch(line, /^\s*::/);
      assert.doesNotMatch(line, /##(\[|vso\[|teamcity\[)/i);
    }
  };

  test('a gate in its own process, with all its logs', () => {
    assert.equal(gated.code, 1, gated.stdout + gated.stderr);
    assert.match(gated.stdout, /: :error: :y # #\[set-output/);
    assertObeysNothing(gated);
  });

  test('in a job of GitHub only annotations are commands, and what they say stays in their line', async () => {
    const args = ['gate', '--target', 'live', '--depth', 'probe', '--seed', '3'];
    const { stdout, stderr } = await preflight(args, {
      environment: { ...environment, GITHUB_ACTIONS: 'true' },
    });
    const [before = '', during = '', after_ = ''] = stdout.split(/^::(?:stop-commands::)?[0-9a-f-]{36}(?:::)?$/m);
    assertObeysNothing({ stdout: before, stderr });
    assert.match(during, /^FAIL /m);
    for (const line of after_.trim().split('\n'))
      assert.match(line, /^::(error|warning|notice) title=[\w.-]+(,file=live\.ts)?::/);
  });

  const rows: readonly (readonly string[])[] = [
    ['judge', 'results/latest'],
    ['judge', 'BUNDLE'],
    ['show', 'BUNDLE'],
    ['repro', 'BUNDLE', '--target', 'live', '--compare'],
    ['compare', 'live', 'sandbox', '--only', 'countries,token'],
    ['check-target', 'live', '--connect'],
    ['explore', '--target', 'live', '--requests', '20', '--only', 'explore-cities', '--seed', '3'],
    ['report', '--as', 'html,junit,markdown,sarif,github,badge'],
    ['waive', 'BUNDLE', '--reason', 'x', '--owner', 'y'],
    ['nightly', '--target', 'live', '--only', 'countries,token'],
    ['watch', 'add', 'BUNDLE', '--target', 'live'],
    ['watch', 'run'],
    ['watch', 'list'],
    ...exportForms.map((form) => ['export', 'BUNDLE', '--as', form]),
  ];

  for (const args of rows)
    test(`preflight ${args.join(' ')}`, async () => {
      for (const bundle of args.includes('BUNDLE') ? bundles : ['']) {
        const given = args.map((each) => (each === 'BUNDLE' ? bundle : each));
        const ended = await preflight(given, { folder: gated.folder, environment });
        assert.notEqual(ended.code, 2, ended.stderr);
        assertObeysNothing(ended);
      }
    });
});
