/** Playwright's global setup: starts the process that walks for the tests, and lets its record decide the exit code. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { doorVariables } from './door.ts';

const launcher = fileURLToPath(import.meta.resolve('#launcher'));

/** The options of `preflight specs`, from the variables of the environment. */
const optionsIn = ({
  PREFLIGHT_TARGET: target,
  PREFLIGHT_SEED: seed,
  PREFLIGHT_DEPTH: depth,
  PREFLIGHT_OUTPUT: output,
  PREFLIGHT_RELEASE: release,
  PREFLIGHT_HISTORY: history,
}: NodeJS.ProcessEnv): string[] =>
  Object.entries({ target, seed, depth, output, release, history }).flatMap(([name, value]) =>
    value ? [`--${name}`, value] : [],
  );

/** Playwright alone knows of a failed expectation of a spec, and of an interruption; of all else the record decides. */
const exitCodeOf = (ofPlaywright: number, ofRecord: number): number => {
  if (ofPlaywright > 1) return ofPlaywright;
  return ofRecord === 0 ? ofPlaywright : ofRecord;
};

/** Where tests ask, and where the run is kept. */
type DoorPlace = { readonly address: string; readonly folder: string };

/** One line of the process says where its door is. All else it prints goes to standard error. */
const doorOf = (child: ChildProcess): Promise<DoorPlace | undefined> =>
  new Promise((resolve) => {
    if (!child.stdout) return resolve(undefined);
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      const [, address, folder] = /^door {2}(http:\S+) {2}(.+)$/.exec(line) ?? [];
      if (address === undefined || folder === undefined) process.stderr.write(`${line}\n`);
      else resolve({ address, folder });
    });
    lines.once('close', () => resolve(undefined));
  });

/** Where allure-playwright writes, if it is among the reporters; seen from where the run was started, as it sees it. */
const allureResultsIn = ({ reporter }: FullConfig): string | undefined => {
  const [, options] = reporter.find(([name]) => name.includes('allure-playwright')) ?? [];
  const { resultsDir } = (options ?? {}) as { readonly resultsDir?: string };
  return resultsDir && resolve(resultsDir);
};

const hasEnded = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/** Results of an earlier run would stand beside those of this one; another run may be writing its own beside them. */
const removeEarlier = (allureResults: string): void => {
  rmSync(allureResults, { recursive: true, force: true });
  const beside = dirname(allureResults);
  for (const name of existsSync(beside) ? readdirSync(beside) : [])
    if (/^\d+$/.test(name) && hasEnded(Number(name))) rmSync(join(beside, name), { recursive: true, force: true });
};

/** @returns What ends the run when all tests are over. */
export default async (config: FullConfig): Promise<() => Promise<void>> => {
  const secret = randomBytes(32).toString('base64url');
  const child = spawn(process.execPath, [launcher, 'specs', ...optionsIn(process.env)], {
    env: { ...process.env, [doorVariables.secret]: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A Ctrl-C ends the tests first; they are over when the flow under way is.
    detached: true,
  });
  const closed = once(child, 'close').then(([code]): number => code ?? 3);
  let ofRecord: number | undefined;
  let door: DoorPlace | undefined;
  const allureResults = allureResultsIn(config);
  if (allureResults) removeEarlier(allureResults);
  process.on('exit', (ofPlaywright) => {
    if (ofRecord !== undefined) process.exitCode = exitCodeOf(ofPlaywright, ofRecord);
    // Now they are whole: `npm run allure` finds them with the run.
    if (door && allureResults && existsSync(allureResults) && existsSync(door.folder))
      renameSync(allureResults, join(door.folder, 'allure-results'));
  });
  // Playwright ends its own way at a signal; what is booked is cancelled meanwhile.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  door = await doorOf(child);
  if (door === undefined) {
    ofRecord = await closed;
    throw new Error(`preflight specs ended with exit code ${ofRecord} before a test began`);
  }
  process.env[doorVariables.address] = door.address;
  process.env[doorVariables.secret] = secret;
  process.env[doorVariables.folder] = door.folder;
  return async () => {
    child.stdin.end();
    ofRecord = await closed;
  };
};
