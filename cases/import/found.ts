/** What a file has of one request and its answer, before anybody knows what it is about. */

export type FoundHeaders = readonly (readonly [name: string, value: string])[];

/** What was sent as a body; why it is not known, where it is not. */
export type FoundBody = { readonly text: string } | { readonly lost: string } | undefined;

export type FoundAnswer =
  | { readonly status: number; readonly headers: FoundHeaders; readonly bytes: Buffer }
  | { readonly lost: string };

export type Found = {
  readonly method: string;
  /** Absolute, with its query; a variable may stand for the host. */
  readonly url: string;
  readonly headers: FoundHeaders;
  /** Cookies by name, wherever the file has them. */
  readonly cookies: FoundHeaders;
  readonly body: FoundBody;
  /** Since the epoch. */
  readonly sentAtMs: number;
  readonly durationMs: number;
  /** Up to the headers of the answer, where the file knows. */
  readonly headersMs?: number;
  readonly answer: FoundAnswer;
};

export type NotJudged = { readonly what: string; readonly why: string };

/** All that one file holds. */
export type FoundFile = {
  readonly format: 'HAR' | 'curl' | 'Postman run' | 'Postman collection';
  readonly found: readonly Found[];
  /** What is not even a request. */
  readonly notJudged: readonly NotJudged[];
  /** A request without an Authorization header was sent without one: nothing has taken it out. */
  readonly showsAuthorization: boolean;
};

/** By a name in any case; repeats are joined, as a client would. */
export const headerIn = (headers: FoundHeaders, wanted: string): string | undefined => {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
  return values.length === 0 ? undefined : values.join(', ');
};

const [earliestMs, latestMs] = [Date.UTC(2000), Date.UTC(2200)];

/** A file may say any number; undefined of what no clock shows. */
export const moment = (ms: number): number | undefined => (ms >= earliestMs && ms <= latestMs ? ms : undefined);

const dayMs = 24 * 3_600_000;

/** No request takes longer than a day. */
export const duration = (ms: number | null | undefined): number => Math.min(dayMs, Math.max(0, ms ?? 0));

/** The last moment at which a request can have been sent whose answer has this Date header. */
export const sentByDate = (headers: FoundHeaders, durationMs: number): number | undefined => {
  const dateMs = moment(Date.parse(headerIn(headers, 'date') ?? ''));
  return dateMs === undefined ? undefined : dateMs - durationMs;
};

/** The cookies of a Cookie header. */
export const cookiesIn = (header: string | undefined): FoundHeaders =>
  (header ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return value.length === 0 ? [] : [[name, value.join('=')] as const];
  });
