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

export type HeldFlights = ReturnType<typeof heldFlights>;

export const heldFlights = ({
  ledger,
  tally,
}: {
  readonly ledger: Pick<Ledger, 'note' | 'reopen'>;
  readonly tally: Tally;
}) => {
  const all: HeldFlight[] = [];

  const newsOf = ({ booking, isCancelled, tickets, unknown }: HeldFlight): FlightNews => ({
    booking,
    isCancelled,
    tickets: [...tickets],
    unknown,
  });
  /** Keeps the ledger in step. */
  const write = (flight: HeldFlight): Promise<void> => ledger.note(flight.intended.mark, newsOf(flight));
  const writeAnew = (flight: HeldFlight): Promise<void> => ledger.reopen(flight.intended, newsOf(flight));

  return {
    write,
    add: (flight: HeldFlight): void => void all.push(flight),
    find: (booking: BookingRef) => all.find((each) => areSame(each.booking, booking)),
    /** A ticket is open, or not any more: after any answer to a request that should have ended it. */
    showTicket: async (flight: HeldFlight, ticket: TicketRef, isOpen: boolean): Promise<void> => {
      const [from, to] = isOpen ? (['closed', 'tickets'] as const) : (['tickets', 'closed'] as const);
      const moved = flight[from].filter((each) => areSameTicket(each, ticket));
      if (moved.length === 0) return;
      tally.ticketsClosed += isOpen ? -moved.length : moved.length;
      flight[from] = flight[from].filter((each) => !moved.includes(each));
      flight[to] = [...flight[to], ...moved];
      await (isOpen ? writeAnew : write)(flight);
    },
    /** The booking is active, or not any more. */
    showBooking: async (flight: HeldFlight, isActive: boolean): Promise<void> => {
      if (flight.isCancelled !== isActive) return;
      flight.isCancelled = !isActive;
      tally.cancelled += isActive ? -1 : 1;
      await (isActive ? writeAnew : write)(flight);
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
