/** Sends one request over undici and brings back the complete answer or the way it failed. */

import type { Socket } from 'node:net';
import { type PeerCertificate, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Limits } from '../../contracts/target.ts';
import { RunDeadlinePassed } from '../in-time.ts';
import { decoded } from './content-coding.ts';
import { failure, failureOf, type SendFailure } from './failure.ts';
import type { PhaseClock } from './phase-clock.ts';
import { type ProxyWay, proxyOf } from './proxy-variables.ts';

// Watches connections for what the library does not say: reuse, the certificate that came, and an early 100.

/** Bytes that came before the last request was written, and until now. */
type Traffic = { before: number; received: number };

type Connections = ReturnType<typeof createConnections>;

/** Whole, and as much of one as may have come. */
const continued = /^HTTP\/1\.[01] 100\b[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;
const beginsContinued = (text: string): boolean =>
  'HTTP/1.1 100'.startsWith(text) || 'HTTP/1.0 100'.startsWith(text) || /^HTTP\/1\.[01] 100\b/.test(text);
const interimBytesMax = 8_192;

/**
 * What stands before an answer, without 100 Continue. A server may send 100 Continue to a client that did not ask for
 * it (RFC 9110, §15.2). The library takes that for the end of the connection.
 *
 * @returns undefined while the answers do not show it.
 */
const withoutContinue = (bytes: Buffer): Buffer | undefined => {
  const text = bytes.toString('latin1', 0, interimBytesMax);
  const [interim] = continued.exec(text) ?? [];
  if (interim !== undefined) return withoutContinue(bytes.subarray(interim.length));
  return beginsContinued(text) && bytes.length < interimBytesMax ? undefined : bytes;
};

const watch = (socket: Socket): Traffic => {
  const traffic = { before: 0, received: 0 };
  const { push, write } = socket;
  let held: Buffer | undefined = Buffer.alloc(0);
  socket.write = ((...given: Parameters<typeof write>) => {
    traffic.before = traffic.received;
    held = Buffer.alloc(0);
    return write.apply(socket, given);
  }) as typeof write;
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null || held === undefined) {
      traffic.received += chunk?.length ?? 0;
      return push.call(socket, chunk, encoding);
    }
    held = Buffer.concat([held, chunk]);
    const rest = withoutContinue(held);
    if (rest === undefined) return true;
    held = undefined;
    traffic.received += rest.length;
    return push.call(socket, rest, encoding);
  };
  return traffic;
};

/** Of a chain the certificate that ends first, or begins last. */
const validityIn = (certificate: PeerCertificate | undefined, code: string): readonly [string, string] | undefined => {
  const chain: { readonly from: number; readonly to: number }[] = [];
  let each = certificate as (PeerCertificate & { readonly issuerCertificate?: PeerCertificate }) | undefined;
  while (each?.valid_to && chain.length < 10) {
    chain.push({ from: Date.parse(each.valid_from), to: Date.parse(each.valid_to) });
    each = each.issuerCertificate === each ? undefined : each.issuerCertificate;
  }
  const [met] = chain.sort((one, other) => (code === 'CERT_HAS_EXPIRED' ? one.to - other.to : other.from - one.from));
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return met && [day(met.from), day(met.to)];
};

const createConnections = () => {
  const trafficOf = new WeakMap<object, Traffic>();
  const validity = new WeakMap<object, readonly [string, string]>();

  /** What ends a request on a connection is an error of its socket first, also where the library made it. */
  const note = (socket: Socket): void => {
    const traffic = watch(socket);
    socket.on('error', (error) => trafficOf.set(error, traffic));
  };

  return {
    watched:
      (connector: buildConnector.connector): buildConnector.connector =>
      (about, callback) => {
        let certificate: PeerCertificate | undefined;
        const socket = connector(about, (error, connected) => {
          if (error) {
            const dates = validityIn(certificate, (error as NodeJS.ErrnoException).code ?? '');
            if (dates) validity.set(error, dates);
            return callback(error, null);
          }
          note(connected);
          return callback(null, connected);
        }) as TLSSocket | undefined;
        // Ahead of the listener that ends the connection, after which no certificate is to be had.
        socket?.prependOnceListener?.('secure', () => {
          certificate = socket.getPeerCertificate(true);
        });
      },
    /** The error ended a request on a connection that had served another one, before a byte of its answer. */
    wasReused: (error: unknown): boolean => {
      const traffic = typeof error === 'object' && error !== null ? trafficOf.get(error) : undefined;
      return traffic !== undefined && traffic.before > 0 && traffic.received === traffic.before;
    },
    /** From when to when a certificate is valid that ended a connection, or one that has signed it. */
    validityOf: (error: unknown) => (typeof error === 'object' && error !== null ? validity.get(error) : undefined),
  };
};

/** Whether what listens there answers the beginning of TLS. Nothing else is sent. */
const speaksTls = ({ hostname, port }: URL, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[(.+)\]$/, '$1');
    const socket = tlsConnect({ host, port: Number(port) || 80, rejectUnauthorized: false, timeout: timeoutMs });
    const end = (isTls: boolean) => () => {
      socket.destroy();
      resolve(isTls);
    };
    socket.on('secureConnect', end(true)).on('error', end(false)).on('timeout', end(false)).on('close', end(false));
  });

export type WireRequest = {
  readonly origin: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The name of what it changes: its answer is awaited although the signal has aborted. */
  readonly effect?: string | undefined;
  /** It has no effect: where a reused connection was closed, it is sent once more on a new one. */
  readonly isRepeatable: boolean;
};

/** How the answer of a request with an effect is awaited once the signal has aborted; if unset, it is cut off. */
export type Awaiting = {
  readonly msMax: number;
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
} & ({ readonly answer: RawAnswer } | { readonly failure: SendFailure });

export type Transport = ReturnType<typeof createTransport>;

/** Undici knows no infinite time; its word for it is 0. */
const timeoutMs = (ms: number): number => (Number.isFinite(ms) ? ms : 0);

type TransportOptions = {
  readonly origin: string;
  readonly limits: Limits;
  readonly proxy: NodeJS.ProcessEnv | 'none';
  readonly signal?: AbortSignal | undefined;
  readonly awaiting?: Awaiting | undefined;
  readonly phases?: PhaseClock | undefined;
};

type Ways = { readonly connections: Connections; readonly proxy: ProxyWay | undefined };

const dispatcherOf = ({ limits, phases }: TransportOptions, { connections, proxy }: Ways): Dispatcher => {
  const connectTimeout = timeoutMs(limits.connectTimeoutMs);
  // One protocol, so that a failure and a header mean one thing.
  const connectionsMax = Number.isFinite(limits.concurrency) ? limits.concurrency : null;
  // Cookies and policies of gateways may take more than the 16 KB that are usual.
  const common = { connections: connectionsMax, allowH2: false, maxHeaderSize: 128 * 1024 };
  const connector = (phases?.connector ?? buildConnector)({ timeout: connectTimeout, allowH2: false });
  const dispatcher = proxy
    ? new ProxyAgent({
        ...common,
        connectTimeout,
        uri: proxy.url,
        // The connections of a proxy are opened elsewhere, and handed over here.
        factory: (origin: string, { connect, ...options }: { readonly connect: buildConnector.connector }) =>
          new Pool(origin, { ...options, connect: connections.watched(connect) }),
      } as ProxyAgent.Options)
    : new Agent({ ...common, connect: connections.watched(connector) });
  return phases ? dispatcher.compose(phases.interceptor) : dispatcher;
};

/** Only the way to the proxy can fail so: the rest of the way is its own. */
const ofProxy: ReadonlySet<string> = new Set<SendFailure['kind']>(['unresolved', 'refused', 'connect-timeout']);

/** The address of a proxy is not for all readers of a trace; the variable names it here. */
const byProxy = ({ kind, message }: SendFailure, { variable, unread }: ProxyWay): SendFailure => {
  const named = ofProxy.has(kind)
    ? `the proxy that ${variable} names: ${message}`
    : `${message}, by way of the proxy that ${variable} names`;
  const exempt = unread.length > 0 ? `; NO_PROXY has entries that mean nothing: ${unread.join(', ')}` : '';
  return failure(kind, `${named}${exempt}`);
};

const isJson = (headers: RawAnswer['headers']): boolean => /json/i.test(headers['content-type'] ?? '');

/** What proxies answer when they deny a request, want a login or reach nothing. */
const denials: ReadonlySet<number> = new Set([403, 407, 502, 503, 504]);

/**
 * What a proxy says of its answer: in Squid's field, or in the last member of Proxy-Status (RFC 9209), the nearest.
 *
 * @param mayBeItsOwn Over http it answers in place of the service, and no JSON has come by its way, not even now.
 */
const ownAnswer = (
  status: number,
  headers: RawAnswer['headers'],
  { variable }: ProxyWay,
  mayBeItsOwn: boolean,
): SendFailure | undefined => {
  const nearest = headers['proxy-status']?.split(',').at(-1) ?? '';
  // What is neither denied nor asked for a login may have reached the service.
  const kind = status === 403 || status === 407 ? 'refused' : 'reset';
  if (status >= 400 && ('x-squid-error' in headers || /;\s*error\s*=/i.test(nearest)))
    return failure(kind, `the proxy that ${variable} names answered HTTP ${status} itself`);
  if (!mayBeItsOwn || !denials.has(status)) return undefined;
  return failure(kind, `the proxy that ${variable} names, or what is behind it, answered HTTP ${status} without JSON`);
};

/** How servers answer a request without TLS where they expect it. */
const expectsTls = /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled/i;
const overTls = failure('tls', 'the port speaks TLS, and the address begins with http://');

const joined = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

type WireBody = AsyncIterable<Buffer>;

/** The bytes of a body, or undefined when there are more than allowed; leaving the loop closes the connection. */
const collected = async (body: WireBody, bytesMax: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
};

export const createTransport = (options: TransportOptions) => {
  const { limits, signal, awaiting } = options;
  const connections = createConnections();
  const proxy = options.proxy === 'none' ? undefined : proxyOf(options.origin, options.proxy);
  const ways = { connections, proxy };
  const dispatcher = dispatcherOf(options, ways);
  const isHttp = options.origin.startsWith('http:');
  const isPlain = isHttp && proxy === undefined;
  let isServiceSeen = false;
  let hasAnswered = false;
  let isTlsPort: Promise<boolean> | undefined;

  /** What the error says, what is known of the way, and what the port says where nothing has ever come from it. */
  const explained = async (error: unknown): Promise<SendFailure | undefined> => {
    const found = failureOf(error);
    if (!found || proxy) return found && proxy && byProxy(found, proxy);
    const [from, to] = connections.validityOf(error) ?? [];
    if (from !== undefined) return failure(found.kind, `${found.message}: it is valid from ${from} to ${to}`);
    const isOpen = found.kind === 'reset' || found.kind === 'protocol';
    if (!isPlain || !isOpen || hasAnswered) return found;
    isTlsPort ??= speaksTls(new URL(options.origin), limits.connectTimeoutMs);
    return (await isTlsPort) ? overTls : found;
  };
  const aborted = (): SendFailure =>
    failure('aborted', signal?.reason instanceof RunDeadlinePassed ? signal.reason.message : 'the run was interrupted');

  /** What ends the requests under way: one listener for all, because adding one takes longer than a request. */
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
    let cut: SendFailure | undefined;
    const cutWith = (reason: SendFailure) => {
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
    const ended = (result: { answer: RawAnswer } | { failure: SendFailure }): Delivery => ({
      durationMs: elapsedMs(),
      ...(headersMs !== undefined && { headersMs }),
      ...result,
    });
    const requestBy = (by: Dispatcher) =>
      by.request({
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
    let fresh: Dispatcher | undefined;
    try {
      const response = await requestBy(dispatcher).catch((error: unknown) => {
        if (!request.isRepeatable || controller.signal.aborted || !connections.wasReused(error)) throw error;
        fresh = dispatcherOf(options, ways);
        return requestBy(fresh);
      });
      headersMs = elapsedMs();
      hasAnswered = true;
      const headers = joined(response.headers);
      isServiceSeen ||= isJson(headers);
      const mayBeItsOwn = isHttp && !isServiceSeen;
      const ofItsOwn = proxy && ownAnswer(response.statusCode, headers, proxy, mayBeItsOwn);
      if (ofItsOwn) {
        await response.body.dump();
        return ended({ failure: ofItsOwn });
      }
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
      if (isPlain && response.statusCode === 400 && expectsTls.test(content.bytes.toString('latin1', 0, 1_000))) {
        return ended({ failure: overTls });
      }
      return ended({ answer: { status: response.statusCode, headers, bytes: content.bytes } });
    } catch (error) {
      const reason = cut ?? (await explained(error));
      if (!reason) throw error;
      return ended({ failure: reason });
    } finally {
      clearTimeout(deadline);
      clearTimeout(wait);
      underWay.delete(onAbort);
      fresh?.close();
    }
  };

  return { send, close: (): Promise<void> => dispatcher.close() };
};
