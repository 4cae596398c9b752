/** Sends one request over undici and brings back the complete answer or the way it failed; it never retries. */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Limits } from '../../contracts/target.ts';
import { RunDeadlinePassed } from '../run-deadline.ts';
import { decoded } from './content-coding.ts';
import { type Failure, failure, failureOf } from './failure.ts';
import type { PhaseClock } from './phase-clock.ts';

export type WireRequest = {
  readonly origin: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The name of what it changes: its answer is awaited although the signal has aborted. */
  readonly effect?: string | undefined;
};

/** How the answer of a request with an effect is awaited once the signal has aborted; without, it is cut off like a read. */
export type Awaiting = {
  readonly msMax: number;
  /** Ends the wait at once. */
  readonly givenUp: AbortSignal;
  /** Called with the name and the longest wait when a wait begins. */
  readonly report: (effect: string, msMax: number) => void;
};

export type RawAnswer = {
  readonly status: number;
  /** Names in lower case, repeats joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** After decompression. */
  readonly bytes: Buffer;
};

export type Delivery = {
  readonly durationMs: number;
  /** From the start to the answer's headers; absent when there were none. */
  readonly headersMs?: number;
} & ({ readonly answer: RawAnswer } | { readonly failure: Failure });

export type Transport = {
  send(request: WireRequest): Promise<Delivery>;
  close(): Promise<void>;
};

/** Undici knows no infinite time; its word for it is 0. */
const timeoutMs = (ms: number): number => (Number.isFinite(ms) ? ms : 0);

type TransportOptions = {
  readonly limits: Limits;
  readonly proxy: 'environment' | 'none';
  readonly signal?: AbortSignal | undefined;
  readonly awaiting?: Awaiting | undefined;
  /** Adds up where the time goes. */
  readonly phases?: PhaseClock | undefined;
};

const dispatcherOf = ({ limits, proxy, phases }: TransportOptions): Dispatcher => {
  const connectTimeout = timeoutMs(limits.connectTimeoutMs);
  const options = {
    connections: Number.isFinite(limits.concurrency) ? limits.concurrency : null,
    connectTimeout,
    // One protocol, so that a failure and a header mean one thing.
    allowH2: false,
    ...(phases && { connect: phases.connector({ timeout: connectTimeout, allowH2: false }) }),
  };
  const dispatcher = proxy === 'environment' ? new EnvHttpProxyAgent(options) : new Agent(options);
  return phases ? dispatcher.compose(phases.interceptor) : dispatcher;
};

const joined = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

type Body = AsyncIterable<Buffer>;

/** The bytes of a body, or undefined when there are more than allowed; leaving the loop closes the connection. */
const collected = async (body: Body, bytesMax: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
};

export const createTransport = (options: TransportOptions): Transport => {
  const { limits, signal, awaiting } = options;
  const dispatcher = dispatcherOf(options);
  const aborted = (): Failure =>
    failure('aborted', signal?.reason instanceof RunDeadlinePassed ? signal.reason.message : 'the run was interrupted');

  /** What ends the requests under way: one listener for all, because each takes longer to add than a request to build. */
  const underWay = new Set<() => void>();
  for (const each of [signal, awaiting?.givenUp]) {
    each?.addEventListener('abort', () => {
      for (const end of underWay) end();
    });
  }

  const send = async (request: WireRequest): Promise<Delivery> => {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    if (signal?.aborted) return { durationMs: 0, failure: aborted() };
    const controller = new AbortController();
    let cut: Failure | undefined;
    const cutWith = (reason: Failure) => {
      cut ??= reason;
      controller.abort();
    };
    let wait: NodeJS.Timeout | undefined;
    const onAbort = () => {
      if (request.effect === undefined || !awaiting || awaiting.givenUp.aborted) return cutWith(aborted());
      const { msMax, report } = awaiting;
      wait = setTimeout(() => cutWith(aborted()), msMax);
      report(request.effect, Math.min(msMax, limits.deadlineMs - elapsedMs()));
    };
    underWay.add(onAbort);
    const deadline = Number.isFinite(limits.deadlineMs)
      ? setTimeout(() => cutWith(failure('deadline', `not complete after ${limits.deadlineMs} ms`)), limits.deadlineMs)
      : undefined;
    let headersMs: number | undefined;
    const ended = (result: { answer: RawAnswer } | { failure: Failure }): Delivery => ({
      durationMs: elapsedMs(),
      ...(headersMs !== undefined && { headersMs }),
      ...result,
    });
    try {
      const response = await dispatcher.request({
        origin: request.origin,
        path: request.target,
        method: request.method,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
        signal: controller.signal,
        // Given with the request, because a proxy's connections do not take them from the agent.
        headersTimeout: timeoutMs(limits.headersTimeoutMs),
        bodyTimeout: timeoutMs(limits.bodyTimeoutMs),
      });
      headersMs = elapsedMs();
      const headers = joined(response.headers);
      const wire = await collected(response.body, limits.responseBytesMax);
      if (!wire) {
        const message = `the body of a ${response.statusCode} has more than ${limits.responseBytesMax} bytes`;
        return ended({ failure: failure('too-large', message) });
      }
      const content = await decoded(wire, {
        contentEncoding: headers['content-encoding'] ?? '',
        bytesMax: limits.responseBytesMax,
      });
      if ('failure' in content) return ended(content);
      return ended({ answer: { status: response.statusCode, headers, bytes: content.bytes } });
    } catch (error) {
      const reason = cut ?? failureOf(error);
      if (!reason) throw error;
      return ended({ failure: reason });
    } finally {
      clearTimeout(deadline);
      clearTimeout(wait);
      underWay.delete(onAbort);
    }
  };

  return { send, close: () => dispatcher.close() };
};
