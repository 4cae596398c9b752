/**
 * `preflight explore`: draws unusual inputs and orders of calls, shrinks what breaks, and keeps it for the next time.
 */
import { Command, Option } from 'commander';
import { explorations } from '../explore/explorations.ts';
import { type ExplorationOptions, runExploration } from '../gate/run-exploration.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import {
  collected,
  countOption,
  faultOption,
  logLevelOption,
  newSeed,
  oddityOption,
  outputOption,
  policyOption,
  seedOption,
  targetOption,
  troubleOption,
  type Unseeded,
} from './options.ts';

type ExploreCommandOptions = Unseeded<ExplorationOptions> & { list?: true };

export const exploreCommand = (parts: CommandParts): Command =>
  new Command('explore')
    .addOption(targetOption())
    .addOption(seedOption())
    .addOption(
      new Option('--only <exploration>', 'only these, may repeat or be separated by commas').argParser(collected),
    )
    .addOption(countOption('--requests <n>', 'how many to send; limits.exploreRequestsMax of the target by default'))
    .option('--replay <file>', 'only the counterexample of this bundle, or this smaller input, exactly as it is')
    .option('--corpus <folder>', 'where past counterexamples are kept; results/corpus/<target> by default')
    .addOption(policyOption())
    .option('--list', 'list the explorations, each with its story')
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(outputOption())
    .addOption(logLevelOption())
    .action(async ({ list, ...given }: ExploreCommandOptions) => {
      if (list) {
        parts.result(explorations.map(({ id, story }) => ({ id, story })));
        for (const { id, story } of explorations) parts.print(`${id.padEnd(28)}  ${story}`);
        return;
      }
      const options = { ...given, seed: given.seed ?? newSeed() };
      const interruption = parts.noteInterruption();
      const walker = await parts.startWalker('explore', options.logLevel);
      const exploring = inSurroundings(options, parts.environment, (surroundings) =>
        runExploration(options, { ...parts, surroundings, walker, interruption }),
      );
      parts.end(await exploring.finally(walker.close));
    });
