/** Builds the literal traces on which checks are tested: readable tokens, steps and whole traces. */
import type { Facts } from '../../../contracts/facts.ts';
import type { BoundOperation } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { type OperationId, operations } from '../../../contracts/operations.ts';
import type { Bearer, Exchange, FailureKind, Login, Response, Trace } from '../../../contracts/trace.ts';

export const startMs = Date.parse('2026-09-01T12:00:00Z');
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Seconds since the epoch, as claims give time. */
export const seconds = (ms: number): number => ms / 1000;

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed JWT, its signature a mere text. */
export const signed = (claims: Json, header: Json = { alg: 'HS256', typ: 'JWT' }, signature = 'c2lnbmF0dXJl'): string =>
  `${base64url(header)}.${base64url(claims)}.${signature}`;

/** An encrypted JWT: five parts, and no claim can be read. */
export const encrypted = (header: Json = { alg: 'dir', enc: 'A256GCM' }): string =>
  `${base64url(header)}..aXYxMjM0NTY3ODkw.Y2lwaGVydGV4dA.dGFn`;

/** What came back, or how it failed to. */
export type Answer = Pick<Exchange, 'response' | 'failure'>;

const jsonHeaders = { 'content-type': 'application/json' };

export const answer = (status: number, body: Json, headers: Record<string, string> = jsonHeaders): Answer => ({
  response: { status, headers, body, bytes: 1 },
});

export const ok = (body: Json): Answer => answer(200, body);

export const refusal = (status: number, code: string, message = 'No.'): Answer =>
  answer(status, { error: { code, message } });

type LooksLike = NonNullable<Response['text']>['looksLike'];

export const text = (status: number, looksLike: LooksLike = 'other', characters = 9): Answer => ({
  response: { status, headers: { 'content-type': 'text/plain' }, text: { looksLike, characters }, bytes: characters },
});

export const empty = (status: number): Answer => ({ response: { status, headers: {}, bytes: 0 } });

export const failed = (kind: FailureKind): Answer => ({ failure: { kind, message: 'by hand' } });

/** An exchange without its place in a trace. */
export type Step = Omit<Exchange, 'index' | 'sentAt'> & {
  /** Since the start of the trace; later by a second than the step before when absent. */
  readonly atMs?: number;
  readonly isUndated?: true;
};

export type Sent = {
  bearer?: Bearer;
  serial?: number;
  query?: [string, string][];
  login?: Login;
  /** Of the Accept-Language header. */
  language?: string;
};

const step = (
  operation: OperationId,
  came: Answer,
  { bearer = 'own', serial = 1, query = [], login, language }: Sent,
): Step => ({
  operation,
  bearer,
  ...(login && { login }),
  tokenSerial: serial,
  request: {
    method: operations[operation].method,
    path: operations[operation].path,
    query,
    headers: language === undefined ? {} : { 'accept-language': language },
  },
  durationMs: 5,
  ...came,
});

export const login = (came: Answer, as: Login = 'own', sent: Sent = {}): Step =>
  step('token', came, { bearer: 'missing', login: as, ...sent });

export const countries = (came: Answer, sent: Sent = {}): Step => step('countries', came, sent);

/** No id: no countryId at all. */
export const cities = (id: string | number | undefined, came: Answer, sent: Sent = {}): Step =>
  step('cities', came, { query: id === undefined ? [] : [['countryId', String(id)]], ...sent });

export type TypeList = 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

export const typeList = (list: TypeList, came: Answer, sent: Sent = {}): Step => step(list, came, sent);

/** The id as it stands in the path. */
export const hotelCard = (id: string | number, came: Answer, sent: Sent = {}): Step => {
  const one = step('hotel-static', came, sent);
  return { ...one, request: { ...one.request, path: one.request.path.replace('{hotelId}', String(id)) } };
};

/** What was read of a bound operation, and what it was asked for. */
export type Read = { readonly facts?: Facts; readonly intent?: Json; readonly unread?: string };

export const bound = (operation: BoundOperation, came: Answer, read: Read = {}, sent: Sent = {}): Step => ({
  ...step(operation, came, sent),
  ...read,
});

/** The body of ticket_cancel is documented, and needs no intent. */
export const voiding = (body: Json, came: Answer, sent: Sent = {}): Step => {
  const one = step('ticket-cancel', came, sent);
  return { ...one, request: { ...one.request, body } };
};

export const at = (atMs: number, one: Step): Step => ({ ...one, atMs });

export const undated = (one: Step): Step => ({ ...one, isUndated: true });

const placed = ({ atMs, isUndated, response, ...rest }: Step, index: number): Exchange => {
  const ms = startMs + (atMs ?? index * 1000);
  const date = isUndated ? {} : { date: new Date(ms).toUTCString() };
  return {
    index,
    ...rest,
    sentAt: new Date(ms).toISOString(),
    ...(response && { response: { ...response, headers: { ...date, ...response.headers } } }),
  };
};

/** A trace of these steps, one second apart unless they say when, each answer dated unless it says not. */
export const traceOf = (steps: readonly Step[], rest: Partial<Trace> = {}): Trace => ({
  schema: 'preflight.trace/1',
  flow: 'literal',
  input: null,
  startedAt: new Date(startMs).toISOString(),
  clockOffsetMs: null,
  exchanges: steps.map(placed),
  clockAdvances: [],
  ...rest,
});
