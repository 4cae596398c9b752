/** `npx playwright test`: the second door to the walk of a gate, as a person uses it. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runRecord } from '../../contracts/run-record.ts';
import { explorations } from '../../explore/explorations.ts';
import { planOf } from '../../flows/plan.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { chapter } from '../chapter.ts';
import { openedWorld } from '../cli/planted-service.ts';
import { preflight } from '../cli/preflight-here.ts';
import { commandBlocks, emptyFolder } from '../cli/preflight-process.ts';
import { assertBothDoors, playwright, recordIn, walkedIn } from './playwright-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const smallWorld = (deviations: object = {}): NodeJS.ProcessEnv => ({
  PREFLIGHT_SANDBOX_URL: sandbox.openWorld({ scale: 'small', ...deviations }).baseUrl,
});

type AllureStep = {
  readonly name: string;
  readonly steps: readonly AllureStep[];
  readonly attachments?: readonly { readonly name: string }[];
};
type AllureResult = AllureStep & {
  readonly status: string;
  readonly links: readonly { readonly url: string; readonly name: string }[];
  readonly parameters: readonly { readonly name: string }[];
  readonly labels: readonly { readonly name: string; readonly value: string }[];
};

const attachmentsIn = ({ attachments = [], steps }: AllureStep): string[] => [
  ...attachments.map(({ name }) => name),
  ...steps.flatMap(attachmentsIn),
];

const allureResultsIn = (output: string): AllureResult[] =>
  globSync('latest/allure-results/*-result.json', { cwd: output }).map((file) =>
    JSON.parse(readFileSync(join(output, file), 'utf8')),
  );

/** Each in its step. What Playwright adds to a failed test has a step of its own, which is named like it. */
const assertAttachmentsStand = (steps: readonly AllureStep[]): void => {
  for (const step of steps)
    for (const each of attachmentsIn(step)) ok(each === step.name || each.startsWith(`${step.name}: `), each);
};

/** The anchor of each part of the interface on a page, as GitHub makes it of a title. */
const anchorsIn = (file: string): Map<string, string> =>
  new Map(
    [...readFileSync(file, 'utf8').matchAll(/^#+ (([\d.]+) .*)$/gm)].map(([, title = '', part = '']) => [
      part,
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ]),
  );

test('each flow of a full plan, and each exploration, is walked by exactly one test', () => {
  const specs = globSync('specs/*.spec.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const walked = specs.flatMap((spec) => [...spec.matchAll(/await walk\('([a-z-]+)'/g)].map(([, flow]) => flow));
  const flows = planOf({ revision: '2026-12-31', depth: 'full' }).flows.map(({ id }) => id);
  const explored = explorations.map(({ id }) => id);
  deepEqual(walked.sort(), [...flows, ...explored].sort());
  // By this a report knows which command repeats a finding.
  const isExploration = (id: string): boolean => id.startsWith('explore-');
  deepEqual([flows.filter(isExploration), explored.filter((id) => !isExploration(id))], [[], []]);
});

test('both doors give the same verdicts', { timeout: 240_000 }, async () => {
  await assertBothDoors({ ofSpecs: smallWorld(), ofGate: smallWorld(), code: 0 });
});

const page = chapter('use/playwright.md');

describe('the page', () => {
  const [[list = '', some = '', allure = ''] = []] = commandBlocks(page);
  const argsOf = (line: string): string[] => line.replace(/^npx playwright test /, '').split(' ');

  test('its list of the tests starts nothing', async () => {
    const { code, stdout, output } = await playwright(argsOf(list));
    equal(code, 0);
    match(stdout, /Total: 50 tests in 7 files/);
    equal(existsSync(output), false);
  });

  test('its area passes, and Allure shows each attachment in its step', async () => {
    const { baseUrl } = sandbox.openWorld({ scale: 'small' });
    const { code, stdout, stderr, output } = await playwright(argsOf(some), { PREFLIGHT_SANDBOX_URL: baseUrl });
    equal(code, 0, stdout + stderr);
    const latest = realpathSync(join(output, 'latest'));
    equal(allure, 'npm run allure');
    const results = allureResultsIn(output).filter(({ status }) => status !== 'skipped');
    equal(results.length, 10);
    for (const { name, steps, parameters, labels, links } of results) {
      deepEqual(parameters.map(({ name: each }) => each).sort(), ['depth', 'revision', 'seed', 'target'], name);
      ok(
        labels.some((each) => each.name === 'epic' && each.value === 'dictionaries'),
        name,
      );
      ok(links.length > 0, name);
      for (const { url, name: part } of links) {
        const [file = '', anchor = ''] = url.split('#');
        ok(anchorsIn(resolve(latest, file)).get(part.replace('§', '')) === anchor, url);
      }
      assertAttachmentsStand(steps);
      ok(steps.flatMap(attachmentsIn).length > 0, name);
    }
  });
});

test('two runs at a time, or one from another folder, keep what Allure shows of each, failed or not', async () => {
  const elsewhere = { cwd: emptyFolder(), folder: emptyFolder() };
  const config = ['--config', join(root, 'playwright.config.ts')];
  const first = Promise.withResolvers<void>();
  const runs = [
    playwright(['-g', '@dictionaries.*@standard'], smallWorld({ faults: ['keys-countries-by-id'] }), {
      started: ({ stderr }) => stderr?.on('data', (said: Buffer) => /^recorded/m.test(`${said}`) && first.resolve()),
    }),
    first.promise.then(() => playwright(['-g', '@bed-types'], smallWorld())),
  ];
  const ended = [
    ...(await Promise.all(runs)),
    await playwright([...config, '-g', '@bed-types'], smallWorld(), elsewhere),
  ];
  for (const [at, code, count] of [
    [0, 1, 10],
    [1, 0, 1],
    [2, 0, 1],
  ] as const) {
    const { code: found, stdout = '', stderr = '', output = '' } = ended[at] ?? {};
    equal(found, code, stdout + stderr);
    const results = allureResultsIn(output);
    equal(results.length, count, `${at}`);
    for (const { steps } of results) assertAttachmentsStand(steps);
  }
});

test('a tag selects the journeys that carry it, and no other', async () => {
  const ended = await playwright(['--reporter=list', '-g', '@tickets'], smallWorld());
  equal(ended.code, 0, ended.stdout + ended.stderr);
  const spec = readFileSync(join(root, 'specs/40-tickets.spec.ts'), 'utf8');
  const { flows } = planOf({ revision: '2026-08-31', depth: 'standard' });
  const planned = new Set(flows.map(({ id }) => id));
  const ofTickets = [...spec.matchAll(/await walk\('([a-z-]+)'/g)].flatMap(([, flow = '']) =>
    planned.has(flow as (typeof flows)[number]['id']) ? [flow] : [],
  );
  deepEqual(walkedIn(ended), ofTickets);
  ok(ofTickets.length > 0);
});

test('what a worker loads is Playwright and the room of specs: the engine stays in the process that walks', async () => {
  const script = `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
await import(${JSON.stringify(new URL('../../playwright/test.ts', import.meta.url).href)});
console.log(loaded.filter((url) => url.startsWith('file:') && !url.includes('/node_modules/')).join('\\n'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  const loaded = (await text(child.stdout)).trim().split('\n');
  const names = loaded.map((url) => relative(root, fileURLToPath(url)));
  deepEqual(names.sort(), ['playwright/door.ts', 'playwright/test.ts']);
});

test('what an exploration finds fails its test, and the input is sent again by its command', async () => {
  const environment = smallWorld({ faults: ['shows-a-card-for-hotels-beyond-thirty-one-bits'] });
  const folder = emptyFolder();
  const args = ['--reporter=list', '-g', 'no hotel has an id'];
  const ended = await playwright(args, { ...environment, PREFLIGHT_DEPTH: 'full' }, { folder });
  equal(ended.code, 1, ended.stdout + ended.stderr);
  const record = recordIn(ended.output);
  deepEqual([record.depth, record.verdict], ['full', 'fail']);
  equal((await preflight(['judge', 'latest'], { folder })).code, 1);
  const lack = record.verdicts.filter(({ because }) => because === 'trouble' || because === 'nothing');
  deepEqual(lack, []);
  const [, command = ''] = /repeat +npx --no -- preflight (explore .*)$/m.exec(ended.stdout) ?? [];
  match(command, /^explore --target sandbox --seed 1 --replay \S+\.bundle\.json$/);
  const [bundle = ''] = globSync('latest/*.bundle.json', { cwd: ended.output });
  const words = command.split(' ').with(-1, join('results', bundle));
  const again = await preflight(words, { folder, environment });
  equal(again.code, 1, again.stderr);
  match(again.stdout, /hotel-card\.unknown-hotel-is-not-found/);
});

test('in a pipeline specs end as a gate does: with a release, a history, JUnit and a summary', async () => {
  const folder = emptyFolder();
  const summary = join(folder, 'summary.md');
  const pipeline = { CI: 'true', GITHUB_SHA: '4f9c1d2e', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const history = join(folder, 'results', 'history.db');
  const environment = { ...smallWorld(), ...pipeline, PREFLIGHT_HISTORY: history };
  const ended = await playwright(['--reporter=list', '-g', '@bed-types'], environment, { folder });
  equal(ended.code, 0, ended.stdout + ended.stderr);
  match(ended.stderr, /^recorded {2}list-bed-types +\d+ exchanges/m);
  match(ended.stderr, /^::stop-commands::(\S+)$[\s\S]+^::\1::$/m);
  equal(recordIn(ended.output).release, '4f9c1d2e');
  match(readFileSync(summary, 'utf8'), /sandbox.*passes/);
  ok(existsSync(join(ended.output, 'latest', 'junit.xml')));
  const asked = ['can-release', '4f9c1d2e', '--environment', 'sandbox', '--history', history];
  const { code, stdout } = await preflight(asked, { folder });
  equal(code, 3);
  match(stdout, /its gates there were of parts/);
});

test('what the depth leaves out is skipped with its reason; without any other flow there is no record and no 3', async () => {
  const { code, stdout, stderr, output } = await playwright(['--reporter=json', '-g', '@full']);
  equal(code, 0, stderr);
  match(stderr, /no flow of the plan was walked, so there is no record/);
  equal(existsSync(join(output, 'latest')), false);
  const reasons = [
    ...stdout.matchAll(/"description": "a run of depth standard does not walk (\S+) \(PREFLIGHT_DEPTH\)"/g),
  ];
  const skipped = new Set(reasons.map(([, flow]) => flow));
  const forFullOnly = ['act-on-flights', 'act-on-stays', 'walk-after-wrong-login'];
  deepEqual([...skipped].sort(), [...explorations.map(({ id }) => id), ...forFullOnly].sort());
});

test('Ctrl-C ends with 130 when what was booked is cancelled and the record is written', {
  timeout: 120_000,
}, async () => {
  const { world, baseUrl } = openedWorld(sandbox, { scale: 'small', oddities: ['answers-slowly'] });
  const open = () => world.bookings.all().filter(({ cancelledAtMs }) => cancelledAtMs === undefined);
  const booked = async (): Promise<void> => {
    while (open().length === 0) await delay(5);
  };
  const ended = await playwright(
    ['--reporter=list', '-g', 'a booking is as it was asked for'],
    { PREFLIGHT_SANDBOX_URL: baseUrl },
    { started: (child) => void booked().then(() => child.kill('SIGINT')) },
  );
  equal(ended.code, 130, ended.stdout + ended.stderr);
  deepEqual(open(), []);
  match(ended.stderr, /interrupted; what was recorded is in /);
  const [file = ''] = globSync('*/run.json', { cwd: ended.output });
  equal(runRecord.parse(JSON.parse(readFileSync(join(ended.output, file), 'utf8'))).verdict, 'inconclusive');
});

test('a file is a selection, each repetition walks anew, and what has failed last is selected by --last-failed', async () => {
  const folder = emptyFolder();
  const broken = smallWorld({ faults: ['keys-countries-by-id'] });
  const args = ['--reporter=list', '10-dictionaries', '-g', '@countries|@bed-types', '--repeat-each', '2'];
  const ended = await playwright(args, broken, { folder });
  equal(ended.code, 1, ended.stdout + ended.stderr);
  deepEqual(walkedIn(ended), ['list-countries', 'list-bed-types', 'list-countries', 'list-bed-types']);
  const again = await playwright(['--reporter=list', '--last-failed'], smallWorld(), { folder });
  equal(again.code, 0, again.stdout + again.stderr);
  deepEqual(walkedIn(again), ['list-countries']);
});

test('what cannot be used is refused with one line, before a test begins', async () => {
  const folder = emptyFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  for (const [environment, says] of [
    [{ PREFLIGHT_TARGET: file('acme.ts', 'export default {};\n') }, /^preflight: .*acme\.ts/m],
    [{ PREFLIGHT_TARGET: file('spins.ts', 'for (;;);\n') }, /^preflight: .*spins\.ts/m],
    [{ PREFLIGHT_SEED: 'x' }, /^preflight: .*seed/m],
  ] as const) {
    const { code, stdout, stderr } = await playwright(['--reporter=list', '-g', '@bed-types'], environment);
    equal(code, 2, stdout + stderr);
    match(stderr, says);
    doesNotMatch(stdout, /passed/);
  }
});
