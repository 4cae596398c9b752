/** What closes the entries of a ledger: what it works with, and what it leaves. */
import type { Ledger } from '../../client/ledgers/booking-ledger.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { PermittedAsk, PermittedVoid } from '../asked.ts';

export type Closing = {
  readonly ask: PermittedAsk;
  readonly voidTicket: PermittedVoid;
  /** Of the target. */
  readonly voidWindowMs: number;
  readonly ledger: Ledger;
  readonly bindings: Target['bindings'];
  /** How long the effect of what is sent may take to show. */
  readonly settleMs: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Ours, ms since the epoch. */
  readonly now: () => number;
  /** Bookings that were seen to be somebody else's, so that each is viewed once. */
  readonly foreignBookings: Set<string>;
};

export type Closed = {
  /** Bookings that were cancelled. */
  readonly cancelled: number;
  /** Tickets that were voided or refunded. */
  readonly ticketsClosed: number;
  /** Why the entry is still open; undefined when it is closed. */
  readonly left: string | undefined;
  /** It may be otherwise when it is tried again. */
  readonly isTroubled: boolean;
};

/** Why something is still open. */
export type Left = Pick<Closed, 'isTroubled'> & {
  readonly left: string;
  /** Of the request that should have ended it; not said where that succeeded, or was not sent. */
  readonly outcome?: Outcome;
};

/** @param lefts What is still open; the first speaks for all. */
export const closedWith = (
  lefts: readonly Left[],
  { cancelled = 0, ticketsClosed = 0 }: Partial<Pick<Closed, 'cancelled' | 'ticketsClosed'>>,
): Closed => ({
  cancelled,
  ticketsClosed,
  left: lefts[0]?.left,
  isTroubled: lefts.some(({ isTroubled }) => isTroubled),
});

const saying = (outcome: Outcome): string =>
  outcome.kind === 'trouble' ? outcome.trouble : 'code' in outcome ? `refused with ${outcome.code}` : 'refused';

/** What is left where a request that should have ended something did not succeed; undefined where it did. */
export const leftBy = (exchange: Exchange, request: string): Left | undefined => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'success') return undefined;
  const isTroubled = outcome.kind === 'trouble' || isAboutRights(exchange);
  return { left: `${request} ${saying(outcome)}`, isTroubled, outcome };
};
