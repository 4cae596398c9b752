/** `preflight gate`, the default: records a run against a target, judges it, reports, and exits with the verdict. */
import { Command } from 'commander';
import type { GateOptions } from '../gate/run-gate.ts';
import type { CommandParts } from './command-parts.ts';
import { type AddToHistory, addedTo, addToHistoryOption } from './history-option.ts';
import { inSurroundings } from './in-surroundings.ts';
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
} from './options.ts';
import { formsIn, reportOption } from './report-forms-option.ts';

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
    .action(async (given: Unseeded<Omit<GateOptions, 'history'>> & AddToHistory) => {
      const { environment, now, print, result } = parts;
      const options = { ...given, seed: given.seed ?? newSeed(), history: addedTo(given, environment) };
      if (options.dryRun) {
        const [{ dryRunGate }, { dryRunText }] = await Promise.all([
          import('../gate/run-gate.ts'),
          import('../reports/dry-run-text.ts'),
        ]);
        const told = await inSurroundings(options, environment, (surroundings) =>
          dryRunGate(options, { surroundings, now }),
        );
        result(told);
        print(dryRunText(told));
        return;
      }
      const interruption = parts.noteInterruption();
      // At once, so that nobody waits for a first word; where something is due, only once that is known.
      if (!options.due) print(`seed ${options.seed}`);
      // Before anything else is loaded: the two load side by side.
      const playwright = await parts.startPlaywright('gate', options.logLevel);
      try {
        const { runGate } = await import('../gate/run-gate.ts');
        parts.end(
          await inSurroundings(options, environment, (surroundings) =>
            runGate(options, {
              ...parts,
              surroundings,
              playwright,
              interruption,
              startAgain: () => parts.startPlaywright('gate', options.logLevel),
            }),
          ),
        );
      } finally {
        await playwright.close();
      }
    });
