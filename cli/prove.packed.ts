/** Stands for `prove.ts` in the package: it lists what the sandbox can do, and what needs its faults needs a clone. */
import { Command } from 'commander';
import { oddities } from '../sandbox/oddities.ts';
import { troubles } from '../sandbox/troubles.ts';
import type { CommandParts } from './command-parts.ts';
import { listed, needsClone } from './options.ts';

export const proveCommand = ({ print }: CommandParts): Command =>
  new Command('prove')
    .option('--list-oddities', 'list the oddities, each with what it does')
    .option('--list-troubles', 'list the troubles, each with what it does')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(({ listOddities, listTroubles }: { listOddities?: true; listTroubles?: true }) => {
      if (listOddities) print(listed(Object.values(oddities)));
      else if (listTroubles) print(listed(Object.values(troubles)));
      else throw needsClone('npx --no -- preflight prove');
    });
