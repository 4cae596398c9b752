/** The workflows of docs/use/pipelines.md on a stand-in of GitHub: what a job ends with, shows, keeps and hides. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { partnerRepository, root, variablesFor, workflows } from '../pipelines/partner.ts';
import { nothingKept, runWorkflow } from '../pipelines/run-workflow.ts';

test('a gate that finds something ends the job, shows it, and has kept its results', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small', faults: ['swaps-one-pair-deep-in-countries'] } });
  t.after(() => sandbox.close());
  const only = ['depth: probe', 'arguments: --only=countries.sorted-by-id'];
  const repository = partnerRepository({ command: join(root, 'cli/preflight.mjs'), inputs: only });
  const kept = nothingKept();
  const variables = variablesFor(sandbox.url, preflightPartner);
  const { jobs } = await runWorkflow({
    repository,
    workflow: join(repository, workflows, 'release.yml'),
    kept,
    secrets: { ACME_ENV: variables },
  });
  const gate = jobs['gate / gate'];
  equal(gate?.conclusion, 'failure', gate?.log);
  deepEqual([gate.outputs.verdict, gate.outputs['exit-code']], ['fail', '1']);
  equal(jobs.release?.conclusion, 'skipped');
  match(gate.summary, /^## ` acme ` ❌ is broken$/m);
  deepEqual(
    gate.annotations.map(({ kind, title, file }) => [kind, title, file]),
    [
      ['error', 'countries.sorted-by-id', 'acme.target.mts'],
      ['error', 'preflight', ''],
    ],
  );
  equal(gate.annotations[1]?.text, 'the gate ended with exit code 1: a promise is broken');
  const folder = [...kept.artifacts.values()][0] ?? '';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  ok(files.some((file) => file.endsWith('/report.html')) && files.some((file) => file.endsWith('/run.json')));
  const all = files
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  for (const text of [gate.log, gate.summary, all]) {
    ok(!text.includes(preflightPartner.clientSecret));
    ok(text.length > 100);
  }
});

/** A command that ends so, and writes what it was given. */
const endingWith = (
  code: number,
  record = '{ "id": "a-run", "totals": { "pass": 7, "fail": 0, "inconclusive": 2, "error": 0 } }',
): string => {
  const file = join(emptyFolder(), 'preflight.mjs');
  writeFileSync(
    file,
    `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('results/a-run', { recursive: true });
for (const name of ['report.html', 'run.json']) writeFileSync('results/a-run/' + name, '{}');
console.error(JSON.stringify({ args: process.argv.slice(2), url: process.env.ACME_URL, lasts: process.env.PREFLIGHT_STATE_LASTS }));
console.error('secret ' + process.env.ACME_CLIENT_SECRET);
console.log('${record}');
process.exitCode = ${code};
`,
  );
  return file;
};

const secrets = {
  ACME_ENV: variablesFor('https://acme.example', { clientId: 'acme-42', clientSecret: 'canary-Q7hV2x' }),
};

const releaseOf = (command: string, inputs: readonly string[] = [], more: object = {}) => {
  const repository = partnerRepository({ command, inputs });
  const workflow = join(repository, workflows, 'release.yml');
  return runWorkflow({ repository, workflow, kept: nothingKept(), secrets, ...more });
};

for (const [code, inputs, verdict, conclusion, last] of [
  [0, [], 'pass', 'success', undefined],
  [2, [], 'refused', 'failure', 'error: the gate ended with exit code 2: wrong settings, and nothing was sent'],
  [
    3,
    [],
    'unmeasured',
    'failure',
    'error: the gate ended with exit code 3: could not measure, which breaks no promise',
  ],
  [
    3,
    ['unmeasured: warn'],
    'unmeasured',
    'success',
    'warning: the gate ended with exit code 3: could not measure, which breaks no promise',
  ],
  [1, ['unmeasured: warn'], 'fail', 'failure', 'error: the gate ended with exit code 1: a promise is broken'],
  [3, ['unmeasured: maybe'], 'refused', 'failure', 'error: the input unmeasured is "maybe": say fail or warn'],
] as const)
  test(`exit code ${code} with ${inputs[0] ?? 'no more inputs'} is ${verdict} and a ${conclusion}`, async () => {
    const { jobs } = await releaseOf(endingWith(code), inputs);
    const gate = jobs['gate / gate'];
    equal(gate?.conclusion, conclusion, gate?.log);
    equal(gate.outputs.verdict, verdict);
    equal(jobs.release?.conclusion, conclusion === 'success' ? 'success' : 'skipped');
    const { kind, text } = gate.annotations.at(-1) ?? {};
    equal(kind && `${kind}: ${text}`, last);
  });

test('a gate that was only asked what it would do is refused, and nothing is released', async () => {
  const { jobs } = await releaseOf(endingWith(0, '{ "schema": "preflight.dry-run/1" }'), ['arguments: --dry-run']);
  const gate = jobs['gate / gate'];
  deepEqual([gate?.conclusion, gate?.outputs.verdict, gate?.outputs['exit-code']], ['failure', 'refused', '2']);
  equal(jobs.release?.conclusion, 'skipped');
  match(gate?.annotations.at(-1)?.text ?? '', /^nothing was judged: leave --dry-run, --shard and --help out/);
});

test('a package that cannot be installed fails the job, or warns where that was said', async () => {
  for (const [unmeasured, conclusion] of [
    ['fail', 'failure'],
    ['warn', 'success'],
  ] as const) {
    const inputs = ['package: ./nothing-0.0.1.tgz', `unmeasured: ${unmeasured}`];
    const { jobs } = await releaseOf(endingWith(0), inputs);
    const gate = jobs['gate / gate'];
    deepEqual([gate?.conclusion, gate?.outputs.verdict], [conclusion, 'unmeasured'], gate?.log);
    match(gate?.annotations.at(-1)?.text ?? '', /^the package could not be installed/);
  }
});

test('inputs are arguments and no shell reads them; what the target takes is in the gate only, in no log', async () => {
  const hostile = '$(touch stolen) `touch stolen`; touch stolen';
  const lines = ['arguments: |', `  --only=${hostile}`, `  --seed`, '  7'].map((line, at) =>
    at > 0 ? `  ${line}` : line,
  );
  const { jobs } = await releaseOf(endingWith(0), [`policy: "${hostile}"`, ...lines]);
  const gate = jobs['gate / gate'];
  const said = JSON.parse(/^\{.*\}$/m.exec(gate?.log ?? '')?.[0] ?? '{}');
  const words = ['gate', '--json', '--target=acme', '--depth=standard', `--policy=${hostile}`, '--report=html'];
  deepEqual(said.args, words.concat(`--only=${hostile}`, '--seed', '7', '--output=results'));
  equal(said.lasts, 'false');
  // It came with the secret, and the gate has it.
  equal(said.url, '***');
  match(gate?.log ?? '', /^secret \*\*\*$/m);
  ok(!readdirSync(gate?.workspace ?? '').includes('stolen'));
});

test('a job that is cancelled interrupts the gate, once, and ends as that does', async () => {
  const command = join(emptyFolder(), 'preflight.mjs');
  const waits = "process.on('SIGINT', () => { console.error('cleaned up'); process.exit(130); });";
  writeFileSync(command, `${waits} console.error('under way'); setInterval(() => {}, 1000);`);
  const { jobs } = await releaseOf(command, [], { cancelOn: /^under way$/ });
  const gate = jobs['gate / gate'];
  equal(gate?.conclusion, 'cancelled', gate?.log);
  deepEqual([gate.outputs.verdict, gate.outputs['exit-code']], ['interrupted', '130']);
  equal(gate.log.match(/cleaned up/g)?.length, 1);
  equal(jobs.release?.conclusion, 'skipped');
});

test('a pull request of a fork says in a line that it sees no secrets, and in one that it has no comment', async () => {
  const head = { repo: { full_name: 'stranger/shop' } };
  const fork = { eventName: 'pull_request', event: { pull_request: { head } }, secrets: {} };
  const { jobs } = await releaseOf(endingWith(2, '{ "schema": "preflight.ended/1" }'), [], fork);
  equal(jobs['gate / gate']?.outputs['exit-code'], '2');
  equal(
    jobs['gate / gate']?.annotations.at(-2)?.text,
    'a pull request of a fork or of Dependabot sees no secrets: gate it from a branch of this repository',
  );
  match(jobs['gate / gate']?.annotations.at(-1)?.text ?? '', /^the comment was not written: /);
});

test('a package that is nowhere is reported in one line, and the action lets the rest of a job decide', async () => {
  const repository = partnerRepository({ command: join(root, 'cli/nowhere.mjs') });
  const workflow = join(repository, workflows, 'step.yml');
  const { jobs } = await runWorkflow({ repository, workflow, kept: nothingKept(), secrets });
  equal(jobs.deploy?.conclusion, 'failure');
  match(
    jobs.deploy.annotations.at(-1)?.text ?? '',
    /^Preflight is not installed: name what npm installs in the input package, /,
  );
  const unmeasured = partnerRepository({ command: endingWith(3) });
  const let_ = await runWorkflow({
    repository: unmeasured,
    workflow: join(unmeasured, workflows, 'step.yml'),
    kept: nothingKept(),
    secrets,
  });
  equal(let_.jobs.deploy?.conclusion, 'success', let_.jobs.deploy?.log);
  ok(!let_.jobs.deploy.log.includes('deployed'));
});
