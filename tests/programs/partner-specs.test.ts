/** Specs that a partner writes with the fixtures and the matchers of the package, in a folder of hers. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { playwright, recordIn, walkedIn, writePage, writeTarget } from './playwright-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const smallWorld = (deviations: object = {}): NodeJS.ProcessEnv => ({
  PREFLIGHT_SANDBOX_URL: sandbox.openWorld({ scale: 'small', ...deviations }).baseUrl,
});

/** With the spec and the configuration of the page, where the package is installed. */
const partnerFolder = (): string => {
  const folder = emptyFolder();
  writePage(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  mkdirSync(join(folder, 'node_modules', '@preflight-gate'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', '@preflight-gate', 'preflight'));
  symlinkSync(join(root, 'node_modules', '@playwright'), join(folder, 'node_modules', '@playwright'));
  return folder;
};

/** The same with tests of its own beside the spec of the page. */
const folderWith = (tests: string): string => {
  const folder = partnerFolder();
  const own = `import { expect, test } from '@preflight-gate/preflight/playwright';\n${tests}`;
  writeFileSync(join(folder, 'specs', 'own.spec.ts'), own);
  return folder;
};

describe('the page', () => {
  test('its spec and its configuration work in a folder of a partner', async () => {
    const cwd = partnerFolder();
    const ended = await playwright(['--reporter=list'], smallWorld(), { cwd });
    equal(ended.code, 0, ended.stdout + ended.stderr);
    match(ended.stdout, /3 passed/);
  });

  test('a spec knows its target, and a matcher says where an answer departs from its schema', async () => {
    const cwd = folderWith(`
test('target', async ({ target }) => {
  const { name, revision, seed, depth, hasOtherPartner, bound, levers, may } = target;
  expect({ name, revision, seed, depth, hasOtherPartner }).toEqual({
    name: 'sandbox', revision: '2026-08-31', seed: 1, depth: 'standard', hasOtherPartner: true });
  expect([bound, levers]).toEqual([expect.arrayContaining(['hotel-search']), expect.arrayContaining(['advanceClock'])]);
  expect(may.books?.perRun).toBeGreaterThan(0);
  expect(Object.keys(target)).not.toContain('credentials');
});
test('refused', async ({ session }) => {
  await expect(await session.send({ operation: 'cities' })).toConformTo('cities');
});
test('departs', async ({ session }) => {
  await expect(await session.send({ operation: 'countries' })).toConformTo('countries');
});
`);
    const ended = await playwright(
      ['--reporter=list', 'own.spec.ts'],
      smallWorld({ faults: ['leaves-out-every-code-of-two-letters'] }),
      { cwd },
    );
    equal(ended.code, 1, ended.stdout + ended.stderr);
    match(ended.stdout, /1 passed/);
    match(ended.stdout, /Error: cities was answered 400, a refusal.*; only a success has the schema of cities/);
    match(ended.stdout, /Error: the answer of countries does not conform to countries\n\s+body\[\d+\]\.\w+: expected/);
  });
});

test('matchers of refusals and of own schemas pass and fail as they say, and what the target lacks skips the test', async () => {
  const cwd = folderWith(`import { z } from 'zod';
const card = { operation: 'hotel-static', path: { hotelId: '99999999' } };
const [named, priced] = [z.array(z.object({ id: z.number() })), z.array(z.object({ price: z.number() }))];
test('keeps', async ({ session }) => {
  await expect(await session.send({ operation: 'cities' })).toBeRefused();
  await expect(await session.send(card)).toBeRefused('HOTEL_NOT_FOUND');
  const beds = await session.send({ operation: 'bed-types' });
  await expect(beds).toSucceed();
  await expect(beds).toMatchSchema(named);
  await expect(beds).toMatchSchema({ type: 'array', items: { required: ['id'] } });
  await expect(beds).not.toMatchSchema(priced);
});
test('another code', async ({ session }) => expect(await session.send(card)).toBeRefused('TICKET_USED'));
test('no refusal', async ({ session }) => expect(await session.send({ operation: 'bed-types' })).toBeRefused());
test('zod', async ({ session }) => expect(await session.send({ operation: 'bed-types' })).toMatchSchema(priced));
test('json schema', async ({ session }) =>
  expect(await session.send({ operation: 'bed-types' })).toMatchSchema({ items: { required: ['price'] } }));
test('needs a binding', async ({ session }) => void (await session.ask('hotel-search', {} as never)));
`);
  symlinkSync(join(root, 'node_modules', 'zod'), join(cwd, 'node_modules', 'zod'));
  const target = writeTarget(cwd);
  const environment = { PREFLIGHT_TARGET: target, ACME_URL: sandbox.openWorld({ scale: 'small' }).baseUrl };
  const ended = await playwright(['--reporter=list', 'own.spec.ts'], environment, { cwd });
  equal(ended.code, 1, ended.stdout + ended.stderr);
  match(ended.stdout, /1 passed/);
  match(ended.stdout, /4 failed/);
  match(ended.stdout, /1 skipped/);
  match(
    ended.stdout,
    /Error: hotel-static was answered 404, a refusal with HOTEL_NOT_FOUND; expected a refusal with TICKET_USED/,
  );
  match(ended.stdout, /Error: bed-types was answered 200, a success; expected a refusal/);
  equal([...ended.stdout.matchAll(/Error: the answer of bed-types: [\s\S]*?price/g)].length, 2, ended.stdout);
});

test('a spec that is wrong fails and says where, and what it leaves open holds up no other', async () => {
  const cwd = folderWith(`
test.describe.configure({ timeout: 30_000 });
test('flow', async ({ walk }) => void (await walk('list-bed-tpyes')));
test('clause', async ({ walk }) =>
  void (await walk('list-bed-types', (walked) => expect(walked).not.toKeepClause('bed-types.sorted-by-di'))));
test('expects', async ({ walk }) => {
  await walk('list-bed-types', async () => {
    expect('as it is').toBe('as it should be');
  });
});
test('skips', async ({ walk }) => void (await walk('list-bed-types', async () => test.skip(true, 'not here'))));
test('operation', async ({ session }) => void (await session.send({ operation: 'bed-tpyes' as never })));
test('act', async ({ session }) => void (await (session as never as { sned(): unknown }).sned()));
test('dies', async ({ session }) => {
  await session.send({ operation: 'bed-types' });
  process.exit(7);
});
test('sends, walks and sends', async ({ session, walk }) => {
  await session.send({ operation: 'bed-types' });
  await walk('list-bed-types');
  expect(await session.send({ operation: 'bed-types' })).toSucceed();
});
`);
  const ended = await playwright(['--reporter=list', 'own.spec.ts'], smallWorld(), { cwd });
  equal(ended.code, 1, ended.stdout + ended.stderr);
  match(ended.stdout, /Error: flow 'list-bed-tpyes' is unknown, did you mean 'list-bed-types'\?/);
  match(ended.stdout, /Error: list-bed-types does not show bed-types\.sorted-by-di/);
  match(ended.stdout, /> +\d+ \| +expect\('as it is'\)\.toBe\('as it should be'\);/);
  match(ended.stdout, /Error: operation 'bed-tpyes' is unknown, did you mean 'bed-types'\?/);
  match(ended.stdout, /Error: act of a session 'sned' is unknown, did you mean 'send'\?/);
  match(ended.stdout, /6 failed[\s\S]*1 skipped[\s\S]*1 passed/);
  deepEqual(walkedIn(ended).slice(-4), ['own-c', 'own-d', 'list-bed-types', 'own-e']);
});

test('a run that is to end cleans up after an open session, and does not wait for its test', async () => {
  const cwd = folderWith(`
test('waits', async ({ session }) => {
  await session.send({ operation: 'bed-types' });
  console.log('open');
  await new Promise((resolve) => setTimeout(resolve, 6000));
});
`);
  const ended = await playwright(['--reporter=list', 'own.spec.ts'], smallWorld(), {
    cwd,
    started: (child) => child.stdout?.on('data', (said: Buffer) => void (/^open/m.test(`${said}`) && child.kill())),
  });
  equal(ended.code, 130, ended.stdout + ended.stderr);
  match(ended.stderr, /^recorded {2}own-a +\d+ exchanges? +[0-4]\.\d s/m);
});

test('a failed expectation beside a passing record ends with 1, and what a shard lacks leaves no record', async () => {
  const cwd = folderWith(`
test('kept, and yet', async ({ walk }) => {
  await walk('list-bed-types');
  expect('what we were promised').toBe('what came');
});
`);
  const ended = await playwright(['--reporter=list', 'own.spec.ts'], smallWorld(), { cwd });
  equal(ended.code, 1, ended.stdout + ended.stderr);
  equal(recordIn(ended.output).verdict, 'pass');
  const rest = await playwright(['--reporter=list', 'own.spec.ts', '--shard=2/2'], smallWorld(), { cwd });
  deepEqual([rest.code, existsSync(join(rest.output, 'latest'))], [0, false], rest.stdout + rest.stderr);
});
