/** `npx playwright test`: the second door to the walk of a gate, as a person uses it. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RunRecord, runRecord } from '../../contracts/run-record.ts';
import { planOf } from '../../flows/plan.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, plainEnvironment } from './preflight-process.ts';

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

const playwright = async (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const folder = emptyFolder();
  const output = join(folder, 'results');
  const child = spawn(process.execPath, [cli, 'test', '--output', join(output, 'playwright'), ...args], {
    cwd: root,
    env: { ...plainEnvironment(folder), PREFLIGHT_OUTPUT: output, PREFLIGHT_SEED: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr, output };
};

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
    { name: 'on one in trouble', world: { troubles: [{ id: 'answers-503', operation: 'countries' }] }, args: ['-g', '@countries'], code: 3 },
  ] as const;

  for (const { name, world, args, code } of worlds) {
    test(name, { timeout: 240_000 }, async () => {
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
      for (const [pair, verdict] of Object.entries(verdictsIn(record))) equal(verdict, ofGate[pair], pair);
    });
  }
});

test('a list of the tests starts nothing', async () => {
  const { code, stdout, output } = await playwright(['--list']);
  equal(code, 0);
  match(stdout, /Total: 32 tests in 6 files/);
  equal(existsSync(output), false);
});

test('a selection without a flow of the plan leaves no record and no exit code 3', async () => {
  const { code, stderr, output } = await playwright(['--reporter=list', '-g', '@full']);
  equal(code, 0, stderr);
  match(stderr, /no flow was walked, so there is no record/);
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
