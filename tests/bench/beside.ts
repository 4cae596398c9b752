/** Processes beside the benchmark, which say something when they are ready, and end when their standard input does. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Beside = {
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
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
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
