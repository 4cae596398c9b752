/** The commands of the longer pages in docs/ run as they are written. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Incident } from '../../contracts/incident.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { chapter } from '../chapter.ts';
import { preflight } from '../cli/preflight-here.ts';
import {
  commandBlocks,
  emptyFolder,
  filesBelow,
  preflight as preflightProcess,
  type Started,
  started,
} from '../cli/preflight-process.ts';
import { valueIn } from '../meta/systemd-unit.ts';
import { postgresServer } from '../postgres-server.ts';
import { deviate, slotsIn, until } from '../programs/monitored.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const [block = []] = commandBlocks(chapter('operate/several-machines.md', 'Monitor from several places'));

test('two locations open one incident, show from where it is seen, and close it', { timeout: 600_000 }, async (t) => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'docs'));
  cpSync(join(docs, 'examples'), join(folder, 'docs/examples'), { recursive: true });
  const underWay: Started[] = [];
  t.after(async () => {
    for (const one of underWay.reverse()) {
      one.signal('SIGTERM');
      await one.ended;
    }
  });
  const environment: Record<string, string> = {};
  let [url, id] = ['', ''];
  const incidents = async (): Promise<readonly Incident[]> =>
    JSON.parse((await preflightProcess(['incidents', '--json'], { folder, environment })).stdout).incidents;
  const meant: Record<string, () => Promise<string> | string> = {
    DATABASE_URL: async () => (await postgresServer()).newDatabase(),
    PREFLIGHT_STATE_PASSPHRASE: () => 'the same on every machine',
    PREFLIGHT_SANDBOX_URL: () => url,
  };
  const said: string[] = [];
  for (const line of block) {
    const [, variable] = /^export (\w+)=/.exec(line) ?? [];
    const [, faults] = /-d '([^']*)'/.exec(line) ?? [];
    const words = line
      .split(' ')
      .slice(4)
      .map((word) => (word === 'INCIDENT' ? id : word));
    if (variable !== undefined) environment[variable] = (await meant[variable]?.()) ?? '';
    else if (faults !== undefined) {
      await deviate(url, JSON.parse(faults));
      const isWanted = ({ state, locations }: Incident): boolean =>
        faults === '{}' ? state === 'closed' : locations.join() === 'fra,iad';
      const found = await until(line, async () => (await incidents()).find(isWanted));
      id = found.id.slice(0, 8);
    } else if (words.at(-1) === '&') {
      const args = words.slice(0, -1).map((word) => (word === '4011' ? '0' : word));
      const one = started(args, { folder, environment });
      underWay.push(one);
      const text = await one.printed(args[0] === 'sandbox' ? 'Gate it' : 'PASS');
      url = /Sandbox at (\S+)/.exec(text)?.[1] ?? url;
    } else {
      const { code, stdout, stderr } = await preflightProcess(words, { folder, environment });
      equal(code, 0, `${line}\n${stdout}${stderr}`);
      said.push(stdout);
    }
  }
  const [open = '', shown = '', closed = '', history = ''] = said;
  match(open, /countries\.sorted-by-id is broken/);
  match(shown, /^from +fra, iad$/m);
  match(closed, /closed/);
  match(history, /FIXED/);
  // The error budget of so few runs may burn besides.
  equal((await incidents()).filter(({ kind }) => kind === 'contract').length, 1);
});

after(closeSandbox);

const page = chapter('operate/several-machines.md');
const [variables = [], commands = []] = commandBlocks(page);
const passphrase = 'correct horse battery staple';

/** Of a command of the page, without what starts it and with the target of the test. */
const wordsOf = (line = ''): string[] =>
  line
    .split(' ')
    .slice(4)
    .map((word) => (word === './acme.ts' ? 'sandbox' : word));

test('two machines ask for one token, and a wrong passphrase or none is one line', async () => {
  const { baseUrl } = sandbox.openWorld({ scale: 'small' });
  const address = await (await postgresServer()).newDatabase();
  deepEqual(
    variables.map((line) => /^export (\w+)=/.exec(line)?.[1]),
    ['DATABASE_URL', 'PREFLIGHT_STATE_PASSPHRASE'],
  );
  const environment = { PREFLIGHT_SANDBOX_URL: baseUrl, DATABASE_URL: address, PREFLIGHT_STATE_PASSPHRASE: passphrase };
  const [sweep, gate, elsewhere] = commands.map(wordsOf);
  const [one, other] = [emptyFolder(), emptyFolder()];

  const swept = await preflight(sweep ?? [], { folder: one, environment });
  deepEqual([swept.code, swept.stdout], [0, 'nothing that we booked is left open at sandbox\n'], swept.stderr);
  // Another seed may read as the other partner, who has a separate token.
  const drawn = ['--seed', '1', '--json'];
  const first = await preflight([...(gate ?? []), ...drawn], { folder: one, environment });
  equal(first.code, 0, first.stdout + first.stderr);
  equal(JSON.parse(first.stdout).tokensRequested, 1);
  const second = await preflight([...(elsewhere ?? []), ...drawn], { folder: other, environment });
  equal(second.code, 0, second.stdout + second.stderr);
  equal(JSON.parse(second.stdout).tokensRequested, 0);
  const kept = filesBelow(one).filter((file) => /(tokens|ledger|obligations)\//.test(file));
  deepEqual(kept, [], 'nothing that is shared lies on a machine');

  const wrong = { ...environment, PREFLIGHT_STATE_PASSPHRASE: `${passphrase}r` };
  const { PREFLIGHT_STATE_PASSPHRASE: _, ...none } = environment;
  for (const [around, says] of [
    [
      wrong,
      /^preflight: the booking ledger in postgresql:\S+ cannot be used: (PREFLIGHT_STATE_PASSPHRASE is another .*)\n$/,
    ],
    [none, /^preflight: (PREFLIGHT_STATE_PASSPHRASE is not set): .*\n$/],
  ] as const) {
    const { code, stderr } = await preflight(gate ?? [], { folder: other, environment: around });
    equal(code, 2, stderr);
    match(stderr, says);
    ok(page.includes(says.exec(stderr)?.[1] ?? '?'), stderr);
  }
  for (const command of ['seal', 'open']) {
    const { code, stderr } = await preflight(['state', command, 'sealed'], { folder: other, environment });
    equal(code, 2);
    match(stderr, /^preflight: DATABASE_URL is set: the state is in the database, .*; leave this step out, .*\n$/);
  }
});

describe('docs/postgresql.md', () => {
  const page = chapter('operate/several-machines.md', 'The history in PostgreSQL');
  const [five = [], [move = ''] = []] = commandBlocks(page);

  describe('the page of a history in PostgreSQL', () => {
    const folder = emptyFolder();
    const run = async (line: string, DATABASE_URL: string, expected = 0): Promise<string> => {
      const { code, stdout, stderr } = await preflight(line.split(' ').slice(4), {
        folder,
        environment: { DATABASE_URL },
      });
      equal(code, expected, `${line}\n${stdout}${stderr}`);
      doesNotMatch(stdout + stderr, new RegExp(new URL(DATABASE_URL || 'a:').password || 'no password'));
      return stdout + stderr;
    };

    it('looks, keeps and reports without a file', async () => {
      const url = await (await postgresServer()).newDatabase();
      const [docker = '', exported = '', ...commands] = five;
      match(docker, /^docker run .*POSTGRES_PASSWORD=secret/);
      match(exported, /^export DATABASE_URL=postgresql:\/\/postgres:secret@/);
      const said = [];
      for (const line of commands) said.push(await run(line, url));
      const { host, pathname } = new URL(url);
      match(said[0] ?? '', new RegExp(`^history {5}postgresql://ann@${host}${pathname}$`, 'm'));
      match(said[2] ?? '', /nothing is broken/);
      ok(!existsSync(join(folder, 'results/history.db')));
      match(
        await run('npx --no -- preflight history backup copy.db', url, 2),
        /pg_dump --schema=preflight_history "\$DATABASE_URL" >copy\.db/,
      );
    });

    it('brings a file with all that it has', async () => {
      const server = await postgresServer();
      const url = await server.newDatabase();
      await run('npx --no -- preflight gate --only cities --fault swaps-one-pair-deep-in-list --history', '', 1);
      const before = await run('npx --no -- preflight history', '');
      match(before, /^BROKEN since/);
      match(
        await run(move, url),
        /moved \d+ rows of results\/history\.db into postgresql:\/\/ann@.* start monitors with DATABASE_URL/,
      );
      const untilNow = (text: string): string => text.replace(/, until .*;/, '');
      equal(untilNow(await run('npx --no -- preflight history', url)), untilNow(before));
      match(await run(move, url), /history\.db was moved into \S+ before; 0 results that waited beside it/);
      equal(
        (await run('npx --no -- preflight history', '')).split('\n')[0],
        before.split('\n')[0],
        'the file is as it was',
      );
      match(
        await run('npx --no -- preflight gate --only cities --history', ''),
        /it was moved into a database, and takes nothing more: .*; run \S+ is kept in results\/history\.db\.spool until/,
      );
      match(await run(move, url), /before; 1 result that waited beside it/);
      match(await run('npx --no -- preflight history move --undo', ''), /history\.db is written to again/);
      await run('npx --no -- preflight gate --only cities --history', '');
      match(await run(move, url, 2), /has results of its own/);
    });

    it('says in one line what is wrong, and keeps what cannot be written', async () => {
      const url = await (await postgresServer()).newDatabase();
      const none = url.replace(/\w+$/, 'none');
      match(
        await run('npx --no -- preflight history', none, 2),
        /^preflight: history postgresql:.*\/none: there is no such database: create it first\n$/,
      );
      match(await run('npx --no -- preflight history --history postgres://h/d', url, 2), /is named in DATABASE_URL/);
      const away = url.replace(/:\d+\//, ':1/');
      match(await run('npx --no -- preflight history', away, 3), /it does not answer: is it running/);
      const told = await run('npx --no -- preflight gate --only cities --history', away);
      match(told, /it does not answer.*; run \S+ is kept in results\/ann-127\.0\.0\.1-1-test\d+\.spool until/);
      const [, spool = ''] = / is kept in (\S+) until/.exec(told) ?? [];
      equal(readdirSync(join(folder, spool)).length, 1);
    });
  });
});

describe('docs/deploying.md', () => {
  const textOf = (file: string): string => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
  const [lines = []] = commandBlocks(chapter('operate/deploying.md'));
  const exported = Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
  );
  const wordsOf = (line: string): string[] => line.replace(/ &$/, '').split(' ').slice(4);

  test('two monitors share a history, and one goes on when the other is ended', async (t) => {
    const sandbox = await startSandbox();
    t.after(() => sandbox.close());
    const environment = { ...exported, PREFLIGHT_URL: sandbox.url };
    const folder = emptyFolder();
    const commands = lines.filter((line) => line.startsWith('npx --no -- preflight monitor'));
    equal(commands.length, 2);
    const monitors = commands.map((line) => started([...wordsOf(line), '--dashboard', '0'], { folder, environment }));
    t.after(() => monitors.map(({ signal }) => signal('SIGKILL')));
    const [first, second] = monitors;
    const printed = (await first?.printed('dashboard   http')) ?? '';
    const url = /http:\S+/.exec(printed)?.[0] ?? '';
    const asked = /127\.0\.0\.1:8420(\/\S+)/.exec(lines.find((line) => line.startsWith('curl')) ?? '')?.[1];
    equal(await (await fetch(`${url}${asked}`)).text(), '{"ok":true}');
    const done = await until('a slot is done', () => {
      const slots = slotsIn(folder).filter(({ state }) => state === 'done');
      return slots.length > 0 && slots;
    });
    deepEqual([done.length, done[0]?.location], [1, 'fra']);
    const history = await preflightProcess(
      wordsOf(lines.find((line) => line.startsWith('npx --no -- preflight history')) ?? ''),
      {
        folder,
      },
    );
    equal(history.code, 0, history.stderr);
    second?.signal('SIGTERM');
    equal((await second?.ended)?.code, 0);
    equal((await fetch(`${url}/healthz`)).status, 200);
    first?.signal('SIGTERM');
    equal((await first?.ended)?.code, 0);
  });

  test('what systemd starts watches, answers, and has ended long before it would be killed', async (t) => {
    const unit = textOf('examples/preflight-monitor.service');
    const sandbox = await startSandbox();
    t.after(() => sandbox.close());
    const words = valueIn(unit, 'ExecStart')?.split(' ').slice(1) ?? [];
    const environment = { ...exported, PREFLIGHT_URL: sandbox.url };
    const monitor = started([...words, '--dashboard', '0'], { environment });
    t.after(() => monitor.signal('SIGKILL'));
    await monitor.printed('PASS');
    const stoppedAt = performance.now();
    monitor.signal(valueIn(unit, 'KillSignal') as NodeJS.Signals);
    equal((await monitor.ended).code, 0);
    ok(performance.now() - stoppedAt < 1_000 * Number(valueIn(unit, 'TimeoutStopSec')));
  });
});
