/** Nothing a service says is taken for a command by a pipeline: whatever a person runs, on both of its outputs. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { exportForms } from '../../cases/export/exported.ts';
import { type AnotherService, anotherService, clientId, clientSecret } from './another-service.ts';
import { preflight } from './preflight-here.ts';
import { type Ended, emptyFolder, preflight as preflightProcess } from './preflight-process.ts';

const said =
  'x ::error::y ##[set-output name=a]b ##vso[task.complete] ##teamcity[c]\n::set-output name=a::b\n##[error]d\r::warning::e';

let service: AnotherService;
let environment: NodeJS.ProcessEnv;
let gated: Ended;
/** Of an answer that is JSON, and of one that is text with lines of its own. */
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
  environment = { PREFLIGHT_URL: service.url, PREFLIGHT_CLIENT_ID: clientId, PREFLIGHT_CLIENT_SECRET: clientSecret };
  const args = ['gate', '--target', 'live', '--depth', 'probe', '--log-level', 'debug', '--seed', '3'];
  gated = await preflightProcess(args, { folder: emptyFolder(), environment });
  const run = realpathSync(join(gated.folder, 'results/latest'));
  const found = readdirSync(run).filter((name) => name.endsWith('.bundle.json'));
  const about = (clause: string): string => {
    const name = found.find((each) => JSON.parse(readFileSync(join(run, each), 'utf8')).verdicts[0].clause === clause);
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

test('a gate in a process of its own, with all its logs', () => {
  assert.equal(gated.code, 1, gated.stdout + gated.stderr);
  assert.match(gated.stdout, /: :error: :y # #\[set-output/);
  assertObeysNothing(gated);
});

test('in a job of GitHub only annotations are commands, and what they say stays in their line', async () => {
  const args = ['gate', '--target', 'live', '--depth', 'probe', '--seed', '3'];
  const { stdout, stderr } = await preflightProcess(args, { environment: { ...environment, GITHUB_ACTIONS: 'true' } });
  const [before = '', during = '', after_ = ''] = stdout.split(/^::(?:stop-commands::)?[0-9a-f-]{36}(?:::)?$/m);
  assertObeysNothing({ stdout: before, stderr });
  assert.match(during, /^FAIL /m);
  for (const line of after_.trim().split('\n'))
    assert.match(line, /^::(error|warning|notice) title=[\w.-]+(,file=live\.ts)?::/);
});

const rows: readonly (readonly string[])[] = [
  ['gate', '--target', 'live', '--depth', 'probe', '--json'],
  ['judge', 'results/latest'],
  ['judge', 'BUNDLE'],
  ['judge', 'BUNDLE', '--json'],
  ['show', 'BUNDLE'],
  ['show', 'BUNDLE', '--json'],
  ['repro', 'BUNDLE', '--target', 'live', '--compare'],
  ['repro', 'BUNDLE', '--target', 'live', '--json'],
  ['compare', 'live', 'sandbox', '--only', 'countries,token'],
  ['compare', 'live', 'sandbox', '--only', 'countries,token', '--json'],
  ['check-target', 'live', '--connect'],
  ['check-target', 'live', '--connect', '--json'],
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
      if (args.includes('--json')) assert.ok(JSON.stringify(JSON.parse(ended.stdout)).length > 10);
    }
  });
