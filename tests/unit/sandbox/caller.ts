/** Calls a sandbox over real HTTP and logs in to it, so that the tests read as what they ask. */
import { gunzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { preflightPartner } from '../../../sandbox/access/tokens.ts';
import { type SandboxOptions, startSandbox } from '../../../sandbox/server.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

export const startMs = Date.UTC(2026, 8, 1, 12);
export const hourMs = 60 * 60 * 1000;

type Call = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

/** What `fetch` sends where the caller sets nothing else, and understands. `fetch` takes three times the work. */
const usual = { accept: '*/*', 'accept-language': '*', 'accept-encoding': 'gzip' };

export const call = async (url: string, { method = 'GET', headers = {}, body, signal }: Call = {}): Promise<Answer> => {
  const ofBody = body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8' };
  const answer = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: { ...usual, ...ofBody, ...headers },
    body: body ?? null,
    ...(signal && { signal }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const isPacked = answer.headers['content-encoding'] === 'gzip';
  const told = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(told),
    text: String(isPacked ? gunzipSync(bytes) : bytes),
  };
};

export const post = (url: string, body: unknown): Promise<Answer> =>
  call(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const json = ({ text }: Answer) => JSON.parse(text);

/** What is in a body; an empty object where a fault has left no JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a fault may have left anything.
export const lenient = (text: string): any => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

export const login = (baseUrl: string, credentials: unknown = preflightPartner): Promise<Answer> =>
  post(`${baseUrl}/auth/token`, credentials);

export const tokenOf = async (baseUrl: string): Promise<string> => json(await login(baseUrl)).token;

export const read = (
  baseUrl: string,
  path: string,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  call(`${baseUrl}/api/dictionary/${path}`, {
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
  });

/** A sandbox whose time stands still until a lever moves it. */
export const stillSandbox = (options: SandboxOptions = {}) => startSandbox({ now: () => startMs, ...options });
