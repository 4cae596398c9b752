/** Issues tickets and ends them: the only way from a flow to ticket_issue, ticket_cancel, ticket_exchange and ticket_refund. */
import type { HeldTicket } from '../../client/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import type { TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import type { KnownTicket, Target } from '../../contracts/target.ts';
import { type BoundCall, boundCall } from '../bound-call.ts';
import type { Asked, Manner, Session } from '../session.ts';
import { stop } from '../stop.ts';
import { assertUnknown, type FlightDeskParts, flightTimes, unknownFlight } from './book-flights.ts';
import { type HeldFlight, isBelieved } from './held-flights.ts';
import { lookUntil } from './look-until.ts';
import { isNothingSent, isUnsent } from './requested.ts';
import { areSameTicket, ticketRefOf, ticketTold } from './ticket-ref.ts';
import { voidCall } from './void-call.ts';

export type TicketDesk = Pick<
  Session,
  'ticketsLeft' | 'issueTickets' | 'voidTicket' | 'exchangeTicket' | 'refundTicket'
> & {
  /** What ticket_info says of a ticket of ours counts too. */
  saw(
    about: { readonly booking: BookingRef; readonly ticket: TicketRef },
    asked: Asked,
    manner?: Manner,
  ): Promise<void>;
};

type Budget = NonNullable<Target['may']['tickets']>;

export const ticketDesk = (parts: FlightDeskParts): TicketDesk => {
  const { target, ledger, ask, held, marks, tally, run } = parts;
  const { tickets: allowed } = target.may;

  const assertMay = (): Budget =>
    allowed ?? stop('needs', 'needs may.tickets, how many tickets may be issued, in the target file');

  const ticketsLeft = async (): Promise<number> => {
    if (!allowed) return 0;
    const { ofRun, ofDay } = await ledger.left('ticket', run, allowed);
    return Math.max(0, Math.min(ofRun, ofDay));
  };

  const isKnown = ({ bookingId, ticketNumber }: KnownTicket): boolean =>
    [target.known.usedTicket, target.known.withoutRights].some(
      (known) => known?.bookingId === bookingId && known.ticketNumber === ticketNumber,
    );

  /** A booking of ours, or one that a retrieval has just said not to exist. */
  const flightOf = async (booking: BookingRef, manner: Manner): Promise<HeldFlight> => {
    const flight = held.find(booking);
    if (flight) return flight;
    await assertUnknown(parts, booking, manner);
    return unknownFlight(parts, booking, manner);
  };

  const isIn = (tickets: readonly TicketRef[], one: TicketRef): boolean =>
    tickets.some((each) => areSameTicket(each, one));

  /** The tickets that a retrieval shows as open; undefined when it tells nothing of tickets. */
  const shown = async ({ booking, manner, closed }: HeldFlight): Promise<readonly TicketRef[] | undefined> => {
    if (!target.bindings['pnr-retrieve']) return undefined;
    const { facts } = await ask('pnr-retrieve', { booking }, manner);
    const open = facts.tickets?.filter(({ isOpen }) => isOpen !== false).map(ticketRefOf);
    return open?.filter((ticket) => !isIn(closed, ticket));
  };

  /** Writes down what came of a request for tickets, and looks it up where the answer leaves it open. */
  const settle = async (flight: HeldFlight, { exchange, facts }: Asked, old?: TicketRef): Promise<void> => {
    const { kind } = outcomeOf(exchange);
    const isNew = (ticket: TicketRef): boolean => !isIn([...flight.tickets, ...(old ? [old] : [])], ticket);
    const told = kind === 'success' ? (facts.tickets ?? []).map(ticketRefOf).filter(isNew) : [];
    const look = () => shown(flight);
    const seen =
      kind === 'trouble'
        ? await lookUntil(parts, look, (tickets) => tickets === undefined || tickets.some(isNew))
        : told.length === 0 && !(kind === 'refusal' && flight.isCancelled)
          ? await look()
          : undefined;
    const issuedAt = new Date(parts.targetNow().to).toISOString();
    const made = (told.length > 0 ? told : (seen ?? []).filter(isNew)).map(
      (ticket): HeldTicket => ({ ...ticket, issuedAt }),
    );
    // A refusal is believed where nothing can be looked up.
    const isClear = made.length > 0 || kind === 'refusal' || (seen !== undefined && kind === 'success');
    flight.tickets = [...flight.tickets, ...made];
    flight.unknown = isClear ? null : 'tickets';
    // A booking that did not exist is ours from now on only if something came about.
    if (!held.find(flight.booking) && (made.length > 0 || !isClear)) held.add(flight);
    await held.write(flight);
  };

  /** Sends a request for tickets once it is written down. */
  const requested = async (
    flight: HeldFlight,
    given: { operation: 'ticket-issue' | 'ticket-exchange'; prepared: BoundCall; manner: Manner; count: number },
  ): Promise<Asked> => {
    const { operation, prepared, manner, count } = given;
    const budget = assertMay();
    const { mark, route, departure } = flight.intended;
    const times = flightTimes(parts, { mark, manner: flight.manner });
    const { booking } = flight;
    const permit = await ledger.beginTickets({ ...times, route, departure, operation, booking, count }, budget);
    if (!permit) return stop('needs', `needs ${count} more of may.tickets in the target file: all of it is used up`);
    marks.add(mark);
    const asked = await parts.send(prepared, { ...manner, permit }).catch(async (thrown: unknown) => {
      if (isNothingSent(thrown)) await ledger.withdrawTickets(mark, count);
      throw thrown;
    });
    if (isUnsent(asked.exchange)) {
      await ledger.withdrawTickets(mark, count);
      return asked;
    }
    tally.ticketsRequested += count;
    return asked;
  };

  const issueTickets: Session['issueTickets'] = async (booking, manner = {}) => {
    assertMay();
    const prepared = boundCall(target, 'ticket-issue', { booking });
    const flight = await flightOf(booking, manner);
    const asked = await requested(flight, {
      operation: 'ticket-issue',
      prepared,
      manner,
      count: flight.passengers,
    });
    const before = flight.tickets;
    if (!isUnsent(asked.exchange)) await settle(flight, asked);
    return { ...asked, tickets: flight.tickets.filter((each) => !before.includes(each)) };
  };

  const infoSaysClosed =
    (ticket: TicketRef) =>
    ({ exchange, facts }: Asked): boolean =>
      succeeded(exchange) && ticketTold(facts.tickets, ticket)?.isOpen === false;

  /** Whether a request that ends a ticket did so; what was lost is looked up. */
  const hasEnded = async (flight: HeldFlight, ticket: TicketRef, asked: Asked): Promise<boolean> => {
    const { kind } = outcomeOf(asked.exchange);
    if (kind === 'success') return true;
    if (kind !== 'trouble' || isUnsent(asked.exchange) || !target.bindings['ticket-info']) return false;
    const look = () => ask('ticket-info', { booking: flight.booking, ticket }, flight.manner);
    const isClosed = infoSaysClosed(ticket);
    return isClosed(await lookUntil(parts, look, isClosed));
  };

  const ended = async (
    flight: HeldFlight | undefined,
    { ticket, manner, asked }: { ticket: TicketRef; manner: Manner; asked: Asked },
  ): Promise<void> => {
    if (!flight || !isIn(flight.tickets, ticket) || !isBelieved(flight, manner)) return;
    if (await hasEnded(flight, ticket, asked)) await held.close(flight, ticket);
  };

  const voidTicket: Session['voidTicket'] = async (given, manner = {}, lacks = undefined) => {
    assertMay();
    const { bookingId, ticketNumber } = given;
    const flight = held.find({ bookingId });
    if (!flight && !isKnown(given)) await assertUnknown(parts, { bookingId }, manner);
    const asked = await parts.send(voidCall(given, lacks), { ...manner, permit: permitToCancel('ticket-cancel') });
    // What half a request has done, a look at the ticket tells.
    if (!lacks) await ended(flight, { ticket: { ticketNumber }, manner, asked });
    return asked;
  };

  const refundTicket: Session['refundTicket'] = async (intent, manner = {}) => {
    assertMay();
    const flight = held.find(intent.booking);
    if (!flight) await assertUnknown(parts, intent.booking, manner);
    const asked = await ask('ticket-refund', intent, { ...manner, permit: permitToCancel('ticket-refund') });
    await ended(flight, { ticket: intent.ticket, manner, asked });
    return asked;
  };

  const exchangeTicket: Session['exchangeTicket'] = async (intent, manner = {}) => {
    assertMay();
    const prepared = boundCall(target, 'ticket-exchange', intent);
    const flight = await flightOf(intent.booking, manner);
    const asked = await requested(flight, { operation: 'ticket-exchange', prepared, manner, count: 1 });
    const before = flight.tickets;
    if (!isUnsent(asked.exchange)) await settle(flight, asked, intent.ticket);
    // Where ticket_info can tell, nothing less says that the old one is gone.
    const isGone = succeeded(asked.exchange) && !target.bindings['ticket-info'];
    if (isGone && isBelieved(flight, manner)) await held.close(flight, intent.ticket);
    return { ...asked, tickets: flight.tickets.filter((each) => !before.includes(each)) };
  };

  return {
    ticketsLeft,
    issueTickets,
    voidTicket,
    exchangeTicket,
    refundTicket,
    saw: async ({ booking, ticket }, asked, manner = {}) => {
      const flight = held.find(booking);
      if (!flight || !isBelieved(flight, manner) || !succeeded(asked.exchange)) return;
      const isOpen = ticketTold(asked.facts.tickets, ticket)?.isOpen;
      if (isOpen === false) await held.close(flight, ticket);
      if (isOpen === true) await held.reopenTicket(flight, ticket);
    },
  };
};
