/** `preflight obligations`: lists what runs have left behind on purpose, or ends all of it. */
import { Command } from 'commander';
import { type ObligationsOptions, obligations } from '../gate/sweep.ts';
import type { CommandParts } from './command-parts.ts';
import { isEmbedded } from './embedded.ts';
import { logLevelOption, targetOption } from './options.ts';

export const obligationsCommand = (parts: CommandParts): Command =>
  new Command('obligations')
    .addOption(targetOption())
    .option('--end', 'end all of it now: void, refund and cancel, and forget the tokens')
    .addOption(logLevelOption())
    .action(async (options: ObligationsOptions) => {
      if (isEmbedded(options.target, parts.environment))
        parts.print('the embedded sandbox leaves nothing behind: it ends with its run (name another with --target)');
      else parts.end(await obligations(options, parts));
    });
