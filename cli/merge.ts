/** `preflight merge`: judges the shards of one gate together. */
import { Command } from 'commander';
import { type MergeOptions, runMerge } from '../gate/shards/run-merge.ts';
import type { CommandParts } from './command-parts.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  allowUnjudgedOption,
  outputOption,
  policyOption,
  reportOption,
  requireOption,
} from './options.ts';

const help = `
Examples
  npx --no -- preflight merge results                  all parts in and below a folder
  npx --no -- preflight merge one.part.gz two.part.gz  these

It ends as a gate does: 0, 1 or 3. A part that is missing ends with 3; parts
that do not belong together, with 2.`;

export const mergeCommand = (parts: CommandParts): Command =>
  new Command('merge')
    .argument('<parts...>', 'the parts that gate --shard has left, or the folder they are in')
    .addOption(policyOption())
    .addOption(requireOption())
    .addOption(allowUnjudgedOption())
    .option('--since <run>', 'compare with an earlier run of the target: latest, its folder, or its id')
    .addOption(reportOption('--report', 'in which more forms the run is reported'))
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addHelpText('after', help)
    .action(async (given: string[], options: Omit<MergeOptions, 'history'> & AddToHistory) =>
      parts.end(await runMerge(given, { ...options, history: addedTo(options, parts.environment) }, parts)),
    );
