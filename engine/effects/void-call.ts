/** The body of ticket_cancel is documented in full (part 4.4): no binding spells it. */
import type { KnownTicket } from '../../contracts/target.ts';
import type { BoundCall } from '../bound-call.ts';

/** @param lacks What is left out of the request, so that it must be refused. */
export const voidCall = ({ bookingId, ticketNumber }: KnownTicket, lacks?: keyof KnownTicket): BoundCall => ({
  call: {
    operation: 'ticket-cancel',
    body: { ...(lacks !== 'bookingId' && { bookingId }), ...(lacks !== 'ticketNumber' && { ticketNumber }) },
  },
  facts: () => ({}),
});
