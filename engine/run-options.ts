/** How a run is set up, and what its flows share. */

import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { awaitMsMax, RunDeadlinePassed, runDeadline } from '../client/in-time.ts';
import type { ClockLedger } from '../client/ledgers/clock-ledger.ts';
import type { Ledger } from '../client/ledgers/ledger-state.ts';
import type { PendingLedger } from '../client/ledgers/pending-ledger.ts';
import type { Depth } from '../contracts/depth.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { Stores } from '../stores/store.ts';
import { bindingsInTime } from './bound-call.ts';
import type { EffectAccount } from './effects/effect.ts';
import type { Session } from './session.ts';

export type RunOptions = {
  readonly target: Target;
  readonly seed: number;
  /** How much is sent; everything when not said. */
  readonly depth?: Depth;
  /** The operations to look at; all when not said. */
  readonly operations?: readonly OperationId[];
  /** The name of this run in the ledger; drawn when not said. */
  readonly id?: string;
  /** Where bookings are written down before they are sent; in memory when not said, for a service that ends with us. */
  readonly ledger?: Ledger;
  /** Where it stands what was left behind on purpose; in memory when not said. */
  readonly obligations?: PendingLedger;
  /** The longest that an effect under way is awaited once the run must end; `awaitMsMax` when not said. */
  readonly awaitMs?: number | undefined;
  /** Prints which answer is awaited although the run ends; a warning of the log when not said. */
  readonly notice?: ((line: string) => void) | undefined;
  /** Where all runs of the target count what they share, such as logins; nowhere when not said. */
  readonly state?: Stores;
  /** How the client is built besides what the target says: cache, proxy, log, clock. */
  readonly transport: Omit<
    ClientOptions,
    'baseUrl' | 'aviaPath' | 'credentials' | 'otherPartner' | 'limits' | 'tokens' | 'isTokenFixed' | 'isClockMovable'
  >;
  /** Makes what flows send with; the recording client when not said. */
  readonly createClient?: typeof createClient;
};

/** What the flows of one run share. */
export type RunParts = {
  readonly options: RunOptions;
  readonly client: Client;
  readonly clientFor: (baseUrl: string, token?: string) => Client;
  readonly account: EffectAccount;
  readonly obligations: PendingLedger;
  /** Of the target itself, where it has one for all. */
  readonly clock: ClockLedger;
  readonly countLoginsAnew: () => void;
  readonly takesExtraToken: Session['takesExtraToken'];
  readonly warnings: () => readonly string[];
};

/** How the caller ends a run: in order, or at once. */
export type Ending = { readonly ended: AbortSignal; readonly givenUp: AbortSignal };

/**
 * Ends with the run's own deadline, or when the caller ends it; what a target file lets hang is ended, too. The answer
 * of an effect under way is awaited all the same.
 */
export const bounded = ({ target, transport, ...options }: RunOptions, { ended, givenUp }: Ending): RunOptions => {
  const { runDeadlineMs, bindingDeadlineMs } = target.limits;
  const signal = AbortSignal.any([ended, runDeadline(runDeadlineMs), ...(transport.signal ? [transport.signal] : [])]);
  const notice = options.notice ?? ((line: string): void => transport.logger?.warn(line));
  const report = (effect: string, ms: number): void => {
    const wayOut = signal.reason instanceof RunDeadlinePassed ? '' : '; Ctrl-C (SIGINT) ends it now';
    notice(`waiting for the answer of ${effect} (at most ${Math.ceil(ms / 1_000)} s)${wayOut}`);
  };
  const awaiting = { msMax: options.awaitMs ?? awaitMsMax, givenUp, report };
  return {
    ...options,
    target: { ...target, bindings: bindingsInTime(target.bindings, bindingDeadlineMs) },
    transport: { ...transport, signal, awaiting },
  };
};

/**
 * A separate world is a service on this machine or beside it. A cached token would belong to another service, and no
 * other run asks this one.
 */
export const uncached = ({
  transport: { tokenCache, turnsOf, mayLogIn, ...transport },
  ...options
}: RunOptions): RunOptions => ({
  ...options,
  transport,
});

/** Levers move the clock of the whole target, and of all who ask it. */
export const hasOneClock = ({ levers: { advanceClock, openWorld } }: Pick<Target, 'levers'>): boolean =>
  advanceClock !== undefined && openWorld === undefined;

/** @param more What the client is given besides what the options say. */
export const clientOf = (options: RunOptions, baseUrl: string, more: Partial<ClientOptions> = {}): Client => {
  const { target, transport, createClient: create = createClient } = options;
  const { aviaPath, credentials, otherPartner, limits } = target;
  const isClockMovable = hasOneClock(target);
  return create({ ...transport, baseUrl, aviaPath, credentials, otherPartner, limits, isClockMovable, ...more });
};
