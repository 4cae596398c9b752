/** A run on a target from this machine: with its ledgers and its token cache. */
import { ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { sharedByClients } from '../client/tokens/user-token-cache.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import { type Runner, runner } from './run.ts';
import type { RunOptions } from './run-options.ts';

export const runnerHere = (
  { run, target, isEmbedded }: { readonly run: RunIdentity; readonly target: Target; readonly isEmbedded: boolean },
  environment: NodeJS.ProcessEnv,
  {
    createClient,
    awaitMs,
    notice,
    tokenCache,
    ...transport
  }: Pick<RunOptions, 'createClient' | 'awaitMs' | 'notice'> &
    Pick<RunOptions['transport'], 'logger' | 'signal' | 'phases' | 'tokenCache' | 'mayLogIn' | 'now'>,
): Runner =>
  runner({
    ...(createClient && { createClient }),
    awaitMs,
    notice,
    target,
    seed: run.seed,
    id: run.id,
    ...(run.depth && { depth: run.depth }),
    // The embedded sandbox ends with the run, and so do its bookings: what is in memory is enough.
    ...(!isEmbedded && ledgersOf(target, environment)),
    transport: {
      ...transport,
      ...(isEmbedded
        ? { proxy: 'none' as const }
        : { proxy: environment, ...sharedByClients(environment), ...(tokenCache && { tokenCache }) }),
    },
  });
