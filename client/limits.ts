/** The limits a client keeps towards a service, and the ones it keeps for its own safety. */
import type { Limits } from '../contracts/target.ts';

export const defaultLimits: Limits = {
  requestsPerSecond: 20,
  concurrency: 4,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 15_000,
  deadlineMs: 60_000,
  responseBytesMax: 16 * 1024 * 1024,
};

/** No documented body comes near; a deeper one is an attack on recursive readers. */
export const jsonDepthMax = 64;

/** A longer string at an allowed place becomes a placeholder: no documented field needs it. */
export const keptCharactersMax = 1_000;

/** A longer placeholder, of a text that no schema shows, is cut: part of a token may be so long, and must stay one. */
export const placeholderCharactersMax = 16_384;

/** A longer token would not fit into the headers that common servers accept. */
export const tokenCharactersMax = 16_384;

/** Content codings laid over each other; one is usual. */
export const contentCodingsMax = 2;

export const renewalMarginMs = 5 * 60_000;

/** Troubles of one operation in a row after which it is not asked again: a run must end, and a service must recover. */
export const troublesInARowMax = 3;

/** The longest wait that a Retry-After may ask for; what asks for more is not asked again in this run. */
export const retryAfterMsMax = 30_000;

/** How often a request without effect that is answered 429 is sent again. */
export const sentAgainMax = 3;

/** A larger body is held as its text: many of them stand in one trace. */
export const heldBytesMax = 1024 * 1024;

/** Of all answers of a run together: what is more no memory and no disk should have to hold. */
export const runBytesMax = 256 * 1024 * 1024;

/** Logins of one account that all runs together may send in an hour: so many right ones, and as many wrong ones. */
export const loginsPerHourMax = 20;

/** Logins that ended in trouble before a client gives up. */
export const troubledLoginsMax = 3;

/** How often a refused token is replaced by one that another process put into the cache, after our one login. */
export const foundTokensMax = 4;

/** How long a target file may take to be loaded: it says what there is, and has nothing to do. */
export const targetLoadDeadlineMs = 10_000;

/** The given limits over the defaults, the client's alone; throws RangeError for one that is not a positive number. */
export const limitsWith = (given: Partial<Limits> = {}): Limits => {
  const limits = { ...defaultLimits, ...given };
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  for (const name of names) {
    if (!(limits[name] > 0)) throw new RangeError(`limit ${name} must be a positive number, and it is ${limits[name]}`);
  }
  return limits;
};
