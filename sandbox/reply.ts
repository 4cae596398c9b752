/** What goes in and out of a handler: plain values, so that a fault can change any part of an answer. */
import type { IncomingHttpHeaders } from 'node:http';

/** A JSON object whose fields may be anything: what faults produce and partners send. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object in a body; undefined when there is none. */
export const fieldsIn = ({ body }: { readonly body: string }): Fields | undefined => {
  try {
    const parsed: unknown = JSON.parse(body);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

export type SandboxRequest = {
  readonly method: string;
  /** Inside the world, without its base path and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Reply = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Turns the body into bytes; a fault of the JSON replaces this and leaves the body to others. */
  readonly encode: (body: unknown) => string;
};

const encodeJson = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));

export const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
  encode: encodeJson,
});

export const refusal = (
  status: number,
  error: { readonly code: string; readonly message: string },
  headers?: Readonly<Record<string, string>>,
): Reply => answer(status, { error }, headers);

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** Refuses a token that does not count; an oddity may have given it another status. */
export const isOfToken = ({ status, headers }: Reply): boolean => status === 401 || 'www-authenticate' in headers;

export const hasError = ({ body }: Reply): boolean => isFields(body) && (body.error ?? null) !== null;

/** The code of the error in a body; undefined where there is none. */
export const codeOf = ({ body }: { readonly body: unknown }): unknown => Object(Object(body).error).code;

/** An error object may stand under a status of success. */
export const isRefused = (reply: Reply): boolean => reply.status >= 400 || hasError(reply);

export const withBody = (reply: Reply, body: unknown): Reply => ({ ...reply, body });

export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
