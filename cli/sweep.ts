/** `preflight sweep`: cancels what killed runs have left behind. */
import { Command } from 'commander';
import { type SweepOptions, sweep } from '../gate/sweep.ts';
import type { CommandParts } from './command-parts.ts';
import { isEmbedded } from './embedded.ts';
import { logLevelOption, targetOption } from './options.ts';

export const sweepCommand = (parts: CommandParts): Command =>
  new Command('sweep')
    .addOption(targetOption())
    .option(
      '--forget <mark>',
      'settle this one by hand: sweeps look for it no more, and the ledger keeps what was known of it',
    )
    .addOption(logLevelOption())
    .action(async (options: SweepOptions) => {
      if (isEmbedded(options.target, parts.environment))
        parts.print('the embedded sandbox keeps no ledger: its bookings end with its run (name another with --target)');
      else parts.end(await sweep(options, parts));
    });
