/** Hands an alert to a program of the person's own, and finds that program beforehand. */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Alert } from '../../contracts/incident.ts';
import { headline } from '../alert-text.ts';
import { type ChannelOptions, within } from './request.ts';

/** A variable can hold no end of text, and should hold no end of line. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

const variablesOf = (alert: Alert): NodeJS.ProcessEnv => ({
  PREFLIGHT_ALERT_EVENT: alert.event,
  PREFLIGHT_ALERT_TARGET: plain(alert.target),
  PREFLIGHT_ALERT_KIND: alert.kind,
  PREFLIGHT_ALERT_SEVERITY: alert.severity,
  PREFLIGHT_ALERT_KEY: plain(alert.key),
  PREFLIGHT_ALERT_TITLE: plain(alert.title),
  PREFLIGHT_ALERT_HEADLINE: plain(headline(alert)),
});

const whyNotStarted = (program: string, { code }: NodeJS.ErrnoException): string => {
  if (code === 'ENOENT') return `the program ${program} is not there (ENOENT)`;
  if (code === 'EACCES') return `the program ${program} cannot be executed (EACCES)`;
  return `the program ${program} cannot be started (${code ?? 'unknown'})`;
};

/**
 * Starts the program without a shell. It finds the alert as JSON on its standard input, and the shortest of it in
 * `PREFLIGHT_ALERT_*`; what it writes is dropped. Resolves when it ends with 0.
 *
 * @throws Error with one line; a program that takes longer than the deadline is killed.
 */
export const runCommand = (
  [program = '', ...rest]: readonly string[],
  alert: Alert,
  { environment, deadlineMs, ending }: ChannelOptions,
): Promise<void> => {
  const run = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = () =>
        spawn(program, rest, {
          env: { ...environment, ...variablesOf(alert) },
          stdio: ['pipe', 'ignore', 'ignore'],
          signal,
          killSignal: 'SIGKILL',
        });
      let child: ReturnType<typeof start>;
      try {
        child = start();
      } catch (thrown) {
        return reject(new Error(whyNotStarted(program, thrown as NodeJS.ErrnoException)));
      }
      child.once('error', (thrown) => reject(new Error(whyNotStarted(program, thrown))));
      // The exit, not the end of its pipes, which what it leaves behind may hold open.
      child.once('exit', (code, signal) => {
        child.stdin.destroy();
        if (code === 0) resolve();
        else reject(new Error(code === null ? `the program was ended by ${signal}` : `the program ended with ${code}`));
      });
      // Who does not read the alert need not.
      child.stdin.on('error', () => {});
      child.stdin.end(`${JSON.stringify(alert)}\n`);
    });
  return within(deadlineMs, 'the program was not done', run, ending);
};

const isProgram = async (file: string): Promise<boolean> => {
  await access(file, constants.X_OK);
  return (await stat(file)).isFile();
};

/** Why it cannot be started, as far as that shows before; undefined when it can. */
export const whyNoProgram = async (program: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const folders = /[\\/]/.test(program) ? [''] : (environment.PATH ?? '').split(delimiter);
  let code = 'ENOENT';
  for (const folder of folders) {
    try {
      if (await isProgram(folder === '' ? program : join(folder, program))) return undefined;
      code = 'EACCES';
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'EACCES') code = 'EACCES';
    }
  }
  return whyNotStarted(program, Object.assign(new Error(), { code }));
};
