/** What one session holds of flights, in memory as in the ledger: our bookings, and the tickets issued for them. */
import type { FlightEntry, HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import type { FlightNews, IntendedFlight, Ledger } from '../../client/ledgers/ledger.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import type { CallOptions } from '../session.ts';
import type { Tally } from './effect.ts';
import { areSame, areSameTicket } from './refs.ts';

export type HeldFlight = {
  /** What the ledger needs to write it down anew, once its entry is closed. */
  readonly intended: IntendedFlight;
  /** Whose it is. */
  readonly callOptions: CallOptions;
  readonly booking: BookingRef;
  readonly passengers: number;
  isCancelled: boolean;
  /** Those that still have to be voided or refunded. */
  tickets: readonly HeldTicket[];
  /** Those that are not open any more. */
  closed: readonly HeldTicket[];
  unknown: FlightEntry['unknown'];
};

export type HeldFlights = {
  add(flight: HeldFlight): void;
  find(booking: BookingRef): HeldFlight | undefined;
  /** Keeps the ledger in step. */
  write(flight: HeldFlight): Promise<void>;
  /** This ticket of the booking is not open any more. */
  close(flight: HeldFlight, ticket: TicketRef): Promise<void>;
  cancelled(flight: HeldFlight): Promise<void>;
  /** This ticket is open all the same, after any answer to a request that should have ended it. */
  reopenTicket(flight: HeldFlight, ticket: TicketRef): Promise<void>;
  /** The booking is active all the same. */
  reopen(flight: HeldFlight): Promise<void>;
};

export const heldFlights = ({
  ledger,
  tally,
}: {
  readonly ledger: Pick<Ledger, 'note' | 'reopen'>;
  readonly tally: Tally;
}): HeldFlights => {
  const all: HeldFlight[] = [];

  const newsOf = ({ booking, isCancelled, tickets, unknown }: HeldFlight): FlightNews => ({
    booking,
    isCancelled,
    tickets: [...tickets],
    unknown,
  });
  const write: HeldFlights['write'] = (flight) => ledger.note(flight.intended.mark, newsOf(flight));
  const writeAnew = (flight: HeldFlight): Promise<void> => ledger.reopen(flight.intended, newsOf(flight));

  return {
    write,
    add: (flight) => {
      all.push(flight);
    },
    find: (booking) => all.find((each) => areSame(each.booking, booking)),
    close: async (flight, ticket) => {
      const ended = flight.tickets.filter((each) => areSameTicket(each, ticket));
      if (ended.length === 0) return;
      tally.ticketsClosed += ended.length;
      flight.tickets = flight.tickets.filter((each) => !ended.includes(each));
      flight.closed = [...flight.closed, ...ended];
      await write(flight);
    },
    cancelled: async (flight) => {
      if (flight.isCancelled) return;
      flight.isCancelled = true;
      tally.cancelled += 1;
      await write(flight);
    },
    reopenTicket: async (flight, ticket) => {
      const open = flight.closed.filter((each) => areSameTicket(each, ticket));
      if (open.length === 0) return;
      tally.ticketsClosed -= open.length;
      flight.closed = flight.closed.filter((each) => !open.includes(each));
      flight.tickets = [...flight.tickets, ...open];
      await writeAnew(flight);
    },
    reopen: async (flight) => {
      if (!flight.isCancelled) return;
      flight.isCancelled = false;
      tally.cancelled -= 1;
      await writeAnew(flight);
    },
  };
};

/** What a former run has left behind, as if this session had made it; undefined where its booking has no name. */
export const resumedFlight = (entry: FlightEntry, endsBy: number): HeldFlight | undefined => {
  const { kind, mark, run, partner, begunAt, settledBy, createdAt, route, departure, ...rest } = entry;
  const { booking, isCancelled, tickets, unknown } = rest;
  if (!booking) return undefined;
  const intended: IntendedFlight = {
    kind,
    mark,
    run,
    partner,
    endsBy,
    begunAt,
    settledBy,
    createdAt,
    route,
    departure,
  };
  const callOptions: CallOptions = { bearer: partner };
  return { intended, callOptions, booking, passengers: tickets.length, isCancelled, tickets, closed: [], unknown };
};
