/** Commands about one environment: they begin or check its target file, and look after what runs have left there. */
import { Command } from 'commander';
import type { LogLevel } from '../gate/caller.ts';
import type { ObligationsOptions, SweepOptions } from '../gate/sweep.ts';
import { targetNames } from '../targets/load.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings, isEmbedded } from './embedded.ts';
import { logLevelOption, targetOption } from './options.ts';

export const initCommand = ({ print, result }: CommandParts): Command =>
  new Command('init').argument('<name>', 'of the environment, such as acme-staging').action(async (name: string) => {
    const { init } = await import('../gate/init.ts');
    const { written, text } = await init(name, { folder: process.cwd(), taken: targetNames() });
    result({ written });
    print(text);
  });

type CheckGiven = { readonly connect?: true; readonly logLevel: LogLevel };

export const checkTargetCommand = (parts: CommandParts): Command =>
  new Command('check-target')
    .argument('<target>', 'the path of a target file, or a target of targets/')
    .option('--connect', 'ask the service, only to read: the token, the dictionaries, one answer of each binding')
    .addOption(logLevelOption())
    .action(async (target: string, given: CheckGiven) => {
      const { checkTarget } = await import('../gate/check-target/check-target.ts');
      const { standingsAtBest } = await import('../prover/stand-ins.ts');
      const { environment } = parts;
      const check = (surroundings: Parameters<typeof checkTarget>[1]['surroundings']) =>
        checkTarget({ ...given, target }, { ...parts, surroundings, standingsAtBest });
      parts.end(
        given.connect
          ? await inSurroundings({ target, seed: 1 }, environment, check)
          : await check({ environment, isEmbedded: false }),
      );
    });

export const sweepCommand = (parts: CommandParts): Command =>
  new Command('sweep')
    .addOption(targetOption())
    .option(
      '--forget <mark>',
      'settle this one by hand: sweeps look for it no more, and the ledger keeps what was known of it',
    )
    .addOption(logLevelOption())
    .action(async (options: SweepOptions) => {
      if (isEmbedded(options.target, parts.environment)) {
        parts.print('the embedded sandbox keeps no ledger: its bookings end with its run (name another with --target)');
        return;
      }
      const { sweep } = await import('../gate/sweep.ts');
      parts.end(await sweep(options, parts));
    });

export const obligationsCommand = (parts: CommandParts): Command =>
  new Command('obligations')
    .addOption(targetOption())
    .option('--end', 'end all of it now: void, refund and cancel, and forget the tokens')
    .addOption(logLevelOption())
    .action(async (options: ObligationsOptions) => {
      if (isEmbedded(options.target, parts.environment)) {
        parts.print('the embedded sandbox leaves nothing behind: it ends with its run (name another with --target)');
        return;
      }
      const { obligations } = await import('../gate/sweep.ts');
      parts.end(await obligations(options, parts));
    });

export const stateCommand = (parts: CommandParts): Command =>
  new Command('state')
    .addCommand(
      new Command('seal')
        .description('write all of PREFLIGHT_STATE into one sealed file')
        .argument('<file>')
        .action(async (file: string) => {
          const { sealState } = await import('../gate/sealed-state.ts');
          parts.end(await sealState(file, parts));
        }),
    )
    .addCommand(
      new Command('open')
        .description('put what was sealed into PREFLIGHT_STATE, an empty folder')
        .argument('<file>')
        .action(async (file: string) => {
          const { openState } = await import('../gate/sealed-state.ts');
          parts.end(await openState(file, parts));
        }),
    );
