/** `preflight state`: seals the ledgers on one machine, and opens them on the next. */
import { Command } from 'commander';
import { openState, sealState } from '../gate/sealed-state.ts';
import type { CommandParts } from './command-parts.ts';

export const stateCommand = (parts: CommandParts): Command =>
  new Command('state')
    .addCommand(
      new Command('seal')
        .description('write all of PREFLIGHT_STATE into one sealed file')
        .argument('<file>')
        .action(async (file: string) => parts.end(await sealState(file, parts))),
    )
    .addCommand(
      new Command('open')
        .description('put what was sealed into PREFLIGHT_STATE, an empty folder')
        .argument('<file>')
        .action(async (file: string) => parts.end(await openState(file, parts))),
    );
