/** Stands for `prove.ts` in the package: it lists what the sandbox can do, and proves clauses of a target file. The rest needs a clone. */
import { Command } from 'commander';
import { oddities } from '../sandbox/oddities.ts';
import { troubles } from '../sandbox/troubles.ts';
import { proveClauses } from './clauses.ts';
import type { CommandParts } from './command-parts.ts';
import { listed, needsClone } from './options.ts';

type PackedProveOptions = { listOddities?: true; listTroubles?: true; target?: string };

export const proveCommand = (parts: CommandParts): Command =>
  new Command('prove')
    .option('--list-oddities', 'list the oddities, each with what it does')
    .option('--list-troubles', 'list the troubles, each with what it does')
    .option('--target <file>', 'prove the clauses of this target file by their examples, and send nothing')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async ({ listOddities, listTroubles, target }: PackedProveOptions) => {
      const { print } = parts;
      if (target !== undefined) parts.end(await proveClauses(target, parts));
      else if (listOddities) print(listed(Object.values(oddities)));
      else if (listTroubles) print(listed(Object.values(troubles)));
      else throw needsClone('npx --no -- preflight prove');
    });
