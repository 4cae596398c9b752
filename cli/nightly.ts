/** `preflight nightly`: gates several targets one after the other, for a schedule. */
import { Command, Option } from 'commander';
import { type NightOptions, nightly } from '../gate/nightly.ts';
import type { CommandParts } from './command-parts.ts';
import { isEmbedded } from './embedded.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  collected,
  maxMinutesOption,
  onlyOption,
  outputOption,
} from './options.ts';

export const nightlyCommand = (parts: CommandParts): Command =>
  new Command('nightly')
    .addOption(
      new Option(
        '--target <name>',
        'as of gate; may repeat or be separated by commas; the sandbox by default',
      ).argParser(collected),
    )
    .addOption(onlyOption())
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addOption(maxMinutesOption())
    .action(async (options: Omit<NightOptions, 'history'> & AddToHistory) =>
      parts.end(
        await nightly(
          { ...options, history: addedTo(options, parts.environment) },
          { ...parts, isEmbedded: (target) => isEmbedded(target, parts.environment) },
        ),
      ),
    );
