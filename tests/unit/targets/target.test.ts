/** Target files are loaded, completed and held away from the rest of the process. */
import assert, { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Binding } from '../../../contracts/bindings.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { newestRevision } from '../../../contracts/target.ts';
import { dialectIds, dialects } from '../../../sandbox/dialects.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { loadTarget, targetNames } from '../../../targets/load.ts';
import { lateErrorOf, whileLoading } from '../../../targets/load-file.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { env } from '../../../targets/target.ts';
import { canonicalReplies, changedAt, placesIn } from '../sandbox/canonical-replies.ts';
import { targets } from '../sandbox/hotel-partner.ts';

const whole = {
  name: 'acme',
  baseUrl: 'https://acme.example/api/',
  credentials: { clientId: 'a', clientSecret: env('ACME_SECRET') },
};

test('what a target does not say has a default, and it may do nothing but read', () => {
  const { baseUrl, revision, may, limits, levers, credentials } = resolvedTarget(whole, { ACME_SECRET: 's' }, 'acme');
  assert.equal(baseUrl, 'https://acme.example/api');
  assert.equal(credentials.clientSecret, 's');
  assert.equal(revision, newestRevision);
  assert.deepEqual([may, levers], [{}, {}]);
  assert.ok(Object.values(limits).every((limit) => limit > 0));
});

test('an empty variable counts as not set, and a second partner is another than the first', () => {
  const otherPartner = { clientId: 'a', clientSecret: 'other' };
  throws(
    () => resolvedTarget(whole, { ACME_SECRET: '' }, 'acme'),
    /ACME_SECRET is not set in the environment: export it/,
  );
  throws(
    () => resolvedTarget({ ...whole, otherPartner }, { ACME_SECRET: 's' }, 'acme'),
    /otherPartner\.clientId: is that of credentials: name a second partner, or leave it out/,
  );
});

test('every target that can be named is a whole one', async () => {
  assert.deepEqual(targetNames(), ['live', 'sandbox', 'sandbox-flat']);
  const set = {
    PREFLIGHT_SANDBOX_URL: 'http://127.0.0.1:1',
    PREFLIGHT_URL: 'http://127.0.0.1:1',
    PREFLIGHT_CLIENT_ID: 'a',
    PREFLIGHT_CLIENT_SECRET: 'b',
  };
  for (const name of targetNames()) assert.equal((await loadTarget(name, set)).name, name);
});

test('a variable sets the pace of the target live, and is named when it is no number', async () => {
  const set = { PREFLIGHT_URL: 'http://127.0.0.1:1', PREFLIGHT_CLIENT_ID: 'a', PREFLIGHT_CLIENT_SECRET: 'b' };
  const paceOf = async (PREFLIGHT_REQUESTS_PER_SECOND?: string) =>
    (await loadTarget('live', { ...set, PREFLIGHT_REQUESTS_PER_SECOND })).limits.requestsPerSecond;
  assert.deepEqual([await paceOf(), await paceOf(''), await paceOf('2.5')], [10, 10, 2.5]);
  await assert.rejects(paceOf('fast'), {
    name: 'UsageError',
    message: 'the variable PREFLIGHT_REQUESTS_PER_SECOND is no number: write one such as 5, or unset it',
  });
  await assert.rejects(paceOf('-1'), /limits\.requestsPerSecond/);
});

test('the levers of the sandbox move one clock only', async () => {
  const sandbox = await startSandbox({ world: { scale: 'small' }, now: () => Date.parse('2026-08-31T08:00:00Z') });
  try {
    const { levers } = await loadTarget('sandbox', { PREFLIGHT_SANDBOX_URL: sandbox.url });
    const dateAt = async (url: string) => (await fetch(`${url}/api/dictionary/countries`)).headers.get('date');
    const world = await levers.openWorld?.();
    assert.ok(world);
    await world.advanceClock(3_600_000);
    assert.equal(await dateAt(world.baseUrl), 'Mon, 31 Aug 2026 09:00:00 GMT');
    await levers.advanceClock?.(60_000);
    assert.equal(await dateAt(sandbox.url), 'Mon, 31 Aug 2026 08:01:00 GMT');
    await world.close();
    assert.equal((await fetch(`${world.baseUrl}/api/dictionary/countries`)).status, 404);
  } finally {
    await sandbox.close();
  }
});

const folder = mkdtempSync(join(tmpdir(), 'preflight loaded '));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'acme.ts');

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

test('an error is reported as the mistake of the code that stands in its stack', async () => {
  writeFileSync(
    file,
    `const request = () => { throw new Error('boom'); };
     const response = () => process.exit(0);
     export default {
       name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' },
       bindings: { 'hotel-search': { request, response }, 'view-booking': { request: () => process.kill(process.pid) } },
     };`,
  );
  const { bindings } = await loadTarget(file, {});
  const search = bindings['hotel-search'];
  ok(search?.response);
  const { request, response } = search;
  const reported = lateErrorOf(thrownBy(() => request({} as never)));
  equal(reported, `target file ${file} threw an error that no code caught: boom`);
  equal(lateErrorOf(new Error('ours')), undefined);
  match(lateErrorOf('a text') ?? '', /most likely in target file .*acme\.ts: a text/);
  throws(() => response({}, {} as never), /it calls process\.exit/);
  throws(() => bindings['view-booking']?.request({} as never), /it calls process\.kill/);
  equal(process.kill(process.pid, 0), true);
});

test('a file that is loaded once more keeps no signal from being heard', async (t) => {
  const listener = (): void => {};
  process.on('SIGTERM', listener);
  t.after(() => process.off('SIGTERM', listener));
  const isHeard = async (): Promise<boolean> => process.listeners('SIGTERM').includes(listener);
  const other = join(folder, 'other.ts');
  equal(await whileLoading(other, './other.ts', isHeard), false);
  equal(await isHeard(), true);
  equal(await whileLoading(other, './other.ts', isHeard), true);
});

const definition = `export default {
  name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' },
};`;

const changes: Readonly<Record<string, string>> = {
  'Object.prototype.x': `Object.prototype.x = 'everywhere';`,
  'Object.prototype.get': `Object.defineProperty(Object.prototype, 'get', { value: () => 1, configurable: true, writable: true });`,
  'Array.prototype.last': 'Array.prototype.last = () => 1;',
  'Array.prototype.map': 'Array.prototype.map = function () { return [1]; };',
  'Array.prototype': 'Array.prototype[Symbol.iterator] = function* () {};',
  'JSON.parse': 'JSON.parse = () => ({});',
  'Date.now': 'Date.now = () => 0;',
  'globalThis.Date': 'globalThis.Date = class extends Date {};',
  'String.prototype.trim': 'delete String.prototype.trim;',
};

for (const [what, text] of Object.entries(changes)) {
  test(`a target file that changes ${what} is refused, and nothing of that stays`, async () => {
    const place = join(folder, `changes ${what}.mjs`);
    writeFileSync(place, `${text}\n${definition}`);
    const before = [Date, JSON.parse, Array.prototype.map, Array.prototype[Symbol.iterator], String.prototype.trim];
    await rejects(loadTarget(place, {}), {
      name: 'UsageError',
      message: `target file ${place} cannot be loaded: it changes ${what}, which all code here uses: take that out of it`,
    });
    const now = [Date, JSON.parse, Array.prototype.map, Array.prototype[Symbol.iterator], String.prototype.trim];
    deepEqual(now, before);
    deepEqual([Object.hasOwn(Object.prototype, 'x'), Object.hasOwn(Object.prototype, 'get')], [false, false]);
  });
}

test('what no loop meets may be added, and errors may be traced otherwise', async () => {
  const place = join(folder, 'adds.mjs');
  const added = `Object.defineProperty(Array.prototype, 'ofLater', { value: () => 1, configurable: true });`;
  writeFileSync(place, `${added}\nError.stackTraceLimit = 12;\n${definition}`);
  equal((await loadTarget(place, {})).name, 'acme');
});

test('a target file is a module wherever it lies, and a file of CommonJS stays one', async () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(join(folder, 'name.ts'), `export const name: string = 'acme';`);
  writeFileSync(
    join(folder, 'as-module.ts'),
    `import { name } from './name.ts';\n${definition.replace("'acme'", 'name')}`,
  );
  writeFileSync(join(folder, 'as-script.ts'), definition.replace('export default', 'module.exports ='));
  for (const file of ['as-module.ts', 'as-script.ts']) equal((await loadTarget(join(folder, file), {})).name, 'acme');
});

const odd = [null, {}, [null], 'x', -1, { amount: 'x' }, undefined];

describe('bindings', () => {
  for (const dialect of dialectIds) {
    const canonical = canonicalReplies(dialect);
    for (const operation of boundOperations) {
      const binding = targets[dialect].bindings?.[operation] as Binding<typeof operation> | undefined;
      const factsIn = (body: unknown) => factsOf(operation, body as never, binding?.response?.(body, {} as never));

      test(`of ${dialect} read ${operation}, however strange`, () => {
        const spelled = dialects[dialect].spells[operation]?.(canonical[operation]);
        const body = JSON.parse(JSON.stringify(spelled));
        assert.ok(Object.keys(factsIn(body)).length > 0);
        for (const place of placesIn(body)) for (const change of odd) factsIn(changedAt(body, place, change));
        fc.assert(
          fc.property(fc.jsonValue(), (value) => void factsIn(value)),
          { seed: 1 },
        );
      });
    }
  }
});
