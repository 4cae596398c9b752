/** `preflight completion`: prints a script with which a shell completes commands, options and their values. */
import { Argument, Command } from 'commander';
import { areaNamed, areas, topics } from '../contracts/areas.ts';
import { clauseIds } from '../contracts/clauses.ts';
import { depths } from '../contracts/depth.ts';
import { reportForms } from '../gate/report-names.ts';
import { ownTargets, targetNames } from '../targets/load.ts';
import type { CommandParts } from './command-parts.ts';
import { type Completed, scriptFor, shells } from './completion-script.ts';
import { jsonOption, takesJson } from './json.ts';

/** What an option may be given, where that is not in its definition. */
const valuesOf = (): Readonly<Record<string, readonly string[]>> => {
  const selectable = [...areas, ...topics.filter((each) => areaNamed(each) === undefined), ...clauseIds];
  return {
    '--depth': depths,
    '--target': [...ownTargets(), ...targetNames()],
    '--only': selectable,
    '--require': selectable,
    '--allow-unjudged': areas,
    '--clause': clauseIds,
    '--report': reportForms,
    'report --as': reportForms,
  };
};

/** A command with those below it. */
const completed = (above: readonly string[], command: Command, isDefault = false): Completed[] => {
  const path = [...above, command.name()];
  const values = valuesOf();
  const options = [...command.options, ...(takesJson(command) ? [jsonOption()] : [])];
  return [
    {
      path,
      below: command.commands.map((each) => each.name()),
      options: [...options.flatMap(({ long }) => long ?? []), '--help'],
      values: Object.fromEntries(
        options.flatMap(({ long, argChoices }) => {
          const known = argChoices ?? values[`${path.join(' ')} ${long}`] ?? values[long ?? ''];
          return known && long ? [[long, known]] : [];
        }),
      ),
      isDefault,
    },
    ...command.commands.flatMap((each) => completed(path, each)),
  ];
};

const help = `
Once for this shell
  bash  source <(npx --no -- preflight completion bash)
  zsh   source <(npx --no -- preflight completion zsh)
  fish  npx --no -- preflight completion fish | source

It completes the command preflight; where that is not on the PATH: alias preflight='npx --no -- preflight'`;

/** Every command by its name. */
type All = Readonly<Record<string, { readonly load: (parts: CommandParts) => Promise<Command> }>>;

export const completionCommand = (parts: CommandParts, all: () => All): Command =>
  new Command('completion')
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(shells))
    .addHelpText('after', help)
    .action(async (shell: (typeof shells)[number]) => {
      const built = await Promise.all(
        Object.entries(all()).map(async ([name, { load }]) => completed([], await load(parts), name === 'gate')),
      );
      const script = scriptFor[shell](built.flat());
      parts.result({ shell, script });
      parts.print(script);
    });
