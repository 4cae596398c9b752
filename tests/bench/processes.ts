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

/** Processes beside the benchmark, which say something when they are ready, and end when their standard input does. */
type Beside = {
  readonly pid: number;
  /** Its first line. */
  readonly said: string;
  /** @returns All of its lines. */
  end(): Promise<string[]>;
};

/** Long after what any of them takes to begin and to end. */
const msMax = 60_000;

/** @param file Beside this one. */
export const startBeside = async (file: string, args: readonly string[], env = process.env): Promise<Beside> => {
  const child = spawn(process.execPath, [pathOf(file), ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve();
    });
  });
  const lines = (): string[] => text.split('\n').slice(0, -1);
  const kill = (): void => void child.kill('SIGKILL');
  const watchdog = setTimeout(kill, msMax);
  await Promise.race([said, closed]);
  clearTimeout(watchdog);
  const [first] = lines();
  if (first === undefined) throw new Error(`${file} has ended before it was ready`);
  process.once('exit', kill);
  return {
    pid: child.pid ?? 0,
    said: first,
    end: async () => {
      const late = setTimeout(kill, msMax);
      child.stdin.end();
      await closed;
      clearTimeout(late);
      process.off('exit', kill);
      return lines();
    },
  };
};

/** Long after a monitor has ended what is under way. */
const endMsMax = 60_000;

type Started = { readonly found: string; end(): Promise<void> };

/**
 * A command that goes on until it is ended, such as a monitor.
 *
 * @param says With what is looked for, such as its address, as its only group.
 */
export const startedCommand = async (
  args: readonly string[],
  { cwd, env, says }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly says: RegExp },
): Promise<Started> => {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let text = '';
  const found = await new Promise<string>((resolve, reject) => {
    void closed.then(() => reject(new Error(`${args[0]} has ended before it was ready`)));
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text = `${text}${part}`.slice(-20_000);
      const [, looked] = says.exec(text) ?? [];
      if (looked !== undefined) resolve(looked);
    });
  });
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), endMsMax);
    await closed;
    clearTimeout(late);
  };
  return { found, end };
};
