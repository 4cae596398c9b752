/** What a flow works with: it sends, books, records, moves clocks, and ends a story that cannot go on. */
import { type Call, TokenUnavailable } from '../client/client.ts';
import type { Permit } from '../client/permit.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Facts } from '../contracts/facts.ts';
import type { BookingRef, BoundOperation, Intents, TicketRef } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import type { KnownFacts } from '../contracts/known-facts.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { KnownTicket, Target } from '../contracts/target.ts';
import type { Attempt, Exchange, Stop } from '../contracts/trace.ts';
import type { LackedPart } from '../generators/lacked-parts.ts';
import type { DepthSample } from '../generators/sample.ts';
import { StoreUnavailable } from '../stores/store.ts';

/** Ends a flow before its story is over; the trace keeps the reason. */
export class Stopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(stop.reason);
    this.stop = stop;
  }
}

export const stop = (because: Stop['because'], reason: string): never => {
  throw new Stopped({ because, reason });
};

/** What an exception in a flow says of why it ended; undefined when we broke. */
export const stopOf = (thrown: unknown): Stop | undefined => {
  if (thrown instanceof Stopped) return thrown.stop;
  if (thrown instanceof TokenUnavailable) return { because: thrown.because, reason: thrown.reason };
  // Before anything is sent that would have to stand in it.
  if (thrown instanceof StoreUnavailable) return { because: 'trouble', reason: thrown.message };
  return undefined;
};

export type ReadExchange = { readonly exchange: Exchange; readonly facts: Facts };

/**
 * Spells a body in place of the binding: that of a request out of a file, of whose intent only a part is known. Nothing
 * of the intent is recorded then.
 */
export type Spelled = (intent: Json) => Json;

/** How a bound operation is asked, besides what it says. */
export type CallOptions = Pick<Call, 'bearer' | 'garbage' | 'headers' | 'query'> & {
  readonly spelled?: Spelled;
  /** Given by `Session.wrong`: the request is wrong on purpose, and must not be spelled like any of these. */
  readonly unlike?: readonly Intents[BoundOperation][];
  /** It is wrong in what it leaves out: it must say less than the first of `unlike`, with nothing in its place. */
  readonly isLacking?: boolean | undefined;
  /** The body has nothing where this part of the intent stands in it; the rest is as it would be sent. */
  readonly lacks?: LackedPart | undefined;
  /** Of a booking: how many letters the guest mark has. */
  readonly markLetters?: number | undefined;
};

/** Asks what may have an effect, too. */
export type PermittedAsk = <Operation extends BoundOperation>(
  operation: Operation,
  intent: Intents[Operation],
  callOptions?: CallOptions & { readonly permit?: Permit },
) => Promise<ReadExchange>;

export type Booked = ReadExchange & {
  readonly attempt: Attempt;
  /** How to name the booking in later requests; undefined when none was made or the answer does not name it. */
  readonly booking: BookingRef | undefined;
};

/** The answer to a request for tickets, and the tickets that are known to be new. */
export type IssuedTickets = ReadExchange & { readonly tickets: readonly TicketRef[] };

/** What a story leaves behind for a later run; its moments are ms since the epoch on the clock of the target. */
export type Leaving = {
  readonly from: number;
  /** Without it, any time after. */
  readonly until?: number;
  /** What the story that settles it is given. */
  readonly left: Json;
  /** A login whose token is left, instead of what the story itself has exchanged. */
  readonly login?: { readonly exchange: Exchange; readonly token: string };
  readonly mark?: string;
};

export type SessionLevers = {
  /** Makes a coupon of a ticket used, by a lever. */
  useCoupon(ticket: KnownTicket): Promise<void>;
  /** The present on the clock of the service, in ms since the epoch, as its last answer or a lever reported. */
  targetNowMs(): number;
  /** In how many ms a login's token ends, at the earliest and at the latest; not a number where that is unknown. */
  endsIn(login: Exchange): { readonly earliest: number; readonly latest: number };
  /** How far clocks of the service were seen to disagree in this story, in ms. */
  clocksApartMs(): number;
  /**
   * The last login of this run, as if this story had sent it, where no lever was pulled since. Its token is the one
   * that is held, and it saves another. Undefined where there is none.
   */
  recallLogin(): Exchange | undefined;
  /** Moves the clock of the service this session talks to. */
  advanceClock(ms: number): Promise<void>;
};

export type StayActs = {
  /**
   * How many more bookings this run may request; 0 where the target allows none.
   *
   * @param wanted How many the story needs, 1 when not said: what other runs of the day have used up is reported.
   * @param shareOfDay Of what a day may have, for a story that leaves the rest to other runs; all when not said.
   */
  bookingsLeft(wanted?: number, shareOfDay?: number): Promise<number>;
  /**
   * Requests one booking, never twice. It writes the intent to the ledger, and puts a unique mark into the name of the
   * first guest. It sends, looks up the result, and keeps it for the clean-up. Ends the story with `needs` when the
   * target does not allow it, or the budget is used up. It also does so when the offer cannot be cancelled free of
   * charge far enough ahead.
   */
  book(intent: Intents['create-booking'], callOptions?: CallOptions): Promise<Booked>;
  /**
   * Cancels a booking that this session made. Of another, which cannot exist, a view must first say so: it is asked for
   * here, and where it shows a booking the story ends.
   */
  cancel(booking: BookingRef, callOptions?: CallOptions): Promise<ReadExchange>;
};

export type FlightActs = {
  /**
   * Requests one booking of a flight, as `book` does. No operation lists flights: what the answer does not report stays
   * unknown, and stands in the ledger for a person.
   */
  bookFlight(intent: Intents['pnr-create'], callOptions?: CallOptions): Promise<Booked>;
  /** Cancels a flight that this session booked, or one that a retrieval has just said not to exist. */
  cancelFlight(booking: BookingRef, callOptions?: CallOptions): Promise<ReadExchange>;
};

/** What stands in place of a part that a void must have; undefined leaves it out. */
export type LackingParts = Readonly<Partial<Record<keyof KnownTicket, null | '' | undefined>>>;

export type TicketActs = {
  /** As `bookingsLeft`. */
  ticketsLeft(wanted?: number, shareOfDay?: number): Promise<number>;
  /**
   * Requests the tickets of a booking, one for each passenger, and never twice. The tickets stand in the ledger before,
   * and are voided or refunded when the story is over. Of another booking a retrieval must first say that it does not
   * exist.
   */
  issueTickets(booking: BookingRef, callOptions?: CallOptions): Promise<IssuedTickets>;
  /**
   * Asks for a void: in a booking of this session, or in one that a retrieval has just said not to exist. It may also
   * be of a ticket that the target file names.
   *
   * @param lacking What the request has nothing in, so that it must be refused.
   */
  voidTicket(ticket: KnownTicket, callOptions?: CallOptions, lacking?: LackingParts): Promise<ReadExchange>;
  exchangeTicket(intent: Intents['ticket-exchange'], callOptions?: CallOptions): Promise<IssuedTickets>;
  refundTicket(intent: Intents['ticket-refund'], callOptions?: CallOptions): Promise<ReadExchange>;
};

export type Session = StayActs &
  FlightActs &
  TicketActs &
  SessionLevers & {
    readonly target: Target;
    /** How much of what there is this run asks about. */
    readonly sample: DepthSample;
    send(call: Call): Promise<Exchange>;
    requestsSent(): number;
    /**
     * Sends what the intent says in the target's own spelling; ends the story with `needs` when there is no binding.
     * Throws for what has an effect: `book`, `cancel` and the like below are its only way.
     */
    ask<Operation extends BoundOperation>(
      operation: Operation,
      intent: Intents[Operation],
      callOptions?: CallOptions,
    ): Promise<ReadExchange>;
    /**
     * Sends a request that is wrong on purpose, where the target's spelling says so. Nothing is sent, and the clauses
     * are inconclusive, where it is spelled like one of `unlike`, or like one that the story sent as right. The same
     * holds where it cannot be built.
     *
     * @param about `unlike`: intents that mean something else, such as the right one. `isLacking`: it leaves out a part
     *   of the first of them, and a binding that puts something in its place makes a right request of it.
     */
    wrong<Came>(
      about: {
        readonly clauses: readonly ClauseId[];
        readonly unlike: NonNullable<CallOptions['unlike']>;
        readonly isLacking?: boolean;
      },
      asking: (callOptions: CallOptions) => Promise<Came>,
    ): Promise<Came | undefined>;
    /** The offer, with what earlier answers of this story reported of it. */
    readonly knownOffer: KnownFacts['offer'];
    /** Counts a request that was drawn and is not sent, because our two readings of its schema disagree. */
    drop(): void;
    /** Lets time pass on our side, e.g. before a change is looked for again. */
    pause(ms: number): Promise<void>;
    /** Whether this run looks at the operation; a flow that goes through all of them leaves out the others. */
    readonly isAsked: (operation: OperationId) => boolean;
    /**
     * Leaves what this story began to a later run, with our flight that it is about; the clean-up does not touch it.
     * Its moments are ms since the epoch on the clock of the target.
     */
    leaveBehind(leaving: Omit<Leaving, 'mark'> & { readonly booking?: BookingRef }): void;
    /** The last login of this run with our own credentials that gave a token; undefined where a kept one served. */
    lastLogin(): Leaving['login'];
    /** Takes one of the extra tokens that the target allows; false when none is left. */
    takesExtraToken(): Promise<boolean>;
    /** Runs the rest of a story in a separate world when the target opens one, else on the target itself. */
    inOwnWorld(story: (session: Session) => Promise<void>): Promise<void>;
  };

const byOther = (callOptions: CallOptions = {}): CallOptions => ({ ...callOptions, bearer: 'other' });

/** The session of the second partner, on targets with `otherPartner`: it asks, books and ends as that partner. */
export const asOther = (session: Session): Session => ({
  ...session,
  send: (call) => session.send({ ...call, bearer: 'other' }),
  ask: (operation, intent, callOptions) => session.ask(operation, intent, byOther(callOptions)),
  book: (intent, callOptions) => session.book(intent, byOther(callOptions)),
  cancel: (booking, callOptions) => session.cancel(booking, byOther(callOptions)),
  bookFlight: (intent, callOptions) => session.bookFlight(intent, byOther(callOptions)),
  cancelFlight: (booking, callOptions) => session.cancelFlight(booking, byOther(callOptions)),
  issueTickets: (booking, callOptions) => session.issueTickets(booking, byOther(callOptions)),
  voidTicket: (ticket, callOptions, lacking) => session.voidTicket(ticket, byOther(callOptions), lacking),
  exchangeTicket: (intent, callOptions) => session.exchangeTicket(intent, byOther(callOptions)),
  refundTicket: (intent, callOptions) => session.refundTicket(intent, byOther(callOptions)),
  inOwnWorld: (story) => session.inOwnWorld((own) => story(asOther(own))),
});
