/** `preflight completion`: prints a script with which a shell completes commands, options and their values. */
import { Argument, Command } from 'commander';
import { areaNamed, areas, topicNames } from '../contracts/areas.ts';
import { clauseIds } from '../contracts/clauses.ts';
import { depths } from '../contracts/depth.ts';
import { reportForms } from '../gate/results.ts';
import { ownTargets, targetNames } from '../targets/load.ts';
import type { CommandParts } from './command-parts.ts';
import { jsonOption, takesJson } from './options.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** What follows one command, or a command of a command. */
type Completed = {
  /** `['watch', 'add']`. */
  readonly path: readonly string[];
  /** The commands of it. */
  readonly below: readonly string[];
  readonly options: readonly string[];
  /** By option. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** It is meant where no command is named. */
  readonly isDefault: boolean;
};

type Commands = readonly Completed[];

/** Names are of letters, digits, dots and dashes; what is not would be read by the shell. */
const listed = (words: readonly string[]): string => words.filter((word) => /^[\w.-]+$/.test(word)).join(' ');

const commandsIn = (all: Commands): string => listed(all.flatMap(({ path }) => (path.length === 1 ? path : [])));

const typed = ({ path }: Completed): string => path.join(' ');

/** A command of a command comes first: the pattern of what it is of would match, too. */
const branches = (all: Commands): string =>
  all
    .toSorted((one, other) => other.path.length - one.path.length)
    .flatMap((each) => [
      ...Object.entries(each.values).map(
        ([option, known]) => `    '${typed(each)} ${option}') words='${listed(known)}' ;;`,
      ),
      `    '${typed(each)} '*) words='${listed([...each.below, ...each.options])}' ;;`,
    ])
    .join('\n');

const bash = (all: Commands): string => {
  const unnamed = all.find(({ isDefault }) => isDefault);
  const nested = all.filter(({ path }) => path.length > 1).map((each) => `'${typed(each)}'`);
  return `_preflight() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=''
  case "$command" in -*) command='${unnamed ? typed(unnamed) : ''}' ;; esac
  if [ "$COMP_CWORD" -gt 2 ]; then case "$command \${COMP_WORDS[2]}" in
    ${nested.join('|')}) command="$command \${COMP_WORDS[2]}" ;;
  esac; fi
  if [ "$COMP_CWORD" -eq 1 ]; then case "$current" in
    -*) words='--version ${listed(unnamed?.options ?? [])}' ;;
    *) words='${commandsIn(all)}' ;;
  esac; else case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${branches(all)}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _preflight preflight`;
};

const zsh = (all: Commands): string => `autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;

/** What was typed is exactly that, begins with it, or names no command. */
const conditions = `function __preflight_typed
  set -l words (commandline -opc)
  set -e words[1]
  string join ' ' -- $words
end
function __preflight_at
  test "$(__preflight_typed)" = "$argv"
end
function __preflight_on
  __preflight_at $argv; or string match -q -- "$argv *" "$(__preflight_typed)"
end
function __preflight_unnamed
  string match -qr -- '^(-|$)' "$(__preflight_typed)"
end`;

const fish = (all: Commands): string =>
  [
    conditions,
    `complete -c preflight -n __preflight_at -f -a '${commandsIn(all)}'`,
    'complete -c preflight -n __preflight_at -l version',
    ...all.flatMap((each) => {
      const on = `__preflight_on ${typed(each)}${each.isDefault ? '; or __preflight_unnamed' : ''}`;
      const below = listed(each.below);
      return [
        ...(below === '' ? [] : [`complete -c preflight -n '__preflight_at ${typed(each)}' -f -a '${below}'`]),
        ...each.options.map((option) => {
          const known = each.values[option];
          return `complete -c preflight -n '${on}' -l ${option.slice(2)}${known ? ` -x -a '${listed(known)}'` : ''}`;
        }),
      ];
    }),
  ].join('\n');

const scriptFor: Readonly<Record<(typeof shells)[number], (all: Commands) => string>> = { bash, zsh, fish };

/** What an option may be given, where that is not in its definition. */
const valuesOf = (): Readonly<Record<string, readonly string[]>> => {
  const selectable = [...areas, ...topicNames.filter((each) => areaNamed(each) === undefined), ...clauseIds];
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
