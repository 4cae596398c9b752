/** Refunds a ticket of ours as it was calculated, and looks at it until it is closed. */
import type { Intents } from '../../contracts/intents.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Asked, CallOptions } from '../../engine/asked.ts';
import type { Session } from '../../engine/session.ts';
import { ownTicket } from './own-ticket.ts';

type Calculated = Asked & { readonly intent: Intents['ticket-refund'] };

/** Calculates a refund; the intent asks for it as it was calculated. */
export const calculatedRefund = async (
  { ask }: Pick<Session, 'ask'>,
  about: Intents['ticket-refund-calculation'],
  callOptions: CallOptions = {},
): Promise<Calculated> => {
  const asked = await ask('ticket-refund-calculation', about, callOptions);
  const calculation = asked.facts.refund?.reference;
  return { ...asked, intent: { ...about, ...(calculation !== undefined && { calculation }) } };
};

/**
 * The exchange of the refund; that of its calculation where this was not answered well.
 *
 * @param before What is done once the refund is calculated, and before it is performed: true where that may have used the
 * calculation up, and another is wanted.
 */
export const refundCalculated = async (
  session: Session,
  about: Intents['ticket-refund-calculation'],
  before: (intent: Calculated['intent']) => Promise<boolean> = async () => false,
): Promise<Pick<Calculated, 'exchange' | 'intent'>> => {
  const first = await calculatedRefund(session, about);
  if (!succeeded(first.exchange)) return first;
  const calculated = (await before(first.intent)) ? await calculatedRefund(session, about) : first;
  if (!succeeded(calculated.exchange)) return calculated;
  const { intent } = calculated;
  const { exchange } = await session.refundTicket(intent);
  if (succeeded(exchange)) await ownTicket(session, about.booking, about.ticket).lookUntilClosed();
  return { exchange, intent };
};
