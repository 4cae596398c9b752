/** Runs flows against a target: requests go out, traces come back. Never judges. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Client } from '../client/client.ts';
import { afterTheEndMs } from '../client/in-time.ts';
import { type Entry, memoryLedger, openOf } from '../client/ledgers/booking-ledger.ts';
import { clockLedger } from '../client/ledgers/clock-ledger.ts';
import { lastingLedger } from '../client/ledgers/lasting-ledger.ts';
import type { Ledger } from '../client/ledgers/ledger-state.ts';
import { memoryPending } from '../client/ledgers/pending-ledger.ts';
import { ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { loginBudget } from '../client/tokens/login-budget.ts';
import { sharedByClients } from '../client/tokens/token-cache.ts';
import type { Spending } from '../contracts/operations.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { memoryStores } from '../stores/store.ts';
import { type CleanUp, cleanUpOf, type Swept } from './clean-up/clean-up.ts';
import type { Flow } from './flow.ts';
import { recording } from './recording.ts';
import { bounded, clientOf, type RunOptions, type RunParts, uncached } from './run-options.ts';

/** The reason of a signal that ends a run because the target file threw late: from then on nothing is a measurement. */
export class TargetBroke extends Error {}

/** One run in progress: the flows share its client, and with it the token. */
export type Runner = {
  /**
   * Never throws: an exception in the flow is kept in its trace. In every case, what the flow has booked is cancelled
   * again before this resolves. The first flow after the logins waits for a sweep of what former runs have left.
   */
  record(flow: Flow): Promise<Trace>;
  sweep(): Promise<readonly Swept[]>;
  /** What on our side was in the way, such as a ledger that cannot be written: the pass becomes inconclusive. */
  warnings(): readonly string[];
  /** Ends what is under way, and resolves when its last effect has been answered and all has been cleaned up. */
  interrupt(): Promise<void>;
  /** Ends what is under way at once, and resolves to those entries of this run that may be open. */
  giveUp(): Promise<readonly Entry[]>;
  close(): Promise<void>;
};

/** Takes extra tokens off the budget: of the account where it has one for a day, else of this run. */
const extraTokens = ({ may }: Target, ledger: Ledger, run: string): RunParts['takesExtraToken'] => {
  const { perRun = 0, perDay } = may.extraTokens ?? {};
  let left = perRun;
  return async () => {
    if (perDay !== undefined) return ledger.spend('token', run, { perRun, perDay });
    left -= 1;
    return left >= 0;
  };
};

const partsOf = (given: RunOptions): RunParts => {
  const { target, state, id: run = randomUUID() } = given;
  const { now = Date.now } = given.transport;
  const shared = state && { stores: state, baseUrl: target.baseUrl, now };
  const budget = loginBudget(target.may.extraTokens?.perRun ?? 0, shared, target.levers?.advanceClock !== undefined);
  const options = { ...given, transport: { ...given.transport, loginBudget: budget } };
  const ledger = lastingLedger(options.ledger ?? memoryLedger(now), now);
  const usedUpByOthers = new Map<Spending, string>();
  const endsBy = now() + target.limits.runDeadlineMs + afterTheEndMs;
  return {
    options,
    client: clientOf(options, target.baseUrl),
    clientFor: (baseUrl, token) =>
      clientOf(uncached(options), baseUrl, token === undefined ? {} : { tokens: { own: token }, isTokenFixed: true }),
    account: { ledger, run, now, endsBy, foreignBookings: new Set(), usedUpByOthers },
    obligations: options.obligations ?? memoryPending(now),
    clock: clockLedger(state ?? memoryStores(), { baseUrl: target.baseUrl, now, endsBy }),
    takesExtraToken: extraTokens(target, ledger, run),
    countLoginsAnew: budget.anew,
    warnings: () =>
      [ledger.failure(), budget.refusal(), ...usedUpByOthers.values()].filter((each) => each !== undefined),
  };
};

const sweepAndPrint = async ({ sweep }: CleanUp, logger: Logger | undefined): Promise<void> => {
  try {
    const swept = await sweep();
    const left = swept.filter((each) => each.left !== undefined);
    const cancelled = swept.reduce((sum, each) => sum + each.cancelled, 0);
    if (swept.length === 0) return;
    logger?.warn(
      { cancelled, left: left.length },
      'swept what former runs had left: npx --no -- preflight sweep reports the rest',
    );
  } catch (thrown) {
    logger?.warn(`the booking ledger could not be swept: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
};

/** While tokens are being asked for, other runs wait for the last of them; with that one, what is left is swept. */
const entering = (client: Client, sweepOnce: () => Promise<void>) => {
  let swept: Promise<void> | undefined;
  let held: Promise<() => Promise<void>> | undefined;
  const giveBackTokens = async (): Promise<void> => {
    const release = await held;
    held = undefined;
    await release?.();
  };
  const enter = async ({ phase }: Flow): Promise<void> => {
    if (phase === 'tokens') {
      held ??= client.holdTokens();
      await held;
      return;
    }
    if (phase === 'left-tokens') return;
    await giveBackTokens();
    swept ??= sweepOnce();
    await swept;
  };
  return { enter, giveBackTokens };
};

export const runner = (given: RunOptions): Runner => {
  const ending = new AbortController();
  const givingUp = new AbortController();
  const options = bounded(given, { ended: ending.signal, givenUp: givingUp.signal });
  const parts = partsOf(options);
  const { client, warnings } = parts;
  const { signal, logger } = options.transport;
  const cleanUp = cleanUpOf(parts);
  const record = recording(parts, cleanUp);
  const { enter, giveBackTokens } = entering(client, () => sweepAndPrint(cleanUp, logger));

  const recorded = async (flow: Flow): Promise<Trace> => {
    if (flow.isRunOfItsOwn) parts.countLoginsAnew();
    await enter(flow);
    const trace = await record(flow);
    const { reason } = signal ?? {};
    return reason instanceof TargetBroke ? { ...trace, error: { message: reason.message, stack: '' } } : trace;
  };

  let underWay: Promise<unknown> = Promise.resolve();
  const during = <T>(work: Promise<T>): Promise<T> => {
    underWay = Promise.allSettled([underWay, work]);
    return work;
  };
  return {
    record: (flow) => during(recorded(flow)),
    sweep: () => during(cleanUp.sweep()),
    warnings,
    interrupt: async () => {
      ending.abort();
      await underWay;
    },
    giveUp: async () => {
      ending.abort();
      givingUp.abort();
      await underWay;
      const { ledger, run, now } = parts.account;
      return openOf(await ledger.entries(), run, now());
    },
    close: async () => {
      await giveBackTokens();
      await cleanUp.release();
      await parts.clock.release();
      await client.close();
    },
  };
};

export async function* run(flows: readonly Flow[], options: RunOptions): AsyncGenerator<Trace> {
  const running = runner(options);
  try {
    for (const flow of flows) yield await running.record(flow);
  } finally {
    await running.close();
  }
}

// A run on a target from this machine: with its ledgers and its token cache.

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
