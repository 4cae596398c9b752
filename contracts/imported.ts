/**
 * A trace that was made of a file: somebody else sent its requests, and what they were meant to say is not known. An absent
 * intent means something to a check, and so does an absent input; so a check that asks for one cannot tell.
 */
import { boundOperations } from './intents.ts';
import type { OperationId } from './operations.ts';
import type { Exchange, Trace } from './trace.ts';

/** The flow of such a trace. */
export const importedFlow = 'imported';

/** Thrown where a check asks for an intent that nobody knows. */
export class IntentUnknown extends Error {
  override readonly message = 'the request comes from a file, and what it was meant to say is not known';
}

const unknown = (): never => {
  throw new IntentUnknown();
};

const hidden: PropertyDescriptor = {
  get: unknown,
  // What copies an exchange does not ask for its intent.
  enumerable: false,
};

const needIntents: ReadonlySet<OperationId> = new Set(boundOperations);

/** By descriptors, because a large body is read again only when somebody looks. */
const hiding = (exchange: Exchange): Exchange =>
  Object.defineProperties({} as Exchange, { ...Object.getOwnPropertyDescriptors(exchange), intent: hidden });

/** A documented body needs no intent. */
const withoutIntent = (exchange: Exchange): Exchange =>
  needIntents.has(exchange.operation) ? hiding(exchange) : exchange;

/** Who imports a file leaves out the refused cards of hotels that nobody knows; whether bookings exist, nobody tells. */
const unknownInput = new Proxy({}, { has: (_, name) => name !== 'unknownHotels' && unknown(), get: unknown });

/** Checks remember what they made of a trace, so it must be the same one each time. */
const known = new WeakMap<Trace, Trace>();

/** What checks are given of a trace: of one from a file, exchanges that tell no intent. */
export const asJudged = (trace: Trace): Trace => {
  if (trace.flow !== importedFlow) return trace;
  const made = known.get(trace) ?? { ...trace, input: unknownInput, exchanges: trace.exchanges.map(withoutIntent) };
  known.set(trace, made);
  return made;
};
