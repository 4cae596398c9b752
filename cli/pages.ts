/** Commands that serve pages over the history: the dashboard with its API, and a status page for outsiders. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../contracts/usage-error.ts';
import { preflightVersion } from '../contracts/version.ts';
import { madeOf, unknownStatus, writeStatusPage } from '../dashboard/status/made.ts';
import { startStatusPage } from '../dashboard/status/server.ts';
import { assertKept, type ShownTarget, statusReader } from '../dashboard/status/status-now.ts';
import type { History } from '../history/history.ts';
import type { CommandParts } from './command-parts.ts';
import { inHistory } from './in-history.ts';
import {
  collected,
  dashboardPort,
  dashboardToken,
  historyOption,
  portOption,
  statusPort,
  statusTitle,
  statusToken,
} from './options.ts';

type Serving = {
  readonly json?: true;
  readonly history?: string;
  readonly port: number;
  readonly host: string;
  readonly name?: string[];
};

const hostOption = (): Option => new Option('--host <address>', 'the address on which it listens').default('127.0.0.1');

const nameOption = (): Option =>
  new Option('--name <host>', 'a further name under which it is called, may repeat').argParser(collected);

const dashboardHelp = `
It listens on this machine alone. Beyond it, it needs a token:
  PREFLIGHT_DASHBOARD_TOKEN=$(openssl rand -hex 24) npx --no -- preflight dashboard --host 0.0.0.0 --name status.acme.example`;

export const dashboardCommand = (parts: CommandParts): Command =>
  new Command('dashboard')
    .addOption(historyOption())
    .addOption(portOption('--port <port>', 'where it listens').default(dashboardPort))
    .addOption(hostOption())
    .addOption(nameOption())
    .addHelpText('after', dashboardHelp)
    .action(({ json, history: file, port, host, name: names }: Serving) => {
      if (json)
        throw new UsageError('dashboard has no result to print: its API is at /api, see docs/operate/dashboard.md');
      return inHistory(file, parts, async (history) => {
        const ended = parts.interrupted();
        const token = dashboardToken(parts.environment);
        const { startDashboard } = await import('../dashboard/server.ts');
        const { bundleEvidence } = await import('../cases/show/page.ts');
        const version = preflightVersion;
        const about = { host, port, names, token, now: parts.now, evidenceIn: bundleEvidence, version };
        const { url, close } = await startDashboard({ history, ...about });
        parts.print(`dashboard   ${url}\nend it with Ctrl+C`);
        await ended;
        await close();
      });
    });

type StatusOptions = Serving & {
  readonly title: string;
  readonly target?: ShownTarget[];
  readonly export?: string;
};

const statusHelp = `
For everybody: a proxy in front of it, or files for any web server, from cron (docs/operate/dashboard.md)
  npx --no -- preflight status-page --export /srv/status`;

const titleOf = (text: string): string => {
  const title = text.trim();
  if (title !== '' && title.length <= 80) return title;
  throw new InvalidArgumentError('take 1 to 80 characters.');
};

const shownTarget = (text: string): ShownTarget => {
  const [target = '', ...name] = text.split('=');
  return { target, name: name.length > 0 ? titleOf(name.join('=')) : undefined };
};

const serve = async (history: History, options: StatusOptions, parts: CommandParts): Promise<void> => {
  const { title, host, port, name: names, target: targets = [] } = options;
  const ended = parts.interrupted();
  const token = statusToken(parts.environment);
  await assertKept(history.read, targets, parts.now());
  const { url, close } = await startStatusPage({ history, title, targets, host, port, names, token, now: parts.now });
  parts.print(`status page   ${url}\nend it with Ctrl+C`);
  await ended;
  await close();
};

const write = async (folder: string, options: StatusOptions, parts: CommandParts): Promise<void> => {
  const { title, history: file, target: targets = [] } = options;
  const now = parts.now();
  let isWritten = false;
  try {
    await inHistory(file, parts, async ({ read }) => {
      await assertKept(read, targets, now);
      const status = await statusReader(read, { title, targets })(now);
      const written = await writeStatusPage(folder, madeOf(status), process.pid);
      isWritten = true;
      parts.print(`${folder}   ${status.sentence}`);
      parts.result({ folder, state: status.state, written });
    });
  } finally {
    // The page of before would go on saying that all is well.
    const nothing = unknownStatus({ title, lookedAt: null, services: [] }, now);
    if (!isWritten) await writeStatusPage(folder, madeOf(nothing), process.pid);
  }
};

export const statusPageCommand = (parts: CommandParts): Command =>
  new Command('status-page')
    .addOption(historyOption())
    .addOption(new Option('--title <text>', 'what the page is called').argParser(titleOf).default(statusTitle))
    .addOption(
      new Option(
        '--target <name>',
        'what is shown, may repeat; NAME=TEXT for a name of its own; all that are watched by default',
      ).argParser((text, all: ShownTarget[] = []) => [...all, shownTarget(text)]),
    )
    .option('--export <folder>', 'write it there as files, and end')
    .addOption(portOption('--port <port>', 'where it listens').default(statusPort))
    .addOption(hostOption())
    .addOption(nameOption())
    .addHelpText('after', statusHelp)
    .action((options: StatusOptions) => {
      if (options.export !== undefined) return write(options.export, options, parts);
      if (options.json) throw new UsageError('a served status page has no result to print: it has /status.json');
      return inHistory(options.history, parts, (history) => serve(history, options, parts));
    });
