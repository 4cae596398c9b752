/**
 * `preflight compare`: the same requests to a service that is known to be good and to a candidate, and how the answers
 * differ.
 */
import { Command } from 'commander';
import { type CompareOptions, runCompare } from '../gate/run-compare.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import {
  depthOption,
  faultOption,
  logLevelOption,
  newSeed,
  oddityOption,
  onlyOption,
  outputOption,
  seedOption,
  troubleOption,
  type Unseeded,
} from './options.ts';

type GivenToCompare = Unseeded<CompareOptions> & { fault?: string[]; oddity?: string[]; trouble?: string[] };

export const compareCommand = (parts: CommandParts): Command =>
  new Command('compare')
    .argument('<good>', 'a target of targets/, or the path of a target file: what is known to be good')
    .argument('<candidate>', 'the one that may replace it')
    .addOption(seedOption())
    .addOption(depthOption())
    .option('--dry-run', 'print what would be sent, and send nothing')
    .addOption(onlyOption())
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(outputOption())
    .addOption(logLevelOption())
    .addHelpText(
      'after',
      '\nWhat --fault, --oddity and --trouble name is done by the candidate, where that is the embedded sandbox.',
    )
    .action(async (good: string, candidate: string, given: GivenToCompare) => {
      const { fault, oddity, trouble, ...rest } = given;
      const options = { ...rest, seed: given.seed ?? newSeed() };
      const deviations = { ...(fault && { fault }), ...(oddity && { oddity }), ...(trouble && { trouble }) };
      const [a, b] = [
        { target: good, seed: options.seed },
        { target: candidate, seed: options.seed, ...deviations },
      ];
      const sent = inSurroundings(a, parts.environment, (ofGood) =>
        inSurroundings(b, parts.environment, (ofCandidate) =>
          runCompare(
            { a: { source: good, surroundings: ofGood }, b: { source: candidate, surroundings: ofCandidate } },
            options,
            parts,
          ),
        ),
      );
      parts.end(await sent);
    });
