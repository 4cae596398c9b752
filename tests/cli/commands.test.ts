/** Commands print what they are asked for, and complete their options. */
import assert, { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../cli/command-line.ts';
import { clauseIds } from '../../contracts/clauses.ts';
import { comparison } from '../../contracts/comparison.ts';
import { trace } from '../../contracts/trace.ts';
import { faults, showableFaultIds } from '../../sandbox/faults.ts';
import { blocksOf, chapter } from '../chapter.ts';
import { ends, preflight, refused, typed, wordsOf } from './preflight-here.ts';
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

const domain = (folder: string, ...more: string[]) => preflight(['clauses', '--domain', ...more], { folder });

test('without a run it lists dimensions and classes, and says how to get one', async () => {
  const { code, stdout, stderr } = await domain(emptyFolder(), 'cities.sorted-by-id');
  assert.equal(code, 0);
  assert.match(stdout, /^cities\.sorted-by-id\n {2}partner {5}own, other\n/);
  assert.match(stderr, /no run is stored here/);
});

test('after a gate it shows what was met, for the areas and clauses that are named', async () => {
  const folder = emptyFolder();
  const gate = await preflight(['gate', '--seed', '1', '--only', 'cities,token'], { folder });
  assert.match(gate.stdout, /^coverage {4}\d+ of \d+ classes met/m);
  const { code, stdout, stderr } = await domain(folder, 'cities', 'token.is-jwt');
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^run \S+ on sandbox: \d+ of \d+ classes met/);
  assert.match(stdout, /^token\.is-jwt$/m);
  assert.match(stdout, /^ {2}position {4}met {7}first listed, listed between, last listed$/m);
  assert.doesNotMatch(stdout, /countries\.sorted-by-id/);

  const [, id = ''] = /^run (\S+)/.exec(stdout) ?? [];
  const asked = ['cities', 'token.is-jwt', '--target', 'sandbox', '--run'];
  for (const given of [id, 'latest', `results/${id}/run.json`])
    assert.equal((await domain(folder, ...asked, given)).stdout, stdout, given);

  const other = ['clauses', '--domain', '--run', id, '--target', 'sandbox-flat'];
  await refused(other, /is of sandbox, and not of sandbox-flat/, { folder });
  await refused(['clauses', '--domain', 'countries'], /judged nothing of countries/, { folder });
});

test('a run from before runs recorded cells, whose target file is gone, is shown without what is not there', async () => {
  const folder = emptyFolder();
  await preflight(['gate', '--seed', '1', '--only', 'countries'], { folder });
  const [run, plan] = [join(folder, 'results/latest/run.json'), join(folder, 'results/latest/plan.json')];
  const { cells, ...old } = JSON.parse(readFileSync(run, 'utf8'));
  assert.ok(cells);
  writeFileSync(run, JSON.stringify(old));
  writeFileSync(plan, readFileSync(plan, 'utf8').replace('"targetSource": "sandbox"', '"targetSource": "./gone.ts"'));
  const { code, stdout, stderr } = await domain(folder);
  assert.equal(code, 0);
  assert.match(stdout, /: 0 of \d+ classes met/);
  assert.match(stderr, /stored before runs told what they met/);
  assert.match(stderr, /what the target lacks is not told: target file \.\/gone\.ts does not exist/);
});

test('the plain list takes areas and clauses, too', async () => {
  const { stdout } = await ends(0, ['clauses', 'fare-rules', 'cities.sorted-by-id']);
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]),
    [
      'fare-rules.other-partner-sees-nothing',
      'fare-rules.offers-agree',
      'fare-rules.rules-are-told',
      'cities.sorted-by-id',
    ],
  );
});

const page = chapter('use/reports.md', 'Compare two environments');

/** What a line of the page says, of a few flows. */
const ofFewFlows = (command: string): string[] =>
  command.includes(' --only ') ? wordsOf(command) : [...wordsOf(command), '--only', 'dictionaries'];

test('the commands of the page end as it says', async () => {
  const folder = emptyFolder();
  const [[block = ''], [shown = '']] = [blocksOf(page, 'sh'), blocksOf(page, 'text')];
  const said: string[] = [];
  for await (const { stdout } of typed(block, { folder }, ofFewFlows)) {
    const tooLong = stdout.split('\n').filter((each) => each.length > 80);
    deepEqual(tooLong, []);
    said.push(stdout);
  }
  equal(said.length, 4);
  match(said[0] ?? '', /nothing was sent$/m);
  match(said[1] ?? '', /^SAME {2}[\d,]{4,} places compared, and none differs$/m);
  ok(shown !== '' && said[2]?.includes(shown), said[2]);
  match(said[3] ?? '', /^ {2}where {4}token\.lifetime-is-one-day, in issue-tokens/m);

  // Nothing is left of what was not sent, and of a comparison the exchanges that differ.
  const kept = readdirSync(join(folder, 'results')).sort();
  equal(kept.length, 3);
  const [, last = ''] = /^kept in (\S+)$/m.exec(said[3] ?? '') ?? [];
  const { differences } = comparison.parse(JSON.parse(readFileSync(join(folder, last, 'comparison.json'), 'utf8')));
  ok(differences.some(({ kind, about }) => kind === 'verdict' && about === 'token'));
  for (const side of ['a', 'b'])
    trace.parse(JSON.parse(readFileSync(join(folder, last, side, 'issue-tokens.json'), 'utf8')));
});
