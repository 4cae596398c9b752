/** Other commands print what they say, and completion and one thin spec know them. */
import assert, { equal, match } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clauseIds } from '../../contracts/clauses.ts';
import { faults, showableFaultIds } from '../../sandbox/faults.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, started } from './preflight-process.ts';

const lines = (text: string): string[] => text.trimEnd().split('\n');

test('help shows every command, every exit code and an example', async () => {
  const { code, stdout } = await preflight(['--help']);
  assert.equal(code, 0);
  for (const word of [
    'gate',
    'judge',
    'sandbox',
    'prove',
    'clauses',
    '130',
    'npx --no -- preflight judge results/latest',
  ]) {
    assert.ok(stdout.includes(word), word);
  }
  for (const command of ['gate', 'judge', 'sandbox', 'prove', 'clauses']) {
    const help = await preflight([command, '--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`^Usage: preflight ${command}`));
  }
});

test('help for one command shows its options', async () => {
  const { code, stdout } = await preflight(['help', 'gate']);
  assert.equal(code, 0);
  assert.match(stdout, /--depth <depth>/);
});

test('clauses prints one a line, its id first', async () => {
  const { code, stdout } = await preflight(['clauses']);
  assert.equal(code, 0);
  assert.deepEqual(
    lines(stdout).map((line) => line.split(' ')[0]),
    clauseIds,
  );
});

test('prove --list prints one fault a line, its id first, then its clauses', async () => {
  const { code, stdout } = await preflight(['prove', '--list']);
  assert.equal(code, 0);
  assert.deepEqual(
    lines(stdout).map((line) => line.split(/ +/)),
    Object.values(faults).map(({ id, violates }) => [id, ...violates]),
  );
});

test('prove --conditional --list prints those that show under a condition alone', async () => {
  const { code, stdout } = await preflight(['prove', '--conditional', '--list']);
  assert.equal(code, 0);
  assert.deepEqual(
    lines(stdout).map((line) => line.split(' ')[0]),
    showableFaultIds,
  );
});

test('prove --only proves one, and says so', async () => {
  const { code, stdout } = await preflight(['prove', '--only', 'swaps-one-pair-deep-in-list', '--seed', '5']);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^✓ swaps-one-pair-deep-in-list .*●/m);
  assert.match(stdout, /PROVEN .*1 faults, 1 of them subtle, 0 oddities, .*seed 5/);
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

    const second = await preflight(['sandbox', '--port', new URL(url).port]);
    assert.equal(second.code, 2);
    assert.match(second.stderr, /is taken: name another with --port/);

    sandbox.signal('SIGINT');
    assert.equal((await sandbox.ended).code, 0);
  } finally {
    // One that goes on would keep a failed test from ending.
    sandbox.signal('SIGKILL');
  }
});

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

test('the specs run in Playwright, a step for each clause', () => {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'test'], { cwd, encoding: 'utf8' });
  equal(status, 0, stdout + stderr);
  match(stdout, /1 passed/);
});
