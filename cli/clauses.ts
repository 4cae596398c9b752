/** `preflight clauses`: one clause a line, or the domain of each; and the proof of those of a target file. */
import { Command } from 'commander';
import { chosenBy } from '../contracts/areas.ts';
import { clause, clauseIds } from '../contracts/clauses.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
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

/**
 * `preflight prove --target`: shows of each clause of a target file that it can hold and can fail. Sends nothing.
 *
 * @returns The exit code: 1 where a clause is not proven.
 */
export const proveClauses = async (
  source: string,
  { environment, print, result }: Pick<CommandParts, 'environment' | 'print' | 'result'>,
): Promise<number> => {
  const [{ clausesOfFile }, { unprovenBecause }] = await Promise.all([
    import('../gate/judge-again.ts'),
    import('../engine/own-clause.ts'),
  ]);
  const { clauses } = await clausesOfFile(source, environment);
  const proofs = clauses.map((each) => ({ id: each.id, because: unprovenBecause(each) }));
  result({ target: source, clauses: proofs });
  for (const { id, because } of proofs)
    print(because === undefined ? `proven    ${id}` : `unproven  ${id}: ${because}`);
  return proofs.every(({ because }) => because === undefined) ? exitCodes.pass : exitCodes.fail;
};
