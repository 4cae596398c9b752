/** Sends one step of a case again through the session: the recorded request, or the intent of an effect. */
import type { Wrongness } from '../../client/call.ts';
import type { Call } from '../../client/client.ts';
import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { operations } from '../../contracts/operations.ts';
import { errorCodeOf, outcomeOf } from '../../contracts/outcome.ts';
import type { KnownTicket } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Booked, CallOptions, IssuedTickets, LackingParts, ReadExchange, Session } from '../../engine/session.ts';
import { garbageTokens } from '../../generators/bad-tokens.ts';
import { drawn } from '../../generators/draws.ts';
import { type RepeatedStep, Unrepeatable } from './repeated.ts';

/** Headers that a flow may choose; the client sets all others. */
const chosenHeaders = ['accept', 'accept-language'];
const plain = /^[\x20-\x7e]{1,200}$/;

const headersOf = ({ request: { headers } }: Exchange): Record<string, string> =>
  Object.fromEntries(
    chosenHeaders.flatMap((name) => {
      const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
      return value !== undefined && plain.test(value) ? [[name, value]] : [];
    }),
  );

/** @param seed Draws a garbage token: the recorded one was not kept. */
export const callOptionsOf = (then: Exchange, seed: number): CallOptions => ({
  bearer: then.bearer,
  headers: headersOf(then),
  ...(then.bearer === 'garbage' && { garbage: drawn(garbageTokens, seed, 'repro')[1] }),
});

/** The values in the path, by the parameters of the operation. */
const parametersOf = ({ operation, request: { path } }: Exchange): [name: string, value: string][] => {
  const parts = path.split('/');
  return operations[operation].path.split('/').flatMap((part, at): [string, string][] => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) return [];
    const value = parts[at] ?? '';
    try {
      // Two dots would address another operation.
      if (/^\.*$/.test(value)) throw new URIError(value);
      return [[name, decodeURIComponent(value)]];
    } catch {
      throw new Unrepeatable(`has a path that names no ${name}`);
    }
  });
};

/** @param edited Places that get a new value. @throws Unrepeatable where another replaced value would be sent. */
export const assertAsSent = ({ replaced = [] }: Exchange, edited: readonly string[] = []): void => {
  const place = replaced.find(
    (each) => /^request\.(body|query)/.test(each) && !edited.includes(each.split('#')[0] ?? ''),
  );
  if (place === undefined) return;
  throw new Unrepeatable(
    `cannot be sent as it was: ${place} is replaced in this bundle, and its exact evidence is not on this machine`,
  );
};

type RecordedCallParts = {
  readonly seed: number;
  /** The new hotel in the place of the recorded one. */
  readonly hotelId: (id: Json) => Json;
  /** How a login was wrong: no request shows that. */
  readonly wrongness: Wrongness | undefined;
};

export const recordedCall = (then: Exchange, { seed, hotelId, wrongness }: RecordedCallParts): Call => {
  const { operation, login, request } = then;
  const options = callOptionsOf(then, seed);
  if (operation === 'token') {
    return { operation, ...options, ...(login !== undefined && { login }), ...(wrongness && { wrongness }) };
  }
  assertAsSent(then);
  const { query, body } = request;
  const path = parametersOf(then).map(([name, value]) => [name, name === 'hotelId' ? String(hotelId(value)) : value]);
  return {
    operation,
    ...options,
    ...(path.length > 0 && { path: Object.fromEntries(path) }),
    ...(query.length > 0 && { query }),
    ...(body !== undefined && { body }),
  };
};

export type SentStep = ReadExchange & Partial<Pick<Booked, 'booking'> & Pick<IssuedTickets, 'tickets'>>;

/** The result of a step, for the steps after it. */
export const repeatedBy = (
  step: RepeatedStep['step'],
  { exchange, facts, booking, tickets }: SentStep,
): RepeatedStep => {
  const outcome = outcomeOf(exchange);
  const lacking =
    outcome.kind === 'trouble'
      ? `is in trouble this time (${outcome.trouble})`
      : outcome.kind === 'refusal'
        ? `is refused this time (${errorCodeOf(exchange) ?? `HTTP ${exchange.response?.status}`})`
        : undefined;
  return {
    step,
    facts,
    answer: exchange.response?.body,
    ...(booking && { booking }),
    ...(tickets && tickets.length > 0 && { tickets }),
    ...(lacking !== undefined && { lacking }),
  };
};

/** @param parts The intent may come from a file: one that makes no sense throws before it is sent. */
export const sendIntent = (
  session: Session,
  operation: BoundOperation,
  { intent, callOptions }: { readonly intent: Json; readonly callOptions: CallOptions },
): Promise<SentStep> => {
  const of = <Operation extends BoundOperation>() => intent as unknown as Intents[Operation];
  switch (operation) {
    case 'create-booking':
      return session.book(of<'create-booking'>(), callOptions);
    case 'cancel-booking':
      return session.cancel(of<'cancel-booking'>().booking, callOptions);
    case 'pnr-create':
      return session.bookFlight(of<'pnr-create'>(), callOptions);
    case 'pnr-cancel':
      return session.cancelFlight(of<'pnr-cancel'>().booking, callOptions);
    case 'ticket-issue':
      return session.issueTickets(of<'ticket-issue'>().booking, callOptions);
    case 'ticket-exchange':
      return session.exchangeTicket(of<'ticket-exchange'>(), callOptions);
    case 'ticket-refund':
      return session.refundTicket(of<'ticket-refund'>(), callOptions);
    default:
      return session.ask(operation, of<BoundOperation>() as never, callOptions);
  }
};

type VoidedTicket = Readonly<Partial<Record<keyof KnownTicket, string | null>>>;

/** The ticket of a recorded void; undefined for a body of another form. */
export const voidedThen = ({ request: { body } }: Exchange): VoidedTicket | undefined => {
  if (!isJsonObject(body)) return undefined;
  const { bookingId, ticketNumber, ...others } = body;
  const isText = (value: Json = null): boolean => value === null || typeof value === 'string';
  if (!isText(bookingId) || !isText(ticketNumber) || Object.keys(others).length > 0) return undefined;
  return body as VoidedTicket;
};

export const sendVoid = (
  session: Session,
  named: VoidedTicket,
  { callOptions, other }: { readonly callOptions: CallOptions; readonly other: KnownTicket },
): Promise<SentStep> => {
  const { bookingId, ticketNumber } = named;
  if (bookingId && ticketNumber) return session.voidTicket({ bookingId, ticketNumber }, callOptions);
  const given = { bookingId: bookingId || other.bookingId, ticketNumber: ticketNumber || other.ticketNumber };
  const lacking = { ...(!bookingId && { bookingId }), ...(!ticketNumber && { ticketNumber }) };
  return session.voidTicket(given, callOptions, lacking as LackingParts);
};
