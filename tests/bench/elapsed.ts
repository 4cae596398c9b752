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

/** How long a process of the project's Node takes from start to end, in ms. Throws when it ends with another exit code than 0. */
export const processElapsed = (args: readonly string[], cwd: string): Promise<number> =>
  elapsed(
    () =>
      new Promise<void>((resolve, reject) => {
        const child = spawn(process.execPath, args, {
          cwd,
          stdio: 'ignore',
          timeout: processMsMax,
          killSignal: 'SIGKILL',
        });
        child.once('error', reject);
        child.once('close', (code) =>
          code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
        );
      }),
  );
