/** The table of exit codes has every command, and each of its cells is shown here. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { commands } from '../../cli/commands.ts';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import { openHistory } from '../../history/open.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { chapter } from '../chapter.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';
import { har } from './saved-har.ts';

after(closeSandbox);

const page = chapter('use/gating.md', 'Exit codes of every command');
const [table = ''] = page.split('## For a program');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const columns = [0, 1, 2, 3, 130];

/** What the table says, as `gate 130`. */
const documented = rows.flatMap(([, name = '', ...cells]) =>
  columns.filter((_, at) => cells[at] !== '').map((code) => `${name.replaceAll('`', '')} ${code}`),
);

const shown = new Set<string>();

const shows = (args: readonly string[], { code, stdout, stderr }: Ended, expected: number): void => {
  assert.equal(code, expected, `${args.join(' ')}: ${stdout}${stderr}`);
  assert.ok(documented.includes(`${args[0]} ${code}`), `the table does not have ${args[0]} ending with ${code}`);
  shown.add(`${args[0]} ${code}`);
};

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
const trouble = ['--trouble', 'answers-503'];
const gate = ['gate', '--only', 'cities', '--seed', '1'];
const nobody = 'http://127.0.0.1:9';

/** A command in a folder that it shares with others. */
const inFolder =
  (folder: string, around: NodeJS.ProcessEnv = {}) =>
  async (args: readonly string[], expected: number, more: NodeJS.ProcessEnv = {}): Promise<Ended> => {
    const ended = await preflight(args, { folder, environment: { ...around, ...more } });
    shows(args, ended, expected);
    return ended;
  };

/** Its bundle, of a gate that has found a broken promise. */
const foundIn = (folder: string): string => {
  const [fingerprint] = lastRecord(folder).verdicts.flatMap(({ findings }) => findings.map((each) => each.fingerprint));
  return `results/latest/${fingerprint}.bundle.json`;
};

/** The bundle of a refused booking that a person has saved in a browser. */
const imported = async (ends: ReturnType<typeof inFolder>): Promise<string> => {
  const saved = fileURLToPath(new URL('../../docs/examples/refused-booking.har', import.meta.url));
  const { stdout } = await ends(['import', saved], 0);
  return /npx --no -- preflight show (\S+)/.exec(stdout)?.[1] ?? assert.fail(stdout);
};

/** As a killed run leaves it: booked, and not cancelled. */
const leaveOpen = async (folder: string, baseUrl: string): Promise<void> => {
  const state = join(folder, 'state', 'preflight');
  const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
  const at = new Date(Date.now() - 600_000).toISOString();
  const times = { begunAt: at, settledBy: at, createdAt: at, checkIn: '2027-01-01', endsBy: Date.now() + 600_000 };
  await ledger.begin({ mark: 'Pfqabcdefghijkl', run: '20260831-0822-7f3a1c', partner: 'own', ...times }, { perRun: 1 });
  await ledger.settle('Pfqabcdefghijkl', [{ bookingId: 'b-1' }]);
  await ledger.release(['Pfqabcdefghijkl']);
};

/** As a monitor leaves it, under the name that is the default. */
const storeIn = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'results'), { recursive: true });
  await (await openHistory(join(folder, 'results', 'history.db'))).close();
};

test('every command has a row, and no row is of another', () => {
  assert.deepEqual(rows.map(([, name]) => name?.replaceAll('`', '')).sort(), Object.keys(commands).sort());
});

test('every command refuses what it does not know with 2', async () => {
  for (const command of Object.keys(commands)) {
    const args = [command, '--nothing-of-the-kind'];
    shows(args, await preflight(args), exitCodes.usage);
  }
});

test('a gate ends with 0, 1 and 3; its stored run, its reports and its repetitions end as they should', async () => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  await ends(gate, 0);
  await ends(['judge', 'latest'], 0);
  await ends(['report', 'latest', '--as', 'markdown'], 0);
  await ends([...gate, ...trouble], 3);
  await ends(['judge', 'latest'], 3);
  await ends([...gate, ...fault], 1);
  await ends(['judge', 'latest'], 1);
  const bundle = foundIn(folder);
  await ends(['show', bundle], 0);
  await ends(['export', bundle, '--as', 'letter'], 0);
  const repro = ['repro', bundle, '--target', 'sandbox'];
  await ends(repro, 0);
  await ends([...repro, ...fault], 1);
  await ends([...repro, ...trouble], 3);
  await ends(['watch', 'add', bundle, '--target', 'sandbox'], 0);
  for (let night = 1; night <= 3; night += 1) await ends(['watch', 'run'], 0);
  await ends(['watch', 'run', ...trouble], 3);
  await ends(['watch', 'run', ...fault], 1);
  await ends(['waive', bundle, '--reason', 'known', '--owner', 'Ann'], 0);
});

test('what asks a service ends with 0, 1 and 3', async () => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  const explore = ['explore', '--seed', '3', '--only', 'explore-cities', '--requests', '40'];
  await ends(explore, 0);
  await ends([...explore, ...fault], 1);
  await ends([...explore, ...trouble], 3);
  const compare = ['compare', 'sandbox', 'sandbox', '--seed', '3', '--only', 'countries'];
  await ends(compare, 0);
  await ends([...compare, '--trouble', 'answers-503:countries'], 1);
  await ends(compare, 3, { PREFLIGHT_SANDBOX_URL: nobody });
  const nightly = ['nightly', '--only', 'cities.sorted-by-id'];
  await ends(nightly, 0);
  // What a probe draws depends on its moment: of these one shows in any.
  const { baseUrl } = sandbox.openWorld({ faults: ['swaps-one-pair-deep-in-list', 'sorts-countries-by-name'] });
  await ends(nightly, 1, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await ends(nightly, 3, { PREFLIGHT_SANDBOX_URL: nobody });
  await ends(['monitor', '--once', '--history', 'passed.db'], 0);
  await ends(['monitor', '--once', '--history', 'broken.db'], 1, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await ends(['monitor', '--once', '--history', 'unmeasured.db'], 3, { PREFLIGHT_SANDBOX_URL: nobody });
  await ends(['check-target', 'sandbox'], 0);
  await ends(['check-target', 'sandbox', '--connect'], 3, { PREFLIGHT_SANDBOX_URL: nobody });
  await ends(['sweep'], 0);
  await ends(['obligations'], 0);
  await leaveOpen(folder, nobody);
  await ends(['sweep'], 3, { PREFLIGHT_SANDBOX_URL: nobody });
  await ends(['obligations', '--end'], 3, { PREFLIGHT_SANDBOX_URL: nobody });
});

test('what is asked of the history ends with 0, and with 3 where a newer version has written it', async () => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  const history = await openHistory(join(folder, 'history.db'));
  const asked = ['history', '--history', 'history.db'];
  await ends(asked, 0);
  await history.write((to) => sql`insert into kysely_migration values ('2099-01-later', '2099-01-01')`.execute(to));
  await history.close();
  const { stderr } = await ends(asked, 3);
  assert.match(stderr, /^preflight: history history\.db was written by a newer Preflight: install that one[^\n]*\n$/);
});

test('what asks no service ends with 0, 1 and 3', async () => {
  const folder = emptyFolder();
  const around = { PREFLIGHT_STATE: join(folder, 'kept'), PREFLIGHT_STATE_PASSPHRASE: 'a passphrase for a test' };
  const ends = inFolder(folder, around);
  const explain = ['explain', await imported(ends), '--target', 'sandbox'];
  await ends([...explain, '--oddity', 'refuses-guests-by-citizenship'], 0);
  await ends([...explain, ...trouble], 3);
  writeFileSync(join(folder, 'saved.har'), har(''));
  await ends(['import', 'saved.har'], 1);
  writeFileSync(join(folder, 'saved.txt'), `curl 'https://service.example/api/dictionary/countries'`);
  await ends(['import', 'saved.txt'], 3);
  await storeIn(folder);
  await ends(['maintenance', 'list'], 0);
  await ends(['incidents'], 0);
  await ends(['clauses', 'cities'], 0);
  await ends(['completion', 'fish'], 0);
  await ends(['init', 'acme'], 0);
  await ends(['state', 'seal', 'sealed'], 0);
  await ends(['state', 'open', 'sealed'], 3, {
    PREFLIGHT_STATE: join(folder, 'opened'),
    PREFLIGHT_STATE_PASSPHRASE: 'the passphrase of another',
  });
  const prove = ['prove', '--only', 'uses-up-tokens-after-eight-requests'];
  await ends([...prove, '--dialect', 'flat'], 0);
  // So little does not show it.
  await ends([...prove, '--depth', 'standard', '--seeds', '1', '--seed', '1'], 1);
});

test('shards are merged with 0, 1 and 3, and a token is handed on or not', async () => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  const shard = ['gate', '--only', 'cities.sorted-by-id', '--shard', '1/1', '--run-id'];
  await ends([...shard, 'holds', '--output', 'a'], 0);
  await ends(['merge', 'a'], 0);
  await ends([...shard, 'breaks', '--seed', '1', '--output', 'b', ...fault], 0);
  await ends(['merge', 'b'], 1);
  await ends([...shard, 'troubles', '--output', 'c', ...trouble], 3);
  await ends(['merge', 'c'], 3);
  const { baseUrl } = sandbox.openWorld();
  await ends(['token', '--to', 'token'], 0, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await ends(['token', '--to', 'none'], 3, { PREFLIGHT_SANDBOX_URL: nobody });
});

/** Answers the first request with trouble, once what has asked is interrupted. */
const interruptedBy = async (folder: string, args: readonly string[]): Promise<void> => {
  const asked = Promise.withResolvers<void>();
  const answer = (response: ServerResponse): unknown => response.writeHead(503).end();
  const server = createServer((_, response) => {
    asked.resolve();
    setImmediate(answer, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (args[0] === 'sweep' || args[0] === 'obligations') await leaveOpen(folder, url);
  const environment = { PREFLIGHT_SANDBOX_URL: url };
  try {
    shows(args, await preflight(args, { folder, environment, interrupted: asked.promise }), exitCodes.interrupted);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

test('what is interrupted ends with 130, and a server with 0', async (t) => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  const whole = await imported(ends);
  await ends([...gate, ...fault], 1);
  const bundle = foundIn(folder);
  await ends(['watch', 'add', bundle, '--target', 'sandbox'], 0);
  const lines = [
    gate,
    ['explore', '--only', 'explore-cities', '--seed', '3'],
    ['compare', 'sandbox', 'sandbox', '--only', 'countries'],
    ['repro', bundle, '--target', 'sandbox'],
    ['explain', whole, '--target', 'sandbox'],
    ['nightly', '--only', 'countries'],
    ['monitor', '--once', '--history', 'interrupted.db'],
    ['watch', 'run'],
    ['sweep'],
    ['obligations', '--end'],
  ];
  for (const args of lines) await t.test(args.join(' '), () => interruptedBy(folder, args));
  await storeIn(folder);
  for (const name of ['sandbox', 'dashboard', 'status-page'])
    await t.test(name, async () => {
      const args = [name, '--port', '0'];
      shows(args, await preflight(args, { folder, interrupted: Promise.resolve() }), 0);
    });
});

test('a command that breaks ends with 3, and says whose error that is', async (t) => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  await ends([...gate, ...fault], 1);
  const bundle = foundIn(folder);
  await storeIn(folder);
  const lines = [
    ['waive', bundle, '--reason', 'known', '--owner', 'Ann'],
    ['init', 'acme'],
    ['prove', '--list'],
    ['show', bundle],
    ['export', bundle, '--as', 'har'],
    ['report', 'latest', '--as', 'badge'],
    ['maintenance', 'list'],
    ['incidents'],
    ['clauses', 'cities'],
    ['completion', 'bash'],
    ...['sandbox', 'dashboard', 'status-page'].map((name) => [name, '--port', '0']),
  ];
  const boom = () => {
    throw new Error('boom');
  };
  // A server is closed by the end of its process, which it must not keep from ending.
  const { listen } = Server.prototype;
  t.mock.method(Server.prototype, 'listen', function (this: Server, ...args: Parameters<typeof listen>) {
    return listen.apply(this, args).unref();
  });
  for (const args of lines)
    await t.test(args[0] ?? '', async () => {
      const ended = await preflight(args, { folder, print: boom });
      shows(args, ended, exitCodes.unmeasured);
      assert.match(ended.stderr, /^preflight: our own error, please report it: Error: boom/m);
    });
});

test('the table says nothing that is not shown here', () => {
  assert.deepEqual(
    documented.filter((each) => !shown.has(each)),
    [],
  );
});
