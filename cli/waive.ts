/** `preflight waive`: accepts one failure for a stated reason and time. */
import { Command } from 'commander';
import { type WaiveOptions, waive } from '../gate/waive.ts';
import type { CommandParts } from './command-parts.ts';
import { policyOption } from './options.ts';

export const waiveCommand = (parts: CommandParts): Command =>
  new Command('waive')
    .argument('<finding>', 'a bundle, or of the last run a fingerprint or a clause')
    .requiredOption('--reason <text>', 'why it is accepted')
    .requiredOption('--owner <name>', 'who answers for it')
    .option(
      '--expires <date>',
      'the last day on which it covers, YYYY-MM-DD, 90 days away at most; in 30 days by default',
    )
    .addOption(policyOption())
    .action((finding: string, options: WaiveOptions) => waive(finding, options, parts));
