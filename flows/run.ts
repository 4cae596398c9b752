/** Runs flows against a target: requests go out, traces come back. Never judges. */
import { type Client, createClient } from '../client/client.ts';
import { runDeadline } from '../client/run-deadline.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { drawn } from '../generators/drawn.ts';
import type { Flow } from './flow.ts';
import { session, stopOf } from './session.ts';

export type RunOptions = {
  readonly target: Target;
  readonly seed: number;
  /** The operations to look at; all when not said. */
  readonly operations?: readonly OperationId[];
  /** How the client is built besides what the target says: cache, proxy, log, clock. */
  readonly transport: Omit<Parameters<typeof createClient>[0], 'baseUrl' | 'credentials' | 'otherPartner' | 'limits'>;
};

/** Ends with the run's own deadline, or when the caller ends it. */
const bounded = (options: RunOptions): RunOptions => {
  const { target, transport } = options;
  const deadline = runDeadline(target.limits.runDeadlineMs);
  const signal = transport.signal ? AbortSignal.any([transport.signal, deadline]) : deadline;
  return { ...options, transport: { ...transport, signal } };
};

const clientFor = ({ target, transport }: RunOptions, baseUrl: string): Client =>
  createClient({
    ...transport,
    baseUrl,
    credentials: target.credentials,
    ...(target.otherPartner && { otherPartner: target.otherPartner }),
    limits: target.limits,
  });

const errorOf = (thrown: unknown): NonNullable<Trace['error']> => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { message: error.message, stack: error.stack ?? '' };
};

/** One run in progress: the flows share its client, and with it the token. */
export type Runner = {
  /** Never throws: an exception in the flow is kept in its trace. */
  record(flow: Flow): Promise<Trace>;
  close(): Promise<void>;
};

export const runner = (given: RunOptions): Runner => {
  const options = bounded(given);
  const { target, seed, transport } = options;
  const now = transport.now ?? Date.now;
  const client = clientFor(options, target.baseUrl);
  const isAsked = (operation: OperationId) => options.operations?.includes(operation) ?? true;
  let extraTokens = target.may.extraTokens?.perRun ?? 0;
  const takesExtraToken = () => {
    extraTokens -= 1;
    return extraTokens >= 0;
  };
  return {
    record: async (flow) => {
      const input = drawn(flow.input, seed, flow.id);
      const trace: Trace = {
        schema: 'preflight.trace/1',
        flow: flow.id,
        input: input as Json,
        startedAt: new Date(now()).toISOString(),
        clockOffsetMs: null,
        exchanges: [],
        clockAdvances: [],
      };
      // A world of its own is a service on this machine or beside it: a cached token would belong to another.
      const { tokenCache, ...uncached } = transport;
      const inWorld = (baseUrl: string) => clientFor({ ...options, transport: uncached }, baseUrl);
      try {
        await flow.run(session({ target, client, trace, clientFor: inWorld, takesExtraToken, isAsked }), input);
      } catch (thrown) {
        const stopped = stopOf(thrown);
        if (stopped) trace.stopped = stopped;
        else trace.error = errorOf(thrown);
      }
      trace.clockOffsetMs = client.clockOffsetMs();
      return trace;
    },
    close: () => client.close(),
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
