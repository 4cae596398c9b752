/** `preflight check-target`: what a target file sets and lacks; with `--connect` what its bindings read. */
import { Command } from 'commander';
import type { LogLevel } from '../gate/caller.ts';
import { checkTarget } from '../gate/check-target/check-target.ts';
import { standingsAtBest } from '../prover/stand-ins.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import { logLevelOption } from './options.ts';

type CheckGiven = { readonly connect?: true; readonly logLevel: LogLevel };

export const checkTargetCommand = (parts: CommandParts): Command =>
  new Command('check-target')
    .argument('<target>', 'the path of a target file, or a target of targets/')
    .option('--connect', 'ask the service, only to read: the token, the dictionaries, one answer of each binding')
    .addOption(logLevelOption())
    .action(async (target: string, given: CheckGiven) => {
      const options = { ...given, target };
      const check = (surroundings: Parameters<typeof checkTarget>[1]['surroundings']) =>
        checkTarget(options, { ...parts, surroundings, standingsAtBest });
      const { environment } = parts;
      parts.end(
        given.connect
          ? await inSurroundings({ target, seed: 1 }, environment, check)
          : await check({ environment, isEmbedded: false }),
      );
    });
