/** What a flow works with: it sends, books, records, moves clocks, and ends a story that cannot go on. */
import { type Ledger, ledgerWithin } from '../client/booking-ledger.ts';
import { type Call, type Client, TokenUnavailable } from '../client/client.ts';
import { LedgerUnavailable } from '../client/file-store.ts';
import { settledInTime } from '../client/in-time.ts';
import type { FlightEntry } from '../client/ledger-state.ts';
import type { Facts } from '../contracts/facts.ts';
import type { TicketRef } from '../contracts/flight-intents.ts';
import type { BookingRef, BoundOperation, Intents } from '../contracts/intents.ts';
import { type KnownFacts, knownFacts } from '../contracts/known-facts.ts';
import { type OperationId, operations } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { recordsOf } from '../contracts/subjects.ts';
import type { KnownTicket, OpenWorld, Target } from '../contracts/target.ts';
import type { Attempt, Exchange, Stop, Trace } from '../contracts/trace.ts';
import type { Sample } from '../generators/sample.ts';
import { asking } from './asking.ts';
import { flightDesk } from './effects/book-flights.ts';
import { bookingDesk, type DeskParts, type Kept } from './effects/book-stays.ts';
import { heldFlights, resumedFlight } from './effects/held-flights.ts';
import { ticketDesk } from './effects/issue-tickets.ts';
import type { Leaving } from './obligations.ts';
import { Stopped, stop } from './stop.ts';

export { Stopped, stop } from './stop.ts';

/** An exchange, and what was read out of it as it came: nothing unless it succeeded. */
export type Asked = { readonly exchange: Exchange; readonly facts: Facts };

/** How a bound operation is asked, besides what it says. */
export type Manner = Pick<Call, 'bearer' | 'garbage' | 'headers'>;

export type Booked = Asked & {
  readonly attempt: Attempt;
  /** How to name the booking in later requests; undefined when none came about or it cannot be told. */
  readonly booking: BookingRef | undefined;
};

/** What came of a request for tickets, and those that are known to be new. */
export type Issued = Asked & { readonly tickets: readonly TicketRef[] };

export type Session = {
  readonly target: Target;
  /** How much of what there is this run asks about. */
  readonly sample: Sample;
  send(call: Call): Promise<Exchange>;
  /**
   * Sends what the intent says in the target's own spelling; ends the story with `needs` when there is no binding. Throws
   * for what has an effect: `book`, `cancel` and the like below are its only way.
   */
  ask<Operation extends BoundOperation>(
    operation: Operation,
    intent: Intents[Operation],
    manner?: Manner,
  ): Promise<Asked>;
  /** How many more bookings this run may request; 0 where the target allows none. */
  bookingsLeft(): Promise<number>;
  /**
   * Requests one booking, never twice: writes the intent to the ledger, puts a unique mark into the name of the first
   * guest, sends, looks up what became of it, and keeps it for the clean-up. Ends the story with `needs` when the target
   * does not allow it, the budget is used up, or the offer cannot be cancelled free of charge far enough ahead.
   */
  book(intent: Intents['create-booking'], manner?: Manner): Promise<Booked>;
  /**
   * Cancels a booking that this session made. Of another, which cannot exist, a view must first say so: it is asked for
   * here, and where it shows a booking the story ends.
   */
  cancel(booking: BookingRef, manner?: Manner): Promise<Asked>;
  /**
   * Requests one booking of a flight, as `book` does. No operation lists flights: what is not told by the answer stays
   * unknown, and stands in the ledger for a person.
   */
  bookFlight(intent: Intents['pnr-create'], manner?: Manner): Promise<Booked>;
  /** Cancels a flight that this session booked, or one that a retrieval has just said not to exist. */
  cancelFlight(booking: BookingRef, manner?: Manner): Promise<Asked>;
  /** How many more tickets this run may request; 0 where the target allows none. */
  ticketsLeft(): Promise<number>;
  /**
   * Requests the tickets of a booking, one for each passenger, and never twice: they stand in the ledger before, and are
   * voided or refunded when the story is over. Of another booking a retrieval must first say that it does not exist.
   */
  issueTickets(booking: BookingRef, manner?: Manner): Promise<Issued>;
  /**
   * Asks for a void: in a booking of this session, in one that a retrieval has just said not to exist, or of a ticket that
   * the target file names.
   *
   * @param lacks What the request leaves out, so that it must be refused.
   */
  voidTicket(ticket: KnownTicket, manner?: Manner, lacks?: keyof KnownTicket): Promise<Asked>;
  exchangeTicket(intent: Intents['ticket-exchange'], manner?: Manner): Promise<Issued>;
  refundTicket(intent: Intents['ticket-refund'], manner?: Manner): Promise<Asked>;
  /** Makes a coupon of a ticket used, by a lever. */
  useCoupon(ticket: KnownTicket): Promise<void>;
  /** The offer, with what earlier answers of this story reported of it. */
  readonly knownOffer: KnownFacts['offer'];
  /** Counts a request that was drawn and is not sent, because our two readings of its schema disagree. */
  drop(): void;
  /** Lets time pass on our side, e.g. before a change is looked for again. */
  pause(ms: number): Promise<void>;
  /** Whether this run looks at the operation; a flow that goes through all of them leaves out the others. */
  readonly isAsked: (operation: OperationId) => boolean;
  /**
   * Leaves what this story began to a later run, with the flight of ours that it is about; the clean-up does not touch it.
   * Its moments are ms since the epoch on the clock of the target.
   */
  leaveBehind(leaving: Omit<Leaving, 'mark'> & { readonly booking?: BookingRef }): void;
  /** The last login of this run with credentials of our own that gave a token; undefined where a kept one served. */
  lastLogin(): Leaving['login'];
  /** Takes one of the extra tokens that the target allows; false when none is left. */
  takesExtraToken(): Promise<boolean>;
  /** The present on the clock of the service, in ms since the epoch, as its last answer or a lever told. */
  targetNowMs(): number;
  /** Moves the clock of the service this session talks to. */
  advanceClock(ms: number): Promise<void>;
  /** Runs the rest of a story in a world of its own when the target opens one, else on the target itself. */
  inOwnWorld(story: (session: Session) => Promise<void>): Promise<void>;
};

export type SessionParts = {
  readonly target: Target;
  readonly sample: Sample;
  readonly client: Client;
  readonly trace: SessionTrace;
  /** A client of the same settings for another address. */
  readonly clientFor: (baseUrl: string) => Client;
  /** Of the whole run. */
  readonly takesExtraToken: Session['takesExtraToken'];
  readonly isAsked: Session['isAsked'];
  /** Our clock, ms since the epoch. */
  readonly now: () => number;
  readonly pause: Session['pause'];
  /** Ends the run. */
  readonly signal: AbortSignal | undefined;
  /** How many requests the story may send. */
  readonly requestsMax: number;
  /** What the session needs to book, besides. */
  readonly booking: Pick<DeskParts, 'ledger' | 'run' | 'newMark' | 'endsBy' | 'attempts' | 'strangers'>;
  /** What a former run has left behind, and this session goes on with. */
  readonly resumed?: FlightEntry | undefined;
  /** Keeps what is left behind on purpose. */
  readonly leave: (leaving: Leaving) => void;
  readonly lastLogin: Session['lastLogin'];
  /** Ends what a session has left open. */
  readonly cleanUp: (
    desk: Kept,
    used: { readonly client: Client; readonly ledger: Ledger; readonly baseUrl: string },
  ) => Promise<void>;
};

/** What a session writes down. */
export type SessionTrace = Pick<Trace, 'exchanges' | 'clockAdvances' | 'usedCoupons' | 'dropped'>;

const needsCoupons = 'needs levers.useCoupon in the target file';
const needsClock = 'needs levers.advanceClock or levers.openWorld in the target file';

/** A lever that fails is trouble of the environment: it stands beside the service, not in us. */
const pulling =
  (ms: number, signal: AbortSignal | undefined) =>
  <T>(lever: string, pull: () => Promise<T>): Promise<T> =>
    settledInTime({ what: 'it', ms, signal }, pull).catch((thrown: unknown) =>
      stop('trouble', `levers.${lever} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`),
    );

const sessionIn = (parts: SessionParts, world: OpenWorld | undefined): { session: Session; desk: Kept } => {
  const { target, client, trace, clientFor, pause } = parts;
  const advance = world ? world.advanceClock : target.levers.advanceClock;
  const { clock } = client;
  const pulled = pulling(target.limits.leverDeadlineMs, parts.signal);
  // A world is closed after an interruption, too.
  const closed = pulling(target.limits.leverDeadlineMs, undefined);

  const send: Session['send'] = async (call) => {
    if (trace.exchanges.length >= parts.requestsMax) stop('needs', `needs more than ${parts.requestsMax} requests`);
    return client.send(call, trace);
  };
  const known = knownFacts();
  const { ask, sent } = asking({ target, send, known });
  const kept: Kept = {
    marks: new Set(),
    tally: { requested: 0, cancelled: 0, ticketsRequested: 0, ticketsClosed: 0, begun: 0, ended: 0 },
  };
  const deskParts: DeskParts = {
    ...parts.booking,
    ...kept,
    target,
    ask,
    pause,
    now: parts.now,
    targetNow: clock.span,
    send: sent,
  };
  const held = heldFlights({ ledger: deskParts.ledger, tally: kept.tally });
  const resumed = parts.resumed && resumedFlight(parts.resumed, parts.booking.endsBy);
  if (resumed) {
    held.add(resumed);
    kept.marks.add(resumed.intended.mark);
  }
  const desk = bookingDesk(deskParts);
  const flightParts = { ...deskParts, held };
  const { saw: sawTicket, ...tickets } = ticketDesk(flightParts);
  const { saw: sawFlight, ...flights } = flightDesk(flightParts);

  const session: Session = {
    target,
    sample: parts.sample,
    send,
    ask: async (operation, intent, manner) => {
      if (operations[operation].effect !== 'reads') {
        throw new TypeError(
          `${operation} has an effect: a flow asks for it by session.book, session.cancel or the like`,
        );
      }
      const asked = await ask(operation, intent, manner);
      if (operation === 'ticket-info') await sawTicket(intent as Intents['ticket-info'], asked, manner);
      if (operation === 'pnr-retrieve') await sawFlight((intent as Intents['pnr-retrieve']).booking, asked, manner);
      return asked;
    },
    ...desk,
    ...flights,
    ...tickets,
    useCoupon: async (ticket) => {
      const use = (world ?? target.levers).useCoupon ?? stop('needs', needsCoupons);
      await pulled('useCoupon', () => use(ticket));
      trace.usedCoupons = [...(trace.usedCoupons ?? []), { beforeExchange: trace.exchanges.length, ...ticket }];
    },
    knownOffer: known.offer,
    drop: () => {
      trace.dropped = (trace.dropped ?? 0) + 1;
    },
    pause,
    lastLogin: parts.lastLogin,
    leaveBehind: ({ booking, ...leaving }) => {
      const mark = booking && held.find(booking)?.intended.mark;
      parts.leave({ ...leaving, ...(mark !== undefined && { mark }) });
    },
    takesExtraToken: parts.takesExtraToken,
    isAsked: parts.isAsked,
    targetNowMs: () => clock.span().to,
    advanceClock: async (ms) => {
      if (!advance) return stop('needs', needsClock);
      trace.clockAdvances.push({ beforeExchange: trace.exchanges.length, ms });
      await pulled('advanceClock', () => advance(ms));
      clock.move(ms);
    },
    inOwnWorld: async (story) => {
      const { openWorld } = target.levers;
      if (!openWorld) return story(session);
      const opened = await pulled('openWorld', openWorld);
      const ownClient = await pulled('openWorld', async () => clientFor(opened.baseUrl));
      const ledger = ledgerWithin(parts.booking.ledger, parts.now);
      const own = sessionIn({ ...parts, client: ownClient, booking: { ...parts.booking, ledger } }, opened);
      try {
        await story(own.session);
      } finally {
        await parts.cleanUp(own.desk, { client: ownClient, ledger, baseUrl: opened.baseUrl });
        await ownClient.close();
        await closed('openWorld', () => opened.close());
      }
    },
  };
  return { session, desk: kept };
};

/** A session, and what must be cleaned up after it. */
export const session = (parts: SessionParts): { readonly session: Session; readonly desk: Kept } =>
  sessionIn(parts, undefined);

/** What an exception in a flow says of why it ended; undefined when it is a fault of ours. */
export const stopOf = (thrown: unknown): Stop | undefined => {
  if (thrown instanceof Stopped) return thrown.stop;
  if (thrown instanceof TokenUnavailable) return { because: thrown.because, reason: thrown.reason };
  // Before anything is sent that would have to stand in it.
  if (thrown instanceof LedgerUnavailable) return { because: 'trouble', reason: thrown.message };
  return undefined;
};

/** The ids of a list that the rest of a story builds on; ends the story when it was not answered. */
export const idsIn = (exchange: Exchange): number[] => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return stop('trouble', `${exchange.operation}: ${outcome.trouble}`);
  if (outcome.kind === 'refusal') {
    return stop('refused', `${exchange.operation} was refused with HTTP ${exchange.response?.status}`);
  }
  return recordsOf(exchange).flatMap((record) => {
    const id = typeof record === 'object' && record !== null && !Array.isArray(record) ? record.id : undefined;
    return typeof id === 'number' ? [id] : [];
  });
};
