/** What was sent and what came back: the one thing that checks judge. Redacted before it exists. */
import { z } from 'zod';
import { json } from './json.ts';
import { type OperationId, operationIds } from './operations.ts';

/**
 * Which token a request carried. Redaction removes the evidence, so the recorder notes it: `own` and `other` are
 * partners' valid tokens, `missing` is no header at all, `empty` one without a token, `garbage` is no JWT, the tampered
 * ones are `own` altered, in its signature also by being `cut`, `extended` or `case-flipped`, `unsigned` is `own` with alg none, `expired` is `own` after its time.
 */
export const bearers = [
  'own',
  'other',
  'missing',
  'garbage',
  'empty',
  'tampered-signature',
  'cut',
  'extended',
  'case-flipped',
  'tampered-claims',
  'tampered-header',
  'unsigned',
  'expired',
] as const;
export type Bearer = (typeof bearers)[number];

/** Which credentials a login carried, noted for the same reason. */
export const logins = [
  'own',
  'other',
  'wrong-client-id',
  'wrong-secret',
  'no-client-id',
  'no-secret',
  'empty-secret',
  'null-secret',
] as const;
export type Login = (typeof logins)[number];

/** How an exchange ended without a complete answer. All of them are trouble of the environment. */
export const failureKinds = [
  'unresolved',
  'refused',
  'connect-timeout',
  'tls',
  'reset',
  'headers-timeout',
  'body-timeout',
  'deadline',
  'too-large',
  'protocol',
  'aborted',
  // Not sent at all: the service asked us to wait, or was in trouble too often.
  'withheld',
] as const;
export type FailureKind = (typeof failureKinds)[number];

const headers = z.record(z.string(), z.string());

export const exchange = z.strictObject({
  /** Position in its trace, from 0. */
  index: z.int().nonnegative(),
  operation: z.enum(operationIds as [OperationId, ...OperationId[]]),
  bearer: z.enum(bearers),
  /** Only on the token operation. */
  login: z.enum(logins).optional(),
  /** Which of the tokens this client has held the request carried, from 1; 0 when none. */
  tokenSerial: z.int().nonnegative(),
  request: z.strictObject({
    method: z.enum(['GET', 'POST']),
    path: z.string(),
    /** In the order sent; a name may repeat. */
    query: z.array(z.tuple([z.string(), z.string()])),
    headers,
    body: json.optional(),
  }),
  /** On our clock, ISO 8601 UTC. */
  sentAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  response: z
    .strictObject({
      status: z.int(),
      headers,
      /** The parsed body; absent when it is empty or not JSON. */
      body: json.optional(),
      /** What is known of a body that is not JSON. */
      text: z
        .strictObject({ looksLike: z.enum(['html', 'truncated-json', 'other']), characters: z.int().nonnegative() })
        .optional(),
      bytes: z.int().nonnegative(),
    })
    .optional(),
  failure: z.strictObject({ kind: z.enum(failureKinds), message: z.string() }).optional(),
});
export type Exchange = z.infer<typeof exchange>;
export type Response = NonNullable<Exchange['response']>;

/** Why a flow ended before its story was over; not an exception of ours. */
export const stop = z.strictObject({
  /**
   * `needs`: the target lacks something, named in the reason. `trouble`: the environment was in the way. `refused`: the
   * service said no to what the rest of the story builds on.
   */
  because: z.enum(['needs', 'trouble', 'refused']),
  reason: z.string(),
});
export type Stop = z.infer<typeof stop>;

export const trace = z
  .strictObject({
    schema: z.literal('preflight.trace/1'),
    flow: z.string(),
    /** What the generator drew for this flow. */
    input: json,
    startedAt: z.iso.datetime(),
    /** The target's clock minus ours at the last answer with a Date header, in milliseconds; null when never told. */
    clockOffsetMs: z.number().nullable(),
    exchanges: z.array(exchange),
    /** How far a lever moved the target's clock, and before which exchange. */
    clockAdvances: z.array(z.strictObject({ beforeExchange: z.int().nonnegative(), ms: z.number() })),
    stopped: stop.optional(),
    /** An exception in the flow: our fault, never the service's. */
    error: z.strictObject({ message: z.string(), stack: z.string() }).optional(),
  })
  .meta({ id: 'Trace', description: 'The exchanges of one flow, in order, redacted.' });
export type Trace = z.infer<typeof trace>;
