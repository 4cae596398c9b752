/** How an operation is asked for, and what comes back. */
import type { Call } from '../client/client.ts';
import type { Permit } from '../client/permit.ts';
import type { Facts } from '../contracts/facts.ts';
import type { BoundOperation, Intents } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import type { KnownTicket } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';

/** An exchange, and what was read out of it as it came: nothing unless it succeeded. */
export type Asked = { readonly exchange: Exchange; readonly facts: Facts };

/**
 * Spells a body in place of the binding: that of a request out of a file, of whose intent only a part is known. Nothing of
 * the intent is recorded then.
 */
export type Spelled = (intent: Json) => Json;

/** How a bound operation is asked, besides what it says. */
export type CallOptions = Pick<Call, 'bearer' | 'garbage' | 'headers' | 'query'> & {
  readonly spelled?: Spelled;
  /** Given by `Session.wrong`: the request is wrong on purpose, and must not be spelled like any of these. */
  readonly unlike?: readonly Intents[BoundOperation][];
  /** It is wrong in what it leaves out: it must say less than the first of `unlike`, and nothing in place of what it lacks. */
  readonly isLacking?: boolean | undefined;
};

/** Asks what may have an effect, too. */
export type PermittedAsk = <Operation extends BoundOperation>(
  operation: Operation,
  intent: Intents[Operation],
  callOptions?: CallOptions & { readonly permit?: Permit },
) => Promise<Asked>;

/** Asks for a void, whose body no binding spells. */
export type PermittedVoid = (
  ticket: KnownTicket,
  callOptions: CallOptions & { readonly permit: Permit },
) => Promise<Exchange>;
