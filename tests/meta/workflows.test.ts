/** Workflows of this repository and of the docs keep to their rules. */
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { diagnosed } from '../pipelines/diagnosed.ts';
import { evaluated, filled } from '../pipelines/expression.ts';
import { page, root } from '../pipelines/partner.ts';
import { jobLog } from '../pipelines/run-steps.ts';
import { inputsOf, readYaml, type Workflow } from '../pipelines/workflow.ts';
import { brokenIn, read, rules } from '../pipelines/workflow-rules.ts';

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = globSync('.github/{workflows/*.yml,actions/*/action.yml}', { cwd: root }).sort();
const ofPage = [...textOf('docs/use/pipelines.md').matchAll(/```yaml (\S+)\n([\s\S]*?)```/g)].map(
  ([, file = '', text = '']) => ({ file, text }),
);
type Text = { readonly file: string; readonly text: string };
const all: readonly Text[] = [...files.map((file) => ({ file, text: textOf(file) })), ...ofPage];

test('there are workflows to look at', () => {
  deepEqual(files, [
    '.github/actions/preflight/action.yml',
    '.github/workflows/gate.yml',
    '.github/workflows/nightly.yml',
    '.github/workflows/test.yml',
  ]);
  equal(ofPage.length, 4);
});

for (const { file, text } of all) {
  test(`${file}: GitHub's language service has nothing to say`, async () => {
    deepEqual(await diagnosed(file, text, root), []);
  });
}

/** A partner may let releases overtake each other, and runs what is only an example by any shell. */
const leftToPartners = [/^two runs/, /^a script is run by bash/];

for (const { file, text } of all) {
  test(`${file}: our own rules are kept`, () => {
    const broken = brokenIn(text).filter(
      (rule) => files.includes(file) || !leftToPartners.some((left) => left.test(rule)),
    );
    deepEqual(broken, []);
  });
}

const [gate, nightly, action, release, pullRequest] = [
  '.github/workflows/gate.yml',
  '.github/workflows/nightly.yml',
  '.github/actions/preflight/action.yml',
  '.github/workflows/release.yml',
  '.github/workflows/pull-request.yml',
].map((file) => ({ file, text: all.find((each) => each.file === file)?.text ?? '' })) as [Text, Text, Text, Text, Text];

const changed = (text: string, from: string | RegExp, to: string): string => {
  const after = text.replace(from, to);
  ok(after !== text, `${from} is not there`);
  return after;
};

test('the language service sees what is misspelt, missing or no expression', async () => {
  for (const [{ file, text }, from, to, says] of [
    [gate, 'timeout-minutes', 'timeout-minute', /Unexpected value 'timeout-minute'/],
    [gate, 'inputs.depth', 'inputs.dept', /Context access might be invalid: dept/],
    [gate, 'steps.preflight.outputs', 'steps.prefligt.outputs', /invalid: prefligt/],
    [gate, '{{ inputs.package }}', '{{ inputs.package == }}', /Unexpected end of expression/],
    [gate, '          policy: $', '          polcy: $', /Invalid action input 'polcy'/],
    [gate, '          target: $', '          # $', /Missing required input `target`/],
    [gate, 'actions/preflight', 'actions/preflght', /Unable to resolve action/],
    [gate, 'persist-credentials', 'persist-credential', /Invalid action input 'persist-credential'/],
    [release, 'contents: read', 'content: read', /Unexpected value 'content'/],
    [gate, 'queue: max', 'queue: all', /Unexpected value 'all'/],
    [nightly, '23 2 * * *', '23 25 * * *', /Invalid cron expression/],
    [action, 'using: composite', 'using: composit', /Unexpected value 'composit'/],
    [release, '      target: acme', '      tarjet: acme', /tarjet is not defined in the referenced workflow/],
    [release, '      variables: $', '      variable: $', /variable is not defined in the referenced workflow/],
    [release, 'needs: gate', 'needs: gat', /'gat' is not valid/],
  ] as const)
    match((await diagnosed(file, changed(text, from, to), root)).join('\n'), says);
});

test('each rule of this file is seen to fail', () => {
  const seen = (
    [
      [gate, /@[0-9a-f]{40}( # v5)/, '@v5$1'],
      [gate, / # v5\.0\.0/, ''],
      [nightly, 'permissions: {}', 'permissions: read-all'],
      [gate, 'jobs:\n', 'permissions: {}\njobs:\n'],
      [nightly, 'contents: read', 'contents: write'],
      [pullRequest, 'comment: true', 'comment: false'],
      [nightly, / {4}permissions:\n {6}contents: read\n/, ''],
      [gate, 'persist-credentials: false', 'persist-credentials: true'],
      [nightly, `"\${words[@]}"`, `\${{ inputs.watch }}`],
      [nightly, 'shell: bash', 'shell: sh'],
      [action, 'run: exit "$ENDS_WITH"', "run: exit '$ENDS_WITH"],
      [gate, '{{ inputs.policy }}', '{{ secrets.variables }}'],
      [nightly, "{{ secrets.PREFLIGHT_STATE_PASSPHRASE != '' }}", '{{ secrets.PREFLIGHT_STATE_PASSPHRASE }}'],
      [nightly, 'id: seal\n', "id: seal\n        if: secrets['A'] == 'b'\n"],
      [nightly, '          key: preflight', `          key: \${{ secrets.A }}-preflight`],
      [gate, '    timeout-minutes: 60\n', ''],
      [gate, / {4}concurrency:\n( {6}.*\n)+/, ''],
      [nightly, '  workflow_dispatch:', '  pull_request_target:\n  workflow_dispatch:'],
    ] as const
  ).map(([{ text }, from, to]) => {
    const broken = brokenIn(changed(text, from, to).replace(/(id: seal\n +if: secrets.*\n) +if: .*\n/, '$1'));
    ok(broken.length > 0, `${from} to ${to} breaks no rule`);
    return broken;
  });
  deepEqual([...new Set(seen.flat())].sort(), Object.keys(rules).sort());
});

test('one action is one commit everywhere', () => {
  const uses = all.flatMap(({ text }) => read(text).steps.flatMap(({ step }) => step.uses ?? []));
  const pins = Map.groupBy(
    uses.filter((each) => each.includes('@')),
    (each) => /^[\w-]+\/[\w-]+/.exec(each)?.[0],
  );
  for (const [name, each] of pins) equal(new Set(each.map((one) => one.split('@')[1])).size, 1, name);
});

test('the tables of the page have all inputs of the action and the workflow, whose scripts can be read', () => {
  const table = [...page.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) +\|/gm)].flatMap(
    ([, names = '']) => names.match(/[\w-]+/g) ?? [],
  );
  const namesIn = (text: string, place: RegExp): string[] =>
    [...(place.exec(text)?.[1] ?? '').matchAll(/^ {2}(?: {4})?([\w-]+):$/gm)].map(([, name = '']) => name);
  const named = [
    ...namesIn(action.text, /^inputs:\n([\s\S]*?)^outputs:/m),
    ...namesIn(action.text, /^outputs:\n([\s\S]*?)^runs:/m),
    ...namesIn(gate.text, /^ {4}inputs:\n([\s\S]*?)^ {4}secrets:/m),
  ];
  ok(named.length > 25, named.join());
  deepEqual([...new Set(named)].sort(), [...new Set(table)].sort());
  for (const file of globSync('.github/actions/preflight/*.sh', { cwd: root })) {
    const { status, stderr } = spawnSync('bash', ['-n', join(root, file)], { encoding: 'utf8' });
    equal(status, 0, stderr);
  }
});

test('no file says where GitHub is: a server of an enterprise has another address', () => {
  for (const file of globSync('.github/**/*.{yml,mjs,sh}', { cwd: root })) ok(!/github\.com/.test(textOf(file)), file);
});

describe('the nightly workflow', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
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
      ['Specs', false],
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
    const program = `node() { printf '[%s]' "$@"; }\nPREFLIGHT=preflight\n${run}`;
    const WATCH = 'add $(id).json --title `id`;id * --target acme';
    const { stdout, status } = spawnSync('bash', ['-eo', 'pipefail', '-c', program], {
      env: { PATH: process.env.PATH, WATCH, GITHUB_STEP_SUMMARY: '/dev/null' },
      encoding: 'utf8',
    });
    equal(status, 0);
    equal(stdout, '[preflight][watch][add][$(id).json][--title][`id`;id][*][--target][acme]');
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
});

const context = {
  inputs: { target: 'acme', watch: '', minutes: 5 },
  secrets: {},
  steps: { open: { outcome: 'success', outputs: { 'exit-code': '3' } } },
};

test('an expression asks the context and the status; one of an unknown name is refused, and so are such inputs', () => {
  const status = { always: () => true, cancelled: () => false };
  equal(evaluated("steps.open.outputs.exit-code == 3 && inputs.watch == ''", context), true);
  equal(evaluated("secrets.NOWHERE || 'other'", context), 'other');
  equal(evaluated('always() && cancelled()', context, status), false);
  for (const text of ['nothing.here', 'hashOf(inputs)']) throws(() => evaluated(text, context), Error, text);
  throws(() => inputsOf({ target: { required: true } }, {}), /the input target is missing/);
  throws(() => inputsOf({ target: { required: true } }, { target: 'a', tarjet: 'b' }), /the input tarjet is unknown/);
});

test('expressions in a text are filled in, and one alone keeps its type', () => {
  equal(filled(`a/\${{ inputs.target }}/\${{ inputs.minutes }}`, context), 'a/acme/5');
  equal(filled(`\${{ inputs.minutes }}`, context), 5);
  equal(filled(`\${{ format('{0}}}', inputs.target) }}`, context), 'acme}');
  equal(filled(`x\${{ secrets.NOWHERE }}`, context), 'x');
});

test('a log hides secrets line by line, and obeys no command while they are switched off', () => {
  const log = jobLog();
  log.hide('ID=first\nSECRET=second');
  for (const line of [
    'it is SECRET=second',
    '::add-mask::a%25b',
    'a%b',
    '::stop-commands::token',
    '::error::of a service',
    '::token::',
    '::error title=a%3A b,file=acme.ts::one%0Atwo',
  ])
    log.take(line);
  deepEqual(log.lines.slice(0, 3), ['it is ***', '::add-mask::a%25b', '***']);
  deepEqual(log.annotations, [{ kind: 'error', title: 'a: b', file: 'acme.ts', text: 'one\ntwo' }]);
});
