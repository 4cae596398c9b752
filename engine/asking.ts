/** Asks bound operations over whatever sends calls. */
import type { Call } from '../client/client.ts';
import type { TicketRef } from '../contracts/flight-intents.ts';
import type { BookingRef } from '../contracts/intent-parts.ts';
import type { BoundOperation, Intents } from '../contracts/intents.ts';
import { isJsonObject } from '../contracts/json.ts';
import { type KnownFacts, knownFacts } from '../contracts/known-facts.ts';
import { operations } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';
import type { Asked, PermittedAsk, PermittedVoid } from './asked.ts';
import { type BoundCall, boundCall } from './bound-call.ts';
import { voidCall } from './effects/void-call.ts';

export type Asking = {
  readonly ask: PermittedAsk;
  readonly voidTicket: PermittedVoid;
  /** Sends a call that was prepared before. */
  readonly sent: (bound: BoundCall, callOptions: Partial<Call>) => Promise<Asked>;
};

/** Names bookings and tickets by all that is known of their names, whichever answer reported it. */
const withKnownNames = <Operation extends BoundOperation>(
  operation: Operation,
  intent: Intents[Operation],
  known: KnownFacts,
): Intents[Operation] => {
  const { booking, ticket } = intent as { readonly booking?: BookingRef; readonly ticket?: TicketRef };
  const of = operations[operation].path.startsWith('/api/avia/') ? 'flight' : 'hotel';
  return {
    ...intent,
    ...(isJsonObject(booking) && { booking: known.booking(booking, of) }),
    ...(isJsonObject(ticket) && { ticket: known.ticket(ticket) }),
  };
};

export const asking = (parts: {
  readonly target: Pick<Target, 'bindings'>;
  readonly send: (call: Call) => Promise<Exchange>;
  /** Learns what is answered. */
  readonly known?: KnownFacts;
}): Asking => {
  const { known = knownFacts() } = parts;
  const sent: Asking['sent'] = async ({ call, facts }, callOptions) => {
    const exchange = await parts.send({ ...call, ...callOptions });
    known.learn(facts());
    return { exchange, facts: facts() };
  };
  return {
    sent,
    voidTicket: async (ticket, callOptions) => (await sent(voidCall(ticket), callOptions)).exchange,
    ask: async (operation, intent, { spelled, ...callOptions } = {}) =>
      sent(boundCall(parts.target, operation, withKnownNames(operation, intent, known), spelled), callOptions),
  };
};
