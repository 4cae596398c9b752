/** A command that goes on until it is ended, such as a monitor. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));
/** Long after a monitor has ended what is under way. */
const endMsMax = 60_000;

type Started = { readonly found: string; end(): Promise<void> };

/** @param says With what is looked for, such as its address, as its only group. */
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
