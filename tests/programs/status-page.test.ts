/** Every command of docs/operate/dashboard.md and its errors. An old page never says that all is well. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chapter } from '../chapter.ts';
import { begun, preflight } from '../cli/preflight-here.ts';
import { commandBlocks, emptyFolder } from '../cli/preflight-process.ts';
import { none } from '../unit/asserted.ts';

const page = chapter('operate/dashboard.md', 'A status page for outsiders');
const [five = [], shown = [], proxied = [], few = []] = commandBlocks(page);

/** As a shell reads it. */
const wordsOf = (line = ''): string[] =>
  [
    ...line
      .replace(/^\S+\$\(.*?\) /, '')
      .replace(/ &$/, '')
      .matchAll(/"([^"]*)"|\S+/g),
  ]
    .map(([word, quoted]) => quoted ?? word)
    .slice(4);

const withPort = (words: readonly string[]): string[] => [
  ...words.map((word) => (/^842\d$/.test(word) ? '0' : word)),
  ...(words.includes('--port') || words.includes('--status-page') ? [] : ['--port', '0']),
];

const urlOf = async (one: ReturnType<typeof begun>): Promise<string> => {
  const printed = await one.printed('status page');
  return /status page +(http:\S+)/.exec(printed)?.[1] ?? '';
};

const sentenceIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'public/status.json'), 'utf8')) as { sentence: string }).sentence;

test('the commands of docs/operate/dashboard.md show how the service stands', async (t) => {
  const folder = emptyFolder();
  const [monitor, alone, files] = five;
  const underWay: ReturnType<typeof begun>[] = [];
  t.after(async () => {
    for (const one of underWay.reverse()) {
      one.interrupt();
      equal((await one.ended).code, 0);
    }
  });
  const serves = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const one = begun(args, { folder, environment });
    underWay.push(one);
    return one;
  };
  const watching = serves([...withPort(wordsOf(monitor)), '--dashboard', '0']);
  const url = await urlOf(watching);
  await watching.printed('PASS');
  equal((await fetch(`${url}/healthz`)).status, 200);
  // It is a separate listener: nothing of the dashboard is there.
  equal((await fetch(`${url}/api/state`)).status, 404);

  const text = await (await fetch(await urlOf(serves(withPort(wordsOf(alone)))))).text();
  match(text, /<h1>Service status<\/h1>/);
  match(text, /All systems operational|All that is measured is operational/);
  ok(!/sandbox/.test(text));

  equal((await preflight(wordsOf(files), { folder })).code, 0);
  const names = ['icon.svg', 'index.html', 'live.html', 'status.css', 'status.json'];
  deepEqual(readdirSync(join(folder, 'public')).sort(), names);
  equal((await preflight(wordsOf(shown[0]), { folder })).code, 0);
  match(readFileSync(join(folder, 'public/index.html'), 'utf8'), /<h1>Acme Travel<\/h1>/);

  equal((await fetch(await urlOf(serves(withPort(wordsOf(proxied[0])))))).status, 200);

  const words = wordsOf(few[0]);
  ok(words.includes('0.0.0.0'), 'the page opens it to others');
  const token = 'a token that nobody guesses';
  const open = serves(withPort(words.map((word) => word.replace('0.0.0.0', '127.0.0.1'))), {
    PREFLIGHT_STATUS_TOKEN: token,
  });
  const closed = await urlOf(open);
  equal((await fetch(`${closed}/status.json`)).status, 401);
  equal((await fetch(`${closed}/status.json`, { headers: { authorization: `Bearer ${token}` } })).status, 200);
});

test('what is in the way is one line, and nothing is served', async () => {
  const folder = emptyFolder();
  equal((await preflight(['monitor', '--once', '--config', 'none.mts'], { folder })).code, 2);
  equal((await preflight(['gate', '--only', 'countries', '--history'], { folder })).code, 0);
  writeFileSync(join(folder, 'a-file'), '');
  const token = 'long enough to be one';
  for (const [args, environment, says] of [
    [['--host', '0.0.0.0'], {}, /--host 0\.0\.0\.0 is open to others: set PREFLIGHT_STATUS_TOKEN/],
    // What opens a dashboard opens no page for outsiders.
    [['--host', '0.0.0.0'], { PREFLIGHT_DASHBOARD_TOKEN: token }, /set PREFLIGHT_STATUS_TOKEN/],
    [['--port', '0'], { PREFLIGHT_STATUS_TOKEN: 'short' }, /PREFLIGHT_STATUS_TOKEN has 5 characters: take 16 or more/],
    [
      ['--port', '0'],
      { PREFLIGHT_STATUS_TOKEN: token, PREFLIGHT_DASHBOARD_TOKEN: token },
      /is the token of the dashboard: outsiders need another one/,
    ],
    [['--port', '70000'], {}, /take a number up to 65535/],
    [['--title', ' '], {}, /take 1 to 80 characters/],
    [
      ['--target', 'acme', '--port', '0'],
      {},
      /nothing is kept of target 'acme': start npx --no -- preflight monitor first/,
    ],
    [['--history', 'none.db'], {}, /history none\.db does not exist/],
    [['--export', 'a-file'], {}, /a-file cannot be made: a file stands where a folder must be/],
  ] as const) {
    const { code, stdout, stderr } = await preflight(['status-page', ...args], { folder, environment });
    deepEqual([code, stdout], [2, ''], stderr);
    match(stderr, says);
    equal(stderr.split('\n').length, 2, stderr);
  }
  const json = await preflight(['status-page', '--json'], { folder });
  equal(json.code, 2);
  match(json.stdout, /it has \/status\.json/);
});

test('a monitor serves it without a dashboard, too, and to others only with its own token', async () => {
  const folder = emptyFolder();
  const watching = begun(['monitor', '--no-dashboard', '--status-page', '0'], { folder });
  ok((await (await fetch(await urlOf(watching))).text()).includes('Service status'));
  watching.interrupt();
  const { code, stdout } = await watching.ended;
  equal(code, 0);
  doesNotMatch(stdout, /^dashboard /m);
  const environment = { PREFLIGHT_DASHBOARD_TOKEN: 'long enough to be one' };
  const args = ['monitor', '--status-page', '0', '--dashboard', '0', '--host', '0.0.0.0'];
  const open = await preflight(args, { folder, environment });
  deepEqual([open.code, open.stdout], [2, ''], open.stderr);
  match(open.stderr, /set PREFLIGHT_STATUS_TOKEN/);
});

test('what was written before does not go on saying that all is well', async () => {
  const folder = emptyFolder();
  const write = (...more: readonly string[]) => preflight(['status-page', '--export', 'public', ...more], { folder });
  equal((await preflight(['monitor', '--once'], { folder })).code, 0);
  equal((await write()).code, 0);
  equal(sentenceIn(folder), 'All systems operational');
  equal((await write('--target', 'gone')).code, 2);
  equal(sentenceIn(folder), 'Nothing is known at the moment');
  equal((await write()).code, 0);
  equal(sentenceIn(folder), 'All systems operational');
  const store = join(folder, 'results/history.db');
  for (const each of ['', '-wal', '-shm']) rmSync(`${store}${each}`, { force: true });
  equal((await write()).code, 2);
  equal(sentenceIn(folder), 'Nothing is known at the moment');
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(store, 'SQLite format 3\0 and then nothing that anybody could read '.repeat(200));
  const { code, stderr } = await write();
  ok(code === 3 || code === 2, stderr);
  equal(sentenceIn(folder), 'Nothing is known at the moment');
  match(readFileSync(join(folder, 'public/index.html'), 'utf8'), /The measurements cannot be read now/);
  none(readdirSync(join(folder, 'public')).filter((name) => name.endsWith('.part')));
});
