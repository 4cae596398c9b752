/** `preflight clauses`: one clause a line; or the domain of each, with the part that a run has met. */
import { Command } from 'commander';
import { chosenBy } from '../contracts/areas.ts';
import { clause, clauseIds } from '../contracts/clauses.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { ClassesOptions } from '../gate/shown-classes.ts';
import type { CommandParts } from './command-parts.ts';

const list = (names: readonly string[], { print, result }: CommandParts): void => {
  const chosen = names.length === 0 ? clauseIds : names.flatMap((name) => chosenBy(name));
  result(chosen.map((id) => ({ id, ...clause(id) })));
  const width = Math.max(...chosen.map((id) => id.length));
  for (const id of chosen) {
    const { severity, basis, section, text } = clause(id);
    print(`${id.padEnd(width)}  ${severity.padEnd(8)}  ${basis.padEnd(10)}  §${section.padEnd(4)}  ${text}`);
  }
};

export const clausesCommand = (parts: CommandParts): Command =>
  new Command('clauses')
    .argument('[area-topic-or-clause...]', 'only these')
    .option('--domain', 'in which classes each can vary, and which of them a stored run has met (docs/use/depth.md)')
    .option('--run <run>', 'with --domain: the folder or id of a run; the latest by default')
    .option('--target <name>', 'with --domain: the newest run of this target')
    .action(async (names: string[], { domain, json, ...options }: ClassesOptions & { domain?: true; json?: true }) => {
      const [vain] = Object.keys(options);
      if (!domain && vain !== undefined)
        throw new UsageError(`--${vain} without --domain changes nothing: leave it out, or add --domain`);
      if (!domain) return list(names, parts);
      const [{ shownClasses }, { withPlaceOfSandbox }] = await Promise.all([
        import('../gate/shown-classes.ts'),
        import('./embedded.ts'),
      ]);
      const environmentFor = (source: string) => withPlaceOfSandbox(source, parts.environment);
      return shownClasses(names, options, { ...parts, environmentFor });
    });
