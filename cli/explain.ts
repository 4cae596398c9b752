/** `preflight explain`: finds which part of a request to book makes the supplier refuse it. */
import { Command, Option } from 'commander';
import { type ExplainOptions, runExplain } from '../gate/run-explain.ts';
import { seedOfCase } from '../gate/run-repro.ts';
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

export const explainCommand = (parts: CommandParts): Command =>
  new Command('explain')
    .argument('<bundle>', 'a *.bundle.json of results/ that holds a refused create_booking, such as an imported one')
    .addOption(
      new Option('--target <name>', 'a target of targets/, or the path of a target file').makeOptionMandatory(),
    )
    .addOption(countOption('--requests <n>', 'how many requests it may take; 300 by default'))
    .addOption(seedOption('that of the bundle by default'))
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(outputOption())
    .addOption(logLevelOption())
    .action(async (file: string, given: Unseeded<ExplainOptions>) => {
      const options = { ...given, seed: given.seed ?? (await seedOfCase(file)) };
      const width = process.stdout.columns ?? 80;
      parts.end(
        await inSurroundings(options, parts.environment, (surroundings) =>
          runExplain(file, options, { ...parts, surroundings, width }),
        ),
      );
    });
