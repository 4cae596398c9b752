/** What was sent and what came back: the one thing that checks judge. No credential is in it, from the first. */
import { z } from 'zod';
import { facts } from './facts.ts';
import { json } from './json.ts';
import { type OperationId, operationIds } from './operations.ts';
import { runsOfPending } from './pending.ts';
import { verdict } from './verdict.ts';

/** Of new connections `resolve`, `connect` and `tls`; `processing` until headers are there, then `transfer`. */
export const httpPhases = ['resolve', 'connect', 'tls', 'processing', 'transfer'] as const;
export type HttpPhase = (typeof httpPhases)[number];

/** Tokens made out of our own, each altered in another way. */
export const alteredBearers = [
  'empty',
  'tampered-signature',
  'cut',
  'extended',
  'case-flipped',
  'tampered-claims',
  'tampered-header',
  'unsigned',
] as const;

/**
 * Which token a request carried. Credentials are written nowhere, so the recorder notes it:
 * - `own` and `other`: partners' valid tokens;
 * - `missing`: no header at all;
 * - `empty`: a header without a token;
 * - `garbage`: no JWT;
 * - the tampered ones: `own` altered, in its signature also by being `cut`, `extended` or `case-flipped`;
 * - `unsigned`: `own` with alg none;
 * - `expired`: `own` after its time.
 */
export const bearers = ['own', 'other', 'missing', 'garbage', ...alteredBearers, 'expired'] as const;
export type Bearer = (typeof bearers)[number];

/**
 * Which credentials a login carried, noted for the same reason. A service may refuse the unusual ones before it
 * compares: they are too long, have signs of no credential, or are no text.
 */
export const logins = [
  'own',
  'other',
  'wrong-client-id',
  'wrong-secret',
  'unusual-client-id',
  'unusual-secret',
  'no-client-id',
  'no-secret',
  'empty-secret',
  'null-secret',
] as const;
export type Login = (typeof logins)[number];

/** In which way a wrong credential differs from the right one. */
const wrongKinds = [
  'random',
  'extended',
  'preceded',
  'last-changed',
  'middle-changed',
  'last-widened',
  'truncated',
  'case-flipped',
  'value',
  'client-id',
  'of-other-partner',
] as const;
export type WrongKind = (typeof wrongKinds)[number];

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

/** How often the service answered 429, and how many requests a second were sent from then on. */
export const throttled = z.strictObject({ refused: z.int().positive(), requestsPerSecond: z.number().positive() });

/** A place of an exchange that says who a person is. */
const personalPlace = z.strictObject({
  /** From the exchange on: `["request", "body", "guests", 0, "name"]`. */
  at: z.array(z.union([z.string(), z.int().nonnegative()])),
  /** `other`: a gender, a country or a sign for a child, which many people have in common. */
  is: z.enum(['name', 'day', 'other']),
  /** A drawn value in the same form, which stands for this one in what leaves. */
  instead: json.optional(),
});
export type PersonalPlace = z.infer<typeof personalPlace>;

/** A place of a request that says nothing about a person. */
const plainPlace = z.strictObject({
  /** From the exchange on, as of a personal one. */
  at: personalPlace.shape.at,
  /** `value`: a day, a number or a state that is understood. `word`: a name that the service has for something. */
  is: z.enum(['value', 'id', 'word']),
});
export type PlainPlace = z.infer<typeof plainPlace>;

export const exchange = z.strictObject({
  /** Position in its trace, from 0. */
  index: z.int().nonnegative(),
  operation: z.enum(operationIds as [OperationId, ...OperationId[]]),
  bearer: z.enum(bearers),
  /** Only on the token operation. */
  login: z.enum(logins).optional(),
  /** Only of a wrong login that says so: what was sent is not stored, because it shows most of what is right. */
  wrongness: z.enum(wrongKinds).optional(),
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
  /** What the flow wanted to say where the body is the target's own spelling (contracts/intents.ts). */
  intent: json.optional(),
  /** The intent was read back from the body of a file: what it says is about real people. */
  isReadBack: z.literal(true).optional(),
  /** Where such a request says who a person is. Only in evidence: it does not leave. */
  personal: z.array(personalPlace).optional(),
  /** Where such a request says what may leave. Only in evidence, too. */
  plain: z.array(plainPlace).optional(),
  /** On our clock, ISO 8601 UTC. */
  sentAt: z.iso.datetime(),
  /** The same on a clock that nothing sets: it shows how much passed between two exchanges of one run. */
  steadyMs: z.number().optional(),
  durationMs: z.number().nonnegative(),
  /** Of several answers the last one stands here. */
  throttled: throttled.optional(),
  response: z
    .strictObject({
      status: z.int(),
      headers,
      /** The parsed body; absent when it is empty or not JSON. */
      body: json.optional(),
      /** What is known of a body that is not JSON. */
      text: z
        .strictObject({
          looksLike: z.enum(['html', 'truncated-json', 'unreadable-number', 'other']),
          characters: z.int().nonnegative(),
          /** The beginning of it; only in evidence, which does not leave. */
          raw: z.string().optional(),
          /** JSON allows numbers that no reader holds; the first of them, and its place: `1e999 at body[0].id`. */
          number: z.string().optional(),
        })
        .optional(),
      bytes: z.int().nonnegative(),
      /** How many keys of the body stand again in their object; a reader keeps one of them. */
      repeatedKeys: z.int().positive().optional(),
    })
    .optional(),
  failure: z.strictObject({ kind: z.enum(failureKinds), message: z.string() }).optional(),
  /** Read out of a success as it came. */
  facts: facts.optional(),
  /** Why the binding could not read the answer: its fault or ours, and not the service's. */
  unread: z.string().optional(),
  /** A replay made this request from one in a file: with moved dates, and with invented people. */
  edited: z.literal(true).optional(),
  /**
   * The places at which something else stands than was sent or said:
   * - `response.body.guests[].name` where it is so in every element;
   * - `response.body.error.message#12-18` where it is so of some characters;
   * - `response.headers.*` of headers left out;
   * - `response.body.guests[].abc (its name)` of the name of a field.
   */
  replaced: z.array(z.string()).optional(),
});
export type Exchange = z.infer<typeof exchange>;
export type Response = NonNullable<Exchange['response']>;

/** Why a flow ended before its story was over; not one of our exceptions. */
const stop = z.strictObject({
  /**
   * `needs`: the target lacks something, named in the reason. `trouble`: the environment was in the way. `refused`: the
   * service said no to what the rest of the story builds on.
   */
  because: z.enum(['needs', 'trouble', 'refused']),
  reason: z.string(),
});
export type Stop = z.infer<typeof stop>;

/** What became of one attempt to book, with any answer. */
const attempt = z.strictObject({
  /** The exchange of create_booking in this trace. */
  exchange: z.int().nonnegative(),
  /** The unique guest mark it was sent with. */
  mark: z.string(),
  /** How many bookings with that mark there are afterwards; `unknown` when they could not be looked up. */
  found: z.enum(['not', 'once', 'twice', 'unknown']),
  /** The exchanges of the trace that looked it up. */
  lookedUpBy: z.array(z.int().nonnegative()),
});
export type Attempt = z.infer<typeof attempt>;

const count = z.int().nonnegative();

/** How a trace goes on in a later run, which settles what was left behind on purpose. */
const resumed = z.strictObject({
  /** The first exchange of the later run. */
  beforeExchange: z.int().nonnegative(),
  runs: runsOfPending,
  /** The token that was left is not the last that we know of: another token may lawfully have ended it. */
  isTokenPerhapsReplaced: z.boolean().optional(),
});

/**
 * How far the clock of the target is ahead of its Date headers, or of our clock where no answer has one. Levers may
 * move the clock of the service and leave that of the web server before it.
 */
const clockAhead = z.strictObject({
  /** What the last Date header reported of the target's clock minus ours; null when none did. */
  toldOffsetMs: z.number().nullable(),
  /** By levers that the run has pulled, whether or not the Date headers will follow them. */
  byLeversMs: z.number(),
  /** By all levers that are known, whether or not the Date headers have followed them. */
  movedMs: z.number().optional(),
  /** By levers that were pulled before the run, as its first token shows; certain when its iat claim shows the same. */
  found: z.strictObject({ ms: z.number(), isCertain: z.boolean() }).optional(),
});
export type ClockAhead = z.infer<typeof clockAhead>;

/** What became of bookings of hotels and flights that were requested. */
export const bookingTotals = z.strictObject({
  requested: count,
  cancelled: count,
  /** Still open, or not known to be closed, when the clean-up had ended. */
  left: count,
  /** Tickets that were requested, voided or refunded again, and left with their bookings. */
  tickets: z.strictObject({ requested: count, closed: count, left: count }).optional(),
  /** Of those left behind on purpose: begun now, and ended that a former run had begun. */
  obligations: z.strictObject({ begun: count, ended: count }).optional(),
});
export type BookingTotals = z.infer<typeof bookingTotals>;

/** A ticket, in the words of ticket_cancel (part 4.4). */
const namedTicket = { bookingId: z.string(), ticketNumber: z.string() };

export const trace = z
  .strictObject({
    schema: z.literal('preflight.trace/1'),
    flow: z.string(),
    /** What the generator drew for this flow. */
    input: json,
    startedAt: z.iso.datetime(),
    /** The target's clock minus ours at the last answer with a Date header, in ms; null when never reported. */
    clockOffsetMs: z.number().nullable(),
    exchanges: z.array(exchange),
    /** How far a lever moved the target's clock, and before which exchange. */
    clockAdvances: z.array(z.strictObject({ beforeExchange: z.int().nonnegative(), ms: z.number() })),
    /** Only when the clock of the target was ahead before the first exchange. */
    clockAhead: clockAhead.optional(),
    /** Another run moved the clock that all share during this flow: a failure may come from that. */
    isClockOfOthers: z.literal(true).optional(),
    /** How long after its issue a ticket can be voided at the target (part 8). */
    voidWindowMs: z.number().nonnegative().optional(),
    /** How long what was booked may take to be listed and looked up, as the target file says. */
    settleMs: z.number().nonnegative().optional(),
    /** Our tickets with a used coupon, and before which exchange it was used. */
    usedCoupons: z.array(z.strictObject({ beforeExchange: z.int().nonnegative(), ...namedTicket })).optional(),
    /** Tickets that the first partner has no rights to void, as the target file says. */
    withoutRights: z.array(z.strictObject(namedTicket)).optional(),
    /** Names of search presets in which AI ranking is switched off, as the target file says. */
    unrankedPresets: z.array(z.string()).optional(),
    /** Regions and routes besides the usual one, as the target file says. */
    otherRegions: z.array(json).optional(),
    otherRoutes: z.array(json).optional(),
    /** Only when it took two runs. */
    resumed: resumed.optional(),
    /** In the order in which they were made. */
    attempts: z.array(attempt).optional(),
    /** What was sent after the story to leave nothing behind: evidence that is not judged. */
    cleanUp: z.array(exchange).optional(),
    /** Bookings of the flow: requested, cancelled again, and left for a sweep after its clean-up. */
    bookings: bookingTotals.optional(),
    /** Requests that were drawn and not sent, because our two readings of their schema disagree. */
    dropped: count.optional(),
    /** Names of fields that the target file gives to requests of a file, and asks for in answers. Only in evidence. */
    fieldNames: z.array(z.string()).optional(),
    /** Clauses that a wrong request was meant to show, where the target spells it like a right one. */
    unsaid: z.array(z.string()).optional(),
    stopped: stop.optional(),
    /** What the clauses of the target file made of it. Their checks stand in that file, so their verdicts stay here. */
    verdicts: z.array(verdict).optional(),
    /** Our own trouble that did not stop the story, such as a ledger on a full disk: the pass becomes inconclusive. */
    warnings: z.array(z.string()).optional(),
    /** An exception in the flow: our fault, never the service's. */
    error: z.strictObject({ message: z.string(), stack: z.string() }).optional(),
  })
  .meta({ id: 'Trace', description: 'The exchanges of one flow, in order.' });
export type Trace = z.infer<typeof trace>;
