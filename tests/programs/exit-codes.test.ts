/** The tables of exit codes and of documents have every command, and each of their cells is shown here. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { commands } from '../../cli/command-line.ts';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import { openHistory } from '../../history/open.ts';
import { noteCauses } from '../../monitor/incidents.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { chapter } from '../chapter.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord, listening } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { leaveOpen, mark } from './killed-bookings.ts';
import { har } from './saved-har.ts';

after(closeSandbox);

const page = chapter('use/gating.md', 'Exit codes of every command');
const [table = '', tableOfDocuments = ''] = page.split('## For a program');
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

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const shows = (args: readonly string[], { code, stdout, stderr }: Ended, expected: number): void => {
  assert.equal(code, expected, `${args.join(' ')}: ${stdout}${stderr}`);
  assert.ok(documented.includes(`${args[0]} ${code}`), `the table does not have ${args[0]} ending with ${code}`);
  shown.add(`${args[0]} ${code}`);
};

/** What the page says of the document of `history backup` or `gate --shard`. */
const documents = new Map(
  [...tableOfDocuments.matchAll(/^\| `([^`]+)` +\| (.*\S) +\|$/gm)].map(([, name = '', says = '']) => [name, says]),
);
const withoutDocument = [...documents].flatMap(([name, says]) => (says.startsWith('has none') ? [name] : []));
const shownDocuments = new Set(withoutDocument);

/** The longest name of a document that the words have. */
const documentOf = (words: readonly string[]): string => {
  const names = [...documents.keys()].filter((name) => name.split(' ').every((word) => words.includes(word)));
  const own = names.filter((name) => name.split(' ')[0] === words[0]);
  return own.sort((one, other) => other.length - one.length)[0] ?? assert.fail(`no document of ${words.join(' ')}`);
};

const assertDocumented = (name: string, value: object): void => {
  const says = documents.get(name) ?? '';
  const names = [...says.matchAll(/`([a-zA-Z]+)`/g)].map(([, each = '']) => each);
  if (says.startsWith('the run record')) assert.ok('schema' in value && value.schema === 'preflight.run/1', name);
  else if (Array.isArray(value)) for (const each of names) assert.ok(Object.hasOwn(value[0], each), each);
  else if (name === 'explain') for (const each of names) assert.ok(Object.hasOwn(value, each), each);
  else assert.deepEqual(Object.keys(value).sort(), [...names, 'exitCode'].sort(), name);
  shownDocuments.add(name);
};

/** What a command has printed with `--json`: its document, or that it came to none. */
const assertDocument = (words: readonly string[], { code, stdout }: Ended): unknown => {
  const value: object = JSON.parse(stdout);
  if (!Array.isArray(value)) assert.ok('exitCode' in value && value.exitCode === code, stdout);
  // What `--end` could not end is reported as by a sweep.
  const isOther = words.includes('--end') || ('schema' in value && value.schema === 'preflight.ended/1');
  if (!isOther) assertDocumented(documentOf(words), value);
  return value;
};

const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
const trouble = ['--trouble', 'answers-503'];
const gate = ['gate', '--only', 'cities', '--seed', '1'];
const unreachable = 'http://127.0.0.1:9';

/** Runs a command in a folder that it shares with others. @returns Its document. */
const inFolder =
  (folder: string, around: NodeJS.ProcessEnv = {}) =>
  async (line: string | readonly string[], expected: number, more: NodeJS.ProcessEnv = {}): Promise<Document> => {
    const args = typeof line === 'string' ? line.split(' ') : line;
    const ended = await preflight([...args, '--json'], { folder, environment: { ...around, ...more } });
    shows(args, ended, expected);
    return assertDocument(args, ended) as Document;
  };

type Document = { readonly id: string; readonly notices: readonly string[]; readonly written: readonly string[] };

/** Its bundle, of a gate that has found a broken promise. */
const foundIn = (folder: string): string => {
  const [fingerprint] = lastRecord(folder).verdicts.flatMap(({ findings }) => findings.map((each) => each.fingerprint));
  return `results/latest/${fingerprint}.bundle.json`;
};

/** The bundle of a refused booking that a person has saved in a browser. */
const imported = async (ends: ReturnType<typeof inFolder>): Promise<string> => {
  const saved = fileURLToPath(new URL('../../docs/examples/refused-booking.har', import.meta.url));
  const { written } = await ends(['import', saved], 0);
  return written[0] ?? assert.fail();
};

/** As a killed run leaves it: booked, and not cancelled. */
const leftOpen = async (folder: string, baseUrl: string): Promise<void> => {
  const state = join(folder, 'state', 'preflight');
  const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
  await leaveOpen(ledger, [{ bookingId: 'b-1' }]);
  await ledger.release([mark]);
};

/** As a monitor leaves it, under the name that is the default: one incident is open. */
const storeIn = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'results'), { recursive: true });
  const history = await openHistory(join(folder, 'results', 'history.db'));
  const seen = [{ cause: 'ours', kind: 'ours', shown: 'failed', title: 't', clauses: [] } as const];
  const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 1 };
  const noted = { probe: 'p', target: 'acme', runId: null, now: 0, seen, rules, newId: () => 'i' };
  await history.write((to) => noteCauses(to, noted));
  await history.close();
};

test('every command has a row, and no row is of another', () => {
  const all = Object.keys(commands).sort();
  assert.deepEqual(rows.map(([, name]) => name?.replaceAll('`', '')).sort(), all);
  assert.deepEqual([...new Set([...documents.keys()].map((name) => name.split(' ')[0]))].sort(), all);
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
  const released = [...gate, '--release', '1.4.2', '--history'];
  const canRelease = (release: string) => ['can-release', release, '--environment', 'sandbox'];
  await ends('gate --dry-run --only cities', 0);
  await ends(released, 0);
  await ends(canRelease('1.4.2'), 3);
  await ends('gate --release 1.4.3 --history', 0);
  await ends(canRelease('1.4.3'), 0);
  await ends('judge latest', 0);
  await ends('report latest --as markdown,badge', 0);
  await ends([...gate, ...trouble], 3);
  await ends('judge latest', 3);
  await ends([...released, ...fault], 1);
  await ends(canRelease('1.4.2'), 1);
  await ends('judge latest', 1);
  await ends('clauses --domain cities.sorted-by-id', 0);
  const bundle = foundIn(folder);
  await ends(['show', bundle], 0);
  await ends(['export', bundle, '--as', 'letter'], 0);
  const repro = ['repro', bundle, '--target', 'sandbox'];
  await ends(repro, 0);
  await ends([...repro, ...fault], 1);
  await ends([...repro, ...trouble], 3);
  const { id } = await ends(['watch', 'add', bundle, '--target', 'sandbox'], 0);
  for (let night = 1; night <= 3; night += 1) await ends('watch run', 0);
  await ends(['watch', 'run', ...trouble], 3);
  await ends(['watch', 'run', ...fault], 1);
  await ends('watch list', 0);
  await ends(['watch', 'remove', id], 0);
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
  await ends(compare, 3, { PREFLIGHT_SANDBOX_URL: unreachable });
  const nightly = 'nightly --only cities.sorted-by-id';
  await ends(nightly, 0);
  // What a probe draws depends on its moment: of these one shows in any.
  const { baseUrl } = sandbox.openWorld({ faults: ['swaps-one-pair-deep-in-list', 'sorts-countries-by-name'] });
  await ends(nightly, 1, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await ends(nightly, 3, { PREFLIGHT_SANDBOX_URL: unreachable });
  await ends('monitor --once --history passed.db', 0);
  await ends('monitor --once --history broken.db', 1, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await ends('monitor --once --history unmeasured.db', 3, { PREFLIGHT_SANDBOX_URL: unreachable });
  await ends('check-target sandbox', 0);
  await ends('check-target sandbox --connect', 0);
  await ends('check-target sandbox --connect', 3, { PREFLIGHT_SANDBOX_URL: unreachable });
  for (const command of ['sweep', 'obligations']) await ends(command, 0, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await leftOpen(folder, unreachable);
  await ends('sweep', 3, { PREFLIGHT_SANDBOX_URL: unreachable });
  await ends('obligations --end', 3, { PREFLIGHT_SANDBOX_URL: unreachable });
});

test('what is asked of the history ends with 0, and with 3 where a newer version has written it', async () => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  await storeIn(folder);
  await ends('history', 0);
  await ends('history backup copy.db', 0);
  await ends('history prune --keep-days 7', 0);
  await ends('maintenance open --all --for 1h', 0);
  await ends('maintenance list', 0);
  await ends('maintenance close --all', 0);
  await ends('incidents list', 0);
  await ends('incidents show i', 0);
  await ends('incidents acknowledge i --by Ann', 0);
  await ends('incidents silence i --for 1h --by Ann', 0);
  await ends('status-page --export public', 0);
  await ends('history move', 0, { DATABASE_URL: await (await postgresServer()).newDatabase() });
  await ends('history move --undo', 0);
  const history = await openHistory(join(folder, 'results', 'history.db'));
  await history.write((to) => sql`insert into kysely_migration values ('2099-01-later', '2099-01-01')`.execute(to));
  await history.close();
  const { notices } = await ends('history', 3);
  assert.match(notices.join(), /^history results\/history\.db was written by a newer Preflight: install that one/);
});

test('what asks no service ends with 0, 1 and 3', async () => {
  const folder = emptyFolder();
  const around = { PREFLIGHT_STATE: join(folder, 'kept'), PREFLIGHT_STATE_PASSPHRASE: 'a passphrase for a test' };
  const ends = inFolder(folder, around);
  const explain = ['explain', await imported(ends), '--target', 'sandbox'];
  await ends([...explain, '--oddity', 'refuses-guests-by-citizenship'], 0);
  await ends([...explain, ...trouble], 3);
  writeFileSync(join(folder, 'saved.har'), har(''));
  await ends('import saved.har', 1);
  writeFileSync(join(folder, 'saved.txt'), `curl 'https://service.example/api/dictionary/countries'`);
  await ends('import saved.txt', 3);
  await ends('clauses cities', 0);
  await ends('completion fish', 0);
  await ends('init acme', 0);
  await ends('state seal sealed', 0);
  await ends('state open sealed', 0, { PREFLIGHT_STATE: join(folder, 'opened') });
  await ends('state open sealed', 3, {
    PREFLIGHT_STATE: join(folder, 'opened again'),
    PREFLIGHT_STATE_PASSPHRASE: 'the passphrase of another',
  });
  await ends('prove --only swaps-one-pair-deep-in-list --dialect flat', 0);
  // So little does not show it.
  await ends('prove --only uses-up-tokens-after-eight-requests --depth standard --seeds 1 --seed 1', 1);
  const channels = [{ to: 'command', name: 'c', command: ['true'] }];
  const watching = { probes: [{ name: 'p', target: 'sandbox' }], channels };
  writeFileSync(join(folder, 'watched.mts'), `export default ${JSON.stringify(watching)};`);
  await ends('monitor --test-alert --config watched.mts', 0);
});

test('shards are merged with 0, 1 and 3, and a token is handed on or not', async () => {
  const folder = emptyFolder();
  const ends = inFolder(folder);
  const shard = ['gate', '--only', 'cities.sorted-by-id', '--shard', '1/1', '--run-id'];
  await ends([...shard, 'holds', '--output', 'a'], 0);
  await ends('merge a', 0);
  await ends([...shard, 'breaks', '--seed', '1', '--output', 'b', ...fault], 0);
  await ends('merge b', 1);
  await ends([...shard, 'troubles', '--output', 'c', ...trouble], 3);
  await ends('merge c', 3);
  const { baseUrl } = sandbox.openWorld();
  await ends('token --to token', 0, { PREFLIGHT_SANDBOX_URL: baseUrl });
  await ends('token --to none', 3, { PREFLIGHT_SANDBOX_URL: unreachable });
});

/** Answers the first request with trouble, once what has asked is interrupted. */
const interruptedBy = async (folder: string, args: readonly string[]): Promise<void> => {
  const asked = Promise.withResolvers<void>();
  const answer = (response: ServerResponse): unknown => response.writeHead(503).end();
  const server = createServer((_, response) => {
    asked.resolve();
    setImmediate(answer, response);
  });
  const { url, close } = await listening(server);
  if (args[0] === 'sweep' || args[0] === 'obligations') await leftOpen(folder, url);
  const environment = { PREFLIGHT_SANDBOX_URL: url };
  try {
    shows(args, await preflight(args, { folder, environment, interrupted: asked.promise }), exitCodes.interrupted);
  } finally {
    close();
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

test('the tables say nothing that is not shown here', () => {
  const left = documented.filter((each) => !shown.has(each));
  assert.deepEqual([left, [...documents.keys()].filter((name) => !shownDocuments.has(name))], [[], []]);
});
