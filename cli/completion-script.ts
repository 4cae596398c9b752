/** The words that a shell may complete, as a script for each shell. */

export const shells = ['bash', 'zsh', 'fish'] as const;

/** What follows one command. */
export type Completed = {
  readonly name: string;
  readonly words: readonly string[];
  /** By option. */
  readonly values: Readonly<Record<string, readonly string[]>>;
};

/** Names are of letters, digits, dots and dashes; what is not would be read by the shell. */
const listed = (words: readonly string[]): string => words.filter((word) => /^[\w.-]+$/.test(word)).join(' ');

const branches = (all: readonly Completed[]): string =>
  all
    .flatMap(({ name, words, values }) => [
      ...Object.entries(values).map(([option, known]) => `    '${name} ${option}') words='${listed(known)}' ;;`),
      `    '${name} '*) words='${listed(words)}' ;;`,
    ])
    .join('\n');

const bash = (all: readonly Completed[]): string => `_preflight() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then words='${listed(all.map(({ name }) => name))} --help --version'; fi
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${branches(all)}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _preflight preflight`;

const zsh = (all: readonly Completed[]): string => `autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;

const fish = (all: readonly Completed[]): string =>
  [
    `complete -c preflight -n __fish_use_subcommand -f -a '${listed(all.map(({ name }) => name))}'`,
    ...all.flatMap(({ name, words, values }) =>
      words.map((word) => {
        const where = `complete -c preflight -n '__fish_seen_subcommand_from ${name}'`;
        const known = values[word];
        if (!word.startsWith('--')) return `${where} -f -a ${word}`;
        return `${where} -l ${word.slice(2)}${known ? ` -x -a '${listed(known)}'` : ''}`;
      }),
    ),
  ].join('\n');

export const scriptFor: Readonly<Record<(typeof shells)[number], (all: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
};
