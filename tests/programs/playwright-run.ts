/** Runs `npx playwright test` as a person does, and beside it a gate of the same seed. */
import { deepEqual, equal } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type RunRecord, runRecord } from '../../contracts/run-record.ts';
import sandboxTarget from '../../targets/sandbox.ts';
import { chapter } from '../chapter.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder, plainEnvironment } from '../cli/preflight-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

type EndedTests = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
};

type Place = {
  readonly cwd?: string;
  readonly folder?: string;
  /** Called with the process once it is there. */
  readonly started?: (child: ChildProcess) => void;
};

export const playwright = async (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { cwd = root, folder = emptyFolder(), started }: Place = {},
): Promise<EndedTests> => {
  const output = join(folder, 'results');
  const child = spawn(process.execPath, [cli, 'test', '--output', join(output, 'playwright'), ...args], {
    cwd,
    env: { ...plainEnvironment(folder), PREFLIGHT_OUTPUT: output, PREFLIGHT_SEED: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started?.(child);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr, output };
};

/** The flows that were walked, in their order, each as often as that was done. */
export const walkedIn = ({ stderr }: Pick<EndedTests, 'stderr'>): string[] =>
  [...stderr.matchAll(/^recorded {2}(\S+)/gm)].map(([, flow = '']) => flow);

export const recordIn = (output: string): RunRecord =>
  runRecord.parse(JSON.parse(readFileSync(join(output, 'latest', 'run.json'), 'utf8')));

/** What the record of a run says of each clause in each flow. */
const verdictsIn = ({ verdicts }: RunRecord): Record<string, string> =>
  Object.fromEntries(
    verdicts.map(({ clause, flow, outcome, because = '' }) => [`${flow} ${clause}`, `${outcome} ${because}`.trim()]),
  );

type Doors = {
  /** What differs between the doors: each has a world of its own. */
  readonly ofSpecs: NodeJS.ProcessEnv;
  readonly ofGate: NodeJS.ProcessEnv;
  /** A target file. */
  readonly target?: string;
  readonly code: number;
};

/** Every clause of every flow has the same verdict behind both doors. */
export const assertBothDoors = async ({ ofSpecs, ofGate, target, code }: Doors): Promise<void> => {
  const ended = await playwright(['--reporter=list'], { ...ofSpecs, ...(target && { PREFLIGHT_TARGET: target }) });
  equal(ended.code, code, ended.stdout + ended.stderr);
  const folder = emptyFolder();
  const words = ['gate', '--seed', '1', ...(target ? ['--target', target] : [])];
  equal((await preflight(words, { folder, environment: ofGate })).code, code);
  deepEqual(verdictsIn(recordIn(ended.output)), verdictsIn(recordIn(join(folder, 'results'))));
};

/** A target file of a user, without a binding; the address is in `ACME_URL`. @returns Its path. */
export const writeTarget = (folder: string): string => {
  const file = join(folder, 'acme.mts');
  writeFileSync(
    file,
    `import { env, target } from '@preflight-gate/preflight';
export default target({
  name: 'acme',
  baseUrl: env('ACME_URL'),
  credentials: ${JSON.stringify(sandboxTarget.credentials)},
});
`,
  );
  return file;
};

/** The spec and the configuration of docs/use/playwright.md. */
export const writePage = (folder: string): void => {
  for (const [, file = '', text = ''] of chapter('use/playwright.md').matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
};
