/** A gate runs against services that are not the sandbox's. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../contracts/bundle.ts';
import { blocksOf, chapter } from '../chapter.ts';
import { type AnotherService, anotherService, cert, clientId, clientSecret, key } from '../cli/another-service.ts';
import { ends, preflight, typed, wordsOf } from '../cli/preflight-here.ts';
import { type Ended, emptyFolder, filesBelow, lastRecord } from '../cli/preflight-process.ts';

const targetModule = new URL('../../targets/target.ts', import.meta.url).href;

/** Like the target `live`, in its own file and without its patience. */
const targetFile = `import { env, target } from '${targetModule}';
export default target({
  name: 'acme',
  baseUrl: env('ACME_URL'),
  credentials: { clientId: env('ACME_ID'), clientSecret: env('ACME_SECRET') },
  limits: { requestsPerSecond: 1_000, concurrency: 2 },
  known: { hotels: [77] },
});
`;

/** Gates a service by a target file in an empty folder, or once more in the folder of a gate before. */
const gate = (
  service: Pick<AnotherService, 'url'>,
  { args = [], folder = emptyFolder() }: { args?: string[]; folder?: string } = {},
): Promise<Ended> => {
  writeFileSync(join(folder, 'acme.ts'), targetFile);
  const environment = { ACME_URL: service.url, ACME_ID: clientId, ACME_SECRET: clientSecret };
  return preflight(['gate', '--target', './acme.ts', ...args], { folder, environment });
};

const salesFlows = [
  /^(search-hotels|price-hotels|book-.*|list-bookings|ask-hotels-badly|send-bad-tokens-to-hotels)$/,
  /^(search-flights|.*-ticket|exchange-then-refund|ask-flights-badly|send-bad-tokens-to-flights|outlive-void-window)$/,
];

const isOfSales = ({ clause, flow }: { readonly clause: string; readonly flow: string }): boolean =>
  salesFlows.some((names) => names.test(flow)) || /^(hotel|avia)-bearer\./.test(clause);

test('a lawful service that differs in all that is open passes, and nothing secret is written', async (t) => {
  const service = await anotherService();
  t.after(service.close);
  const { code, stdout, stderr, folder } = await gate(service);
  assert.equal(code, 0, stdout + stderr);
  const notPassed = lastRecord(folder).verdicts.filter(({ outcome }) => outcome !== 'pass');
  // It serves neither hotels nor flights, and its target file binds none.
  const ofSales = notPassed.filter(isOfSales);
  assert.ok(ofSales.every(({ because }) => because === 'needs' || because === 'unshown'));
  const unproven = notPassed.filter((verdict) => !isOfSales(verdict));
  assert.deepEqual(
    unproven.map(({ clause, because }) => [clause, because]),
    [
      // One flow of two: the other shows the lifetime.
      ['token.lifetime-is-one-day', 'needs'],
      ['token.works-until-expiry', 'needs'],
      ['token.renewed-after-expiry', 'needs'],
      ['bearer.expired-token-is-unauthorized', 'needs'],
      // Null for what is not there only warns.
      ['amenities.no-group-means-neither-key', undefined],
      ['amenities.same-for-every-client', 'needs'],
      // The list of meal types is empty.
      ['meal-types.sorted-by-id', 'unshown'],
      ['meal-types.lowest-id-first', 'unshown'],
      ['meal-types.ids-are-unique', 'unshown'],
      ['meal-types.records-are-complete', 'unshown'],
    ],
  );
  assert.match(stdout, /needs levers\.openWorld or levers\.advanceClock/);
  // The target allows no extra token: the run logs in once, and sends three logins that must be refused.
  assert.equal(service.requests.filter((request) => request.endsWith('/auth/token')).length, 4);

  const written = [...filesBelow(join(folder, 'results')).map((file) => readFileSync(file, 'utf8')), stdout, stderr];
  assert.ok(written.length > 10);
  for (const text of written) {
    assert.ok(!/canary/i.test(text), 'a canary was written');
    assert.ok(!text.includes(clientId), 'the clientId was written');
  }
});

test('the token of a run serves the next', async (t) => {
  const service = await anotherService();
  t.after(service.close);
  const args = ['--only', 'countries'];
  const first = await gate(service, { args });
  const second = await gate(service, { args, folder: first.folder });
  assert.deepEqual([first.code, second.code], [0, 0]);
  assert.equal(service.requests.filter((request) => request.endsWith('/auth/token')).length, 1);
});

test('wrong credentials are tried once, and said in one line', async (t) => {
  const service = await anotherService({ secret: 'another' });
  t.after(service.close);
  const { code, stdout } = await gate(service, { args: ['--only', 'countries,cities'] });
  assert.equal(code, 3, stdout);
  assert.match(stdout, /COULD NOT MEASURE[\s\S]*credentials \(AUTHENTICATION_FAILED\)/);
  assert.equal(service.requests.filter((request) => request.endsWith('/auth/token')).length, 1);
});

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const page = chapter('use/suppliers-errors.md');
const [[commands = ''], [explained = '']] = [blocksOf(page, 'sh'), blocksOf(page, 'text')];

/** The guest whose booking was refused; no test books this guest again. */
const people = /Nurlanova|Aigerim|Marat|mail\.example|7015550142/;

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'docs'));
  cpSync(join(docs, 'examples'), join(folder, 'docs/examples'), { recursive: true });
  const said: Record<string, string> = {};
  const files: Record<string, string> = {};
  const named = (command: string): string[] =>
    wordsOf(command).map((word) => files[word.replace('.bundle.json', '')] ?? word);
  for await (const { args, comment, stdout } of typed(commands, { folder }, named)) {
    const kept = /(\S+\/(imported|refused)\.bundle\.json)$/m.exec(stdout);
    if (/[A-Z]+\.bundle\.json$/.test(comment)) files[kept?.[2]?.toUpperCase() ?? ''] = kept?.[1] ?? '';
    said[`${args[0]} ${args.includes('--oddity') ? 'refused' : (args[3] ?? '')}`.trim()] = stdout;
    if (args[0] !== 'show') assert.doesNotMatch(stdout, people, args.join(' '));
  }
  assert.match(said['repro refused'] ?? '', /^still refused/m);
  assert.match(said['repro sandbox'] ?? '', /^fixed/m);
  assert.ok(said['explain refused']?.endsWith(`\n\n${explained}`), said['explain refused']);
  assert.match(
    readFileSync(join(folder, 'letter.md'), 'utf8'),
    /What decides: ` citizenship of guest 2: DE instead of KZ `/,
  );
  const whole = bundle.parse(JSON.parse(readFileSync(join(folder, files.REFUSED ?? ''), 'utf8')));
  assert.deepEqual(whole.explained?.changes, ['citizenship of guest 2: DE instead of KZ']);

  const written = [
    'letter.md',
    'again.sh',
    ...readdirSync(join(folder, 'results'), { recursive: true }).map((each) => `results/${each}`),
  ];
  for (const each of written.filter((file) => /\.(json|md|sh)$/.test(file))) {
    assert.doesNotMatch(readFileSync(join(folder, each), 'utf8'), people, each);
  }
});

test('a case without a refused booking, and a target that allows too little, get one line', async () => {
  const folder = emptyFolder();
  const gated = await preflight(
    ['gate', '--seed', '3', '--fault', 'swaps-one-pair-deep-in-list', '--only', 'cities.sorted-by-id'],
    { folder },
  );
  const [, file = ''] = /judge {5}npx --no -- preflight judge (\S+)/.exec(gated.stdout) ?? [];
  const none = await preflight(['explain', file, '--target', 'sandbox'], { folder });
  assert.deepEqual([none.code, /holds no refused create_booking/.test(none.stderr)], [2, true], none.stderr);

  const imported = await preflight(['import', join(docs, 'examples/refused-booking.har')], { folder });
  const [, refused = ''] = /npx --no -- preflight show (\S+)$/m.exec(imported.stdout) ?? [];
  const live = { PREFLIGHT_URL: 'http://127.0.0.1:9', PREFLIGHT_CLIENT_ID: 'a', PREFLIGHT_CLIENT_SECRET: 'b' };
  const reading = await ends(3, ['explain', refused, '--target', 'live'], { folder, environment: live });
  assert.match(
    reading.stdout,
    /^no cause {2}cannot tell: needs may\.books\.perRun of 10 at least in the target file$/m,
  );
});

test('a self-signed certificate ends a gate with 3 and names NODE_EXTRA_CA_CERTS', async (t) => {
  const server = createServer({ key, cert }, (_, response) => response.end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stdout } = await gate({ url: `https://127.0.0.1:${port}` }, { args: ['--only', 'countries'] });
  assert.equal(code, 3);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /no trusted TLS connection \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/,
  );
});
