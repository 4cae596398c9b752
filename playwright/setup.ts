/** Playwright's global setup: starts the process that walks for the tests, and lets its record decide the exit code. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { doorVariables } from './door.ts';

const launcher = fileURLToPath(import.meta.resolve('#launcher'));

/** The options of `preflight specs`, from the variables of the environment. */
const optionsIn = ({
  PREFLIGHT_TARGET: target,
  PREFLIGHT_SEED: seed,
  PREFLIGHT_DEPTH: depth,
}: NodeJS.ProcessEnv): string[] =>
  Object.entries({ target, seed, depth }).flatMap(([name, value]) => (value ? [`--${name}`, value] : []));

/** Playwright alone knows of a failed expectation of a spec, and of an interruption; of all else the record decides. */
const exitCodeOf = (ofPlaywright: number, ofRecord: number): number => {
  if (ofPlaywright > 1) return ofPlaywright;
  return ofRecord === 0 ? ofPlaywright : ofRecord;
};

/** The first line of the process is the address of its door. All else it prints goes to standard error. */
const doorOf = (child: ChildProcess): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (!child.stdout) return resolve(undefined);
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      const [, address] = /^door {2}(http:\S+)$/.exec(line) ?? [];
      if (address === undefined) process.stderr.write(`${line}\n`);
      else resolve(address);
    });
    lines.once('close', () => resolve(undefined));
  });

/** @returns What ends the run when all tests are over. */
export default async (): Promise<() => Promise<void>> => {
  const secret = randomBytes(32).toString('base64url');
  const child = spawn(process.execPath, [launcher, 'specs', ...optionsIn(process.env)], {
    env: { ...process.env, [doorVariables.secret]: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A Ctrl-C ends the tests first; they are over when the flow under way is.
    detached: true,
  });
  const closed = once(child, 'close').then(([code]): number => code ?? 3);
  let ofRecord: number | undefined;
  process.on('exit', (ofPlaywright) => {
    if (ofRecord !== undefined) process.exitCode = exitCodeOf(ofPlaywright, ofRecord);
  });
  // Playwright ends its own way at a signal; what is booked is cancelled meanwhile.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const address = await doorOf(child);
  if (address === undefined) {
    ofRecord = await closed;
    throw new Error('preflight specs could not begin: its reason stands above');
  }
  process.env[doorVariables.address] = address;
  process.env[doorVariables.secret] = secret;
  return async () => {
    child.stdin.end();
    ofRecord = await closed;
  };
};
