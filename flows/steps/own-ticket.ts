/** What is asked about one ticket of ours, again and again while it changes. */
import type { TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import type { Asked, CallOptions } from '../../engine/asked.ts';
import { lookUntil } from '../../engine/effects/look-until.ts';
import { ticketReported } from '../../engine/effects/ticket-ref.ts';
import type { Session } from '../../engine/session.ts';

export type OwnTicket = {
  /** Undefined where the target does not bind it. */
  look(callOptions?: CallOptions): Promise<Asked | undefined>;
  /** Looks until it is shown at all; undefined where the target does not bind it. */
  lookUntilShown(): Promise<Asked | undefined>;
  /** Looks until it is shown as not open, or not at all. */
  lookUntilClosed(): Promise<void>;
};

const isShownClosed = (asked: Asked | undefined, ticket: TicketRef): boolean => {
  if (!asked) return true;
  const one = ticketReported(asked.facts.tickets, ticket);
  // What a binding does not read is not waited for.
  return outcomeOf(asked.exchange).kind === 'refusal' || (succeeded(asked.exchange) && one?.isOpen !== true);
};

const isShown = ({ facts }: Asked, ticket: TicketRef): boolean => {
  const one = ticketReported(facts.tickets, ticket);
  return (one?.couponStatuses ?? one?.isOpen) !== undefined;
};

export const ownTicket = (session: Session, booking: BookingRef, ticket: TicketRef): OwnTicket => {
  const look: OwnTicket['look'] = async (callOptions = {}) =>
    session.target.bindings['ticket-info'] ? session.ask('ticket-info', { booking, ticket }, callOptions) : undefined;
  return {
    look,
    lookUntilShown: () => lookUntil(session, look, (asked) => !asked || isShown(asked, ticket)),
    lookUntilClosed: async () => {
      await lookUntil(session, look, (asked) => isShownClosed(asked, ticket));
    },
  };
};

/** Looks at the tickets of a booking in which one has ended: at the others, and in a full run at that one again, before and after. */
export const lookAround = async (
  session: Session,
  booking: BookingRef,
  { ended, others }: { readonly ended: TicketRef; readonly others: readonly TicketRef[] },
): Promise<void> => {
  // Its end may take its time, and a first look may have shown nothing at all.
  const lookAgain = async () => {
    if (session.sample.depth === 'full') await ownTicket(session, booking, ended).lookUntilClosed();
  };
  await lookAgain();
  for (const other of others) await ownTicket(session, booking, other).look();
  await lookAgain();
};

/** Retrieves a booking until it is not active, or not there; the last retrieval, undefined where the target does not bind it. */
export const retrieveUntilInactive = async (session: Session, booking: BookingRef): Promise<Asked | undefined> => {
  if (!session.target.bindings['pnr-retrieve']) return undefined;
  return lookUntil(
    session,
    () => session.ask('pnr-retrieve', { booking }),
    ({ exchange, facts }) =>
      outcomeOf(exchange).kind === 'refusal' || (succeeded(exchange) && facts.flightBooking?.isActive !== true),
  );
};
