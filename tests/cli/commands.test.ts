/** Other commands print what they say, and and completion knows them. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { commands } from '../../cli/command-line.ts';
import { clauseIds } from '../../contracts/clauses.ts';
import { faults, showableFaultIds } from '../../sandbox/faults.ts';
import { ends, preflight } from './preflight-here.ts';
import { emptyFolder, started } from './preflight-process.ts';

const lines = (text: string): string[] => text.trimEnd().split('\n');

test('help shows every exit code and an example, and of one command its options', async () => {
  const { stdout } = await ends(0, ['--help']);
  for (const word of [...Object.keys(commands), '130', 'npx --no -- preflight judge results/latest'])
    assert.ok(stdout.includes(word), word);
  const [one, other] = [await ends(0, ['help', 'gate']), await ends(0, ['gate', '--help'])];
  assert.match(one.stdout, /^Usage: preflight gate [\s\S]*--depth <depth>/);
  assert.equal(other.stdout, one.stdout);
});

test('clauses prints one a line, its id first', async () => {
  const { stdout } = await ends(0, ['clauses']);
  assert.deepEqual(
    lines(stdout).map((line) => line.split(' ')[0]),
    clauseIds,
  );
});

test('prove --list prints one fault a line, its id first, then its clauses', async () => {
  const listed = await ends(0, ['prove', '--list']);
  assert.deepEqual(
    lines(listed.stdout).map((line) => line.split(/ +/)),
    Object.values(faults).map(({ id, violates }) => [id, ...violates]),
  );
  const conditional = await preflight(['prove', '--conditional', '--list']);
  assert.deepEqual(
    lines(conditional.stdout).map((line) => line.split(' ')[0]),
    showableFaultIds,
  );
});

test('sandbox serves on a port, shows curl lines that work, and can be gated', async () => {
  const unusual = ['--fault', 'answers-404-for-unknown-country', '--oddity', 'refuses-every-booking'];
  const sandbox = started(['sandbox', '--port', '0', ...unusual]);
  try {
    const guide = await sandbox.printed('PREFLIGHT_SANDBOX_URL');
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(guide) ?? [];
    assert.ok(url, guide);
    assert.match(
      guide,
      /^Unusual\n {2}refuses-every-booking: Northwind Rooms .*\n {2}answers-404-for-unknown-country: /m,
    );

    // The requests of the curl lines, sent without curl, which a machine may lack.
    const [, login = '', body = ''] = /curl -s (\S+) .*\n? *-d '([^']+)'/.exec(guide) ?? [];
    const [, asked = ''] = /curl -s '([^']+)' -H "Authorization: Bearer \$TOKEN"/.exec(guide) ?? [];
    const issued = await fetch(login, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { token } = (await issued.json()) as { token: string };
    assert.equal((await fetch(asked, { headers: { authorization: `Bearer ${token}` } })).status, 404);

    const { code, stdout } = await preflight(['gate', '--only', 'cities.unknown-country-is-empty'], {
      environment: { PREFLIGHT_SANDBOX_URL: url },
    });
    assert.equal(code, 1, stdout);

    const second = await ends(2, ['sandbox', '--port', new URL(url).port]);
    assert.match(second.stderr, /is taken: name another with --port/);

    sandbox.signal('SIGINT');
    assert.equal((await sandbox.ended).code, 0);
  } finally {
    // One that goes on would keep a failed test from ending.
    sandbox.signal('SIGKILL');
  }
});

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', cwd: emptyFolder() });

/** For each of the word lists what a shell offers for its last word. A comma stands in the line before each answer. */
type Offered = (script: string, all: readonly (readonly string[])[]) => string;

const bash: Offered = (script, all) => {
  const asked = all.map(
    (words) => `COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1} COMPREPLY=()
_preflight
printf '%s\\n' , "\${COMPREPLY[@]}"`,
  );
  return run('bash', ['--noprofile', '--norc', '-c', [script, ...asked].join('\n')]);
};

const fish: Offered = (script, all) => {
  const asked = all.map((words) => `echo ,\ncomplete -C '${words.join(' ')}'`);
  return run('fish', ['--no-config', '-c', [script, ...asked].join('\n')]);
};

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
      const { stdout } = await ends(0, ['completion', program]);
      const all = offered(
        stdout,
        cases.map(([words]) => words),
      );
      const answers = all.split(/^,$/m).slice(1);
      for (const [i, [words, offers]] of cases.entries())
        assert.deepEqual(answers[i]?.split('\n').filter(Boolean), offers, words.join(' '));
    });
}

test('every shell has its script', async () => {
  for (const [shell, line] of [
    ['zsh', /bashcompinit[\s\S]*complete -o default -F _preflight preflight/],
    ['fish', /^complete -c preflight -n '__preflight_on compare' -l depth -x -a 'probe standard full'$/m],
  ] as const)
    assert.match((await preflight(['completion', shell])).stdout, line);
});
