/** Adds up where the time of a run's requests goes: of the connections that it opens, and of its requests. */
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher } from 'undici';
import { type HttpPhase, httpPhases } from '../../contracts/trace.ts';

type Connector = buildConnector.connector;

export type PhaseClock = ReturnType<typeof phaseClock>;

export const phaseClock = () => {
  const total = Object.fromEntries(httpPhases.map((phase) => [phase, 0])) as Record<HttpPhase, number>;

  const stopwatch = (): ((phase: HttpPhase) => void) => {
    let since = performance.now();
    return (phase) => {
      const now = performance.now();
      total[phase] += now - since;
      since = now;
    };
  };

  const timedHandler = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => {
    let note: ((phase: HttpPhase) => void) | undefined;
    let phase: HttpPhase = 'processing';
    return {
      onRequestStart: (...about) => {
        note = stopwatch();
        handler.onRequestStart?.(...about);
      },
      onRequestUpgrade: (...about) => handler.onRequestUpgrade?.(...about),
      onResponseStart: (...about) => {
        const [, status] = about;
        if (status >= 200) {
          note?.('processing');
          phase = 'transfer';
        }
        return handler.onResponseStart?.(...about);
      },
      onResponseData: (...about) => handler.onResponseData?.(...about),
      onResponseEnd: (...about) => {
        note?.('transfer');
        return handler.onResponseEnd?.(...about);
      },
      onResponseError: (...about) => {
        note?.(phase);
        return handler.onResponseError?.(...about);
      },
    };
  };

  /** Notes what a request takes from the moment at which it has a connection. */
  const interceptor: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    dispatch(options, timedHandler(handler));

  return {
    /** Opens connections, and notes what each step of it takes; a connection through a proxy is opened elsewhere. */
    connector: (options: buildConnector.BuildOptions): Connector => {
      const connect = buildConnector(options) as (...about: Parameters<Connector>) => Socket;
      return (about, callback) => {
        const note = stopwatch();
        const socket = connect(about, callback);
        // Nothing is resolved where the address is one already.
        // Before undici, which begins a request in its own listener.
        socket.once('lookup', () => note('resolve')).prependOnceListener('connect', () => note('connect'));
        socket.prependOnceListener('secureConnect', () => note('tls'));
      };
    },
    interceptor,
    /** So far, in ms: of requests that were under way at once, the sum. */
    totalMs: () => ({ ...total }),
  };
};
