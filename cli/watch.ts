/** `preflight watch`: cases that each scheduled run repeats, until they are removed. */
import { Command, Option } from 'commander';
import { runWatch, type WatchOptions } from '../gate/run-watch.ts';
import { type AddOptions, addWatched, listWatched, removeWatched } from '../gate/watch.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings, withPlaceOfSandbox } from './embedded.ts';
import { faultOption, logLevelOption, oddityOption, troubleOption } from './options.ts';

const named = (about: string): Option => new Option('--target <name>', about);

const add = (parts: CommandParts): Command =>
  new Command('add')
    .description('keep a case, with its exact evidence, and print what repeating it costs')
    .argument('<bundle>', 'a *.bundle.json of results/')
    .addOption(named('where it is repeated, as of gate').makeOptionMandatory())
    .option('--title <text>', 'what you call it; its clause by default')
    .action(async (file: string, options: AddOptions) => {
      const environment = withPlaceOfSandbox(options.target, parts.environment);
      parts.end(await addWatched(file, options, { ...parts, environment }));
    });

const run = (parts: CommandParts): Command =>
  new Command('run')
    .description('repeat them now; nightly does so after each gate')
    .addOption(named('only what is watched there; everything by default'))
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(logLevelOption())
    .action(async (options: WatchOptions) =>
      parts.end(
        await runWatch(options, {
          ...parts,
          width: process.stdout.columns ?? 80,
          around: (around, work) => inSurroundings(around, parts.environment, work),
          readable: (source) => withPlaceOfSandbox(source, parts.environment),
        }),
      ),
    );

const help = `
Exit codes of watch run
  0    nothing but what is known: it still fails, or did not happen
  1    a case fails differently, or is back after it had stopped
  2    a target or a kept bundle cannot be read; the others were repeated
  3    cannot tell of a case: trouble, a budget, another run at work, or a damaged record`;

export const watchCommand = (parts: CommandParts): Command =>
  new Command('watch')
    .addCommand(add(parts))
    .addCommand(
      new Command('list')
        .description('what is watched, since when, and what its last runs said')
        .addOption(named('only what is watched there'))
        .action(async ({ target }: { target?: string }) => parts.end(await listWatched({ target }, parts))),
    )
    .addCommand(
      new Command('remove')
        .description('watch it no more')
        .argument('<id>', 'as watch list shows it')
        .action(async (id: string) => parts.end(await removeWatched(id, parts))),
    )
    .addCommand(run(parts))
    .addHelpText('after', help);
