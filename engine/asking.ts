/** Asks bound operations through a function that sends calls. */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { type Call, type Client, createClient } from '../client/client.ts';
import { sharedByClients } from '../client/tokens/token-cache.ts';
import type { BookingRef, BoundOperation, Intents, TicketRef } from '../contracts/intents.ts';
import { isJsonObject } from '../contracts/json.ts';
import { type KnownFacts, knownFacts } from '../contracts/known-facts.ts';
import { operations } from '../contracts/operations.ts';
import { isRefusal } from '../contracts/outcome.ts';
import type { Target } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';
import { BindingBroke, type BoundCall, boundCall, CannotSay } from './bound-call.ts';
import type { CallOptions, PermittedAsk, ReadExchange } from './session.ts';

export type Asking = ReturnType<typeof asking>;

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

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Of several things in one text, such as `IVANOV/IVAN MR`, some are left out. */
const isPartOf = (less: string, more: string): boolean => {
  if (less.length >= more.length || !/[^\p{L}\p{N}]/u.test(more)) return false;
  let at = 0;
  for (const sign of more) if (sign === less[at]) at += 1;
  return at === less.length;
};

/** Whether a body has nothing where another one has something. What stands in its place may be right. */
const saysLess = (less: unknown, more: unknown): boolean => {
  if (isNothing(more)) return false;
  if (isNothing(less)) return true;
  if (typeof less === 'string' && typeof more === 'string') return isPartOf(less, more);
  if (typeof less !== 'object' || typeof more !== 'object' || less === null) return false;
  return Object.entries(more as object).some(([key, value]) => saysLess((less as Record<string, unknown>)[key], value));
};

export const asking = (parts: {
  readonly target: Pick<Target, 'bindings'>;
  readonly send: (call: Call) => Promise<Exchange>;
  readonly known?: KnownFacts;
}) => {
  const { known = knownFacts() } = parts;
  /** What was sent as right and not refused, by operation and bearer: whose key a request carries is a part of it. */
  const rightful = new Map<string, unknown[]>();

  /** As it would be sent; none where the binding cannot build it, which makes it another than what was built. */
  const bodiesOf = (operation: BoundOperation, intent: Intents[BoundOperation]): unknown[] => {
    try {
      return [boundCall(parts.target, operation, intent as never).call.body];
    } catch (thrown) {
      if (thrown instanceof BindingBroke) return [];
      throw thrown;
    }
  };

  /** @throws CannotSay for a request that is wrong on purpose, and spelled like a right one. */
  const assertSpelled = (
    { operation, body }: Call,
    { unlike = [], isLacking }: Pick<CallOptions, 'unlike' | 'isLacking'>,
    before: readonly unknown[],
  ): void => {
    const others = unlike.flatMap((other) => bodiesOf(operation as BoundOperation, other));
    if (isLacking && others.length > 0 && !saysLess(body, others[0])) throw new CannotSay();
    if ([...others, ...before].some((other) => isDeepStrictEqual(other, body))) {
      throw new CannotSay();
    }
  };

  /** Sends a call that was prepared before. */
  const sent = async (
    { call, facts }: BoundCall,
    {
      unlike,
      isLacking,
      lacks: _,
      ...callOptions
    }: Partial<Call> & Pick<CallOptions, 'unlike' | 'isLacking' | 'lacks'>,
  ): Promise<ReadExchange> => {
    const key = `${call.operation} as ${callOptions.bearer ?? 'own'}`;
    const before = rightful.get(key) ?? [];
    if (unlike) assertSpelled(call, { unlike, isLacking }, before);
    const exchange = await parts.send({ ...call, ...callOptions });
    if (!unlike && !isRefusal(exchange)) rightful.set(key, [...(rightful.get(key) ?? []), call.body]);
    known.learn(facts());
    return { exchange, facts: facts() };
  };
  const ask: PermittedAsk = async (operation, intent, { spelled, unlike, isLacking, lacks, ...callOptions } = {}) => {
    const named = (one: Intents[typeof operation]) => withKnownNames(operation, one, known);
    const bound = boundCall(parts.target, operation, named(intent), { spelled, lacks });
    const wrong = unlike && { unlike: unlike.map((one) => named(one as never)), isLacking };
    return sent(bound, { ...callOptions, ...wrong });
  };
  return { sent, ask };
};

// What time it is at the target, asked for without a token and without any other effect.

/** On the clock of the service, ms since the epoch; on ours where no answer says it. */
export const targetNowMs = async (client: Client): Promise<number> => {
  if (client.clockOffsetMs() === null) {
    await client.send({ operation: 'countries', bearer: 'missing' }, { exchanges: [] });
  }
  return client.clock.span().to;
};

export const targetTime = async (
  { baseUrl, aviaPath, credentials, limits }: Target,
  { environment, ...own }: { environment: NodeJS.ProcessEnv; logger?: Logger; now?: () => number },
): Promise<number> => {
  const { turnsOf, contact } = sharedByClients(environment);
  const client = createClient({ baseUrl, aviaPath, credentials, limits, proxy: environment, turnsOf, contact, ...own });
  try {
    return await targetNowMs(client);
  } finally {
    await client.close();
  }
};
