/** Calls a sandbox over real HTTP and logs in to it, so that the tests read as what they ask. */
import { preflightPartner } from '../../../sandbox/access/partners.ts';
import { type SandboxOptions, startSandbox } from '../../../sandbox/server.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

export const startMs = Date.UTC(2026, 8, 1, 12);
export const hourMs = 60 * 60 * 1000;

export const call = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
};

export const post = (url: string, body: unknown): Promise<Answer> =>
  call(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const json = ({ text }: Answer) => JSON.parse(text);

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
