/** The gate on a target that is not the sandbox: lawful, wrong, absent, or no service at all. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AnotherService, anotherService, clientId, clientSecret } from './another-service.ts';
import { filesBelow } from './files-below.ts';
import { preflight } from './preflight-here.ts';
import { type Ended, emptyFolder, lastRecord } from './preflight-process.ts';

const targetModule = new URL('../../targets/target.ts', import.meta.url).href;

/** Like the target `live`, in a file of its own and without its patience. */
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
  /^(search-flights|.*-ticket|ask-flights-badly|send-bad-tokens-to-flights|outlive-void-window)$/,
];

const isOfSales = ({ clause, flow }: { readonly clause: string; readonly flow: string }): boolean =>
  salesFlows.some((names) => names.test(flow)) || /^(hotel|avia)-bearer\./.test(clause);

test('a lawful service that differs in all that is open passes, and nothing secret is written', async () => {
  const service = await anotherService();
  try {
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
    // The target allows no extra token: one login of its own, and three that must be refused.
    assert.equal(service.requests.filter((request) => request.endsWith('/auth/token')).length, 4);

    const written = [...filesBelow(join(folder, 'results')).map((file) => readFileSync(file, 'utf8')), stdout, stderr];
    assert.ok(written.length > 10);
    for (const text of written) {
      assert.ok(!/canary/i.test(text), 'a canary was written');
      assert.ok(!text.includes(clientId), 'the clientId was written');
    }
  } finally {
    service.close();
  }
});

test('the token of a run serves the next', async () => {
  const service = await anotherService();
  try {
    const args = ['--only', 'countries'];
    const first = await gate(service, { args });
    const second = await gate(service, { args, folder: first.folder });
    assert.deepEqual([first.code, second.code], [0, 0]);
    assert.equal(service.requests.filter((request) => request.endsWith('/auth/token')).length, 1);
  } finally {
    service.close();
  }
});

test('wrong credentials are tried once, and said in one line', async () => {
  const service = await anotherService({ secret: 'another' });
  try {
    const { code, stdout } = await gate(service, { args: ['--only', 'countries,cities'] });
    assert.equal(code, 3, stdout);
    assert.match(stdout, /COULD NOT MEASURE[\s\S]*credentials \(AUTHENTICATION_FAILED\)/);
    assert.equal(service.requests.filter((request) => request.endsWith('/auth/token')).length, 1);
  } finally {
    service.close();
  }
});

test('an address where nobody listens', async () => {
  const service = await anotherService();
  service.close();
  const { code, stdout } = await gate(service);
  assert.equal(code, 3, stdout);
  assert.match(
    stdout,
    /COULD NOT MEASURE[\s\S]*refused[\s\S]*is the service up, and is the baseUrl of the target right\?/,
  );
  const report = stdout.split('\n').filter((line) => !line.startsWith('recorded '));
  assert.ok(report.length < 20, 'the report is longer than its one cause');
});

test('an address that answers web pages', async () => {
  const service = await anotherService({
    everything: (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello'),
  });
  try {
    const { code, stdout, folder } = await gate(service, { args: ['--only', 'countries,cities'] });
    assert.equal(code, 3, stdout);
    assert.match(stdout, /COULD NOT MEASURE[\s\S]*HTML page/);
    assert.equal(lastRecord(folder).totals.fail, 0);
  } finally {
    service.close();
  }
});
