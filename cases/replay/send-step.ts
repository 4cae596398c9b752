/** Sends one step of a case again, through the session: what has an effect goes the one way that there is for it. */

import type { BoundOperation, Intents } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { errorCodeOf, outcomeOf } from '../../contracts/outcome.ts';
import type { KnownTicket } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Asked, Booked, CallOptions, IssuedTickets, Session } from '../../engine/session.ts';
import type { Retold } from './retold.ts';

export type Sent = Asked & Partial<Pick<Booked, 'booking'> & Pick<IssuedTickets, 'tickets'>>;

/** What came of it, for the steps that follow. */
export const retoldBy = (step: Retold['step'], { exchange, facts, booking, tickets }: Sent): Retold => {
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

/** With an intent that may have come out of a file of somebody else: what makes no sense throws before it is sent. */
export const sendIntent = (
  session: Session,
  operation: BoundOperation,
  { intent, callOptions }: { readonly intent: Json; readonly callOptions: CallOptions },
): Promise<Sent> => {
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

type NamedTicket = { readonly bookingId?: string; readonly ticketNumber?: string };

/** What a void named then; undefined where its body has not the documented form. */
export const voidedThen = ({ request: { body } }: Exchange): NamedTicket | undefined => {
  if (!isJsonObject(body)) return undefined;
  const { bookingId, ticketNumber, ...others } = body;
  const isText = (value: Json | undefined): boolean => value === undefined || typeof value === 'string';
  if (!isText(bookingId) || !isText(ticketNumber) || Object.keys(others).length > 0) return undefined;
  return body as NamedTicket;
};

export const sendVoid = (
  session: Session,
  named: NamedTicket,
  { callOptions, other }: { readonly callOptions: CallOptions; readonly other: KnownTicket },
): Promise<Sent> => {
  const lacks =
    named.bookingId === undefined ? 'bookingId' : named.ticketNumber === undefined ? 'ticketNumber' : undefined;
  return session.voidTicket({ ...other, ...named }, callOptions, lacks);
};
