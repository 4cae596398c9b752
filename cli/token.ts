/** `preflight token`: logs in once for all shards of a gate, and writes the token where they can take it. */
import { Command } from 'commander';
import { runToken, type TokenOptions } from '../gate/shards/handed-on.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import { targetOption } from './options.ts';

const help = `
The file is sealed with PREFLIGHT_STATE_PASSPHRASE where that is set, and must
be in a pipeline; else only its owner can read it. A token that is kept and
still serves is handed on without a login.

Example
  npx --no -- preflight token --target live --to token.sealed`;

export const tokenCommand = (parts: CommandParts): Command =>
  new Command('token')
    .addOption(targetOption())
    .requiredOption('--to <file>', 'where the token is written')
    .addHelpText('after', help)
    .action(async (options: TokenOptions) => {
      const walker = await parts.startWalker('gate', 'warn');
      const handedOn = inSurroundings({ ...options, seed: 0 }, parts.environment, (surroundings) =>
        runToken(options, surroundings, { ...parts, walker }),
      );
      parts.end(await handedOn.finally(walker.close));
    });
