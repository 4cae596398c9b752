/** What the nights keep: an hour of their own, secrets within reach of few steps, a state that outlives them sealed only. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readYaml, type Workflow } from '../pipelines/workflow.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const nightlyFile = '.github/workflows/nightly.yml';
const nightly = readYaml<Workflow>(join(root, nightlyFile));
const gate = nightly.jobs.gate;
const document = textOf('docs/operate/nightly.md');

test('only a schedule and a person start a night, at an odd minute and one at a time', () => {
  deepEqual(Object.keys(nightly.on).sort(), ['schedule', 'workflow_dispatch']);
  for (const { cron } of nightly.on.schedule ?? []) {
    const minute = Number(/^(\d+) \d+ \* \* \*$/.exec(cron)?.[1]);
    ok(minute % 2 === 1 && minute % 5 !== 0, cron);
  }
  equal(nightly.on.schedule?.length, 1);
  equal(nightly.concurrency?.['cancel-in-progress'], false);
});

test('a secret is seen by the step that needs it and no other', () => {
  const whole = Object.values(gate?.env ?? {}).filter((value) => /secrets\./.test(String(value)));
  equal(whole.length, 1);
  match(
    String(whole[0]),
    /^\$\{\{ secrets\.PREFLIGHT_STATE_PASSPHRASE != '' \}\}$/,
    'whether there is one, and not which',
  );
  const seen = (gate?.steps ?? [])
    .filter(({ env = {} }) => Object.values(env).some((value) => /secrets\./.test(String(value))))
    .map(({ name, env = {} }) => [name, Object.keys(env).some((key) => key === 'PREFLIGHT_STATE_PASSPHRASE')]);
  deepEqual(seen, [
    ['Open it', true],
    ['Watch', false],
    ['Gate', false],
    ['Seal the state', true],
  ]);
  ok(
    (gate?.steps ?? []).every((each) => !(each.uses && each.env)),
    'no action of others sees one',
  );
});

test('what a person asks to watch is split into words, of which none acts', () => {
  const { run = '', if: condition } = gate?.steps?.find(({ name }) => name === 'Watch') ?? {};
  equal(condition, "inputs.watch != '' && inputs.target == matrix.target");
  const program = `node() { printf '[%s]' "$@"; }\n${run}`;
  const WATCH = 'add $(id).json --title `id`;id * --target acme';
  const { stdout, status } = spawnSync('bash', ['-eo', 'pipefail', '-c', program], {
    env: { PATH: process.env.PATH, WATCH, GITHUB_STEP_SUMMARY: '/dev/null' },
    encoding: 'utf8',
  });
  equal(status, 0);
  equal(stdout, '[cli/preflight.mjs][watch][add][$(id).json][--title][`id`;id][*][--target][acme]');
});

test('the state is kept after a night that failed or was ended, and only sealed', () => {
  const steps = gate?.steps ?? [];
  const named = (name: string) => steps.find((each) => each.name === name);
  equal(named('Seal the state')?.if, "always() && steps.open.outcome == 'success'");
  equal(named('Keep it for the next night')?.if, "always() && steps.seal.outcome == 'success'");
  equal(named('Keep the results')?.if, 'always()');
  const caches = steps.filter(({ uses }) => uses?.startsWith('actions/cache'));
  equal(caches.length, 2);
  for (const { with: given } of caches) {
    equal(given?.path, '.preflight/sealed');
    match(
      String(given?.key),
      /\/\$\{\{ matrix\.target \}\}\/\$\{\{ github\.run_id \}\}-\$\{\{ github\.run_attempt \}\}$/,
    );
  }
  match(String(caches[0]?.with?.['restore-keys']), /\/\$\{\{ matrix\.target \}\}\/$/);
  ok(!String(named('Keep the results')?.with?.path).includes('.preflight'));
  const minutes = steps.reduce((sum, each) => sum + (each['timeout-minutes'] ?? 0), 0);
  ok(minutes > 0 && minutes < (gate?.['timeout-minutes'] ?? 0), 'time is left to seal and keep');
});

test('the guide names every secret and variable, and the hour', () => {
  const names = new Set([...textOf(nightlyFile).matchAll(/(?:secrets|vars)\.(\w+)/g)].map(([, name = '']) => name));
  ok(names.size >= 7);
  for (const name of names) ok(document.includes(`\`${name}\``), name);
  for (const { cron } of nightly.on.schedule ?? []) ok(document.includes(cron), cron);
});
