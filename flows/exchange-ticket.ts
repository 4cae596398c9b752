import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { Intents } from '../contracts/intents.ts';
import type { OperationId } from '../contracts/operations.ts';
import { isRefusal, succeeded } from '../contracts/outcome.ts';
import { idText } from '../contracts/subjects.ts';
import { flow } from '../engine/flow.ts';
import type { ReadExchange } from '../engine/session.ts';
import { flightRows } from '../generators/flights.ts';
import type { ActedOn, Ticketed } from './steps/book-flight.ts';
import { laterBy } from './steps/find-flights.ts';
import { actOnTickets, type Hands, walkRows } from './steps/flight-rows.ts';
import { endWithout, needTickets, unbound } from './steps/needs.ts';
import { lookAround, otherwise, ownTicket, type TicketInput, ticketDraws, voidWrongly } from './steps/own-ticket.ts';

const own = ['ticket-exchange-calculation', 'ticket-exchange'] as const satisfies readonly OperationId[];

/** To another day, on which the same flights go. */
const daysLater = 7;

/** One for the ticket, one for what it is exchanged for, and one that an invented exchange must not make. */
const ticketsWanted = 3;

const rowsOfTwo = flightRows.filter(({ party }) => party !== 'one adult');

type ExchangeInput = TicketInput & { readonly inventedExchangeId: string };

/** What is asked of a booking with tickets: of the ticket in question, and of the others once something has changed. */
type Exchangeable = Ticketed & ActedOn & { readonly input: ExchangeInput; readonly isFirst: boolean };

type Intent = Intents['ticket-exchange'];

/** Undefined where no exchangeId was reported. */
const asCalculated = (about: Omit<Intent, 'exchangeId'>, { facts }: ReadExchange): Intent | undefined => {
  const { exchangeId, offers: [offer] = [] } = facts.exchange ?? {};
  const id = idText(exchangeId);
  if (id === undefined) return undefined;
  return { ...about, exchangeId: id, ...(offer?.reference !== undefined && { offer: offer.reference }) };
};

/** By the other partner, and of another ticket. @returns Whether that may have used the exchangeId up. */
const exchangedWrongly = async (
  { session, stranger }: Hands,
  right: Intent,
  { others: [another], mayTry }: Pick<Exchangeable, 'others'> & { readonly mayTry: () => Promise<boolean> },
): Promise<boolean> => {
  const wrong: (ReadExchange | undefined)[] = [];
  if (stranger && (await mayTry())) wrong.push(await stranger.exchangeTicket(right));
  if (another && (await mayTry())) {
    const about = { clauses: ['ticket-exchange.calculation-of-another-ticket-is-refused'], unlike: [right] } as const;
    const ofAnother = { ...right, ticket: another };
    wrong.push(await session.wrong(about, (options) => session.exchangeTicket(ofAnother, options)));
  }
  return wrong.some((asked) => asked && !isRefusal(asked.exchange));
};

/** Whether the exchange was refused, and another ticket may show more. */
const exchanged = async (
  hands: Hands,
  { booking, ticket, named, others, chosen, input, isFirst }: Exchangeable,
): Promise<boolean> => {
  const { session, stranger } = hands;
  const { ask, isAsked, sample } = session;
  const old = ownTicket(session, booking, ticket);
  const about = { booking, ticket };
  const intent = { ...about, search: laterBy(chosen.search, daysLater) };
  let calculated = await ask('ticket-exchange-calculation', intent);
  if (stranger && isAsked('ticket-exchange-calculation') && succeeded(calculated.exchange))
    await stranger.ask('ticket-exchange-calculation', intent);
  if (!isAsked('ticket-exchange')) return false;
  let right = asCalculated(about, calculated);
  const isInDepth = isFirst && sample.depth === 'full' && isAsked('ticket-cancel');
  // One is kept for the exchange that is to come about.
  const mayTry = async () => isFirst && (await session.ticketsLeft()) > 1;
  if (isInDepth) await voidWrongly(hands, named, input);
  if (await mayTry()) {
    const { inventedExchangeId: exchangeId } = input;
    const unlike = [right ?? { ...about, exchangeId: '' }];
    await session.wrong({ clauses: ['ticket-exchange.invented-exchange-id-is-refused'], unlike }, (options) =>
      session.exchangeTicket({ ...about, ...right, exchangeId }, options),
    );
  }
  if (right && (await exchangedWrongly(hands, right, { others, mayTry }))) {
    calculated = await ask('ticket-exchange-calculation', intent);
    right = asCalculated(about, calculated);
  }
  if (!right) return isRefusal(calculated.exchange);
  const done = await session.exchangeTicket(right);
  if (!succeeded(done.exchange)) return isRefusal(done.exchange);
  await old.lookUntilClosed();
  const [issued] = done.tickets;
  if (issued) await ownTicket(session, booking, issued).look();
  await lookAround(session, booking, { ended: ticket, others });
  if (isFirst && (await session.ticketsLeft()) > 0) await session.exchangeTicket(right);
  if (isFirst) await session.voidTicket(named);
  if (isInDepth) await voidWrongly(hands, named, otherwise(input));
  return false;
};

/** Exchanges a ticket as calculated, and once with an invented calculation; a ticket that is gone is not voided. */
export const exchangeTicket = flow('exchange-ticket', {
  story:
    'Issue a ticket, calculate an exchange, ask for one that was never calculated, exchange it, look at both, and void the old one.',
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
  input: fc.record({ ...ticketDraws, inventedExchangeId: fc.uuid({ version: 4 }) }),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout(unbound(bindings, own));
    await needTickets(session, ticketsWanted);
    // Of a sample for two always, whose tickets can be mixed up.
    const rows = session.sample.at({ standard: rowsOfTwo, full: flightRows });
    await walkRows(session, { offset: 2, rows }, (hands, row, at) =>
      actOnTickets(
        hands,
        { row, input, ticketsMin: ticketsWanted - 1, fits: ({ isExchangeable }) => isExchangeable !== false },
        (subject) => exchanged(hands, { ...subject, input, isFirst: at === 0 }),
      ),
    );
    endWithout([
      ...unbound(bindings, ['ticket-info']),
      !otherPartner && 'otherPartner, who must not see an exchange that is not its own,',
    ]);
  },
});
