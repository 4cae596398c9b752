/** What a flow works with: it sends, records, moves clocks, and ends a story that cannot go on. */
import { type Ledger, ledgerWithin } from '../client/booking-ledger.ts';
import { type Call, type Client, TokenUnavailable } from '../client/client.ts';
import type { Facts } from '../contracts/facts.ts';
import type { BookingRef, BoundOperation, Intents } from '../contracts/intents.ts';
import { type OperationId, operations } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { recordsOf } from '../contracts/subjects.ts';
import type { OpenWorld, Target } from '../contracts/target.ts';
import type { Attempt, Exchange, Stop, Trace } from '../contracts/trace.ts';
import { asking } from './asking.ts';
import { bookingDesk, type Desk, type DeskParts } from './booking/booking.ts';
import { boundCall } from './bound-call.ts';
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

export type Session = {
  readonly target: Target;
  send(call: Call): Promise<Exchange>;
  /**
   * Sends what the intent says in the target's own spelling; ends the story with `needs` when there is no binding. Throws
   * for `create-booking` and `cancel-booking`, which have an effect: `book` and `cancel` are their only way.
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
  /** Lets time pass on our side, e.g. before a change is looked for again. */
  pause(ms: number): Promise<void>;
  /** Whether this run looks at the operation; a flow that goes through all of them leaves out the others. */
  readonly isAsked: (operation: OperationId) => boolean;
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
  /** What the session needs to book, besides. */
  readonly booking: Pick<DeskParts, 'ledger' | 'run' | 'newMark' | 'endsBy' | 'attempts' | 'strangers'>;
  /** Cancels what a desk has left open. */
  readonly cleanUp: (
    desk: Desk,
    used: { readonly client: Client; readonly ledger: Ledger; readonly baseUrl: string },
  ) => Promise<void>;
};

/** What a session writes down. */
export type SessionTrace = Pick<Trace, 'exchanges' | 'clockAdvances'>;

const needsClock = 'needs levers.advanceClock or levers.openWorld in the target file';

/** A lever that fails is trouble of the environment: it stands beside the service, not in us. */
const pulled = <T>(lever: string, effect: Promise<T>): Promise<T> =>
  effect.catch((thrown: unknown) =>
    stop('trouble', `levers.${lever} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`),
  );

/** The present of the service, by its Date headers, and by the levers where those do not follow them. */
const targetClock = ({ now, client }: Pick<SessionParts, 'now' | 'client'>) => {
  let moved: { readonly offsetMs: number; readonly ms: number } | undefined;
  const told = (): number => now() + (client.clockOffsetMs() ?? 0);
  const byLevers = (): number => (moved ? now() + moved.offsetMs + moved.ms : told());
  return {
    move: (ms: number) => {
      moved = { offsetMs: moved?.offsetMs ?? client.clockOffsetMs() ?? 0, ms: (moved?.ms ?? 0) + ms };
    },
    span: () => ({ from: Math.min(told(), byLevers()), to: Math.max(told(), byLevers()) }),
  };
};

const sessionIn = (parts: SessionParts, world: OpenWorld | undefined): { session: Session; desk: Desk } => {
  const { target, client, trace, clientFor, pause } = parts;
  const advance = world ? world.advanceClock : target.levers.advanceClock;
  const clock = targetClock(parts);

  const { ask, sent } = asking({ target, send: (call) => client.send(call, trace) });
  const desk = bookingDesk({
    ...parts.booking,
    ...{ target, ask, pause, now: parts.now, targetNow: clock.span },
    prepared: (intent) => boundCall(target, 'create-booking', intent),
    send: sent,
  });

  const session: Session = {
    target,
    send: (call) => client.send(call, trace),
    ask: (operation, intent, manner) => {
      if (operations[operation].effect !== 'reads') {
        throw new TypeError(`${operation} has an effect: a flow asks for it by session.book or session.cancel`);
      }
      return ask(operation, intent, manner);
    },
    bookingsLeft: desk.bookingsLeft,
    book: desk.book,
    cancel: desk.cancel,
    pause,
    takesExtraToken: parts.takesExtraToken,
    isAsked: parts.isAsked,
    targetNowMs: () => clock.span().to,
    advanceClock: async (ms) => {
      if (!advance) return stop('needs', needsClock);
      trace.clockAdvances.push({ beforeExchange: trace.exchanges.length, ms });
      await pulled('advanceClock', advance(ms));
      clock.move(ms);
    },
    inOwnWorld: async (story) => {
      const { openWorld } = target.levers;
      if (!openWorld) return story(session);
      const opened = await pulled('openWorld', openWorld());
      const ownClient = clientFor(opened.baseUrl);
      const ledger = ledgerWithin(parts.booking.ledger, parts.now);
      const own = sessionIn({ ...parts, client: ownClient, booking: { ...parts.booking, ledger } }, opened);
      try {
        await story(own.session);
      } finally {
        await parts.cleanUp(own.desk, { client: ownClient, ledger, baseUrl: opened.baseUrl });
        await ownClient.close();
        await opened.close();
      }
    },
  };
  return { session, desk };
};

/** A session, and the desk whose bookings must be cleaned up after it. */
export const session = (parts: SessionParts): { readonly session: Session; readonly desk: Desk } =>
  sessionIn(parts, undefined);

/** What an exception in a flow says of why it ended; undefined when it is a fault of ours. */
export const stopOf = (thrown: unknown): Stop | undefined => {
  if (thrown instanceof Stopped) return thrown.stop;
  if (thrown instanceof TokenUnavailable) return { because: thrown.because, reason: thrown.reason };
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
