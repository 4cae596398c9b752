/** A real shell completes with the script that is printed for it: bash everywhere, fish where there is one. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

/** What a shell offers for the last of the words. */
type Offered = (script: string, words: readonly string[]) => string[];

const linesOf = (program: string, args: readonly string[]): string[] =>
  execFileSync(program, args, { encoding: 'utf8', cwd: emptyFolder() })
    .split('\n')
    .filter((line) => line !== '');

const bash: Offered = (script, words) => {
  const asked = `${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n_preflight\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf('bash', ['--noprofile', '--norc', '-c', asked, 'bash', ...words]);
};

const fish: Offered = (script, words) =>
  linesOf('fish', ['--no-config', '-c', `${script}\ncomplete -C '${words.join(' ')}'`]);

/** Not every machine has every shell. */
const isHere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const cases: readonly [words: readonly string[], offers: readonly string[]][] = [
  [['preflight', 'ga'], ['gate']],
  [['preflight', '--vers'], ['--version']],
  [['preflight', 'gate', '--max'], ['--max-minutes']],
  [['preflight', 'gate', '--depth', 'p'], ['probe']],
  [['preflight', 'gate', '--only', 'cities.sorted'], ['cities.sorted-by-id']],
  [['preflight', 'gate', '--seed', '1', '--target', 'sandbox-f'], ['sandbox-flat']],
  [['preflight', '--max'], ['--max-minutes']],
  [['preflight', '--depth', 'p'], ['probe']],
  [['preflight', 'report', '--as', 'ju'], ['junit']],
  [['preflight', 'export', 'x.json', '--as', 'lett'], ['letter']],
  [['preflight', 'compare', 'sandbox', 'sandbox', '--po'], []],
  [['preflight', 'watch', 'rem'], ['remove']],
  [['preflight', 'watch', 'add', '--ti'], ['--title']],
  [['preflight', 'watch', 'add', 'x.json', '--target', 'sandbox-f'], ['sandbox-flat']],
  [['preflight', 'watch', 'run', '--log-level', 'deb'], ['debug']],
  [['preflight', 'watch', 'list', '--ti'], []],
  [['preflight', 'watch', '--j'], []],
  [['preflight', 'history', 'ba'], ['backup']],
  [['preflight', 'history', '--pro'], ['--probe']],
  [['preflight', 'history', '--j'], ['--json']],
  [
    ['preflight', 'history', 'prune', '--keep-da'],
    ['--keep-days', '--keep-daily'],
  ],
  [['preflight', 'state', 'se'], ['seal']],
  [['preflight', 'state', 'open', '--j'], ['--json']],
  [['preflight', 'sandbox', '--j'], []],
  [['preflight', 'completion', '--j'], ['--json']],
];

for (const [program, offered] of Object.entries({ bash, fish })) {
  if (program === 'bash' || isHere(program))
    test(`${program} completes commands, options and values`, async () => {
      const { code, stdout } = await preflight(['completion', program]);
      assert.equal(code, 0);
      for (const [words, offers] of cases) assert.deepEqual(offered(stdout, words), offers, words.join(' '));
    });
}

test('every shell has its script, and another is refused with those there are', async () => {
  for (const [shell, line] of [
    ['zsh', /bashcompinit[\s\S]*complete -o default -F _preflight preflight/],
    ['fish', /^complete -c preflight -n '__preflight_on compare' -l depth -x -a 'probe standard full'$/m],
  ] as const)
    assert.match((await preflight(['completion', shell])).stdout, line);
  const { code, stderr } = await preflight(['completion', 'powershell']);
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh, fish/);
});
