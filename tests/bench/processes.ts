/** The processes that are measured, those beside them, and the folder in which a monitor watches. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MonitorDefinition } from '../../monitor/config.ts';
import { elapsed } from './row.ts';

/** @param file Beside this one. */
export const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export const launcher = pathOf('../../cli/preflight.mjs');

type Probes = MonitorDefinition['probes'];

/** Each target is the sandbox under its own name; nothing is booked, as by default elsewhere. */
export const writeWatched = (
  folder: string,
  targets: number,
  probesOf: (about: { readonly name: string; readonly target: string }) => Probes,
): void => {
  mkdirSync(folder, { recursive: true });
  const sandbox = JSON.stringify(pathOf('../../targets/sandbox.ts'));
  const names = Array.from({ length: targets }, (_, at) => `service-${at}`);
  for (const name of names) {
    const text = `import sandbox from ${sandbox};\nexport default { ...sandbox, name: '${name}', may: {} };\n`;
    writeFileSync(join(folder, `${name}.ts`), text);
  }
  const probes = names.flatMap((name) => probesOf({ name, target: `./${name}.ts` }));
  writeFileSync(join(folder, 'monitor.config.mts'), `export default ${JSON.stringify({ probes })};\n`);
};

/** Long after what any of them takes. */
const processMsMax = 120_000;

/** Runs a process, of the project's Node by default. @returns The exit code; null where it was ended. */
export const runProcess = (
  args: readonly string[],
  {
    cwd,
    env = process.env,
    msMax = processMsMax,
    command = process.execPath,
  }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly msMax?: number; readonly command?: string },
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: 'ignore',
      timeout: msMax,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('close', resolve);
  });

/** How long a process of the project's Node takes, in ms. Throws when the exit code is not 0. */
export const processElapsed = (args: readonly string[], cwd: string, env = process.env): Promise<number> =>
  elapsed(async () => {
    const code = await runProcess(args, { cwd, env });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  });

/** What a process took, with all that it has started and waited for. */
export type Took = { readonly wall: number; readonly processor: number };

/** As the shell's `times` prints it, in ms. */
const shellMs = (text: string): number =>
  [...text.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60_000 * Number(m) + 1_000 * Number(s), 0);

/** In ms of the clock, and of processors. Throws when the exit code is not 0. */
export const processTook = async (args: readonly string[], cwd: string, env = process.env): Promise<Took> => {
  const script = '"$@" > /dev/null 2>&1; code=$?; times > times; exit $code';
  let code: number | null = null;
  const wall = await elapsed(async () => {
    code = await runProcess(['-c', script, 'sh', process.execPath, ...args], { cwd, env, command: 'sh' });
  });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  const [, ofChildren = ''] = readFileSync(join(cwd, 'times'), 'utf8').split('\n');
  return { wall, processor: shellMs(ofChildren) };
};

/** Long after what any of them takes to begin, and to end what is under way. */
const msMax = 60_000;

type Started = {
  /** What was looked for in what it prints. */
  readonly found: string;
  /** @returns All lines that it has printed. */
  end(): Promise<string[]>;
};

type Starting = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What is printed when it is ready, with what is looked for, such as its address, as its only group. */
  readonly says: RegExp;
  /** Of one that does not end with its standard input. */
  readonly signal?: NodeJS.Signals;
};

const started = async (args: readonly string[], { says, signal, ...options }: Starting): Promise<Started> => {
  const child = spawn(process.execPath, args, {
    ...options,
    stdio: [signal ? 'ignore' : 'pipe', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let text = '';
  const watchdog = setTimeout(kill, msMax);
  const found = await new Promise<string>((resolve, reject) => {
    void closed.then(() => reject(new Error(`${args.join(' ')} has ended before it was ready`)));
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const [, looked] = says.exec(text) ?? [];
      if (looked !== undefined) resolve(looked);
    });
  });
  clearTimeout(watchdog);
  return {
    found,
    end: async () => {
      const late = setTimeout(kill, msMax);
      child.stdin?.end();
      if (signal) child.kill(signal);
      await closed;
      clearTimeout(late);
      process.off('exit', kill);
      return text.split('\n').slice(0, -1);
    },
  };
};

/** A process of a file beside this one, which prints a line when it is ready, and ends with its standard input. */
export const startBeside = (file: string, args: readonly string[]): Promise<Started> =>
  started([pathOf(file), ...args], { says: /^(.*)\n/ });

/** A command that goes on until it is ended, such as a monitor. */
export const startedCommand = (args: readonly string[], starting: Omit<Starting, 'signal'>): Promise<Started> =>
  started([launcher, ...args], { ...starting, signal: 'SIGTERM' });
