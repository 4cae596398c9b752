/** The same session in the hands of the second partner: what is asked, booked and ended in it is asked, booked and ended by it. */
import type { CallOptions } from './asked.ts';
import type { Session } from './session.ts';

const byOther = (callOptions: CallOptions = {}): CallOptions => ({ ...callOptions, bearer: 'other' });

/** For targets with `otherPartner`. What it books stands in the same ledger as its own, and is cleaned up by it. */
export const asOther = (session: Session): Session => ({
  ...session,
  send: (call) => session.send({ ...call, bearer: 'other' }),
  ask: (operation, intent, callOptions) => session.ask(operation, intent, byOther(callOptions)),
  book: (intent, callOptions) => session.book(intent, byOther(callOptions)),
  cancel: (booking, callOptions) => session.cancel(booking, byOther(callOptions)),
  bookFlight: (intent, callOptions) => session.bookFlight(intent, byOther(callOptions)),
  cancelFlight: (booking, callOptions) => session.cancelFlight(booking, byOther(callOptions)),
  issueTickets: (booking, callOptions) => session.issueTickets(booking, byOther(callOptions)),
  voidTicket: (ticket, callOptions, lacks) => session.voidTicket(ticket, byOther(callOptions), lacks),
  exchangeTicket: (intent, callOptions) => session.exchangeTicket(intent, byOther(callOptions)),
  refundTicket: (intent, callOptions) => session.refundTicket(intent, byOther(callOptions)),
  inOwnWorld: (story) => session.inOwnWorld((own) => story(asOther(own))),
});
