/** Workflows and the action by GitHub's own language service and by rules of ours, each of which is seen to fail. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnosed } from '../pipelines/diagnosed.ts';
import { page, root } from '../pipelines/partner.ts';
import { brokenIn, read, rules } from '../pipelines/workflow-rules.ts';

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = globSync('.github/{workflows/*.yml,actions/*/action.yml}', { cwd: root }).sort();
const ofPage = [...page.matchAll(/```yaml (\S+)\n([\s\S]*?)```/g)].map(([, file = '', text = '']) => ({ file, text }));
const all = [...files.map((file) => ({ file, text: textOf(file) })), ...ofPage];

test('there are workflows to look at', () => {
  deepEqual(files, [
    '.github/actions/preflight/action.yml',
    '.github/workflows/gate.yml',
    '.github/workflows/nightly.yml',
    '.github/workflows/test.yml',
  ]);
  equal(ofPage.length, 2);
});

for (const { file, text } of all) {
  test(`${file}: GitHub's language service has nothing to say`, async () => {
    deepEqual(await diagnosed(file, text, root), []);
  });
}

/** A partner may let releases overtake each other, and runs what is only an example by a shell of its own choice. */
const leftToPartners = [/^two runs/, /^a script is run by bash/];

for (const { file, text } of all) {
  test(`${file}: our own rules are kept`, () => {
    const broken = brokenIn(text).filter(
      (rule) => files.includes(file) || !leftToPartners.some((left) => left.test(rule)),
    );
    deepEqual(broken, []);
  });
}

const [gate, nightly, action, release] = [
  '.github/workflows/gate.yml',
  '.github/workflows/nightly.yml',
  '.github/actions/preflight/action.yml',
  '.github/workflows/release.yml',
].map((file) => ({ file, text: all.find((each) => each.file === file)?.text ?? '' })) as [
  { file: string; text: string },
  { file: string; text: string },
  { file: string; text: string },
  { file: string; text: string },
];

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
    [gate, 'contents: read', 'content: read', /Unexpected value 'content'/],
    [gate, 'queue: max', 'queue: all', /Unexpected value 'all'/],
    [nightly, '23 2 * * *', '23 25 * * *', /Invalid cron expression/],
    [action, 'using: composite', 'using: composit', /Unexpected value 'composit'/],
    [release, '      target: acme', '      tarjet: acme', /tarjet is not defined in the referenced workflow/],
    [release, '      variables: $', '      variable: $', /variable is not defined in the referenced workflow/],
    [release, 'needs: gate', 'needs: gat', /'gat' is not valid/],
  ] as const)
    match((await diagnosed(file, changed(text, from, to), root)).join('\n'), says);
});

test('each rule of ours is seen to fail', () => {
  const seen = (
    [
      [gate, /@[0-9a-f]{40}( # v5)/, '@v5$1'],
      [gate, / # v5\.0\.0/, ''],
      [gate, 'permissions: {}', 'permissions: read-all'],
      [gate, 'contents: read', 'contents: write'],
      [gate, / {4}permissions:\n {6}contents: read\n/, ''],
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

test('what the action and the workflow take is in the tables of the page, and the scripts of the action can be read', () => {
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
  const { status, stderr } = spawnSync('bash', ['-n', join(root, '.github/actions/preflight/install.sh')], {
    encoding: 'utf8',
  });
  equal(status, 0, stderr);
});
