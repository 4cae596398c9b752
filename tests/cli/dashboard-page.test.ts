/** Every command of docs/operate/dashboard.md, and what is in the way of one. */

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { chapter } from '../chapter.ts';
import { commandBlocks } from './command-blocks.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, type Started, started } from './preflight-process.ts';

const page = chapter('operate/dashboard.md');
/** The five minutes are gone through in a browser: tests/browser/monitored.test.ts. */
const [, others = []] = commandBlocks(page);

const wordsOf = (line = ''): string[] => line.split(' ').slice(4);

const urlOf = async (one: Started): Promise<string> =>
  /http:\S+/.exec(await one.printed('dashboard   http'))?.[0] ?? '';

const stateAt = async (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/state`, { headers });

test('the commands of docs/operate/dashboard.md show what a monitor has found, to those who know the token', async (t) => {
  const folder = emptyFolder();
  const watching = started(['monitor', '--dashboard', '0'], { folder });
  t.after(() => watching.signal('SIGKILL'));
  const url = await urlOf(watching);
  match(await (await fetch(url)).text(), /<title>Preflight<\/title>/);
  await watching.printed('PASS');
  const { targets } = (await (await stateAt(url)).json()) as { targets: { target: string; state: string }[] };
  deepEqual(
    targets.map(({ target, state }) => [target, state]),
    [['sandbox', 'holds']],
  );

  const words = wordsOf(others[0]?.replace(/^\S+\$\(.*?\) /, ''));
  ok(words.includes('0.0.0.0'), 'the page opens it to others');
  const token = 'a token that nobody guesses';
  const shared = started([...words.map((word) => word.replace('0.0.0.0', '127.0.0.1')), '--port', '0'], {
    folder,
    environment: { PREFLIGHT_DASHBOARD_TOKEN: token },
  });
  t.after(() => shared.signal('SIGKILL'));
  const open = await urlOf(shared);
  equal((await stateAt(open)).status, 401);
  equal((await stateAt(open, { authorization: `Bearer ${token}` })).status, 200);

  for (const one of [shared, watching]) {
    one.signal('SIGTERM');
    equal((await one.ended).code, 0);
  }
});

test('what is in the way is one line, and nothing is served', async () => {
  const folder = emptyFolder();
  equal((await preflight(['monitor', '--once'], { folder })).code, 0);
  for (const [args, environment, says] of [
    [['--host', '0.0.0.0'], {}, /--host 0\.0\.0\.0 is open to others: set PREFLIGHT_DASHBOARD_TOKEN/],
    [['--port', '70000'], {}, /take a number up to 65535/],
    [['--history', 'none.db'], {}, /history none\.db does not exist/],
    [['--port', '0'], { PREFLIGHT_DASHBOARD_TOKEN: 'short' }, /has 5 characters: take 16 or more/],
    [
      ['--host', '192.0.2.1'],
      { PREFLIGHT_DASHBOARD_TOKEN: 'long enough to be one' },
      /cannot be opened \(EADDRNOTAVAIL\)/,
    ],
  ] as const) {
    const { code, stdout, stderr } = await preflight(['dashboard', ...args], { folder, environment });
    deepEqual([code, stdout], [2, ''], stderr);
    match(stderr, says);
    equal(stderr.split('\n').length, 2, stderr);
  }
});
