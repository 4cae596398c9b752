/** A run on a target that a command has planned: with its ledgers, its token cache and its log. */
import { join } from 'node:path';
import { fileTokenCache } from '../client/token-cache.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import { type Runner, type RunOptions, runner } from '../flows/run.ts';
import { loadTarget } from '../targets/load.ts';
import { bookingLedgerOf, obligationLedgerOf } from './ledgers.ts';
import { type LogLevel, logger } from './logger.ts';
import { ownerGone } from './owner-gone.ts';
import { runVariables } from './playwright.ts';
import { tokenCacheFolder } from './token-cache-folder.ts';

type Plan = { readonly run: RunIdentity; readonly targetSource: string; readonly isEmbedded: boolean };

/** As the command that wants the run said it. */
export const runnersLog = () =>
  logger((process.env[runVariables.logLevel] ?? 'warn') as LogLevel, process.env[runVariables.logsForPerson] === 'yes');

/** The command that wants the run. */
export const owner = Number(process.env[runVariables.owner]);

export const startRunner = async (
  folder: string,
  { run, targetSource, isEmbedded }: Plan,
  others: Pick<RunOptions, 'createClient'> = {},
): Promise<{ readonly running: Runner; readonly target: Target }> => {
  const target = await loadTarget(targetSource, process.env);
  const running = runner({
    ...others,
    ...{ target, seed: run.seed, id: run.id },
    ...(run.depth && { depth: run.depth }),
    // The embedded sandbox ends with the run, and so do its bookings.
    ledger: bookingLedgerOf(target, process.env, isEmbedded ? join(folder, 'ledger') : undefined),
    ...(!isEmbedded && { obligations: obligationLedgerOf(target, process.env) }),
    transport: {
      logger: runnersLog(),
      signal: ownerGone(owner),
      ...(isEmbedded
        ? { proxy: 'none' as const }
        : { proxy: 'environment' as const, tokenCache: fileTokenCache(tokenCacheFolder(process.env)) }),
    },
  });
  return { running, target };
};
