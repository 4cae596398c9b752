/** What the real command line makes of words: a document must show none that it refuses. */
import type { Command, OptionValues } from 'commander';
import { commands } from '../../cli/command-line.ts';
import { partsOfProcess } from '../../cli/command-parts.ts';
import { jsonOption, takesJson } from '../../cli/options.ts';

/** @returns The options as the command is given them. @throws CommanderError for what it would refuse. */
export const acceptedBy = async ([name = '', ...words]: readonly string[]): Promise<OptionValues> => {
  const command = await commands[name]?.load({ ...partsOfProcess(), end: () => {}, result: () => {} });
  if (!command) throw new Error(`${name} is no command`);
  let given: OptionValues = {};
  // The action of each is replaced, so that nothing is done.
  const idle = (each: Command): void => {
    each
      .exitOverride()
      .configureOutput({ writeOut: () => {}, writeErr: () => {} })
      .action(() => {
        given = each.opts();
      });
    if (takesJson(each)) each.addOption(jsonOption());
    for (const below of each.commands) idle(below);
  };
  idle(command);
  if (command.commands.length > 0) command.enablePositionalOptions();
  await command.parseAsync(words, { from: 'user' });
  return given;
};
