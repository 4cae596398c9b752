/** `preflight sandbox`: serves the reference sandbox for use by hand. */
import { Command, Option } from 'commander';
import { UsageError } from '../contracts/usage-error.ts';

import { preflightPartner } from '../sandbox/access/partners.ts';
import { type DialectId, dialectIds } from '../sandbox/dialects.ts';
import { faults } from '../sandbox/faults.ts';
import { oddities } from '../sandbox/oddities.ts';
import { startSandbox } from '../sandbox/server.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';
import type { CommandParts } from './command-parts.ts';
import { knownOddities, knownTroubles } from './deviations.ts';
import { knownFaults } from './known-faults.ts';
import { faultOption, oddityOption, portOption, seedOption, troubleOption } from './options.ts';

type ServeOptions = {
  port: number;
  dialect: DialectId;
  fault?: string[];
  oddity?: string[];
  trouble?: string[];
  seed?: number;
};

/** What is unusual about it, a line each. */
const unusual = (deviations: readonly { readonly id: string; readonly summary: string }[]): string =>
  deviations.length === 0 ? '' : `\nUnusual\n${deviations.map(({ id, summary }) => `  ${id}: ${summary}\n`).join('')}`;

const guide = (url: string, dialect: DialectId, deviations: string): string => `Sandbox at ${url}  (end it with Ctrl-C)
${deviations}
Try it
  TOKEN=$(curl -s ${url}/auth/token -H 'Content-Type: application/json' \\
    -d '{"clientId":"${preflightPartner.clientId}","clientSecret":"${preflightPartner.clientSecret}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s '${url}/api/dictionary/cities?countryId=0' -H "Authorization: Bearer $TOKEN"

Gate it
  ${sandboxUrlVariable}=${url} npx --no -- preflight gate --target ${dialect === 'flat' ? 'sandbox-flat' : 'sandbox'}`;

export const sandboxCommand = ({ print, interrupted }: CommandParts): Command =>
  new Command('sandbox')
    .addOption(portOption())
    .addOption(
      new Option('--dialect <id>', 'how it spells what the interface does not show')
        .choices(dialectIds)
        .default('nested' satisfies DialectId),
    )
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(seedOption('1 by default'))
    .action(async ({ port, dialect, fault, oddity, trouble, seed }: ServeOptions) => {
      const world = {
        dialect,
        faults: knownFaults(fault),
        oddities: knownOddities(oddity),
        troubles: knownTroubles(trouble),
        ...(seed !== undefined && { seed }),
      };
      const sandbox = await startSandbox({ port, world }).catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code === 'EADDRINUSE')
          throw new UsageError(`port ${port} is taken: name another with --port, or 0 for any`);
        if (thrown.code === 'EACCES')
          throw new UsageError(`port ${port} is not allowed for this user: name one above 1023`);
        throw thrown;
      });
      const deviations = [...world.oddities.map((id) => oddities[id]), ...world.faults.map((id) => faults[id])];
      // Whoever reads that it is there may end it at once.
      const ended = interrupted();
      print(guide(sandbox.url, dialect, unusual(deviations)));
      await ended;
      await sandbox.close();
    });
