/** Commands in processes of their own, so that nothing that breaks in one of them ends the command that wants it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Processes } from '../gate/nightly.ts';

/** Whoever wants several commands tells the job of them all, once. */
export const withoutGitHub = ({
  GITHUB_ACTIONS,
  GITHUB_STEP_SUMMARY,
  ...others
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv => others;

const launcher = fileURLToPath(import.meta.resolve('#launcher'));

/** Passes an interruption on to the command that runs, and remembers that nothing more is to be begun. */
export const processes = (isAside = false): Processes => {
  let isInterrupted = false;
  let pass: (signal: NodeJS.Signals) => void = () => {};
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      pass(signal);
    });
  }
  return {
    isInterrupted: () => isInterrupted,
    preflight: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [launcher, ...args], {
          env: withoutGitHub(process.env),
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const said = { stdout: '', stderr: '' };
        for (const stream of ['stdout', 'stderr'] as const) {
          const shown = isAside ? process.stderr : process[stream];
          child[stream].setEncoding('utf8').on('data', (text: string) => {
            said[stream] += text;
            shown.write(text);
          });
        }
        pass = (signal) => child.kill(signal);
        child.once('error', reject);
        // Whoever was killed has measured nothing.
        child.once('close', (code) => resolve({ code: code ?? exitCodes.unmeasured, ...said }));
      }),
  };
};
