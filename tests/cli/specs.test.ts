/** `npx playwright test`: the second door to the walk of a gate, as a person uses it. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RunRecord, runRecord } from '../../contracts/run-record.ts';
import { planOf } from '../../flows/plan.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { chapter } from '../chapter.ts';
import { longTest } from '../whole.ts';
import { preflight } from './preflight-here.ts';
import { commandBlocks, emptyFolder, plainEnvironment } from './preflight-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
};

const playwright = async (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd: string = root,
): Promise<Ended> => {
  const folder = emptyFolder();
  const output = join(folder, 'results');
  const child = spawn(process.execPath, [cli, 'test', '--output', join(output, 'playwright'), ...args], {
    cwd,
    env: { ...plainEnvironment(folder), PREFLIGHT_OUTPUT: output, PREFLIGHT_SEED: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr, output };
};

type AllureStep = {
  readonly name: string;
  readonly steps: readonly AllureStep[];
  readonly attachments?: readonly { readonly name: string }[];
};
type AllureResult = AllureStep & {
  readonly parameters: readonly { readonly name: string }[];
  readonly labels: readonly { readonly name: string; readonly value: string }[];
};

const attachmentsIn = ({ attachments = [], steps }: AllureStep): string[] => [
  ...attachments.map(({ name }) => name),
  ...steps.flatMap(attachmentsIn),
];

const recordIn = (output: string): RunRecord =>
  runRecord.parse(JSON.parse(readFileSync(join(output, 'latest', 'run.json'), 'utf8')));

/** What the record of a run says of each clause in each flow. */
const verdictsIn = ({ verdicts }: RunRecord): Record<string, string> =>
  Object.fromEntries(
    verdicts.map(({ clause, flow, outcome, because = '' }) => [`${flow} ${clause}`, `${outcome} ${because}`.trim()]),
  );

test('each flow of a full plan is walked by exactly one test', () => {
  const specs = globSync('specs/*.spec.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const walked = specs.flatMap((spec) => [...spec.matchAll(/await walk\('([a-z-]+)'/g)].map(([, flow]) => flow));
  deepEqual(
    walked.sort(),
    planOf({ revision: '2026-12-31', depth: 'full' })
      .flows.map(({ id }) => id)
      .sort(),
  );
});

describe('both doors give the same verdicts', () => {
  const worlds = [
    { name: 'on a healthy service', world: {}, args: [], code: 0 },
    {
      name: 'on one with a fault',
      world: { faults: ['keys-countries-by-id'] },
      args: ['-g', '@countries|@bed-types'],
      code: 1,
    },
    {
      name: 'on one in trouble',
      world: { troubles: [{ id: 'answers-503', operations: ['countries'] }] },
      args: ['-g', '@countries'],
      code: 3,
    },
  ] as const;

  for (const { name, world, args, code } of worlds) {
    const testHere = args.length === 0 ? longTest : test;
    testHere(name, { timeout: 240_000 }, async () => {
      const opened = sandbox.openWorld({ scale: 'small', ...(world as object) });
      const ended = await playwright(['--reporter=list', ...args], { PREFLIGHT_SANDBOX_URL: opened.baseUrl });
      equal(ended.code, code, ended.stdout + ended.stderr);
      const record = recordIn(ended.output);
      const again = sandbox.openWorld({ scale: 'small', ...(world as object) });
      const folder = emptyFolder();
      const clauses = [...new Set(record.verdicts.map(({ clause }) => clause))];
      const gate = ['gate', '--seed', '1', ...(args.length > 0 ? ['--only', clauses.join(',')] : [])];
      equal((await preflight(gate, { folder, environment: { PREFLIGHT_SANDBOX_URL: again.baseUrl } })).code, code);
      const ofGate = verdictsIn(recordIn(join(folder, 'results')));
      // Alone, a journey logs in itself, and the answer to that is JSON, too.
      const isOfBoth = (pair: string): boolean => args.length === 0 || !pair.includes(' json.');
      for (const [pair, verdict] of Object.entries(verdictsIn(record)).filter(([pair]) => isOfBoth(pair)))
        equal(verdict, ofGate[pair], pair);
    });
  }
});

describe('the page', () => {
  const page = chapter('use/playwright.md');
  const [[list = '', some = '', allure = ''] = []] = commandBlocks(page);
  const argsOf = (line: string): string[] => line.replace(/^npx playwright test /, '').split(' ');

  test('its list of the tests starts nothing', async () => {
    const { code, stdout, output } = await playwright(argsOf(list));
    equal(code, 0);
    match(stdout, /Total: 32 tests in 6 files/);
    equal(existsSync(output), false);
  });

  test('its area passes, and Allure shows each attachment in its step', async () => {
    const { baseUrl } = sandbox.openWorld({ scale: 'small' });
    const { code, stdout, stderr, output } = await playwright(argsOf(some), { PREFLIGHT_SANDBOX_URL: baseUrl });
    equal(code, 0, stdout + stderr);
    equal(allure, 'npm run allure');
    const files = globSync('latest/allure-results/*-result.json', { cwd: output });
    ok(files.length >= 10, `${files.length} results`);
    for (const file of files) {
      const { name, steps, parameters, labels } = JSON.parse(readFileSync(join(output, file), 'utf8')) as AllureResult;
      deepEqual(parameters.map(({ name: each }) => each).sort(), ['depth', 'revision', 'seed', 'target'], name);
      ok(
        labels.some((each) => each.name === 'epic' && each.value === 'dictionaries'),
        name,
      );
      for (const step of steps)
        for (const attachment of attachmentsIn(step)) ok(attachment.startsWith(`${step.name}: `), attachment);
      ok(steps.flatMap(attachmentsIn).length > 0, name);
    }
  });

  test('its spec and its configuration work in a folder of a partner', async () => {
    const folder = emptyFolder();
    for (const [, file = '', text = ''] of page.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    mkdirSync(join(folder, 'node_modules', '@preflight-gate'), { recursive: true });
    symlinkSync(root, join(folder, 'node_modules', '@preflight-gate', 'preflight'));
    symlinkSync(join(root, 'node_modules', '@playwright'), join(folder, 'node_modules', '@playwright'));
    const { baseUrl } = sandbox.openWorld({ scale: 'small' });
    const ended = await playwright(['--reporter=list'], { PREFLIGHT_SANDBOX_URL: baseUrl }, folder);
    equal(ended.code, 0, ended.stdout + ended.stderr);
    match(ended.stdout, /2 passed/);
  });
});

test('a selection without a flow of the plan leaves no record and no exit code 3', async () => {
  const { code, stderr, output } = await playwright(['--reporter=list', '-g', '@full']);
  equal(code, 0, stderr);
  match(stderr, /no flow of the plan was walked, so there is no record/);
  equal(existsSync(join(output, 'latest')), false);
});

test('a target file that cannot be used is refused with its one line', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'acme.ts'), 'export default {};\n');
  const { code, stdout, stderr } = await playwright(['--reporter=list'], { PREFLIGHT_TARGET: join(folder, 'acme.ts') });
  equal(code, 2, stdout + stderr);
  match(stderr, /^preflight: .*acme\.ts/m);
  doesNotMatch(stdout, /passed/);
});
