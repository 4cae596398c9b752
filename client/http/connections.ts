/** Watches connections for what the library does not say: reuse, the certificate that came, and an early 100. */
import type { Socket } from 'node:net';
import { type PeerCertificate, type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { buildConnector } from 'undici';

/** Bytes that came before the last request was written, and until now. */
type Traffic = { before: number; received: number };

export type Connections = ReturnType<typeof createConnections>;

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

export const createConnections = () => {
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
export const speaksTls = ({ hostname, port }: URL, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[(.+)\]$/, '$1');
    const socket = tlsConnect({ host, port: Number(port) || 80, rejectUnauthorized: false, timeout: timeoutMs });
    const end = (isTls: boolean) => () => {
      socket.destroy();
      resolve(isTls);
    };
    socket.on('secureConnect', end(true)).on('error', end(false)).on('timeout', end(false)).on('close', end(false));
  });
