/** POST /api/avia/ticket_refund_calculation and …/ticket_refund: what a ticket gives back, and giving it back. */
import { createHash } from 'node:crypto';
import type { FlightReplies } from '../avia/canonical.ts';
import { ticketAsked } from '../avia/lookup.ts';
import { calculationNotFound, refundNotCalculated } from '../avia/refusals.ts';
import type { TicketOf, Within } from '../avia/rules.ts';
import { closed } from '../avia/telling.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';
import type { World } from '../world.ts';

/** The same for every calculation of one ticket. */
export const calculationIdOf = ({ booking, ticket }: TicketOf, { dialect }: Pick<World, 'dialect'>): string =>
  dialect.exchangeIdOf(
    createHash('sha256').update(`refund of ${ticket.ticketNumber} of ${booking.bookingId}`).digest(),
  );

const calculationsOf = ({ ticket }: TicketOf): string => `refund calculations of ${ticket.ticketNumber}`;

export const ticketRefundCalculation: SalesHandler<'ticket-refund-calculation'> = (asked, asking) => {
  const { world } = asking;
  const within: Within = { operation: 'ticket-refund-calculation', world };
  const found = ticketAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  const refused = world.rules.refundRefusalOf(found, within);
  if (refused) return refused;
  world.count(calculationsOf(found));
  const body: FlightReplies['ticket-refund-calculation'] = {
    calculationId: calculationIdOf(found, world),
    refund: world.rules.flightRefundOf(found, within),
  };
  return answer(200, body);
};

/** A calculation must come before, named or not; one that is named must be of this ticket. */
export const ticketRefund: SalesHandler<'ticket-refund'> = (asked, asking) => {
  const { world } = asking;
  const within: Within = { operation: 'ticket-refund', world };
  const found = ticketAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  if (asked.calculationId !== undefined && asked.calculationId !== calculationIdOf(found, world)) {
    return calculationNotFound;
  }
  const refused = world.rules.refundRefusalOf(found, within);
  if (refused) return refused;
  if (world.rules.needsRefundCalculation && world.counted(calculationsOf(found)) === 0) {
    return refundNotCalculated;
  }
  const refund = world.rules.flightRefundOf(found, within);
  if (world.rules.closesRefunded(found, world)) closed(found, 'refunded', world);
  return answer(200, { refund } satisfies FlightReplies['ticket-refund']);
};
