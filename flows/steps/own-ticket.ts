/** What stories do with one of our tickets: look at it while it changes, refund it, void it wrongly. */
import fc from 'fast-check';
import type { BookingRef, Intents, TicketRef } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { KnownTicket } from '../../contracts/target.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import { ticketReported } from '../../engine/effects/refs.ts';
import type { CallOptions, LackingParts, ReadExchange, Session } from '../../engine/session.ts';
import { type FlightsToBook, flightDays, flightToBook } from '../../generators/flights.ts';
import { unknownTicketDigits, unknownTicketLike } from '../../generators/unknown-ids.ts';
import type { Hands } from './flight-rows.ts';

const isShownClosed = (asked: ReadExchange | undefined, ticket: TicketRef): boolean => {
  if (!asked) return true;
  const one = ticketReported(asked.facts.tickets, ticket);
  // What a binding does not read is not waited for.
  return outcomeOf(asked.exchange).kind === 'refusal' || (succeeded(asked.exchange) && one?.isOpen !== true);
};

const isShown = ({ facts }: ReadExchange, ticket: TicketRef): boolean => {
  const one = ticketReported(facts.tickets, ticket);
  return (one?.couponStatuses ?? one?.isOpen) !== undefined;
};

export const ownTicket = (session: Session, booking: BookingRef, ticket: TicketRef) => {
  /** Undefined where the target does not bind it. */
  const look = async (callOptions: CallOptions = {}): Promise<ReadExchange | undefined> =>
    session.target.bindings['ticket-info'] ? session.ask('ticket-info', { booking, ticket }, callOptions) : undefined;
  return {
    look,
    /** A service may need a moment before it knows its own ticket. */
    lookUntilFound: () =>
      lookUntil(session, look, (asked) => !asked || succeeded(asked.exchange) || isAboutRights(asked.exchange)),
    lookUntilShown: () => lookUntil(session, look, (asked) => !asked || isShown(asked, ticket)),
    /** Looks until it is shown as not open, or not at all. */
    lookUntilClosed: async (): Promise<void> => {
      await lookUntil(session, look, (asked) => isShownClosed(asked, ticket));
    },
  };
};

/**
 * Looks at the tickets of a booking in which one has ended: at the others. In a full run it looks at that one again,
 * before and after.
 */
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

/** Retrieves a booking until it is inactive or gone; the last retrieval, undefined where the target binds none. */
export const retrieveUntilInactive = async (
  session: Session,
  booking: BookingRef,
): Promise<ReadExchange | undefined> => {
  if (!session.target.bindings['pnr-retrieve']) return undefined;
  return lookUntil(
    session,
    () => session.ask('pnr-retrieve', { booking }),
    ({ exchange, facts }) =>
      outcomeOf(exchange).kind === 'refusal' || (succeeded(exchange) && facts.flightBooking?.isActive !== true),
  );
};

type TicketCalculation = ReadExchange & { readonly intent: Intents['ticket-refund'] };

/** Calculates a refund; the intent asks for it as it was calculated. */
export const calculatedRefund = async (
  { ask }: Pick<Session, 'ask'>,
  about: Intents['ticket-refund-calculation'],
  callOptions: CallOptions = {},
): Promise<TicketCalculation> => {
  const asked = await ask('ticket-refund-calculation', about, callOptions);
  const calculation = asked.facts.refund?.reference;
  return { ...asked, intent: { ...about, ...(calculation !== undefined && { calculation }) } };
};

/**
 * The exchange of the refund; that of its calculation where this was not answered well.
 *
 * @param before Runs once the refund is calculated, and before it is performed. It resolves to true where it may have
 *   used the calculation up, and another is wanted.
 */
export const refundCalculated = async (
  session: Session,
  about: Intents['ticket-refund-calculation'],
  before: (intent: TicketCalculation['intent']) => Promise<boolean> = async () => false,
): Promise<Pick<TicketCalculation, 'exchange' | 'intent'>> => {
  const first = await calculatedRefund(session, about);
  if (!succeeded(first.exchange)) return first;
  const calculated = (await before(first.intent)) ? await calculatedRefund(session, about) : first;
  if (!succeeded(calculated.exchange)) return calculated;
  const { intent } = calculated;
  const { exchange } = await session.refundTicket(intent);
  if (succeeded(exchange)) await ownTicket(session, about.booking, about.ticket).lookUntilClosed();
  return { exchange, intent };
};

/** Names of a ticket and a booking that do not exist. */
type UnknownNames = { readonly digits: string; readonly unknownBookingId: string };

export const ticketDraws = {
  ...flightToBook(flightDays),
  digits: unknownTicketDigits,
  unknownBookingId: fc.uuid({ version: 4 }),
};
export type TicketInput = FlightsToBook & UnknownNames;

/** Another ticket that does not exist, as one that was asked about may be taken for a ticket by now. */
export const otherwise = (unknown: UnknownNames): UnknownNames => ({
  ...unknown,
  digits: [...unknown.digits].toReversed().join(''),
});

type WrongVoids = {
  /** What half a request has nothing in. */
  readonly lacking?: readonly LackingParts[];
  /** Sends each of them. */
  readonly sends?: (asking: () => Promise<ReadExchange>) => Promise<unknown>;
};

/** Voids that must be refused: by the other partner, of an unknown ticket or booking, and with half a request. */
export const voidWrongly = async (
  { session, stranger }: Hands,
  named: KnownTicket,
  { digits, unknownBookingId }: UnknownNames,
  { lacking = [], sends = (asking) => asking() }: WrongVoids = {},
): Promise<void> => {
  if (stranger) await sends(() => stranger.voidTicket(named));
  const ticketNumber = unknownTicketLike(digits, named.ticketNumber);
  await sends(() => session.voidTicket({ ...named, ticketNumber }));
  for (const parts of lacking) {
    // A service may refuse the first of two alone.
    if (session.sample.depth === 'full') await session.voidTicket(named, {}, parts);
    await sends(() => session.voidTicket(named, {}, parts));
  }
  // A retrieval first says that there is no such booking. Without that binding the story would end here.
  if (session.target.bindings['pnr-retrieve'])
    await sends(() => session.voidTicket({ ...named, bookingId: unknownBookingId }));
};
