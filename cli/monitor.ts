/** `preflight monitor`: the gate's engine on a schedule, with history, incidents and alerts. */
import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withContact } from '../contracts/contact.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { unnamedLocation } from '../contracts/incident.ts';
import type { UnsavedCounts } from '../contracts/unsaved.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { preflightVersion } from '../contracts/version.ts';
import type { Served } from '../dashboard/guarded-server.ts';
import type { LogLevel } from '../gate/caller.ts';
import { logger } from '../gate/logger.ts';
import { newRunFolder } from '../gate/results.ts';
import { repeatOf } from '../gate/surroundings.ts';
import { sweep } from '../gate/sweep.ts';
import { readExplorationTerms } from '../gate/terms.ts';
import { casesWatched, isAnyWatched } from '../gate/watched.ts';
import type { History } from '../history/history.ts';
import type { MonitorOptions, MonitorSurroundings } from '../monitor/monitor-surroundings.ts';
import type { WatchReport } from '../reports/watch-text.ts';
import type { CommandParts } from './command-parts.ts';
import { embeddedSandboxes, isEmbedded, withPlaceOfSandbox } from './embedded.ts';
import { withStore } from './in-history.ts';
import {
  collected,
  dashboardPort,
  dashboardToken,
  historyOption,
  logLevelOption,
  portOption,
  statusPort,
  statusTitle,
  statusToken,
} from './options.ts';
import { telemetryAsked } from './telemetry.ts';

const locationOption = (): Option =>
  new Option('--location <name>', 'where it watches from; a slot is run once at each location')
    .argParser((text) => {
      if (/^[a-z0-9][a-z0-9-]{0,59}$/.test(text)) return text;
      throw new InvalidArgumentError('take small letters, digits and dashes, 60 at most.');
    })
    .default(unnamedLocation);

const publicUrlOption = (): Option =>
  new Option('--public-url <url>', 'where browsers find the dashboard, so that alerts link to it').argParser((text) => {
    const { protocol = '', username = '', password = '' } = URL.parse(text) ?? {};
    // Everyone who reads an alert reads the link.
    if (username !== '' || password !== '') throw new InvalidArgumentError('write an address without a login.');
    if (/^https?:$/.test(protocol)) return text;
    throw new InvalidArgumentError('write an address such as https://watch.acme.example/.');
  });

const help = `
Exit codes of --once
  0    all that was due has passed, or nothing was due
  1    a clause that gates is broken
  2    bad usage or configuration; nothing was sent
  3    something could not be measured; of --test-alert: an alert did not arrive`;

type MonitorCommandOptions = MonitorOptions & {
  logLevel: LogLevel;
  json?: true;
  dashboard: number | boolean;
  statusPage?: number;
  host: string;
  name?: string[];
};

type Serve = MonitorSurroundings['serve'];

/** What is served is of one store, and of the results that wait for it. */
type ServedParts = { readonly history: History; readonly unsaved: () => UnsavedCounts };

/** A monitor goes on watching where another program has the usual port: it takes any that is free. */
const servedDashboard = async (
  ofMonitor: ServedParts,
  options: MonitorCommandOptions,
  parts: CommandParts,
): Promise<Served> => {
  const { startDashboard } = await import('../dashboard/server.ts');
  const { bundleEvidence } = await import('../cases/show/page.ts');
  const { history, unsaved } = ofMonitor;
  const { host, name: names, dashboard } = options;
  const { environment, now } = parts;
  const version = preflightVersion;
  const token = dashboardToken(environment);
  const about = { history, unsaved, host, names, token, now, evidenceIn: bundleEvidence, version };
  const start = (port: number): Promise<Served> => startDashboard({ ...about, port });
  if (typeof dashboard === 'number') return start(dashboard);
  return start(dashboardPort).catch(() => start(0));
};

const servedStatus = async (
  history: History,
  options: MonitorCommandOptions,
  parts: CommandParts,
): Promise<Served | undefined> => {
  const { host, name: names, statusPage: port } = options;
  if (port === undefined) return undefined;
  const { startStatusPage } = await import('../dashboard/status/server.ts');
  const token = statusToken(parts.environment);
  const served = await startStatusPage({
    history,
    host,
    names,
    port,
    token,
    now: parts.now,
    title: statusTitle,
    targets: [],
  });
  parts.print(`status page ${served.url}`);
  return served;
};

/** What outsiders see is served first: where it may not be, nothing is. */
const served = async (
  ofMonitor: ServedParts,
  options: MonitorCommandOptions,
  parts: CommandParts,
): ReturnType<Serve> => {
  const status = await servedStatus(ofMonitor.history, options, parts);
  try {
    const dashboard = options.dashboard === false ? undefined : await servedDashboard(ofMonitor, options, parts);
    const close = async (): Promise<void> => {
      await Promise.all([status?.close(), dashboard?.close()]);
    };
    return { url: dashboard?.url, close };
  } catch (thrown) {
    await status?.close();
    throw thrown;
  }
};

/** The monitor reports what matters itself. */
const silent = { print: () => {}, result: () => {}, notice: () => {} };

/** What is still as it was is no news; what is unclear says nothing. */
const shownBy: Partial<Record<WatchReport['news'], 'failed' | 'passed'>> = {
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
    .option('--config <file>', 'what is watched, and who is alerted; monitor.config.mts (or .ts) here by default')
    .option(
      '--effects',
      'without a file: also everything at 03:17 UTC, with the bookings and tickets the target allows',
    )
    .addOption(historyOption())
    .option('--once', 'run what is due now, and end with the exit codes of gate; for cron')
    .option('--test-alert', 'send a test to every channel, and watch nothing')
    .addOption(locationOption())
    .addOption(publicUrlOption())
    .addOption(
      portOption('--dashboard <port>', `where its dashboard listens; ${dashboardPort} or any that is free by default`),
    )
    .option('--no-dashboard', 'serve none')
    .addOption(
      portOption(
        '--status-page <port>',
        `where its status page for outsiders listens, such as ${statusPort}; else none`,
      ),
    )
    .option('--host <address>', 'the address on which they listen', '127.0.0.1')
    .addOption(
      new Option('--name <host>', 'a further name under which they are called, may repeat').argParser(collected),
    )
    .addOption(logLevelOption())
    .action(async (options: MonitorCommandOptions) => {
      if (options.json && !options.once && !options.testAlert)
        throw new UsageError('--json needs --once or --test-alert: a monitor comes to no end, and so to no document');
      const { environment, now, logReader } = parts;
      // Before anything is begun: what is asked for and is not there is a mistake of the command line.
      const startTelemetry = options.testAlert ? undefined : await telemetryAsked(environment, parts.notice);
      const { runMonitor } = await import('../monitor/run-monitor.ts');
      const sandboxes = embeddedSandboxes(environment);
      const ended = parts.interrupted(() => {
        parts.notice(
          'ended at once: what was under way may be open, and the next start or npx --no -- preflight sweep ends it',
        );
        process.exit(exitCodes.interrupted);
      });
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
              sweep: async (source, contact) => {
                if (isEmbedded(source, environment)) return;
                const code = await sweep(
                  { target: source, logLevel },
                  { ...parts, ...silent, environment: withContact(environment, contact), interrupted: () => ended },
                );
                if (code === exitCodes.unmeasured)
                  throw new Error(`something may still be open: see npx --no -- preflight sweep --target ${source}`);
              },
              repeatCases: async (source, contact) => {
                const { runWatch } = await import('../gate/run-watch.ts');
                const repeated: { cases: readonly WatchReport[] } = { cases: [] };
                await runWatch(
                  { target: source, logLevel },
                  {
                    ...parts,
                    ...silent,
                    result: (found) => Object.assign(repeated, found),
                    interrupted: () => ended,
                    width: 80,
                    around: async (about, work) =>
                      work({
                        environment: withContact(await sandboxes.environmentOf(about.target), contact),
                        isEmbedded: isEmbedded(about.target, environment),
                      }),
                    readable: (name) => withPlaceOfSandbox(name, environment),
                  },
                );
                return repeated.cases.map(({ id, news }) => ({ id, ...(shownBy[news] && { shown: shownBy[news] }) }));
              },
              isAnyWatched: () => isAnyWatched(environment),
              casesWatched: () => casesWatched(environment),
              serve: (history, unsaved) => served({ history, unsaved }, options, parts),
              startTelemetry,
              logger: logger(logLevel, logReader),
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
