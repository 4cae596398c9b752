/** What became of the bookings and tickets that one story requested. */
import { type Entry, isFlight } from '../../client/ledgers/booking-ledger.ts';
import type { BookingTotals } from '../../contracts/trace.ts';
import type { Tally } from './effect-parts.ts';

/** With what became of what the story requested elsewhere; undefined where it requested nothing. */
export const totalled = (
  before: BookingTotals | undefined,
  tally: Tally,
  left: readonly Entry[],
): BookingTotals | undefined => {
  const { requested, ticketsRequested, begun, ended } = tally;
  // What a former run had requested was counted there.
  const [cancelled, ticketsClosed] = ended > 0 ? [0, 0] : [tally.cancelled, tally.ticketsClosed];
  if (requested + ticketsRequested + begun + ended === 0) return before;
  const ticketsLeft = left.filter(isFlight).reduce((sum, { tickets }) => sum + tickets.length, 0);
  const {
    tickets = { requested: 0, closed: 0, left: 0 },
    obligations = { begun: 0, ended: 0 },
    ...bookings
  } = before ?? { requested: 0, cancelled: 0, left: 0 };
  return {
    requested: bookings.requested + requested,
    cancelled: bookings.cancelled + cancelled,
    left: bookings.left + left.length,
    ...((before?.tickets ?? ticketsRequested > 0) && {
      tickets: {
        requested: tickets.requested + ticketsRequested,
        closed: tickets.closed + ticketsClosed,
        left: tickets.left + ticketsLeft,
      },
    }),
    ...((before?.obligations ?? begun + ended > 0) && {
      obligations: { begun: obligations.begun + begun, ended: obligations.ended + ended },
    }),
  };
};
