/** `preflight repro` repeats a bundle, an imported case and a former run. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../contracts/bundle.ts';
import { runRecord } from '../../contracts/run-record.ts';
import type { FaultId } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder, filesBelow, lastRecord, preflight as preflightProcess } from '../cli/preflight-process.ts';
import { isOf, planted, realGuest, saved } from '../unit/cases/replay/saved-bookings.ts';
import { httpServer } from '../unit/client/test-server.ts';

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** The bundle of a clause that a gate finds to be broken. */
const foundBy = async (folder: string, fault: string, only: string, given: readonly string[] = []): Promise<string> => {
  const gated = await preflight(['gate', '--seed', '3', '--fault', fault, '--only', only, ...given], { folder });
  const [, path] = new RegExp(`judge {5}npx --no -- preflight judge (\\S+) --clause ${only}`).exec(gated.stdout) ?? [];
  assert.ok(path, gated.stdout + gated.stderr);
  return path;
};

test('in a dialect of its own, where offers are a map by id, a finding is one and is repeated', async () => {
  const [salted, clause] = ['salts-offer-ids-with-the-operation', 'hotel-pricing.keeps-offer-ids-of-search'] as const;
  const folder = emptyFolder();
  const file = await foundBy(folder, salted, clause, ['--dialect', '7']);
  const bundles = readdirSync(join(folder, 'results/latest')).filter((each) => each.endsWith('.bundle.json'));
  assert.equal(bundles.length, 1, bundles.join());
  const shown = await preflight(['show', file], { folder });
  assert.match(shown.stdout, /^target +sandbox-7, [\s\S]*gate --target sandbox-7 --seed 3 --fault\s+salts-offer-ids/m);
  const repro = ['repro', file, '--target', 'sandbox-7'];
  const still = await preflight([...repro, '--fault', salted], { folder });
  assert.match(lastLine(still.stdout), /^still fails the same way {3}hotel-pricing/);
  const fixed = await preflight(repro, { folder });
  assert.match(lastLine(fixed.stdout), /^fixed/);
});

const fault = 'tells-another-check-in-beside-price-details';

test('it still fails where it failed, is fixed where it is healthy, and says no without bookings', async () => {
  const folder = emptyFolder();
  const file = await foundBy(folder, fault, 'view-booking.price-details-change-nothing-else');

  const still = await preflight(['repro', file, '--target', 'sandbox', '--fault', fault], { folder });
  assert.equal(still.code, 1, still.stdout + still.stderr);
  assert.match(lastLine(still.stdout), /^still fails the same way {3}view-booking → response\.body/);
  const announcement = still.stdout.search(/all\s+of\s+it\s+is\s+cancelled\s+again,\s+free\s+of\s+charge/);
  assert.ok(announcement > 0 && announcement < still.stdout.indexOf('made and cancelled again'), still.stdout);
  const [, kept = ''] = /^kept in (\S+\.bundle\.json)$/m.exec(still.stdout) ?? [];
  bundle.parse(JSON.parse(readFileSync(join(folder, kept), 'utf8')));
  const judged = await preflight(['judge', kept], { folder });
  assert.match(judged.stdout, /view-booking\.price-details-change-nothing-else/);

  const healthy = await preflight(['repro', kept, '--target', 'sandbox', '--compare'], { folder });
  assert.deepEqual([healthy.code, lastLine(healthy.stdout)], [0, 'fixed'], healthy.stdout + healthy.stderr);
  assert.match(healthy.stdout, /^differs .*\n(.*\n)*always differs/m);
  const [, results = ''] = /^kept in (\S+)$/m.exec(healthy.stdout) ?? [];
  assert.deepEqual(readdirSync(join(folder, results)).toSorted(), ['repro.json', 'run.json', 'traces']);
  assert.equal(runRecord.parse(JSON.parse(readFileSync(join(folder, results, 'run.json'), 'utf8'))).verdict, 'pass');

  const own = fileURLToPath(new URL('../../targets/sandbox.ts', import.meta.url));
  writeFileSync(
    join(folder, 'reading.ts'),
    `import sandbox from ${JSON.stringify(own)};\nexport default { ...sandbox, name: 'reading', may: {}, baseUrl: 'http://127.0.0.1:9' };\n`,
  );
  const before = readdirSync(join(folder, 'results')).length;
  const reading = await preflight(['repro', file, '--target', './reading.ts'], { folder });
  assert.equal(reading.code, 3, reading.stdout + reading.stderr);
  assert.match(
    lastLine(reading.stdout),
    /^cannot tell {3}needs may\.books\.perRun of \d+ at least in the target file$/,
  );
  assert.equal(readdirSync(join(folder, 'results')).length, before);
});

test('a case of tokens is sent as often as it is wanted: each sending is a run to the bound of logins', async () => {
  const folder = emptyFolder();
  const file = await foundBy(folder, 'leaves-out-expires-at', 'token.success-has-token-and-expiry');
  const { code, stdout } = await preflight(['repro', file, '--target', 'sandbox', '--attempts', '5'], { folder });
  assert.deepEqual([code, lastLine(stdout)], [0, 'fixed, in 5 of 5 attempts'], stdout);
});

test('fixed is earned: what reads is sent three times, and what was seen now and then more often', async () => {
  const folder = emptyFolder();
  const file = await foundBy(folder, 'swaps-one-pair-deep-in-list', 'cities.sorted-by-id');
  const repro = (bundled: string, ...more: string[]) =>
    preflight(['repro', bundled, '--target', 'sandbox', ...more], { folder });
  const healthy = await repro(file);
  assert.match(healthy.stdout, /sends \d+ requests? at least, up to 3 times/);
  assert.deepEqual([healthy.code, lastLine(healthy.stdout)], [0, 'fixed, in 3 of 3 attempts'], healthy.stderr);
  const broken = await repro(file, '--fault', 'swaps-one-pair-deep-in-list');
  assert.match(lastLine(broken.stdout), /^still fails the same way {3}/);

  const whole = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  writeFileSync(join(folder, 'seldom.json'), JSON.stringify({ ...whole, seen: { failed: 1, sent: 2 } }));
  const unearned = await repro('seldom.json');
  assert.equal(unearned.code, 3, unearned.stdout);
  assert.equal(
    lastLine(unearned.stdout),
    'not seen in 3 attempts   it was seen in 1 of 2 sendings, so fixed needs 5 attempts: add --attempts 5',
  );
  const earned = await repro('seldom.json', '--attempts', '5');
  assert.deepEqual([earned.code, lastLine(earned.stdout)], [0, 'fixed, in 5 of 5 attempts']);
});

test('each attempt is counted, and what an exploration found is sent again, too', async () => {
  const folder = emptyFolder();
  const args = ['--target', 'sandbox', '--attempts', '3'];
  const nulled = 'nulls-the-search-id-every-second-time';
  const file = await foundBy(folder, nulled, 'hotel-search.search-id-is-returned');
  const counted = await preflight(['repro', file, ...args, '--fault', nulled], { folder });
  assert.match(lastLine(counted.stdout), /^still fails the same way, in 3 of 3 attempts {3}hotel-search → /);
  const [, kept = ''] = /^kept in (\S+\.bundle\.json)$/m.exec(counted.stdout) ?? [];
  assert.deepEqual(bundle.parse(JSON.parse(readFileSync(join(folder, kept), 'utf8'))).seen, { failed: 3, sent: 3 });

  const missing = ['--fault', 'answers-404-for-unknown-country'];
  const explored = await preflight(
    ['explore', '--only', 'explore-country-ids', '--seed', '42', '--requests', '30', ...missing],
    { folder },
  );
  const [, counterexample = ''] = /--replay (\S+)$/m.exec(explored.stdout) ?? [];
  const again = await preflight(['repro', counterexample, '--target', 'sandbox', ...missing], { folder });
  assert.deepEqual([again.code, lastLine(again.stdout).slice(0, 24)], [1, 'still fails the same way'], again.stdout);
});

test('it is made smaller within a budget, goes on from what is kept, and says what is left and why', async () => {
  const folder = emptyFolder();
  const file = await foundBy(folder, fault, 'view-booking.price-details-change-nothing-else');
  const again = ['repro', file, '--target', 'sandbox', '--fault', fault, '--minimise'];
  const spent = await preflight([...again, '--requests', '40'], { folder });
  assert.equal(spent.code, 1, spent.stdout + spent.stderr);
  assert.match(spent.stdout, /^smaller, and perhaps not the smallest: the budget of 40 requests is used up$/m);
  const [, command = ''] = /^go on {3}npx --no -- preflight (.*)$/m.exec(spent.stdout) ?? [];
  const resumed = await preflight(command.split(' '), { folder });
  assert.equal(resumed.code, 1, resumed.stdout + resumed.stderr);
  assert.match(resumed.stdout, /^minimal\nsteps {5}7 of \d+: \d+ hotel-search/m);
  assert.match(resumed.stdout, /^left out {2}room 2, child 1 of room 1/m);
  assert.match(resumed.stdout, /^one less {2}\d+ sent again, and it did not fail/m);
  assert.match(resumed.stdout, /^(\d+) bookings requested, \1 made and cancelled again$/m);
  assert.ok(
    resumed.stdout
      .split('\n')
      .filter((line) => /^(steps|left out|one less| {10})/.test(line))
      .every(({ length }) => length <= 80),
  );
  const [, minimal = ''] = /^kept in (\S+\.bundle\.json)$/m.exec(resumed.stdout) ?? [];
  const { traces } = bundle.parse(JSON.parse(readFileSync(join(folder, minimal), 'utf8')));
  assert.ok((traces[0]?.exchanges.length ?? 99) < 12);
  const healthy = await preflight(['repro', minimal, '--target', 'sandbox', '--minimise'], { folder });
  assert.deepEqual([healthy.code, lastLine(healthy.stdout)], [0, 'fixed'], healthy.stdout + healthy.stderr);
  assert.match(healthy.stdout, /^cannot be minimised: as it is, it does not fail twice$/m);

  const refused: [args: string[], said: RegExp][] = [
    [[...again, '--literal'], /leave --literal out/],
    [[...again, '--attempts', '3'], /leave --attempts out/],
    [[...again, '--resume', 'results/none'], /minimise\.json does not exist/],
    [[...again.slice(0, -1), '--requests', '9'], /--requests is the budget of --minimise/],
    [[...again.slice(0, -1), '--resume', 'results'], /--resume goes on with --minimise/],
  ];
  for (const [args, said] of refused) {
    const ended = await preflight(args, { folder });
    assert.deepEqual([ended.code, said.test(ended.stderr)], [2, true], ended.stdout + ended.stderr);
  }
});

test('a file that is no case gets one line, and nothing is sent for it', async () => {
  const folder = emptyFolder();
  const file = await foundBy(folder, 'swaps-one-pair-deep-in-list', 'cities.sorted-by-id');
  const whole = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const [trace] = whole.traces;
  const { response, ...unanswered } = trace.exchanges[1];
  const longer = Array.from({ length: 2_100 }, (_, index) => ({ ...unanswered, index }));
  const lies: [name: string, content: unknown, code: number, said: RegExp][] = [
    ['unfounded', { ...whole, fingerprint: undefined }, 2, /holds no finding/],
    [
      'unordered',
      // Begun at another moment, or the exact evidence would stand in its place.
      { ...whole, traces: [{ ...trace, startedAt: '2026-01-01T00:00:00Z', exchanges: trace.exchanges.toReversed() }] },
      2,
      /out of order/,
    ],
    [
      'long',
      {
        ...whole,
        traces: [{ ...trace, exchanges: longer }],
        verdicts: whole.verdicts.map((each: { findings: object[] }) => ({
          ...each,
          findings: each.findings.map((one) => ({ ...one, exchange: 2_099 })),
        })),
      },
      3,
      /a case of Preflight has at most/,
    ],
  ];
  for (const [name, content, code, said] of lies) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
    const ended = await preflight(['repro', `${name}.json`, '--target', 'sandbox'], { folder });
    assert.equal(ended.code, code, name + ended.stdout + ended.stderr);
    assert.match(ended.stdout + ended.stderr, said);
  }
  const missing = await preflight(['repro', 'nowhere.json', '--target', 'sandbox'], { folder });
  assert.deepEqual([missing.code, existsSync(join(folder, 'nowhere.json'))], [2, false]);
  const untold = await preflight(['repro', file], { folder });
  assert.equal(untold.code, 2);
  assert.match(untold.stderr, /--target/);
});

const oddity = 'refuses-every-booking';
/** Everything that a folder holds, as text. */
const allIn = (folder: string): string =>
  filesBelow(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('import, then repro: still refused where suppliers refuse, fixed elsewhere, and never literally', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const folder = emptyFolder();
  const { har } = await saved(sandbox, { dialect: 'nested', oddities: [oddity] }, async ({ hotels }) =>
    hotels.book(await hotels.choose(isOf('NWR')), realGuest),
  );
  // The supplier names whom it refuses.
  const [named = ''] = planted;
  const refusing = har.replaceAll('Bookings of this agency', `${named} and others`);
  assert.notEqual(refusing, har);
  writeFileSync(join(folder, 'saved.har'), refusing);
  const imported = await preflight(['import', 'saved.har'], { folder });
  const [, file = ''] = /npx --no -- preflight show (\S+imported\.bundle\.json)/.exec(imported.stdout) ?? [];
  assert.ok(file, imported.stdout + imported.stderr);

  const args = ['repro', file, '--target', 'sandbox'];
  const literally = await preflight([...args, '--literal'], { folder });
  assert.equal(literally.code, 2, literally.stdout);
  assert.match(literally.stderr, /^preflight: \S+ was imported and has an effect: leave out --literal, .+\n$/);

  const again = await preflight([...args, '--oddity', oddity, '--attempts', '2', '--compare'], { folder });
  assert.equal(again.code, 1, again.stdout + again.stderr);
  assert.match(again.stdout, /^ {2}response\.body\.error\.message +"/m);
  assert.equal(
    lastLine(again.stdout),
    'still refused, in 2 of 2 attempts   create-booking refused with SUPPLIER_ERROR',
  );
  const [date, person, effects, booked] = [
    /^date {3}hotel-search intent\.stay\.checkIn \d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d$/m,
    /^person create-booking intent\.guests\[0\]\[0\]: invented, \d+ years, female, RU$/m,
    /books 1 stay \(.*\), 2 times: all\s+of\s+it\s+is\s+cancelled\s+again,\s+free\s+of\s+charge/,
    /^kept in /m,
  ].map((pattern) => again.stdout.search(pattern));
  assert.ok(
    [date, person, effects, booked].every((at) => at !== undefined && at >= 0),
    again.stdout,
  );
  assert.ok(Math.max(date ?? 0, person ?? 0, effects ?? 0) < (booked ?? 0));

  const [, kept = ''] = /^kept in (\S+\.bundle\.json)$/m.exec(again.stdout) ?? [];
  const shown = await preflight(['show', kept, '--shareable'], { folder });
  assert.deepEqual([shown.code, shown.stdout.includes('SUPPLIER_ERROR')], [0, true], shown.stderr);
  const healthy = await preflight(['repro', kept, '--target', 'sandbox'], { folder });
  assert.equal(healthy.code, 0, healthy.stdout + healthy.stderr);
  assert.match(
    lastLine(healthy.stdout),
    /^fixed {3}create-booking answered well now, refused with SUPPLIER_ERROR then$/,
  );
  const results = allIn(join(folder, 'results'));
  for (const real of planted) assert.ok(!`${results}${again.stdout}${healthy.stdout}`.includes(real), real);
});

/** A sandbox that answers the first requests for countries with a 503. */
const recovering = async (t: TestContext, troubles: number, faults: readonly FaultId[] = []): Promise<string> => {
  const sandbox = await startSandbox({ world: { scale: 'small', faults } });
  let left = troubles;
  t.after(sandbox.close);
  return httpServer(t, async (request, response) => {
    if (request.url?.endsWith('/countries') && left-- > 0) return response.writeHead(503).end();
    const { method = 'GET', url = '', headers } = request;
    const { host, connection, 'content-length': length, 'transfer-encoding': coding, ...kept } = headers;
    const body = method === 'GET' ? {} : { body: await buffer(request) };
    const answer = await fetch(sandbox.url + url, { method, headers: kept as Record<string, string>, ...body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
};

const args = ['gate', '--seed', '3', '--only', 'countries,accommodation-types'];

test('trouble that has passed makes a clause flaky, and never green in silence', async (t) => {
  const folder = emptyFolder();
  const environment = { PREFLIGHT_SANDBOX_URL: await recovering(t, 3) };
  const { code, stdout, stderr } = await preflightProcess([...args, '--rerun'], { folder, environment });
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^again {2}after trouble: .*list-countries/m);
  assert.match(stdout, /^PASS {2}\d+ judged, 0 broken, \d+ flaky$/m);
  assert.match(stdout, /^flaky {7}\d+ clauses passed only when tried again after trouble:\n +countries\./m);
  const { decision, verdicts } = lastRecord(folder);
  assert.ok(decision?.flaky.includes('countries.sorted-by-id'));
  const attempts = verdicts.filter(({ clause, flow }) => clause === 'countries.sorted-by-id' && /^list-c/.test(flow));
  assert.ok(attempts.some(({ flow, because }) => flow === 'list-countries' && because === 'trouble'));
  assert.ok(attempts.some(({ flow, outcome }) => flow === 'list-countries-again' && outcome === 'pass'));
  const traces = readdirSync(join(folder, 'results/latest/traces'));
  assert.ok(traces.includes('list-countries.json') && traces.includes('list-countries-again.json'));

  const judged = await preflight(['judge', 'results/latest'], { folder });
  assert.equal(judged.code, 0, judged.stdout);
  assert.match(judged.stdout, /, \d+ flaky$/m);
});

test('nothing is walked again unless a person or a policy says so, and never twice', async (t) => {
  const [once, twice] = [await recovering(t, 3), await recovering(t, 6)];
  const plain = await preflight(args, { environment: { PREFLIGHT_SANDBOX_URL: once } });
  assert.equal(plain.code, 3, plain.stdout);
  const folder = emptyFolder();
  writeFileSync(join(folder, 'preflight.policy.ts'), 'export default { reruns: 1 };');
  const still = await preflight(args, { folder, environment: { PREFLIGHT_SANDBOX_URL: twice } });
  assert.equal(still.code, 3, still.stdout);
  assert.match(still.stdout, /^again {2}after trouble/m);
});

test('a failure of the second attempt is a failure', async (t) => {
  const folder = emptyFolder();
  const environment = { PREFLIGHT_SANDBOX_URL: await recovering(t, 3, ['swaps-one-pair-deep-in-countries']) };
  const { code, stdout } = await preflight([...args, '--rerun'], { folder, environment });
  assert.equal(code, 1, stdout);
  const [, bundle = ''] = /judge {5}npx --no -- preflight judge (\S+)/.exec(stdout) ?? [];
  assert.equal((await preflight(['judge', bundle], { folder })).code, 1);
});
