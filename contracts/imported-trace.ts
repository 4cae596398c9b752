/** Traces out of files: what their requests were meant to say is known only where it was read back. */
import { boundOperations } from './intents.ts';
import type { OperationId } from './operations.ts';
import type { Exchange, Trace } from './trace.ts';

/** The flow of a trace out of a file. */
export const importedFlow = 'imported';

/** Thrown where a check asks for an intent that is not known. */
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

/** By descriptors, because reading the property would read a large body again. */
const hiding = (exchange: Exchange): Exchange =>
  Object.defineProperties({} as Exchange, { ...Object.getOwnPropertyDescriptors(exchange), intent: hidden });

/** What a request of a file was meant to say is not known. */
export const isIntentUnknown = (exchange: Exchange): boolean =>
  Object.getOwnPropertyDescriptor(exchange, 'intent')?.get === unknown;

/** The intent of a request that Preflight made. One that was read back from a file is about real people. */
export const ownIntent = ({ intent, isReadBack }: Pick<Exchange, 'intent' | 'isReadBack'>): Exchange['intent'] =>
  isReadBack ? undefined : intent;

/** A documented body needs no intent. */
const withoutIntent = (exchange: Exchange): Exchange =>
  needIntents.has(exchange.operation) && ownIntent(exchange) === undefined ? hiding(exchange) : exchange;

/** An imported file has no refused cards of unknown hotels; whether bookings exist is not known. */
const unknownInput = new Proxy({}, { has: (_, name) => name !== 'unknownHotels' && unknown(), get: unknown });

/** Checks remember what they made of a trace, so it must be the same one each time. */
const known = new WeakMap<Trace, Trace>();

/** The trace that checks receive: the exchanges of an imported one hide their intents. */
export const asJudged = (trace: Trace): Trace => {
  if (trace.flow !== importedFlow) return trace;
  const made = known.get(trace) ?? { ...trace, input: unknownInput, exchanges: trace.exchanges.map(withoutIntent) };
  known.set(trace, made);
  return made;
};
