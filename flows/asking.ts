/** Asks bound operations over whatever sends calls. */
import type { Call } from '../client/client.ts';
import type { Target } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';
import type { PermittedAsk, PermittedVoid } from './booking/close-entry.ts';
import { voidCall } from './booking/void-call.ts';
import { type BoundCall, boundCall } from './bound-call.ts';
import type { Asked } from './session.ts';

export type Asking = {
  readonly ask: PermittedAsk;
  readonly voidTicket: PermittedVoid;
  /** Sends a call that was prepared before. */
  readonly sent: (bound: BoundCall, manner: Partial<Call>) => Promise<Asked>;
};

export const asking = (parts: {
  readonly target: Pick<Target, 'bindings'>;
  readonly send: (call: Call) => Promise<Exchange>;
}): Asking => {
  const sent: Asking['sent'] = async ({ call, facts }, manner) => {
    const exchange = await parts.send({ ...call, ...manner });
    return { exchange, facts: facts() };
  };
  return {
    sent,
    voidTicket: async (ticket, manner) => (await sent(voidCall(ticket), manner)).exchange,
    ask: async (operation, intent, manner = {}) => sent(boundCall(parts.target, operation, intent), manner),
  };
};
