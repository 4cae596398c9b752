/** Runs flows against a target: requests go out, traces come back. Never judges. */
import { randomUUID } from 'node:crypto';
import { type Ledger, memoryLedger } from '../client/booking-ledger.ts';
import { type Client, createClient } from '../client/client.ts';
import { lastingLedger } from '../client/lasting-ledger.ts';
import { newGuestMark } from '../client/new-guest-mark.ts';
import { memoryObligations, type ObligationLedger } from '../client/obligation-ledger.ts';
import { runDeadline } from '../client/run-deadline.ts';
import type { Depth } from '../contracts/depth.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { bindingsInTime } from './bindings-in-time.ts';
import { tidying } from './effects/clean-up.ts';
import { cleanUpMs } from './effects/cleaner.ts';
import type { Swept } from './effects/sweep.ts';
import type { Flow } from './flow.ts';
import { recording } from './recording.ts';

export type RunOptions = {
  readonly target: Target;
  readonly seed: number;
  /** How much is sent; everything when not said. */
  readonly depth?: Depth;
  /** The operations to look at; all when not said. */
  readonly operations?: readonly OperationId[];
  /** What tells this run from others in the ledger; drawn when not said. */
  readonly id?: string;
  /** Where bookings are written down before they are sent; in memory when not said, for a service that ends with us. */
  readonly ledger?: Ledger;
  /** Where it stands what was left behind on purpose; in memory when not said. */
  readonly obligations?: ObligationLedger;
  /** Makes guest marks; drawn when not said. */
  readonly newMark?: () => string;
  /** How the client is built besides what the target says: cache, proxy, log, clock. */
  readonly transport: Omit<
    Parameters<typeof createClient>[0],
    'baseUrl' | 'aviaPath' | 'credentials' | 'otherPartner' | 'limits' | 'tokens' | 'isTokenFixed' | 'isClockMovable'
  >;
  /** Makes what flows send with; the recording client when not said. */
  readonly createClient?: typeof createClient;
};

/** The reason of a signal that ends a run because the target file threw late: from then on nothing is a measurement. */
export class TargetBroke extends Error {}

/** Ends with the run's own deadline, or when the caller ends it. */
const bounded = (options: RunOptions, ending: AbortSignal): RunOptions => {
  const { target, transport } = options;
  const deadline = runDeadline(target.limits.runDeadlineMs);
  const signal = AbortSignal.any([ending, deadline, ...(transport.signal ? [transport.signal] : [])]);
  return { ...options, transport: { ...transport, signal } };
};

/** What a target file lets hang is ended, too. */
const inTime = ({ target, ...options }: RunOptions): RunOptions => ({
  ...options,
  target: { ...target, bindings: bindingsInTime(target.bindings, target.limits.bindingDeadlineMs) },
});

const clientFor = (options: RunOptions, baseUrl: string, fixed?: string): Client => {
  const { target, transport, createClient: create = createClient } = options;
  return create({
    ...transport,
    ...(fixed !== undefined && { tokens: { own: fixed, other: undefined }, isTokenFixed: true }),
    baseUrl,
    aviaPath: target.aviaPath,
    credentials: target.credentials,
    ...(target.otherPartner && { otherPartner: target.otherPartner }),
    limits: target.limits,
    isClockMovable: target.levers.advanceClock !== undefined && target.levers.openWorld === undefined,
  });
};

/** One run in progress: the flows share its client, and with it the token. */
export type Runner = {
  /**
   * Never throws: an exception in the flow is kept in its trace. Whatever happens, what the flow has booked is cancelled
   * again before this resolves. The first flow after the logins waits for a sweep of what former runs have left.
   */
  record(flow: Flow): Promise<Trace>;
  /** Finishes what runs have left behind whose process is gone. */
  sweep(): Promise<readonly Swept[]>;
  /** What of ours was in the way although it went on, such as a ledger that cannot be written: it costs the run its pass. */
  warnings(): readonly string[];
  /** Ends the flow under way, and resolves when it has been cleaned up. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

/** A clean-up may go on so long after the run; then somebody else may look after what is left. */
const afterTheEndMs = 3 * cleanUpMs;

export const runner = (given: RunOptions): Runner => {
  const ending = new AbortController();
  const options = inTime(bounded(given, ending.signal));
  const { target, transport, id: run = randomUUID(), newMark = () => newGuestMark() } = options;
  const { now = Date.now, logger } = transport;
  const ledger = lastingLedger(options.ledger ?? memoryLedger(now), now);
  const endsBy = now() + target.limits.runDeadlineMs + afterTheEndMs;
  const client = clientFor(options, target.baseUrl);
  const strangers = new Set<string>();
  const tidy = tidying({ options, client, ledger, endsBy, now, strangers });

  let extraTokens = target.may.extraTokens?.perRun ?? 0;
  const takesExtraToken = async (): Promise<boolean> => {
    const { perRun = 0, perDay } = target.may.extraTokens ?? {};
    if (perDay !== undefined) return ledger.spend('token', run, { perRun, perDay });
    extraTokens -= 1;
    return extraTokens >= 0;
  };

  const sweepAndTell = async (): Promise<void> => {
    try {
      const swept = await tidy.sweep();
      const left = swept.filter((each) => each.left !== undefined);
      const cancelled = swept.reduce((sum, each) => sum + each.cancelled, 0);
      if (swept.length === 0) return;
      logger?.warn(
        { cancelled, left: left.length },
        'swept what former runs had left: npx preflight sweep tells the rest',
      );
    } catch (thrown) {
      logger?.warn(`the booking ledger could not be swept: ${thrown instanceof Error ? thrown.message : thrown}`);
    }
  };

  let swept: Promise<void> | undefined;
  let held: Promise<() => Promise<void>> | undefined;
  const giveBackTokens = async (): Promise<void> => {
    const release = await held;
    held = undefined;
    await release?.();
  };

  /** While tokens are being asked for, other runs wait for the last of them; with that one, what is left is swept. */
  const enter = async ({ phase }: Flow): Promise<void> => {
    if (phase === 'tokens') {
      held ??= client.holdTokens();
      await held;
      return;
    }
    if (phase === 'left-tokens') return;
    await giveBackTokens();
    swept ??= sweepAndTell();
    await swept;
  };

  // A world of its own is a service on this machine or beside it: a cached token would belong to another.
  const { tokenCache, ...uncached } = transport;

  const warnings = (): readonly string[] => {
    const failure = ledger.failure();
    return failure === undefined ? [] : [failure];
  };

  const record = recording({
    options,
    run,
    newMark,
    client,
    ledger,
    endsBy,
    now,
    strangers,
    takesExtraToken,
    tidy,
    warnings,
    obligations: options.obligations ?? memoryObligations(now),
    clientFor: (baseUrl, token) => clientFor({ ...options, transport: uncached }, baseUrl, token),
  });

  const recorded = async (flow: Flow): Promise<Trace> => {
    await enter(flow);
    const trace = await record(flow);
    const { reason } = options.transport.signal ?? {};
    return reason instanceof TargetBroke ? { ...trace, error: { message: reason.message, stack: '' } } : trace;
  };

  let underWay: Promise<unknown> = Promise.resolve();
  return {
    record: (flow) => {
      const recording = recorded(flow);
      underWay = Promise.allSettled([underWay, recording]);
      return recording;
    },
    sweep: tidy.sweep,
    warnings,
    interrupt: async () => {
      ending.abort();
      await underWay;
    },
    close: async () => {
      await giveBackTokens();
      await tidy.release();
      await client.close();
    },
  };
};

/** Runs flows one after the other, in order, and hands out each trace as it is complete. */
export async function* run(flows: readonly Flow[], options: RunOptions): AsyncGenerator<Trace> {
  const running = runner(options);
  try {
    for (const flow of flows) yield await running.record(flow);
  } finally {
    await running.close();
  }
}
