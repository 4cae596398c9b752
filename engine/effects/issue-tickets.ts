/** Issues and ends tickets: a flow's only way to ticket_issue, ticket_cancel, ticket_exchange and ticket_refund. */
import type { HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import type { BookingRef, Intents, TicketRef } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import type { KnownTicket, Target } from '../../contracts/target.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { boundCall, voidCall } from '../bound-call.ts';
import { type CallOptions, type IssuedTickets, type ReadExchange, stop, type TicketActs } from '../session.ts';
import type { HeldFlight, HeldFlights } from './book-flights.ts';
import {
  askForEnd,
  assertUnknown,
  budgetLeft,
  type EffectEnd,
  type EffectParts,
  haveEffect,
  isBelieved,
  isRefused,
  lookUntil,
  ownerOptions,
  timesOf,
} from './effect.ts';
import { areSameTicket, newGuestMark, ticketRefOf, ticketReported } from './refs.ts';

/** A booking that cannot exist, as far as the ledger is concerned with it. */
const unknownFlight = (parts: EffectParts, booking: BookingRef, callOptions: CallOptions): HeldFlight => ({
  intended: {
    ...timesOf(parts, newGuestMark(), callOptions),
    kind: 'flight',
    route: null,
    departure: dayAfter(parts.targetNow().to, 0),
  },
  callOptions: ownerOptions(callOptions),
  booking,
  passengers: 1,
  isCancelled: true,
  tickets: [],
  closed: [],
  unknown: null,
});

const hasName = ({ ticketNumber, reference }: TicketRef): boolean => (ticketNumber ?? reference ?? null) !== null;

export const ticketEffects = (parts: EffectParts, held: HeldFlights) => {
  const { target, ledger, ask, tally } = parts;
  const { tickets: allowed } = target.may;

  const assertMay = (): NonNullable<Target['may']['tickets']> =>
    allowed ?? stop('needs', 'needs may.tickets, how many tickets may be issued, in the target file');

  const isKnown = ({ bookingId, ticketNumber }: KnownTicket): boolean =>
    [target.known.usedTicket, target.known.withoutRights].some(
      (known) => known?.bookingId === bookingId && known.ticketNumber === ticketNumber,
    );

  /** Our booking, or one that a retrieval has just said not to exist. */
  const flightOf = async (booking: BookingRef, callOptions: CallOptions): Promise<HeldFlight> => {
    const flight = held.find(booking);
    if (flight) return flight;
    await assertUnknown(parts, 'pnr-retrieve', booking, callOptions);
    return unknownFlight(parts, booking, callOptions);
  };

  const isIn = (tickets: readonly TicketRef[], one: TicketRef): boolean =>
    tickets.some((each) => areSameTicket(each, one));

  /** The tickets that a retrieval shows as open; undefined when it says nothing of tickets. */
  const shown = async ({ booking, callOptions, closed }: HeldFlight): Promise<readonly TicketRef[] | undefined> => {
    if (!target.bindings['pnr-retrieve']) return undefined;
    const { facts } = await ask('pnr-retrieve', { booking }, callOptions);
    const open = facts.tickets?.filter(({ isOpen }) => isOpen !== false).map(ticketRefOf);
    return open?.filter((ticket) => !isIn(closed, ticket));
  };

  /** Writes down the result of a request for tickets, and looks it up where the answer leaves it open. */
  const settle = async (flight: HeldFlight, { exchange, facts }: ReadExchange, old?: TicketRef): Promise<void> => {
    const { kind } = outcomeOf(exchange);
    const isRefusal = isRefused(exchange);
    const isNew = (ticket: TicketRef): boolean => !isIn([...flight.tickets, ...(old ? [old] : [])], ticket);
    const named = kind === 'success' ? (facts.tickets ?? []).map(ticketRefOf).filter(hasName) : [];
    const reported = named.filter(isNew);
    const look = () => shown(flight);
    const isShown = (tickets: readonly TicketRef[] | undefined) => tickets === undefined || tickets.some(isNew);
    // They may be issued after the answer, which then names none.
    const isToCome = kind === 'success' && !flight.isCancelled && named.length === 0;
    const believed = async (thrown: unknown): Promise<never> => {
      // A refusal is believed where nothing can be looked up, be it that the story may send no more.
      if (isRefusal) {
        flight.unknown = null;
        await held.write(flight);
      }
      throw thrown;
    };
    const seen =
      isToCome || (kind === 'trouble' && !isRefusal)
        ? await lookUntil(parts, look, isShown)
        : reported.length === 0 && !(isRefusal && flight.isCancelled)
          ? await look().catch(believed)
          : undefined;
    const issuedAt = new Date(parts.targetNow().to).toISOString();
    const made = (reported.length > 0 ? reported : (seen ?? []).filter(isNew)).map(
      (ticket): HeldTicket => ({ ...ticket, issuedAt }),
    );
    const isClear = made.length > 0 || isRefusal || (seen !== undefined && kind === 'success');
    flight.tickets = [...flight.tickets, ...made];
    flight.unknown = isClear ? null : 'tickets';
    // A booking that did not exist is ours from now on only if something came about.
    if (!held.find(flight.booking) && (made.length > 0 || !isClear)) held.add(flight);
    await held.write(flight);
  };

  /** @param given `old`: the ticket that is exchanged for another. */
  const request = async <Operation extends 'ticket-issue' | 'ticket-exchange'>(
    operation: Operation,
    intent: Intents[Operation],
    { callOptions: given, old }: { readonly callOptions: CallOptions; readonly old?: TicketRef },
  ): Promise<IssuedTickets> => {
    const { spelled, lacks, ...callOptions } = given;
    const budget = assertMay();
    const call = boundCall(target, operation, intent, { spelled, lacks });
    const flight = await flightOf(intent.booking, callOptions);
    const { booking, tickets: before } = flight;
    const { mark, route, departure } = flight.intended;
    const count = old ? 1 : flight.passengers;
    return haveEffect(
      parts,
      {
        mark,
        call,
        intend: () => {
          const times = timesOf(parts, mark, flight.callOptions);
          const intended = { ...times, kind: 'flight' as const, route, departure, operation, booking, count };
          return ledger.beginTickets(intended, budget);
        },
        usedUp: async () => {
          await budgetLeft(parts, 'ticket', budget, count);
          return stop('needs', `needs ${count} more of may.tickets in the target file: all of it is used up`);
        },
        withdraw: () => ledger.withdrawTickets(mark, count),
        unsent: () => ({ tickets: [] }),
        settle: async (asked) => {
          tally.ticketsRequested += count;
          await settle(flight, asked, old);
          // Where ticket_info can show it, nothing less says that the old one is gone.
          const isGone = succeeded(asked.exchange) && !target.bindings['ticket-info'];
          if (old && isGone && isBelieved(flight, callOptions)) await held.showTicket(flight, old, false);
          return { tickets: flight.tickets.filter((each) => !before.includes(each)) };
        },
      },
      callOptions,
    );
  };

  /** How a request that ends our ticket is looked at. */
  const endOf = (
    flight: HeldFlight | undefined,
    ticket: TicketRef,
    callOptions: CallOptions,
  ): Pick<EffectEnd, 'note' | 'look' | 'isSeen'> => {
    if (!flight || !isIn(flight.tickets, ticket) || !isBelieved(flight, callOptions)) return { note: undefined };
    return {
      note: () => held.showTicket(flight, ticket, false),
      look:
        target.bindings['ticket-info'] &&
        (() => ask('ticket-info', { booking: flight.booking, ticket }, flight.callOptions)),
      isSeen: ({ exchange, facts }) => succeeded(exchange) && ticketReported(facts.tickets, ticket)?.isOpen === false,
    };
  };

  const voidTicket: TicketActs['voidTicket'] = async (given, callOptions = {}, lacking = undefined) => {
    assertMay();
    const { bookingId, ticketNumber } = given;
    const flight = held.find({ bookingId });
    if (!flight && !isKnown(given)) await assertUnknown(parts, 'pnr-retrieve', { bookingId }, callOptions);
    return askForEnd(parts, {
      by: 'ticket-cancel',
      ask: (permit) => parts.send(voidCall(given, lacking), { ...callOptions, permit }),
      // What half a request has done, a look at the ticket shows.
      ...endOf(lacking ? undefined : flight, { ticketNumber }, callOptions),
    });
  };

  const refundTicket: TicketActs['refundTicket'] = async (intent, callOptions = {}) => {
    assertMay();
    const flight = held.find(intent.booking);
    if (!flight) await assertUnknown(parts, 'pnr-retrieve', intent.booking, callOptions);
    return askForEnd(parts, {
      by: 'ticket-refund',
      ask: (permit) => ask('ticket-refund', intent, { ...callOptions, permit }),
      ...endOf(flight, intent.ticket, callOptions),
    });
  };

  /** What ticket_info says of our ticket counts too. */
  const saw = async (
    { booking, ticket }: Intents['ticket-info'],
    asked: ReadExchange,
    callOptions: CallOptions = {},
  ): Promise<void> => {
    const flight = held.find(booking);
    if (!flight || !isBelieved(flight, callOptions) || !succeeded(asked.exchange)) return;
    const isOpen = ticketReported(asked.facts.tickets, ticket)?.isOpen;
    if (isOpen !== undefined) await held.showTicket(flight, ticket, isOpen);
  };

  const acts: TicketActs = {
    ticketsLeft: (...wanted) => budgetLeft(parts, 'ticket', allowed, ...wanted),
    issueTickets: (booking, callOptions = {}) => request('ticket-issue', { booking }, { callOptions }),
    exchangeTicket: (intent, callOptions = {}) =>
      request('ticket-exchange', intent, { callOptions, old: intent.ticket }),
    voidTicket,
    refundTicket,
  };
  return { ...acts, saw };
};
