/** One request to a receiver of alerts: sent once, through the proxy that is set. Only the answer's status counts. */
import { type buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { failureOf } from '../../client/http/failure.ts';
import { assertProxyVariables } from '../../client/http/proxy-variables.ts';
import { UsageError } from '../../contracts/usage-error.ts';

/**
 * @param late What was not there in time, as the beginning of a sentence: `no answer`.
 * @param ending Ends the work before its time.
 * @throws Error `no answer within 10 s`; what the work throws before that is thrown on.
 */
export const within = async <T>(
  deadlineMs: number,
  late: string,
  work: (signal: AbortSignal) => Promise<T>,
  ending?: AbortSignal,
): Promise<T> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), deadlineMs);
  try {
    return await work(ending ? AbortSignal.any([controller.signal, ending]) : controller.signal);
  } catch (thrown) {
    throw controller.signal.aborted ? new Error(`${late} within ${deadlineMs / 1_000} s`) : thrown;
  } finally {
    clearTimeout(timer);
  }
};

/** The secret of a webhook, in the form of Standard Webhooks or as any text. */
const prefix = 'whsec_';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The key that a body is signed with: what stands in base64 behind `whsec_`, or the bytes of any other text. */
export const webhookKey = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);

/** Whether receivers take it: behind `whsec_` they expect base64 of 24 to 64 bytes. */
export const isWebhookSecret = (secret: string): boolean => {
  if (!secret.startsWith(prefix)) return true;
  const { length } = webhookKey(secret);
  return base64.test(secret.slice(prefix.length)) && length >= 24 && length <= 64;
};

/** So much of an answer is read, so that the other side may finish, and forgotten. */
const answerBytesMax = 4_096;

/**
 * Of a single request, so that it need not be closed: alerts are rare.
 *
 * @param connect Called in the place of a connection that goes through no proxy.
 * @throws UsageError for a variable that names no proxy.
 */
export const dispatcherFor = (
  environment: NodeJS.ProcessEnv,
  { connectTimeoutMs, connect }: { readonly connectTimeoutMs: number; readonly connect?: buildConnector.connector },
): Dispatcher => {
  assertProxyVariables(environment);
  return new EnvHttpProxyAgent({
    // An empty text is no proxy; without one the variables of the process would be read.
    httpProxy: environment.http_proxy ?? environment.HTTP_PROXY ?? '',
    httpsProxy: environment.https_proxy ?? environment.HTTPS_PROXY ?? '',
    noProxy: environment.no_proxy ?? environment.NO_PROXY ?? '',
    allowH2: false,
    connectTimeout: connectTimeoutMs,
    ...(connect && { connect }),
  });
};

/** Why it failed, in our own words: the message of a library may hold an address. */
export const whyFailed = (thrown: unknown): string =>
  thrown instanceof UsageError ? thrown.message : (failureOf(thrown)?.message ?? 'the request cannot be sent as it is');

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Of a login within the address. */
const loginOf = ({ username, password }: URL): Record<string, string> =>
  username === '' && password === ''
    ? {}
    : { authorization: `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}` };

/** Around one sending: variables name a proxy, and a program's surroundings. */
export type ChannelOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly deadlineMs: number;
  /** Ends it before its time. */
  readonly ending?: AbortSignal | undefined;
};

type ChannelRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Resolves when the answer is a 2xx; a redirect is not followed.
 *
 * @throws Error with one line: `HTTP 503`, or why there was no answer. It holds neither the address nor what was
 *   answered.
 */
export const requestOnce = async (
  { method, url, headers = {}, body }: ChannelRequest,
  { environment, deadlineMs, ending }: ChannelOptions,
): Promise<void> => {
  const at = new URL(url);
  const sent = async (signal: AbortSignal): Promise<number> => {
    let dispatcher: Dispatcher | undefined;
    try {
      dispatcher = dispatcherFor(environment, { connectTimeoutMs: deadlineMs });
      const response = await dispatcher.request({
        origin: at.origin,
        path: `${at.pathname}${at.search}`,
        method,
        headers: { 'user-agent': 'preflight', ...loginOf(at), ...headers },
        ...(body !== undefined && { body }),
        signal,
      });
      await response.body.dump({ limit: answerBytesMax, signal }).catch(() => {});
      return response.statusCode;
    } catch (thrown) {
      throw new Error(whyFailed(thrown));
    } finally {
      dispatcher?.destroy().catch(() => {});
    }
  };
  const status = await within(deadlineMs, 'no answer', sent, ending);
  if (status < 200 || status > 299) throw new Error(`HTTP ${status}`);
};
