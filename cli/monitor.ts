/** `preflight monitor`: the gate's engine on a schedule, with history, incidents and alerts. */
import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Dashboard } from '../dashboard/server.ts';
import type { LogLevel } from '../gate/log-levels.ts';
import { logger } from '../gate/logger.ts';
import { repeatOf } from '../gate/repeat.ts';
import { newRunFolder } from '../gate/results.ts';
import { runWatch } from '../gate/run-watch.ts';
import { sweep } from '../gate/sweep.ts';
import { readExplorationTerms } from '../gate/terms.ts';
import { isAnyWatched } from '../gate/watched-cases.ts';
import type { History } from '../history/open.ts';
import type { MonitorOptions } from '../monitor/monitor-surroundings.ts';
import type { WatchTold } from '../reports/watch-text.ts';
import type { CommandParts } from './command-parts.ts';
import { dashboardPort, dashboardToken, evidenceIn, portOption } from './dashboard-options.ts';
import { embeddedSandboxes } from './embedded.ts';
import { isEmbedded, withPlaceOfSandbox } from './embedded-targets.ts';
import { otherHistoryOption } from './history-option.ts';
import { withStore } from './in-history.ts';
import { collected, logLevelOption } from './options.ts';
import { telemetryAsked } from './telemetry.ts';

const locationOption = (): Option =>
  new Option('--location <name>', 'where it watches from; a slot is run once at each location')
    .argParser((text) => {
      if (/^[a-z0-9][a-z0-9-]{0,59}$/.test(text)) return text;
      throw new InvalidArgumentError('take small letters, digits and dashes, 60 at most.');
    })
    .default('here');

const help = `
Exit codes of --once
  0    all that was due has passed, or nothing was due
  1    a clause that gates is broken
  2    bad usage or configuration; nothing was sent
  3    something could not be measured; of --test-alert: an alert did not arrive`;

type Options = MonitorOptions & {
  logLevel: LogLevel;
  json?: true;
  dashboard: number | boolean;
  host: string;
  name?: string[];
};

/** A monitor goes on watching where another program has the usual port: it takes any that is free. */
const served = async (
  history: History,
  { dashboard, host, name: names }: Options,
  { environment, now }: CommandParts,
): Promise<Dashboard> => {
  const { startDashboard } = await import('../dashboard/server.ts');
  const about = { history, host, names, token: dashboardToken(environment), now, evidenceIn };
  const start = (port: number): Promise<Dashboard> => startDashboard({ ...about, port });
  if (typeof dashboard === 'number') return start(dashboard);
  return start(dashboardPort).catch(() => start(0));
};

/** What is told besides is of no use to whoever is on call. */
const silent = { print: () => {}, result: () => {}, notice: () => {} };

/** What is still as it was is no news; what is unclear says nothing. */
const shownBy: Partial<Record<WatchTold['news'], 'failed' | 'passed'>> = {
  back: 'failed',
  different: 'failed',
  stopping: 'passed',
  stopped: 'passed',
  gone: 'passed',
};

export const monitorCommand = (parts: CommandParts): Command =>
  new Command('monitor')
    .addOption(
      new Option(
        '--target <name>',
        'watched as by default, may repeat or be separated by commas; the sandbox where nothing says what is watched',
      ).argParser(collected),
    )
    .option('--config <file>', 'what is watched, and who is told; monitor.config.mts (or .ts) here by default')
    .addOption(otherHistoryOption())
    .option('--once', 'run what is due now, and end with the exit codes of gate; for cron')
    .option('--test-alert', 'send a test to every channel, and watch nothing')
    .addOption(locationOption())
    .addOption(
      portOption('--dashboard <port>', `where its dashboard listens; ${dashboardPort} or any that is free by default`),
    )
    .option('--no-dashboard', 'serve none')
    .option('--host <address>', 'the address on which the dashboard listens', '127.0.0.1')
    .addOption(new Option('--name <host>', 'a further name under which it is called, may repeat').argParser(collected))
    .addOption(logLevelOption())
    .action(async (options: Options) => {
      if (options.json && !options.once && !options.testAlert)
        throw new UsageError('--json needs --once or --test-alert: a monitor comes to no end, and so to no document');
      const { environment, now, logsForPerson } = parts;
      // Before anything is begun: what is asked for and is not there is a mistake of the command line.
      const startTelemetry = options.testAlert ? undefined : await telemetryAsked(environment, parts.notice);
      const { runMonitor } = await import('../monitor/run-monitor.ts');
      const sandboxes = embeddedSandboxes(environment);
      const ended = parts.interrupted();
      const { logLevel } = options;
      try {
        await withStore(parts, async () => {
          parts.end(
            await runMonitor(options, {
              ...parts,
              environmentOf: sandboxes.environmentOf,
              isEmbedded: (source) => isEmbedded(source, environment),
              termsOf: (target) => readExplorationTerms(undefined, { target, now: now() }),
              repeatOf: ({ only, ...about }) =>
                [repeatOf('gate', about), ...only.map((each) => `--only ${each}`)].join(' '),
              newRunId: (startedAt) => newRunFolder(startedAt).id,
              sweep: async (source) => {
                if (isEmbedded(source, environment)) return;
                const code = await sweep(
                  { target: source, logLevel },
                  { ...parts, ...silent, interrupted: () => ended },
                );
                if (code === exitCodes.unmeasured)
                  throw new Error(`something may still be open: see npx preflight sweep --target ${source}`);
              },
              repeatCases: async (source) => {
                const told: { cases: readonly WatchTold[] } = { cases: [] };
                await runWatch(
                  { target: source, logLevel },
                  {
                    ...parts,
                    ...silent,
                    result: (found) => Object.assign(told, found),
                    interrupted: () => ended,
                    width: 80,
                    around: async (about, work) =>
                      work({
                        environment: await sandboxes.environmentOf(about.target),
                        isEmbedded: isEmbedded(about.target, environment),
                      }),
                    readable: (name) => withPlaceOfSandbox(name, environment),
                  },
                );
                return told.cases.map(({ id, news }) => ({ id, ...(shownBy[news] && { shown: shownBy[news] }) }));
              },
              isAnyWatched: () => isAnyWatched(environment),
              serve: options.dashboard === false ? undefined : (history) => served(history, options, parts),
              startTelemetry,
              logger: logger(logLevel, logsForPerson),
              interrupted: () => ended,
              wait: (ms) => setTimeout(ms),
            }),
          );
        });
      } finally {
        await sandboxes.close();
      }
    })
    .addHelpText('after', help);
