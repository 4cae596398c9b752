/** What the real command line makes of words: a document must show none that it refuses. */
import type { OptionValues } from 'commander';
import { partsOfProcess } from '../../cli/command-parts.ts';
import { commands } from '../../cli/commands.ts';

/** @returns The options as the command is given them. @throws CommanderError for what it would refuse. */
export const acceptedBy = async ([name = '', ...words]: readonly string[]): Promise<OptionValues> => {
  const command = await commands[name]?.load({ ...partsOfProcess(), end: () => {}, result: () => {} });
  if (!command) throw new Error(`${name} is no command`);
  let given: OptionValues = {};
  command
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action(() => {
      given = command.opts();
    });
  await command.parseAsync(words, { from: 'user' });
  return given;
};
