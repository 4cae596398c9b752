/** A sandbox in a process of its own, as a gate's sandbox stands beside the worker that records. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

export const sandboxProcess = async (): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const child = spawn(process.execPath, [launcher, 'sandbox', '--port', '0', '--seed', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    url,
    close: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
};
