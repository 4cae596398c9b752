/** Runs flows against a target: requests go out, traces come back. Never judges. */
import { randomUUID } from 'node:crypto';
import { type Entry, isFlight, type Ledger, memoryLedger } from '../client/booking-ledger.ts';
import { type Client, createClient, untilLater } from '../client/client.ts';
import { newGuestMark } from '../client/new-guest-mark.ts';
import { runDeadline } from '../client/run-deadline.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { BookingTotals, Trace } from '../contracts/trace.ts';
import { drawn } from '../generators/drawn.ts';
import type { Kept } from './booking/booking.ts';
import { cleaner, cleanUpMs } from './booking/cleaner.ts';
import { closeEntries } from './booking/close-entry.ts';
import { type Swept, sweep } from './booking/sweep.ts';
import type { Flow } from './flow.ts';
import { type SessionParts, session, stopOf } from './session.ts';

export type RunOptions = {
  readonly target: Target;
  readonly seed: number;
  /** The operations to look at; all when not said. */
  readonly operations?: readonly OperationId[];
  /** What tells this run from others in the ledger; drawn when not said. */
  readonly id?: string;
  /** Where bookings are written down before they are sent; in memory when not said, for a service that ends with us. */
  readonly ledger?: Ledger;
  /** Makes guest marks; drawn when not said. */
  readonly newMark?: () => string;
  /** How the client is built besides what the target says: cache, proxy, log, clock. */
  readonly transport: Omit<
    Parameters<typeof createClient>[0],
    'baseUrl' | 'aviaPath' | 'credentials' | 'otherPartner' | 'limits' | 'tokens'
  >;
};

/** Ends with the run's own deadline, or when the caller ends it. */
const bounded = (options: RunOptions, ending: AbortSignal): RunOptions => {
  const { target, transport } = options;
  const deadline = runDeadline(target.limits.runDeadlineMs);
  const signal = AbortSignal.any([ending, deadline, ...(transport.signal ? [transport.signal] : [])]);
  return { ...options, transport: { ...transport, signal } };
};

const clientFor = ({ target, transport }: RunOptions, baseUrl: string): Client =>
  createClient({
    ...transport,
    baseUrl,
    aviaPath: target.aviaPath,
    credentials: target.credentials,
    ...(target.otherPartner && { otherPartner: target.otherPartner }),
    limits: target.limits,
  });

/** What checks need of the target besides what was exchanged. */
const toldOf = ({ known, voidWindowMs }: Target, { operations }: Flow): Partial<Trace> => ({
  ...(operations.includes('hotel-search') && known.unrankedPresets && { unrankedPresets: [...known.unrankedPresets] }),
  ...(operations.includes('ticket-cancel') && {
    voidWindowMs,
    ...(known.withoutRights && { withoutRights: [known.withoutRights] }),
    ...(known.usedTicket && { usedCoupons: [{ beforeExchange: 0, ...known.usedTicket }] }),
  }),
});

const errorOf = (thrown: unknown): NonNullable<Trace['error']> => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { message: error.message, stack: error.stack ?? '' };
};

/** What became of what a story requested, with what became of what it requested elsewhere. */
const totalled = (
  before: BookingTotals = { requested: 0, cancelled: 0, left: 0 },
  tally: Kept['tally'],
  left: readonly Entry[],
): BookingTotals => {
  const { requested, cancelled, ticketsRequested, ticketsClosed } = tally;
  const ticketsLeft = left.filter(isFlight).reduce((sum, { tickets }) => sum + tickets.length, 0);
  const { tickets = { requested: 0, closed: 0, left: 0 } } = before;
  return {
    requested: before.requested + requested,
    cancelled: before.cancelled + cancelled,
    left: before.left + left.length,
    ...((before.tickets ?? ticketsRequested > 0) && {
      tickets: {
        requested: tickets.requested + ticketsRequested,
        closed: tickets.closed + ticketsClosed,
        left: tickets.left + ticketsLeft,
      },
    }),
  };
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
  /** Ends the flow under way, and resolves when it has been cleaned up. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

/** A clean-up has its own end, and one booking must not use all of it. */
const settleMsMax = 3_000;

/** A clean-up may go on so long after the run; then somebody else may look after what is left. */
const afterTheEndMs = 3 * cleanUpMs;

export const runner = (given: RunOptions): Runner => {
  const ending = new AbortController();
  const options = bounded(given, ending.signal);
  const { target, seed, transport, id: run = randomUUID(), newMark = () => newGuestMark() } = options;
  const { now = Date.now, delay = untilLater, signal, logger } = transport;
  const ledger = options.ledger ?? memoryLedger(now);
  const endsBy = now() + target.limits.runDeadlineMs + afterTheEndMs;
  const client = clientFor(options, target.baseUrl);
  const strangers = new Set<string>();
  const leftOpen = new Set<string>();
  const isAsked = (operation: OperationId) => options.operations?.includes(operation) ?? true;

  let extraTokens = target.may.extraTokens?.perRun ?? 0;
  const takesExtraToken = async (): Promise<boolean> => {
    const { perRun = 0, perDay } = target.may.extraTokens ?? {};
    if (perDay !== undefined) return ledger.spend('token', run, { perRun, perDay });
    extraTokens -= 1;
    return extraTokens >= 0;
  };

  // A world of its own is a service on this machine or beside it: a cached token would belong to another.
  const { tokenCache, ...uncached } = transport;

  const closingBy = ({ ask, voidTicket, pause }: ReturnType<typeof cleaner>) => {
    const { bindings, limits, voidWindowMs } = target;
    const settleMs = Math.min(limits.settleMs, settleMsMax);
    return { ask, voidTicket, pause, bindings, settleMs, voidWindowMs, now, strangers };
  };

  const cleanUpInto =
    (trace: Trace): SessionParts['cleanUp'] =>
    async (desk, { client: used, baseUrl, ledger: kept }) => {
      const mine = async () => (await kept.entries()).filter(({ mark }) => desk.marks.has(mark));
      const open = desk.marks.size === 0 ? [] : await mine();
      if (open.length > 0) {
        trace.cleanUp ??= [];
        const cleaning = cleaner(kept === ledger ? options : { ...options, transport: uncached }, {
          ...{ baseUrl, client: used, exchanges: trace.cleanUp },
        });
        const closing = { ...closingBy(cleaning), ledger: kept };
        const results = await closeEntries(closing, open).finally(cleaning.close);
        for (const { cancelled, ticketsClosed } of results.values()) {
          desk.tally.cancelled += cancelled;
          desk.tally.ticketsClosed += ticketsClosed;
        }
      }
      // What is left in a world of its own ends with it.
      const left = kept === ledger && open.length > 0 ? await mine() : [];
      for (const { mark } of left) leftOpen.add(mark);
      const { tally } = desk;
      if (tally.requested + tally.ticketsRequested > 0) trace.bookings = totalled(trace.bookings, tally, left);
    };

  const sweepNow: Runner['sweep'] = async () => {
    let cleaning: ReturnType<typeof cleaner> | undefined;
    try {
      return await sweep(ledger, {
        endsBy,
        sweeping: () => {
          cleaning = cleaner(options, { baseUrl: target.baseUrl, client, exchanges: [] });
          return closingBy(cleaning);
        },
      });
    } finally {
      await cleaning?.close();
    }
  };

  const sweepAndTell = async (): Promise<void> => {
    try {
      const swept = await sweepNow();
      const left = swept.filter((each) => each.left !== undefined);
      const cancelled = swept.reduce((sum, each) => sum + each.cancelled, 0);
      if (swept.length === 0) return;
      logger?.warn(
        { cancelled, left: left.length },
        'swept what former runs had left: npx preflight sweep tells the rest',
      );
    } catch (thrown) {
      logger?.warn(`the booking ledger could not be swept: ${errorOf(thrown).message}`);
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
    await giveBackTokens();
    swept ??= sweepAndTell();
    await swept;
  };

  const recorded = async (flow: Flow): Promise<Trace> => {
    await enter(flow);
    const input = drawn(flow.input, seed, flow.id);
    const attempts: NonNullable<Trace['attempts']> = [];
    const trace: Trace = {
      schema: 'preflight.trace/1',
      flow: flow.id,
      input: input as Json,
      startedAt: new Date(now()).toISOString(),
      clockOffsetMs: null,
      exchanges: [],
      clockAdvances: [],
      ...toldOf(target, flow),
    };
    const inWorld = (baseUrl: string) => clientFor({ ...options, transport: uncached }, baseUrl);
    const cleanUp = cleanUpInto(trace);
    const { session: own, desk } = session({
      ...{ target, client, trace, clientFor: inWorld, takesExtraToken, isAsked, now, cleanUp },
      pause: (ms) => delay(ms, signal),
      booking: { ledger, run, newMark, endsBy, attempts, strangers },
    });
    try {
      await flow.run(own, input);
    } catch (thrown) {
      const stopped = stopOf(thrown);
      if (stopped) trace.stopped = stopped;
      else trace.error = errorOf(thrown);
    }
    try {
      await cleanUp(desk, { client, ledger, baseUrl: target.baseUrl });
    } catch (thrown) {
      trace.error ??= errorOf(thrown);
    }
    if (attempts.length > 0) trace.attempts = attempts;
    trace.clockOffsetMs = client.clockOffsetMs();
    return trace;
  };

  let underWay: Promise<unknown> = Promise.resolve();
  return {
    record: (flow) => {
      const recording = recorded(flow);
      underWay = Promise.allSettled([underWay, recording]);
      return recording;
    },
    sweep: sweepNow,
    interrupt: async () => {
      ending.abort();
      await underWay;
    },
    close: async () => {
      await giveBackTokens();
      await ledger.release([...leftOpen]).catch(() => undefined);
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
