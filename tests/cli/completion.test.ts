/** A real bash completes with the script that is printed for it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { preflight } from './preflight-here.ts';

/** What bash offers for the last of the words. */
const offered = (script: string, words: readonly string[]): string[] => {
  const asked = `${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n_preflight\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const given = ['--noprofile', '--norc', '-c', asked, 'bash', ...words];
  return execFileSync('bash', given, { encoding: 'utf8' }).trim().split('\n');
};

test('bash completes commands, options and values', async () => {
  const { code, stdout } = await preflight(['completion', 'bash']);
  assert.equal(code, 0);
  const cases: readonly [words: readonly string[], contains: readonly string[]][] = [
    [['preflight', 'ga'], ['gate']],
    [['preflight', 'gate', '--max'], ['--max-minutes']],
    [['preflight', 'gate', '--depth', 'p'], ['probe']],
    [['preflight', 'gate', '--only', 'cities.sorted'], ['cities.sorted-by-id']],
    [['preflight', 'gate', '--seed', '1', '--target', 'sandbox-f'], ['sandbox-flat']],
    [['preflight', 'report', '--as', 'ju'], ['junit']],
    [['preflight', 'export', 'x.json', '--as', 'lett'], ['letter']],
    [['preflight', 'watch', 'rem'], ['remove']],
    [['preflight', 'completion', '--j'], ['--json']],
  ];
  for (const [words, contains] of cases) assert.deepEqual(offered(stdout, words), contains, words.join(' '));
});

test('every shell has its script, and another is refused with those there are', async () => {
  for (const [shell, line] of [
    ['zsh', /bashcompinit[\s\S]*complete -o default -F _preflight preflight/],
    ['fish', /^complete -c preflight -n '__fish_seen_subcommand_from gate' -l depth -x -a 'probe standard full'$/m],
  ] as const)
    assert.match((await preflight(['completion', shell])).stdout, line);
  const { code, stderr } = await preflight(['completion', 'powershell']);
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh, fish/);
});
