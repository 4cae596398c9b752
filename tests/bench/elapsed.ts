/** Times work, and whole processes. */
import { spawn } from 'node:child_process';

/** In ms. */
export const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Long after what any of them takes. */
const processMsMax = 120_000;

/** Runs a process of the project's Node. @returns The exit code; null where it was ended. */
export const runProcess = (
  args: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: 'ignore',
      timeout: processMsMax,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('close', resolve);
  });

/** How long a process of the project's Node takes from start to end, in ms. Throws when it ends with another exit code than 0. */
export const processElapsed = (args: readonly string[], cwd: string): Promise<number> =>
  elapsed(async () => {
    const code = await runProcess(args, { cwd });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  });
