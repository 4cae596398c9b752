/** `preflight specs`: walks what Playwright specs ask for, until its standard input ends. */
import { Command } from 'commander';
import type { SpecsOptions } from '../gate/run-specs.ts';
import { loadTarget } from '../targets/load.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  depthOption,
  newSeed,
  outputOption,
  releaseIn,
  releaseOption,
  seedOption,
  targetOption,
  type Unseeded,
} from './options.ts';

const help = `
npx playwright test starts it, and ends it. The address of its door stands in
its first line; a request needs the secret in PREFLIGHT_DOOR_SECRET.`;

/** `ended` where the parent has closed it, `interrupted` at a signal. */
const overIn = (interrupted: Promise<void>): Promise<'ended' | 'interrupted'> => {
  const closed = new Promise<'ended'>((resolve) => {
    process.stdin.resume().once('close', () => resolve('ended'));
  });
  return Promise.race([closed, interrupted.then((): 'interrupted' => 'interrupted')]);
};

export const specsCommand = (parts: CommandParts): Command =>
  new Command('specs')
    .addOption(targetOption())
    .addOption(seedOption())
    .addOption(depthOption())
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addOption(releaseOption())
    .addHelpText('after', help)
    .action(async ({ seed = newSeed(), ...given }: Unseeded<Omit<SpecsOptions, 'history'>> & AddToHistory) => {
      const { environment, print } = parts;
      const release = given.release ?? releaseIn(environment);
      const options = { ...given, seed, ...(release && { release }), history: addedTo(given, environment) };
      const { runSpecs } = await import('../gate/run-specs.ts');
      const interruption = parts.noteInterruption();
      const code = await inSurroundings(options, environment, (surroundings) =>
        runSpecs(options, {
          ...parts,
          surroundings,
          interruption,
          load: loadTarget,
          secret: environment.PREFLIGHT_DOOR_SECRET ?? '',
          opened: (address, folder) => print(`door  ${address}  ${folder}`),
          over: overIn(parts.interrupted()),
        }),
      );
      parts.end(code);
    });
