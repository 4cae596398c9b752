/** `preflight repro`: sends the case of a bundle again, and says whether it still fails. */
import { Command, Option } from 'commander';
import { type ReproOptions, runRepro, seedOfCase } from '../gate/run-repro.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import {
  countOption,
  faultOption,
  logLevelOption,
  oddityOption,
  outputOption,
  seedOption,
  troubleOption,
  type Unseeded,
} from './options.ts';

export const reproCommand = (parts: CommandParts): Command =>
  new Command('repro')
    .argument('<bundle>', 'a *.bundle.json of results/')
    .addOption(
      new Option('--target <name>', 'a target of targets/, or the path of a target file').makeOptionMandatory(),
    )
    .addOption(
      countOption(
        '--attempts <n>',
        'how often it is sent; up to three times by default where it only reads, else once',
      ),
    )
    .option('--literal', 'keep ids and dates as they were; the token is a new one')
    .option('--compare', 'show the exchange of then beside that of now, with what always differs and what is the same')
    .option('--minimise', 'leave out steps and what their requests say, until nothing more can go')
    .addOption(countOption('--requests <n>', 'how many requests --minimise may take; 300 by default'))
    .option('--resume <folder>', 'go on with a --minimise that was ended, from the folder that it printed')
    .addOption(seedOption('that of the bundle by default'))
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(outputOption())
    .addOption(logLevelOption())
    .action(async (file: string, given: Unseeded<ReproOptions>) => {
      const options = { ...given, seed: given.seed ?? (await seedOfCase(file)) };
      const width = process.stdout.columns ?? 80;
      parts.end(
        await inSurroundings(options, parts.environment, (surroundings) =>
          runRepro(file, options, { ...parts, surroundings, width }),
        ),
      );
    });
