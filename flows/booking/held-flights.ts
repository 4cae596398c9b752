/** What one session holds of flights, in memory as in the ledger: bookings of ours, and the tickets issued for them. */
import type { FlightEntry, HeldTicket, IntendedFlight, Ledger } from '../../client/booking-ledger.ts';
import type { TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import type { Manner } from '../session.ts';
import type { Tally } from './booking.ts';
import { areSame } from './booking-ref.ts';
import { partnerOf } from './requested.ts';
import { areSameTicket } from './ticket-ref.ts';

export type HeldFlight = {
  /** What the ledger needs to write it down anew, once its entry is closed. */
  readonly intended: IntendedFlight;
  /** Whose it is. */
  readonly manner: Manner;
  readonly booking: BookingRef;
  readonly passengers: number;
  isCancelled: boolean;
  /** Those that still have to be voided or refunded. */
  tickets: readonly HeldTicket[];
  /** Those that are not open any more. */
  closed: readonly TicketRef[];
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
};

/** Whatever else a faulty service lets do it, only its owner is believed. */
export const isBelieved = ({ manner: own }: HeldFlight, manner: Manner): boolean =>
  (manner.bearer ?? 'own') === partnerOf(own);

export const heldFlights = ({
  ledger,
  tally,
}: {
  readonly ledger: Pick<Ledger, 'note'>;
  readonly tally: Tally;
}): HeldFlights => {
  const all: HeldFlight[] = [];

  const write: HeldFlights['write'] = ({ intended, booking, isCancelled, tickets, unknown }) =>
    ledger.note(intended.mark, { booking, isCancelled, tickets: [...tickets], unknown });

  return {
    write,
    add: (flight) => {
      all.push(flight);
    },
    find: (booking) => all.find((each) => areSame(each.booking, booking)),
    close: async (flight, ticket) => {
      const left = flight.tickets.filter((each) => !areSameTicket(each, ticket));
      if (left.length === flight.tickets.length) return;
      tally.ticketsClosed += flight.tickets.length - left.length;
      flight.tickets = left;
      flight.closed = [...flight.closed, ticket];
      await write(flight);
    },
    cancelled: async (flight) => {
      if (flight.isCancelled) return;
      flight.isCancelled = true;
      tally.cancelled += 1;
      await write(flight);
    },
  };
};
