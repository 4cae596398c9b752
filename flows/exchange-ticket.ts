import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import { type FlightsToBook, flightRows, journeyOf } from '../generators/flight-rows.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightDays } from '../generators/flights.ts';
import { unknownTicketDigits } from '../generators/unknown-tickets.ts';
import { type ActedOn, actedOn, needTickets, type Ticketed, ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { laterBy } from './steps/find-flights.ts';
import { type Hands, walkRows } from './steps/flight-rows.ts';
import { lookAround, ownTicket } from './steps/own-ticket.ts';
import { otherwise, type UnknownNames, voidWrongly } from './steps/void-wrongly.ts';

const own = ['ticket-exchange-calculation', 'ticket-exchange'] as const satisfies readonly OperationId[];

/** To another day, on which the same flights go. */
const daysLater = 7;

/** One for the ticket, one for what it is exchanged for, and one that an invented exchange must not make. */
const ticketsWanted = 3;

const rowsOfTwo = flightRows.filter(({ party }) => party !== 'one adult');

/** Any one may be refused for a reason of its own. */
const triesMax = 2;

type ExchangeInput = FlightsToBook & UnknownNames & { readonly inventedExchangeId: string };

/** What is asked of a booking with tickets: of the ticket that is acted on, and of the others once something has changed. */
type Exchangeable = Ticketed & ActedOn & { readonly input: ExchangeInput; readonly isFirst: boolean };

/** Whether the exchange was refused, and another ticket may tell more. */
const exchanged = async (
  hands: Hands,
  { booking, ticket, named, others, chosen, input, isFirst }: Exchangeable,
): Promise<boolean> => {
  const { session, stranger } = hands;
  const { ask, isAsked, sample } = session;
  const old = ownTicket(session, booking, ticket);
  const about = { booking, ticket };
  const intent = { ...about, search: laterBy(chosen.search, daysLater) };
  const calculated = await ask('ticket-exchange-calculation', intent);
  if (stranger && isAsked('ticket-exchange-calculation') && succeeded(calculated.exchange))
    await stranger.ask('ticket-exchange-calculation', intent);
  if (!isAsked('ticket-exchange')) return false;
  const { exchangeId, offers: [offer] = [] } = calculated.facts.exchange ?? {};
  const wanted = offer?.reference === undefined ? {} : { offer: offer.reference };
  const isInDepth = isFirst && sample.depth === 'full' && isAsked('ticket-cancel');
  // One is kept for the exchange that is to come about.
  const mayTry = async () => (await session.ticketsLeft()) > 1;
  if (isInDepth) await voidWrongly(hands, named, input, undefined, []);
  if (isFirst && (await mayTry()))
    await session.exchangeTicket({ ...about, exchangeId: input.inventedExchangeId, ...wanted });
  if (typeof exchangeId !== 'string' && typeof exchangeId !== 'number') {
    return outcomeOf(calculated.exchange).kind === 'refusal';
  }
  const calculatedOne = { ...about, exchangeId: String(exchangeId), ...wanted };
  if (isFirst && stranger && (await mayTry())) await stranger.exchangeTicket(calculatedOne);
  const [another] = others;
  if (isFirst && another && (await mayTry())) await session.exchangeTicket({ ...calculatedOne, ticket: another });
  const done = await session.exchangeTicket(calculatedOne);
  if (!succeeded(done.exchange)) return outcomeOf(done.exchange).kind === 'refusal';
  await old.lookUntilClosed();
  const [issued] = done.tickets;
  if (issued) await ownTicket(session, booking, issued).look();
  await lookAround(session, booking, { ended: ticket, others });
  if (isFirst && (await session.ticketsLeft()) > 0) await session.exchangeTicket(calculatedOne);
  if (isFirst) await session.voidTicket(named);
  if (isInDepth) await voidWrongly(hands, named, otherwise(input), undefined, []);
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
    'avia-flow.each-kind-of-flight-is-served',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record({
    ...flightToBook(flightDays),
    digits: unknownTicketDigits,
    unknownBookingId: fc.uuid({ version: 4 }),
    inventedExchangeId: fc.uuid({ version: 4 }),
  }),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout(unbound(bindings, own));
    await needTickets(session, ticketsWanted);
    const fits = { fits: ({ isExchangeable }: { isExchangeable?: boolean | undefined }) => isExchangeable !== false };
    // Of a sample for two always, whose tickets can be mixed up.
    const rows = session.sample.at({ standard: rowsOfTwo, full: flightRows });
    await walkRows(session, { offset: 2, rows }, async (hands, row, at) => {
      const journey = journeyOf(input, row);
      for (let time = 0; time < triesMax; time += 1) {
        const isEnough = (await session.ticketsLeft()) >= ticketsWanted - 1 && (await session.bookingsLeft()) > 0;
        if (time > 0 && !isEnough) return;
        const ticketed = await ticketedFlight(hands.session, { ...journey, seed: journey.seed + time }, fits);
        if (!(await exchanged(hands, { ...ticketed, ...actedOn(ticketed, row), input, isFirst: at === 0 }))) break;
      }
    });
    endWithout([
      ...unbound(bindings, ['ticket-info']),
      !otherPartner && 'otherPartner, who must not be told of an exchange that is not its own,',
    ]);
  },
});
