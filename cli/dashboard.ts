/** `preflight dashboard`: the pages and the API over the history, without watching anything itself. */
import { Command, Option } from 'commander';
import { bundleEvidence } from '../cases/show/page.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { preflightVersion } from '../gate/results.ts';
import type { CommandParts } from './command-parts.ts';
import { inHistory } from './in-history.ts';
import { collected, dashboardPort, dashboardToken, historyOption, portOption } from './options.ts';

type Serving = {
  readonly json?: true;
  readonly history?: string;
  readonly port: number;
  readonly host: string;
  readonly name?: string[];
};

const help = `
It listens on this machine alone. Beyond it, it needs a token:
  PREFLIGHT_DASHBOARD_TOKEN=$(openssl rand -hex 24) npx --no -- preflight dashboard --host 0.0.0.0 --name status.acme.example`;

export const dashboardCommand = (parts: CommandParts): Command =>
  new Command('dashboard')
    .addOption(historyOption())
    .addOption(portOption('--port <port>', 'where it listens').default(dashboardPort))
    .option('--host <address>', 'the address on which it listens', '127.0.0.1')
    .addOption(new Option('--name <host>', 'a further name under which it is called, may repeat').argParser(collected))
    .addHelpText('after', help)
    .action(({ json, history: file, port, host, name: names }: Serving) => {
      if (json)
        throw new UsageError('dashboard has no result to print: its API is at /api, see docs/operate/dashboard.md');
      return inHistory(file, parts, async (history) => {
        const ended = parts.interrupted();
        const token = dashboardToken(parts.environment);
        const { startDashboard } = await import('../dashboard/server.ts');
        const version = await preflightVersion();
        const about = { host, port, names, token, now: parts.now, evidenceIn: bundleEvidence, version };
        const { url, close } = await startDashboard({ history, ...about });
        parts.print(`dashboard   ${url}\nend it with Ctrl+C`);
        await ended;
        await close();
      });
    });
