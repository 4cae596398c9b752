/** `preflight gate`, the default: records a run against a target, judges it, reports, and exits with the verdict. */
import { Command } from 'commander';
import { noteInterruption } from './interruption.ts';
import { newSeed } from './new-seed.ts';
import {
  depthOption,
  faultOption,
  logLevelOption,
  oddityOption,
  onlyOption,
  seedOption,
  troubleOption,
} from './options.ts';
import { startPlaywright } from './playwright.ts';
import type { GateOptions } from './run-gate.ts';

export const gateCommand = (): Command =>
  new Command('gate')
    .option('--target <name>', 'a target of targets/, or the path of a target file', 'sandbox')
    .addOption(seedOption())
    .addOption(depthOption('standard'))
    .option('--dry-run', 'tell what would be sent, and send nothing')
    .addOption(onlyOption())
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .option('--due', 'only settle what former runs have left behind and is due; leave nothing new')
    .addOption(logLevelOption())
    .action(async (given: Omit<GateOptions, 'seed'> & { seed?: number }) => {
      const options = { ...given, seed: given.seed ?? newSeed() };
      if (options.dryRun) {
        const { dryRunGate } = await import('./run-gate.ts');
        console.log(await dryRunGate(options));
        return;
      }
      const interruption = noteInterruption();
      // At once, so that nobody waits for a first word; where something is due, only once that is known.
      if (!options.due) console.log(`seed ${options.seed}`);
      // Before anything else is loaded: the two load side by side.
      const playwright = await startPlaywright('gate', options.logLevel);
      try {
        const { runGate } = await import('./run-gate.ts');
        process.exitCode = await runGate(options, { playwright, interruption });
      } finally {
        await playwright.close();
      }
    });
