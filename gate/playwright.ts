/** Starts Playwright ahead, and lets it walk the plan in a run's folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterTheEndMs } from '../client/run-deadline.ts';
import { homeOf } from '../client/stores/user-folder.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { onInterruption } from './interruption.ts';
import type { LogLevel, LogReader } from './log-levels.ts';
import { beginSending } from './sending.ts';

/** In the package all is compiled, so a file is named with the ending of this one. */
const configuration = fileURLToPath(new URL(`../playwright.config${extname(import.meta.filename)}`, import.meta.url));
export const playwrightCli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** The variables by which the configuration learns what to do. */
export const runVariables = {
  folder: 'PREFLIGHT_RUN',
  /** A folder for what Playwright keeps for itself. */
  scratch: 'PREFLIGHT_SCRATCH',
  logLevel: 'PREFLIGHT_LOG_LEVEL',
  /** The process that wants the run; without it nothing more is sent. */
  owner: 'PREFLIGHT_OWNER',
  /** One of the readers of logs. */
  logReader: 'PREFLIGHT_LOG_READER',
} as const;

/**
 * Settings of somebody else's Playwright would move our reports. Its workers are told to colour, and would warn of a NO_COLOR
 * beside that; what we print is coloured by the command alone.
 */
const withoutPlaywright = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  // Those of another run would be taken for ours.
  const left: readonly string[] = [...Object.values(runVariables), 'NO_COLOR'];
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('PLAYWRIGHT_') && !left.includes(name)),
  );
};

/**
 * How long Playwright waits for a worker that gives no sign of life after it was told to end: one that cleans up gives one each
 * second. An interruption that comes while a worker is started passes that one by, and Playwright's own five minutes would follow.
 */
const silentWorkerMs = 10_000;

/** What a run tells Playwright once it is known: until then Playwright loads itself, and waits. */
type Order = { readonly folder: string; readonly environment: NodeJS.ProcessEnv };

export type Playwright = {
  /**
   * Runs the plan in the folder. Playwright's own exit code is left aside: the run record decides. An interruption reaches
   * Playwright, which ends its flows, and is reported to the caller.
   */
  run(order: Order): Promise<{ readonly isInterrupted: boolean }>;
  /** Ends a Playwright that was given nothing to do; else does nothing. */
  close(): Promise<void>;
};

/** Starts Playwright ahead of its order, because it takes as long to load as a command takes to plan. */
export const startPlaywright = async (
  project: 'gate' | 'explore',
  {
    logLevel,
    logReader,
    environment: own,
    isAside,
  }: {
    readonly logLevel: LogLevel;
    readonly logReader: LogReader;
    readonly environment: NodeJS.ProcessEnv;
    /** Standard output is for the result alone. */
    readonly isAside: boolean;
  },
): Promise<Playwright> => {
  const scratch = await mkdtemp(join(tmpdir(), 'preflight-')).catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(`${tmpdir()} cannot be written (${thrown.code}): set TMPDIR to a folder that can`);
  });
  const child = spawn(process.execPath, [playwrightCli, 'test', '--config', configuration, '--project', project], {
    env: {
      ...withoutPlaywright(own),
      // Playwright cannot be loaded where nobody knows a home, and needs none here.
      HOME: homeOf(own) ?? '',
      [runVariables.scratch]: scratch,
      [runVariables.logLevel]: logLevel,
      [runVariables.owner]: String(process.pid),
      [runVariables.logReader]: logReader,
      PWTEST_CHILD_PROCESS_TIMEOUT: String(silentWorkerMs),
      PWTEST_FORCE_EXIT_TIMEOUT: String(afterTheEndMs),
    },
    stdio: ['ignore', isAside ? 2 : 'inherit', 'inherit', 'ipc'],
    // A group of its own: what a terminal sends to all at once, and again for an impatient hand, would end it out of order.
    detached: true,
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  // Whoever waits for it is told; before somebody does, nobody else need be.
  ended.catch(() => {});

  const run: Playwright['run'] = async ({ folder, environment }) => {
    let isInterrupted = false;
    const first = () => {
      // However many processes pass an interruption on, it is one.
      if (isInterrupted) return;
      isInterrupted = true;
      // At this one Playwright ends its tests in order; at others it dies and leaves its worker behind.
      child.kill('SIGINT');
    };
    // The whole group: a worker that was left behind would go on.
    const again = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const off = onInterruption({ first, again });
    const over = beginSending(first);
    try {
      const changed = Object.entries(environment).filter(([name, value]) => own[name] !== value);
      child.send({ ...Object.fromEntries(changed), [runVariables.folder]: folder });
      await ended;
    } finally {
      off();
      over();
    }
    return { isInterrupted };
  };

  return {
    run,
    close: async () => {
      child.kill('SIGKILL');
      await ended.catch(() => {});
      await rm(scratch, { recursive: true, force: true });
    },
  };
};

/**
 * In Playwright's own process: waits for the order, and puts it into the environment, from which the worker has it. Ends
 * the process when the command has ended before it gave one.
 */
export const ordered = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  if (environment[runVariables.folder] !== undefined || !process.connected) return;
  const end = () => process.exit(1);
  process.once('disconnect', end);
  const [order] = (await once(process, 'message')) as [Record<string, string>];
  process.off('disconnect', end);
  // The channel would keep both sides waiting for each other.
  process.disconnect();
  Object.assign(environment, order);
};
