/** What a target is once its file is read: one environment, what we may do there, and what it lets us do from outside. */

export type Credentials = { readonly clientId: string; readonly clientSecret: string };

export type Limits = {
  /** Infinity: as fast as the service answers. */
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** The longest silence in the middle of a body. */
  readonly bodyTimeoutMs: number;
  /** From the first byte sent to the last received. */
  readonly deadlineMs: number;
  readonly responseBytesMax: number;
  /** How many requests a flow may send to look at every element of a list, e.g. at the cities of every country. */
  readonly sweepRequestsMax: number;
};

/** Effects that are allowed; what is not named is not done. Reading and one token are always allowed. */
export type Permissions = {
  /** Tokens asked for although one is held; asking may revoke the token of somebody else. */
  readonly extraTokens?: { readonly perRun: number };
};

/** An independent copy of the service with a clock of its own. */
export type OpenWorld = {
  readonly baseUrl: string;
  advanceClock(ms: number): Promise<void>;
  close(): Promise<void>;
};

/** What a test environment lets us do from outside, if anything. */
export type Levers = {
  /** Moves the clock of the whole target forward. */
  readonly advanceClock?: (ms: number) => Promise<void>;
  readonly openWorld?: () => Promise<OpenWorld>;
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
  readonly limits: Limits;
  readonly levers: Levers;
};
