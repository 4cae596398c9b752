/** Runs Playwright, the runner of the gate, on a run's folder. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LogLevel } from './logger.ts';
import { beginSending } from './sending.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** The variables by which the configuration learns what to do. */
export const runVariables = {
  folder: 'PREFLIGHT_RUN',
  logLevel: 'PREFLIGHT_LOG_LEVEL',
  /** The process that wants the run; without it nothing more is sent. */
  owner: 'PREFLIGHT_OWNER',
  /** `yes` when the log is read by a person. */
  logsForPerson: 'PREFLIGHT_LOGS_FOR_PERSON',
} as const;

/**
 * Settings of somebody else's Playwright would move our reports. Its workers are told to colour, and would warn of a NO_COLOR
 * beside that; what we print is coloured by the command alone.
 */
const withoutPlaywright = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('PLAYWRIGHT_') && name !== 'NO_COLOR'),
  );

export type Ended = { readonly isInterrupted: boolean };

/**
 * Records and judges the plan in the folder. Playwright's own exit code is left aside: the run record decides.
 * An interruption reaches Playwright, which ends its flows, and is told to the caller.
 */
export const runPlaywright = ({
  project,
  folder,
  environment,
  logLevel,
}: {
  project: 'judge' | 'explore';
  folder: string;
  environment: NodeJS.ProcessEnv;
  logLevel: LogLevel;
}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [playwright, 'test', '--config', `${root}playwright.config.ts`, '--project', project],
      {
        env: {
          ...withoutPlaywright(environment),
          [runVariables.folder]: folder,
          [runVariables.logLevel]: logLevel,
          [runVariables.owner]: String(process.pid),
          [runVariables.logsForPerson]: process.stderr.isTTY ? 'yes' : 'no',
        },
        stdio: ['ignore', 'inherit', 'inherit'],
        // A group of its own: what a terminal sends to all at once, and again for an impatient hand, would end it out of order.
        detached: true,
      },
    );
    let isInterrupted = false;
    const pass = () => {
      // However many processes pass an interruption on, it is one.
      if (isInterrupted) return;
      isInterrupted = true;
      // At this one Playwright ends its tests in order; at others it dies and leaves its worker behind.
      child.kill('SIGINT');
    };
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    process.on('SIGHUP', pass);
    const over = beginSending(pass);
    child.once('error', reject);
    child.once('close', () => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      process.off('SIGHUP', pass);
      over();
      resolve({ isInterrupted });
    });
  });
