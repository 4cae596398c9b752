/** Says how an exchange failed, in our own words: a library's message may hold an address with its query. */
import { errors } from 'undici';
import type { Exchange, FailureKind } from '../../contracts/trace.ts';

export type SendFailure = NonNullable<Exchange['failure']>;

export const failure = (kind: FailureKind, message: string): SendFailure => ({ kind, message });

const byCode: Readonly<Record<string, readonly [FailureKind, string]>> = {
  ENOTFOUND: ['unresolved', 'the host name is not known'],
  EAI_AGAIN: ['unresolved', 'the name service did not answer'],
  EAI_FAIL: ['unresolved', 'the name service failed'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['refused', 'the host cannot be reached'],
  ENETUNREACH: ['refused', 'the network cannot be reached'],
  EADDRNOTAVAIL: ['refused', 'no connection could be made from here'],
  UND_ERR_CONNECT_TIMEOUT: ['connect-timeout', 'no connection in time'],
  UND_ERR_HEADERS_TIMEOUT: ['headers-timeout', 'no answer in time'],
  UND_ERR_BODY_TIMEOUT: ['body-timeout', 'the body stopped coming'],
  UND_ERR_HEADERS_OVERFLOW: ['protocol', 'the headers are too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['protocol', 'the body is not as long as its content-length says'],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['too-large', 'the body is too large'],
  UND_ERR_SOCKET: ['reset', 'the connection was closed before the answer was complete'],
  UND_ERR_PRX_CONN: ['reset', 'the proxy closed the connection'],
  UND_ERR_PRX_TLS: ['tls', 'the certificate of the proxy is not for its name'],
  CERT_HAS_EXPIRED: ['tls', 'the certificate has expired'],
  CERT_NOT_YET_VALID: ['tls', 'the certificate is not valid yet: is the clock of this machine right?'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['tls', 'the port speaks no TLS'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['tls', 'the port speaks no TLS'],
  ERR_SSL_HTTP_REQUEST: ['tls', 'the port speaks no TLS'],
  UND_ERR_DESTROYED: ['aborted', 'the client was closed'],
  UND_ERR_CLOSED: ['aborted', 'the client was closed'],
  ECONNRESET: ['reset', 'the connection was reset'],
  ECONNABORTED: ['reset', 'the connection was aborted'],
  EPIPE: ['reset', 'the connection was closed while we were sending'],
};

/** No authority that this machine trusts has signed it. */
const untrustedCode = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;
const trustWayOut = 'let NODE_EXTRA_CA_CERTS name the file of who signed it';
const tlsCode = /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_|HOSTNAME_MISMATCH|EPROTO)/;

type Coded = {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
};

/** The error that has a code: an attempt on several addresses wraps the one of each. */
const coded = (error: unknown): (Coded & { readonly code: string }) | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errors, cause } = error as Coded;
  if (typeof code === 'string') return { ...(error as Coded), code };
  return (Array.isArray(errors) ? coded(errors[0]) : undefined) ?? (cause === undefined ? undefined : coded(cause));
};

/** Undici has one code for what a proxy says and for what we did wrong; only the text differs. */
const proxyRefusal = (error: unknown): SendFailure | undefined => {
  const text = error instanceof Error ? error.message : '';
  const status =
    /^Proxy response \((\d{3})\)/.exec(text)?.[1] ?? /^Proxy Authentication Required \((407)\)/.exec(text)?.[1];
  return status === undefined ? undefined : failure('refused', `the proxy refused with HTTP ${status}`);
};

/** How the transport's error reads in a trace; undefined when the error is ours and must be thrown on. */
export const failureOf = (error: unknown): SendFailure | undefined => {
  const refusal = proxyRefusal(error);
  if (refusal) return refusal;
  // Undici's parser errors have a code only when the parser itself names one.
  if (error instanceof errors.HTTPParserError) return failure('protocol', 'the answer is not HTTP');
  const found = coded(error);
  if (!found) return undefined;
  const { code } = found;
  const known = byCode[code];
  if (known) return failure(known[0], `${known[1]} (${code})`);
  if (code === 'ETIMEDOUT') {
    return found.syscall === 'connect'
      ? failure('connect-timeout', 'no connection in time (ETIMEDOUT)')
      : failure('reset', 'the connection timed out (ETIMEDOUT)');
  }
  if (untrustedCode.test(code)) return failure('tls', `no trusted TLS connection (${code}): ${trustWayOut}`);
  if (tlsCode.test(code)) return failure('tls', `no trusted TLS connection (${code})`);
  if (code.startsWith('UND_ERR_INVALID') || code.startsWith('ERR_INVALID') || code.startsWith('UND_ERR_REQ')) {
    return undefined;
  }
  return failure('protocol', `the exchange failed (${/^\w{1,64}$/.test(code) ? code : 'unknown'})`);
};

/** A request that never left this computer, or never reached the service. */
export const isUnsent = ({ failure, durationMs }: Pick<Exchange, 'failure' | 'durationMs'>): boolean =>
  failure !== undefined &&
  (['withheld', 'unresolved', 'refused', 'connect-timeout'].includes(failure.kind) ||
    (failure.kind === 'aborted' && durationMs === 0));
