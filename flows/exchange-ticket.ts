import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightsOfOne } from '../generators/flights.ts';
import { needTickets, type Ticketed, ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { laterBy } from './steps/find-flights.ts';
import { ownTicket } from './steps/own-ticket.ts';

const own = ['ticket-exchange-calculation', 'ticket-exchange'] as const satisfies readonly OperationId[];

/** To another day, on which the same flights go. */
const daysLater = 7;

/** One for the ticket, one for what it is exchanged for, and one that an invented exchange must not make. */
const ticketsWanted = 3;

/** Any one may be refused for a reason of its own. */
const triesMax = 2;

/** Whether the exchange was refused, and another ticket may tell more. */
const exchanged = async (session: Session, { booking, named, tickets, chosen }: Ticketed, invented: string) => {
  const { ask, isAsked, target } = session;
  const [ticket] = tickets;
  const old = ownTicket(session, booking, ticket);
  const about = { booking, ticket };
  const intent = { ...about, search: laterBy(chosen.search, daysLater) };
  const calculated = await ask('ticket-exchange-calculation', intent);
  const asksAsOther = target.otherPartner && isAsked('ticket-exchange-calculation');
  if (asksAsOther && succeeded(calculated.exchange))
    await ask('ticket-exchange-calculation', intent, { bearer: 'other' });
  if (!isAsked('ticket-exchange')) return false;
  const { exchangeId, offers: [offer] = [] } = calculated.facts.exchange ?? {};
  const wanted = offer?.reference === undefined ? {} : { offer: offer.reference };
  if ((await session.ticketsLeft()) > 1) {
    await session.exchangeTicket({ ...about, exchangeId: invented, ...wanted });
  }
  if (typeof exchangeId !== 'string' && typeof exchangeId !== 'number') {
    return outcomeOf(calculated.exchange).kind === 'refusal';
  }
  const done = await session.exchangeTicket({ ...about, exchangeId: String(exchangeId), ...wanted });
  if (!succeeded(done.exchange)) return outcomeOf(done.exchange).kind === 'refusal';
  await old.lookUntilClosed();
  const [issued] = done.tickets;
  if (issued && target.bindings['ticket-info']) await ownTicket(session, booking, issued).look();
  await session.voidTicket(named);
  return false;
};

/** Exchanges a ticket as it was calculated, and once as nobody calculated it; what is gone is not voided any more. */
export const exchangeTicket = flow('exchange-ticket', {
  story:
    'Issue a ticket, calculate an exchange, ask for one that nobody calculated, exchange it, look at both, and void the old one.',
  phase: 'main',
  operations: ['avia-search', 'pnr-create', 'ticket-issue', 'ticket-info', 'ticket-cancel', ...own],
  exercises: [
    ...clausesOf(['ticket-exchange-calculation', 'ticket-exchange', 'refusal']),
    'ticket-info.coupon-status-is-told',
    'ticket-info.answers-the-ticket-asked-for',
    'ticket-issue.ticket-numbers-have-a-documented-form',
    'ticket-cancel.ended-ticket-is-refused',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record({
    ...flightToBook(flightsOfOne),
    inventedExchangeId: fc.uuid({ version: 4 }),
  }),
  run: async (session, { inventedExchangeId, ...journey }) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout(unbound(bindings, own));
    await needTickets(session, ticketsWanted);
    const fits = { fits: ({ isExchangeable }: { isExchangeable?: boolean | undefined }) => isExchangeable !== false };
    for (let time = 0; time < triesMax; time += 1) {
      const isEnough = (await session.ticketsLeft()) >= ticketsWanted - 1 && (await session.bookingsLeft()) > 0;
      if (time > 0 && !isEnough) return;
      const ticketed = await ticketedFlight(session, { ...journey, seed: journey.seed + time }, fits);
      if (!(await exchanged(session, ticketed, inventedExchangeId))) break;
    }
    endWithout([
      ...unbound(bindings, ['ticket-info']),
      !otherPartner && 'otherPartner, who must not be told of an exchange that is not its own,',
    ]);
  },
});
