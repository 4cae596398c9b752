/** What a target is once its file is read: an environment, what we may do there, and what it lets us do. */
import type { Bindings } from './bindings.ts';
import type { BoundOperation } from './intents.ts';
import type { Json } from './json.ts';
import type { PartnerClause } from './partner-clause.ts';
import type { PendingId } from './pending.ts';

export type Credentials = { readonly clientId: string; readonly clientSecret: string };

export type Limits = {
  /** Infinity: as fast as the service answers. */
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** The longest silence in the middle of a body. */
  readonly bodyTimeoutMs: number;
  /** The whole exchange, without the time it waits for its turn. */
  readonly deadlineMs: number;
  /** Of a body, both as it comes over the wire and after decompression. */
  readonly responseBytesMax: number;
};

/** Effects that are allowed; what is not named is not done. Reading and one token are always allowed. */
export type Permissions = {
  /** Tokens asked for although one is held; asking may revoke the token of another user. */
  readonly extraTokens?: { readonly perRun: number; readonly perDay?: number };
  /** Bookings that are requested, also those that are never made. All of them are cancelled again. */
  readonly books?: { readonly perRun: number; readonly perDay: number };
  /** Tickets that are issued, also in exchange for others. All of them are voided again, or refunded. */
  readonly tickets?: { readonly perRun: number; readonly perDay: number };
  /** What may be left behind on purpose, one of each: a later run checks it when a day has passed, and ends it. */
  readonly obligations?: readonly PendingId[];
};

/** A ticket, in the words of ticket_cancel (part 4.4). */
export type KnownTicket = { readonly bookingId: string; readonly ticketNumber: string };

/** An independent copy of the service with a clock of its own. */
export type OpenWorld = {
  readonly baseUrl: string;
  advanceClock(ms: number): Promise<void>;
  useCoupon?(ticket: KnownTicket): Promise<void>;
  close(): Promise<void>;
};

/** What a test environment lets us do from outside, if anything. */
export type Levers = {
  /** Moves the clock of the whole target forward. */
  readonly advanceClock?: (ms: number) => Promise<void>;
  readonly openWorld?: () => Promise<OpenWorld>;
  /** Makes a coupon of a ticket used, as if its passenger had flown. */
  readonly useCoupon?: (ticket: KnownTicket) => Promise<void>;
};

/** The newest entry of the change log (part 9). */
export const newestRevision = '2026-08-31';

/** What only a person can know about an environment. */
export type EnvironmentFacts = {
  /** Hotels that exist, by id. */
  readonly hotels?: readonly number[];
  /** Where hotels can be searched; handed to the binding of hotel-search as it is. */
  readonly region?: Json;
  /** Others, where hotels can be searched, too. */
  readonly otherRegions?: readonly Json[];
  /** Names of search presets to search with besides the default; handed to the binding as they are. */
  readonly presets?: readonly string[];
  /** Names of search presets in which AI ranking is switched off. */
  readonly unrankedPresets?: readonly string[];
  /** A `timeout` of hotel-search that gives suppliers enough time, in the unit of this service. */
  readonly searchTimeout?: number;
  /** The supplier, as the binding reads it, that refuses guests without citizenship or gender. */
  readonly strictSupplier?: string;
  /** How many days ahead a stay begins at the earliest; the default is 60. */
  readonly stayDaysAhead?: number;
  /** From where to where flights can be searched; handed to the bindings as it is. */
  readonly route?: Json;
  /** Others, on which flights can be searched, too. */
  readonly otherRoutes?: readonly Json[];
  /** How many days ahead a flight departs at the earliest; the default is 60. */
  readonly departureDaysAhead?: number;
  /** One of our tickets with a used coupon. */
  readonly usedTicket?: KnownTicket;
  /** A ticket whose void the first partner has no rights to. */
  readonly withoutRights?: KnownTicket;
};

export type Target = {
  readonly name: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** A second partner of the same service. */
  readonly otherPartner?: Credentials;
  /** Change-log date (`YYYY-MM-DD`) that the target implements; later clauses do not apply to it. */
  readonly revision: string;
  readonly may: Permissions;
  readonly limits: Limits & {
    /** How many requests a flow may send to look at every element of a list, e.g. at the cities of every country. */
    readonly sweepRequestsMax: number;
    /**
     * How many requests an exploration may send, how often it may draw each of its inputs, and how many more requests
     * shrink one finding.
     */
    readonly exploreRequestsMax: number;
    readonly exploreRunsMax: number;
    readonly shrinkRequestsMax: number;
    /** How long the effect of a booking or a cancellation may take to show. */
    readonly settleMs: number;
    /** One call of a binding; one that takes longer is ended, and not called again in the run. */
    readonly bindingDeadlineMs: number;
    /** One pull of a lever. */
    readonly leverDeadlineMs: number;
    /** The whole run: what is not answered by then ends, and nothing more is sent. */
    readonly runDeadlineMs: number;
  };
  readonly evidence: {
    /** How long exact evidence of a run stays on the machine. */
    readonly keepDays: number;
    /** Whether it may stay in pipelines, too, where nothing seals it. */
    readonly inPipelines: boolean;
  };
  /** How long after its issue a ticket can be voided (part 8). */
  readonly voidWindowMs: number;
  /** The path under which the avia operations live (part 4): `/api/avia` is the listed one. */
  readonly aviaPath: '/api/avia' | '/avia';
  readonly levers: Levers;
  readonly known: EnvironmentFacts;
  readonly bindings: Bindings;
  /** What the partner was promised besides the documentation. */
  readonly clauses?: readonly PartnerClause[];
};

/** How far the requests of an operation can be read back as what they were meant to say. */
export type MappedOperation = {
  readonly operation: BoundOperation;
  /** Members that change the body, and those of them that can be read back. */
  readonly said: readonly string[];
  readonly located: readonly string[];
  readonly lossy: readonly string[];
  /** Members that are in no body. */
  readonly unsaid: readonly string[];
  /** Without the search before it, a body of several rooms may be of several intents. */
  readonly isAmbiguous: boolean;
  /** Why there is no map. */
  readonly why?: string;
};
