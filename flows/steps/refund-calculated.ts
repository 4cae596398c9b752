/** Refunds a ticket of ours as a calculation told, and looks at it until it is closed. */
import type { TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef, Intents } from '../../contracts/intents.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Asked } from '../../engine/asked.ts';
import type { Session } from '../../engine/session.ts';
import { ownTicket } from './own-ticket.ts';

type Refunded = Pick<Asked, 'exchange'> & { readonly intent: Intents['ticket-refund'] };

/**
 * The exchange of the refund; that of its calculation where this was not answered well.
 *
 * @param before What is done once the refund is calculated, and before it is performed.
 */
export const refundCalculated = async (
  session: Session,
  about: { readonly booking: BookingRef; readonly ticket: TicketRef },
  before: () => Promise<unknown> = async () => {},
): Promise<Refunded> => {
  const calculated = await session.ask('ticket-refund-calculation', about);
  const calculation = calculated.facts.refund?.reference;
  const intent = { ...about, ...(calculation !== undefined && { calculation }) };
  if (!succeeded(calculated.exchange)) return { exchange: calculated.exchange, intent };
  await before();
  const { exchange } = await session.refundTicket(intent);
  if (succeeded(exchange)) await ownTicket(session, about.booking, about.ticket).lookUntilClosed();
  return { exchange, intent };
};
