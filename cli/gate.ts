/** `preflight gate`, the default: records a run against a target, judges it, reports, and exits with the verdict. */
import { Command } from 'commander';
import { noteInterruption } from '../gate/interruption.ts';
import { startPlaywright } from '../gate/playwright.ts';
import type { TargetOptions } from '../gate/repeat.ts';
import type { GateOptions } from '../gate/run-gate.ts';
import type { Surroundings } from '../gate/surroundings.ts';
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
import { notice, print } from './said.ts';
import { wantsColor } from './wants-color.ts';

/** With the sandbox, where it is the target. */
const inSurroundings = async <T>(
  options: TargetOptions,
  command: (surroundings: Surroundings) => Promise<T>,
): Promise<T> => {
  const { startEmbedded } = await import('./embedded.ts');
  const embedded = await startEmbedded(options);
  return command(embedded).finally(embedded.close);
};

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
        const { dryRunGate } = await import('../gate/run-gate.ts');
        console.log(
          await inSurroundings(options, (surroundings) => dryRunGate(options, { surroundings, now: Date.now })),
        );
        return;
      }
      const interruption = noteInterruption();
      // At once, so that nobody waits for a first word; where something is due, only once that is known.
      if (!options.due) console.log(`seed ${options.seed}`);
      // Before anything else is loaded: the two load side by side.
      const playwright = await startPlaywright('gate', { logLevel: options.logLevel, environment: process.env });
      try {
        const { runGate } = await import('../gate/run-gate.ts');
        process.exitCode = await inSurroundings(options, (surroundings) =>
          runGate(options, {
            surroundings,
            playwright,
            interruption,
            print,
            notice,
            color: wantsColor(),
            now: Date.now,
          }),
        );
      } finally {
        await playwright.close();
      }
    });
