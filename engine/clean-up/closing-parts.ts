/** What closes the entries of a ledger: what it works with, and what it leaves. */
import type { Ledger } from '../../client/ledgers/ledger-state.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type EffectService, lookUntil } from '../effects/effect.ts';
import type { CallOptions, PermittedAsk, ReadExchange } from '../session.ts';

export type Closing = {
  readonly ask: PermittedAsk;
  readonly send: EffectService['send'];
  readonly voidWindowMs: number;
  readonly ledger: Ledger;
  readonly bindings: Target['bindings'];
  /** How long the effect of what is sent may take to show. */
  readonly settleMs: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
  readonly foreignBookings: Set<string>;
  /** Whether an answer after its making has shown the booking: one that was never there is not gone. */
  readonly isShown: (booking: BookingRef) => boolean;
};

export type Closed = {
  readonly cancelled: number;
  readonly ticketsClosed: number;
  /** Why the entry is still open; undefined when it is closed. */
  readonly left: string | undefined;
  /** It may be otherwise when it is tried again. */
  readonly isTroubled: boolean;
};

export type LeftOpen = Pick<Closed, 'isTroubled'> & {
  readonly left: string;
  /** Of the request that should have ended it; not said where that succeeded, or was not sent. */
  readonly outcome?: Outcome;
};

/** @param lefts What is still open; the first speaks for all. */
export const closedWith = (
  lefts: readonly LeftOpen[],
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
export const leftBy = (exchange: Exchange, request: string): LeftOpen | undefined => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'success') return undefined;
  const isTroubled = outcome.kind === 'trouble' || isAboutRights(exchange);
  return { left: `${request} ${saying(outcome)}`, isTroubled, outcome };
};

/** One of our bookings, and who asks about it. */
export type Of = { readonly closing: Closing; readonly booking: BookingRef; readonly callOptions: CallOptions };

/** The code of the refusal; undefined where there is none, or it was not refused. */
export const codeOf = (outcome: Outcome | undefined): string | undefined =>
  outcome?.kind === 'refusal' ? outcome.code : undefined;

export const lateCode = 'VOID_TIME_EXPIRED';

/** Something of a flight that is to be ended, and how it is looked at. */
export type Open = {
  readonly name: string;
  readonly state: 'open' | 'active';
  /** Undefined where the target does not bind it. */
  readonly look: (() => Promise<ReadExchange>) | undefined;
  /** Undefined where an answer does not say it. */
  readonly isOpen: (asked: ReadExchange) => boolean | undefined;
  /** A look that is refused with one of these says that it is not there. */
  readonly goneCodes: readonly string[];
};

/** What is left after a request that should have ended it; undefined when nothing is. */
export const leftOf = async (
  { pause, settleMs }: Closing,
  { name, state, look, isOpen, goneCodes }: Open,
  { exchange, request, done }: { readonly exchange: Exchange; readonly request: string; readonly done: string },
): Promise<LeftOpen | undefined> => {
  const why = leftBy(exchange, request);
  if (!look || isAboutRights(exchange)) return why;
  if (!why) {
    const last = await lookUntil({ pause, target: { limits: { settleMs } } }, look, (asked) => isOpen(asked) !== true);
    const left = `${name}: it was ${done}, and is still ${state}`;
    return isOpen(last) === true ? { left, isTroubled: false } : undefined;
  }
  const seen = await look();
  // What was refused as too late, or not refused, must still exist.
  const isRefused = why.outcome?.kind === 'refusal' && codeOf(why.outcome) !== lateCode;
  const isGone = isRefused && goneCodes.some((code) => code === codeOf(outcomeOf(seen.exchange)));
  return isOpen(seen) === false || isGone ? undefined : why;
};
