/** The body of ticket_cancel is documented in full (part 4.4): no binding spells it. */
import type { KnownTicket } from '../../contracts/target.ts';
import type { BoundCall } from '../bound-call.ts';

export const voidCall = ({ bookingId, ticketNumber }: KnownTicket): BoundCall => ({
  call: { operation: 'ticket-cancel', body: { bookingId, ticketNumber } },
  facts: () => ({}),
});
