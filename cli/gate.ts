/** `preflight gate`, the default: records a run against a target, judges it, reports, and exits with the verdict. */
import { Command } from 'commander';
import type { GateOptions } from '../gate/run-gate.ts';
import type { CommandParts } from './command-parts.ts';
import { gateShard, isSharded, runIdOption, type ShardParts, shardOption, tokenOption } from './gate-shard.ts';
import { type AddToHistory, addedTo, addToHistoryOption } from './history-option.ts';
import { newSeed, type Unseeded } from './new-seed.ts';
import {
  allowUnjudgedOption,
  depthOption,
  faultOption,
  logLevelOption,
  maxMinutesOption,
  oddityOption,
  onlyOption,
  outputOption,
  policyOption,
  requireOption,
  seedOption,
  targetOption,
  troubleOption,
  waiversOption,
} from './options.ts';
import { formsIn, reportOption } from './report-forms-option.ts';
import { walkGate } from './walk-gate.ts';

export const gateCommand = (parts: CommandParts): Command =>
  new Command('gate')
    .addOption(targetOption())
    .addOption(seedOption())
    .addOption(depthOption('standard'))
    .option('--dry-run', 'tell what would be sent, and send nothing')
    .addOption(onlyOption())
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(policyOption())
    .addOption(waiversOption())
    .addOption(requireOption())
    .addOption(allowUnjudgedOption())
    .option('--since <run>', 'compare with an earlier run of the target: latest, its folder, or its id')
    .option('--rerun', 'walk flows that only read once more after trouble; what passes only then is named as flaky')
    .option('--due', 'only settle what former runs have left behind and is due; leave nothing new')
    .addOption(reportOption('--report', 'in which more forms the run is reported').argParser(formsIn))
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addOption(maxMinutesOption())
    .addOption(logLevelOption())
    .addOption(shardOption())
    .addOption(runIdOption())
    .addOption(tokenOption())
    .action(async (given: Unseeded<Omit<GateOptions, 'history'>> & AddToHistory & ShardParts) => {
      const placed = { ...given, history: addedTo(given, parts.environment) };
      if (isSharded(placed)) return gateShard(placed, parts);
      const options = { ...placed, seed: given.seed ?? newSeed() };
      const load = async () => {
        const { dryRunGate: dryRun, runGate: run } = await import('../gate/run-gate.ts');
        return { dryRun, run };
      };
      // Where something is due, only once that is known.
      return walkGate(options, { load, firstWord: options.due ? undefined : `seed ${options.seed}` }, parts);
    });
