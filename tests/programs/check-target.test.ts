/** `preflight check-target`: what a target lacks, what its bindings read out of real answers, and what is stale. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clausesIn } from '../../contracts/areas.ts';
import { clauseIds } from '../../contracts/clauses.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { canaries, plantedService } from '../cli/planted-service.ts';
import { ends, preflight } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { none } from '../unit/asserted.ts';

const [nested, flat] = await Promise.all([
  startSandbox({ world: { scale: 'small' } }),
  startSandbox({ world: { scale: 'small', dialect: 'flat' } }),
]);
after(() => Promise.all([nested.close(), flat.close()]));

const targets = fileURLToPath(new URL('../../targets/', import.meta.url));

/** A target of the sandbox with some settings changed, in its own file. */
const altered = (text: string, base = 'sandbox'): string => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.target.mts'),
    `import base from '${targets}${base}.ts';\nexport default { ...base, name: 'acme', ${text} };\n`,
  );
  return folder;
};

const check = (folder: string, url: string, ...args: string[]) =>
  preflight(['check-target', './acme.target.mts', ...args], { folder, environment: { PREFLIGHT_SANDBOX_URL: url } });

test('offline it shows what is not set, what is missing, and what that leaves unjudged; to connect, all must be set', async () => {
  const folder = emptyFolder();
  await preflight(['init', 'acme'], { folder });
  const { stdout } = await ends(0, ['check-target', './acme.target.mts'], { folder });
  assert.match(stdout, /^not set +ACME_URL, ACME_CLIENT_ID, ACME_CLIENT_SECRET in the environment$/m);
  assert.match(stdout, /^may +read, with one token, and nothing else$/m);
  assert.match(stdout, /^bindings +0 of 22$/m);
  const [, judged] = new RegExp(`^judged +(\\d+) of ${clauseIds.length} clauses can be`, 'm').exec(stdout) ?? [];
  // Almost nothing of hotels and flights can be reached without a search.
  const withoutSearch = (area: string, search: string): number =>
    Number(new RegExp(`^ {2}${area} +(\\d+) {2}bindings\\['${search}'\\]$`, 'm').exec(stdout)?.[1]);
  assert.ok(withoutSearch('hotels', 'hotel-search') > 0.8 * clausesIn('hotels').length, stdout);
  assert.ok(withoutSearch('flights', 'avia-search') > 0.8 * clausesIn('flights').length, stdout);
  assert.doesNotMatch(stdout, /known\.(?:region|route|strictSupplier)/);
  const left = [...stdout.matchAll(/^ {2}(?:token|dictionaries|hotels|flights|general) +(\d+) /gm)];
  assert.equal(
    left.reduce((sum, [, count]) => sum + Number(count), 0),
    clauseIds.length - Number(judged),
  );
  const connected = await ends(2, ['check-target', './acme.target.mts', '--connect'], { folder });
  assert.match(connected.stderr, /ACME_URL, ACME_CLIENT_ID, ACME_CLIENT_SECRET are not set/);
});

test('a target that lacks nothing can be judged in all, offline and without an environment', async () => {
  const { stdout } = await ends(0, ['check-target', 'sandbox-flat']);
  assert.match(stdout, new RegExp(`^judged +all ${clauseIds.length} clauses can be$`, 'm'));
  assert.match(stdout, /^may +read; bookings: \d+ a run, \d+ a day; tickets: /m);
  assert.match(stdout, /^ {2}create-booking +(\d+) of \1\b/m);
});

test('what keeps clauses from being judged is named in the order in which a person meets it', async () => {
  const { stdout } = await check(altered('may: {}, known: {}, levers: {}'), nested.url);
  const first = [...stdout.matchAll(/^ {2}(?:hotels|flights) +\d+ {2}(\S+?),? /gm)].map(([, name = '']) => name);
  assert.deepEqual([...new Set(first)].sort(), ['known.region', 'known.route', 'may.books', 'may.tickets']);
});

test('one missing binding leaves unjudged what needs it, and no more', async () => {
  const folder = altered(`bindings: { ...base.bindings, 'fare-rules': undefined }`);
  const { stdout } = await check(folder, nested.url);
  assert.match(stdout, /missing: fare-rules$/m);
  const [, count] = new RegExp(`^judged +(\\d+) of ${clauseIds.length}`, 'm').exec(stdout) ?? [];
  assert.ok(Number(count) > 0.9 * clauseIds.length && Number(count) < clauseIds.length, stdout);
  assert.match(stdout, /^ {2}flights +\d+ {2}bindings\['fare-rules'\]/m);
});

const known = 'known: { ...base.known, hotels: [7, 42] }, limits: { ...base.limits, requestsPerSecond: 1_000 }';

for (const { dialect, sandbox, base } of [
  { dialect: 'first', sandbox: nested, base: 'sandbox' },
  { dialect: 'second', sandbox: flat, base: 'sandbox-flat' },
]) {
  test(`connected to the ${dialect} dialect, each binding that only reads is shown beside its answer`, async () => {
    const { code, stdout, stderr } = await check(altered(known, base), sandbox.url, '--connect');
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^token +it is accepted$/m);
    assert.match(stdout, /^ {2}countries: HTTP 200, \d+ records$/m);
    for (const operation of ['hotel-search', 'hotel-pricing', 'offer-pricing', 'search-bookings', 'avia-search'])
      assert.match(stdout, new RegExp(`^${operation} {2}HTTP 200, \\d+ bytes$`, 'm'));
    for (const operation of ['avia-schedule', 'avia-availability', 'avia-offer-price', 'fare-rules', 'ticket-info'])
      assert.match(stdout, new RegExp(`^${operation} {2}HTTP 200, \\d+ bytes$`, 'm'));
    assert.match(stdout, /^ {2}offers\[0\]\.price\.amount +[\d.]+/m);
    for (const reader of ['the binding', 'its name', 'not read']) assert.match(stdout, new RegExp(` ${reader}$`, 'm'));
    assert.match(stdout, /^OK /m);
    none(stdout.split('\n').filter((line) => line.length > 80));
  });
}

test('what the binding does not read is named, and what it reads is not', async () => {
  const folder = altered(
    `${known}, bindings: { 'hotel-search': { ...base.bindings['hotel-search'], response: undefined } }`,
  );
  const silent = await check(folder, nested.url, '--connect');
  assert.match(silent.stdout, /the binding has no response: only what has a documented name is read/);
  assert.match(silent.stdout, /minPrice\.amount .*not read$/m);
  const reading = await check(
    altered(`${known}, bindings: { 'hotel-search': base.bindings['hotel-search'] }`),
    nested.url,
    '--connect',
  );
  assert.match(reading.stdout, /minPrice\.amount .*the binding$/m);
});

test('what the service does not know any more is named, and ends with 3', async () => {
  const stale = `known: { ...base.known, hotels: [7, 999_999], region: 1, presets: ['gone'] }`;
  const { code, stdout } = await check(altered(stale), nested.url, '--connect');
  assert.equal(code, 3);
  assert.match(stdout, /^wrong {2}known\.hotels 999999: refused with HTTP \d+, HOTEL_NOT_FOUND$/m);
  assert.match(stdout, /^wrong {2}known\.region 1: /m);
  assert.match(stdout, /^NOT OK {2}\d+ things to look at$/m);
  const preset = await check(
    altered(`known: { ...base.known, hotels: [7], presets: ['gone'] }`),
    nested.url,
    '--connect',
  );
  assert.match(preset.stdout, /^wrong {2}known\.presets "gone": refused with HTTP /m);
});

test('a binding that breaks, and a service that does not answer, are reported in a line', async () => {
  const broken = `${known}, bindings: { 'hotel-search': { ...base.bindings['hotel-search'], response: (body) => body.no.where } }`;
  const { code, stdout } = await check(altered(broken), nested.url, '--connect');
  assert.equal(code, 3);
  assert.match(stdout, /^wrong {2}bindings\['hotel-search'\]\.response broke: /m);
  const nobody = await check(altered(known), 'http://127.0.0.1:9', '--connect');
  assert.equal(nobody.code, 3);
  assert.match(nobody.stdout, /^NOT OK {2}1 thing to look at$/m);
});

test('credentials that are wrong are reported, and nothing is asked with them', async () => {
  const wrong = `${known}, credentials: { clientId: 'nobody', clientSecret: 'nothing-of-the-kind' }`;
  const { code, stdout } = await check(altered(wrong), nested.url, '--connect');
  assert.equal(code, 3);
  assert.match(stdout, /^token +there is none that is accepted$/m);
  assert.match(stdout, /^wrong {2}.*credentials/m);
  assert.doesNotMatch(stdout, /nothing-of-the-kind|HTTP 200/);
});

test('nothing is booked, also where the target allows bookings', async () => {
  const world = nested.openWorld({ scale: 'small' });
  await check(altered(known), world.baseUrl, '--connect');
  const { stdout } = await check(altered(known), world.baseUrl, '--connect');
  assert.match(stdout, /^not asked +view-booking, /m, 'a booking was there to be viewed');
});

test('nothing of other people, and no credential, is shown of a service that plants them', async () => {
  const others = canaries();
  const service = await plantedService(others);
  const secret = service.clientSecret;
  const folder = altered(`${known}, credentials: { ...base.credentials, clientSecret: ${JSON.stringify(secret)} }`);
  const { stdout, stderr } = await check(folder, service.url, '--connect').finally(service.close);
  assert.match(stdout, /^hotel-search {2}HTTP 200/m);
  for (const canary of [...Object.values(others), secret, ...service.tokens()])
    assert.ok(!(stdout + stderr).includes(canary), canary);
});
