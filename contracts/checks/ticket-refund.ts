/** Checks of the refund of a ticket, and of what it was calculated to give back (parts 3 and 4.4). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { Money } from '../facts.ts';
import { succeeded } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areEqual, moneyText } from './amounts.ts';
import { calculated, calculationOf, calculations, costsAsCalculated, tellsAll, wasRead } from './calculations.ts';
import { readAnswers } from './offers.ts';
import { bookingReported, isAboutFlight } from './own-flights.ts';
import {
  areSameTicket,
  changesOf,
  flightOf,
  isTicketOfAnother,
  looksAt,
  type OwnTicket,
  ownTicketAsked,
  ticketAsked,
  ticketReported,
} from './own-tickets.ts';
import { doesNotRead, readFacts } from './read-facts.ts';
import { isRefused, otherPartnerIsRefused } from './refused-asks.ts';
import { notOpenAfter } from './ticket-ends.ts';
import { works } from './tried.ts';

const calculation = 'ticket-refund-calculation';
const parts = { amount: 'amount', penalty: 'penalties', taxes: 'taxes' } as const;

const isAgain = (trace: Trace, refund: Exchange): boolean =>
  asked(trace, 'ticket-refund').some(
    (first) =>
      first.index < refund.index && succeeded(first) && areSameTicket(ticketAsked(first), ticketAsked(refund)) === true,
  );

/** The first refund of each ticket that succeeded, and trouble in place of it. */
const firstRefunds = (trace: Trace): Exchange[] =>
  readAnswers(trace, 'ticket-refund').filter((refund) => !isAgain(trace, refund));

const isTheCalculated = (refund: Exchange, trace: Trace): Opinion => {
  const before = calculationOf(trace, refund, 'refund');
  if (!before) return unshown('no calculation of this refund was answered');
  const [wanted, reported] = [readFacts(before).refund, readFacts(refund).refund];
  const amount = ['amount', wanted?.amount, reported?.amount] as const;
  if (!wanted?.amount || !reported?.amount) return costsAsCalculated(refund, [amount]);
  return costsAsCalculated(refund, [amount, ['penalty', wanted.penalty, reported.penalty]]);
};

const highest = (prices: readonly (Money | undefined)[]): Money | undefined =>
  prices.flatMap((price) => price ?? []).toSorted((one, other) => other.amount - one.amount)[0];

const ofBooking = ['pnr-create', 'pnr-retrieve', 'pnr-reprice', 'ticket-issue'] as const;

/** What a ticket cost at most: its own price, else that of the whole booking. */
const paidFor = (trace: Trace, ticket: OwnTicket): Money | undefined => {
  const looks = looksAt(trace, ticket, ticket.partner).map((look) => ticketReported(look)?.price);
  const own = highest([ticket.fact.price, ...looks]);
  const flight = flightOf(trace, ticket);
  if (own || !flight) return own;
  const reported = ofBooking
    .flatMap((operation) => asked(trace, operation))
    .filter((each) => succeeded(each) && (each === flight.create || isAboutFlight(each, flight)));
  return highest(reported.map((each) => bookingReported(each)?.price));
};

const isNoMoreThanPaid = (refund: Exchange, trace: Trace): Opinion => {
  const { amount } = readFacts(refund).refund ?? {};
  if (!amount) return doesNotRead(refund, 'the amount');
  const ticket = ownTicketAsked(trace, refund);
  if (ticket?.issue.operation !== 'ticket-issue') return unshown('what was paid for the ticket is not known');
  const paid = paidFor(trace, ticket);
  if (!paid) return doesNotRead(ticket.issue, 'the price of the ticket');
  const isEqual = areEqual(amount, paid);
  if (isEqual === undefined) return unshown('the amounts are of two currencies');
  if (isEqual || amount.amount <= paid.amount) return undefined;
  const expected = `no more than ${moneyText(paid)}, which was paid`;
  return { exchange: refund, path: ['response', 'body'], expected, actual: moneyText(amount) };
};

/** Refunds of tickets of ours before anything was calculated for them, or done to them. */
const uncalculated = (trace: Trace): Exchange[] =>
  asked(trace, 'ticket-refund').filter((refund) => {
    const ticket = ownTicketAsked(trace, refund);
    if (ticket?.partner !== refund.bearer || isAboutRights(refund)) return false;
    const isBefore = ({ index }: Exchange): boolean => index < refund.index;
    const isCalculated = asked(trace, calculation).some(
      (each) => isBefore(each) && areSameTicket(ticketAsked(each), ticketAsked(refund)) !== false,
    );
    return !isCalculated && !changesOf(trace, ticket).some(isBefore);
  });

export const ticketRefundChecks: readonly Check[] = [
  check('ticket-refund-calculation.amount-penalties-and-taxes-are-told', {
    given: (trace) => calculations(trace, calculation),
    then: (exchange, trace) =>
      tellsAll(exchange, readFacts(exchange).refund, {
        of: parts,
        whole: 'refund',
        isRead: wasRead(trace, calculation, ({ refund }) => refund !== undefined),
      }),
  }),

  otherPartnerIsRefused('ticket-refund-calculation.other-partner-sees-nothing', calculation, isTicketOfAnother),

  works(
    'ticket-refund.works-after-a-calculation',
    (trace) => calculated(trace, 'refund'),
    'refunding a ticket as it was calculated',
  ),

  check('ticket-refund.uncalculated-refund-is-refused', { given: uncalculated, then: isRefused }),

  check('ticket-refund.amount-is-the-calculated-one', { given: firstRefunds, then: isTheCalculated }),

  check('ticket-refund.no-more-than-was-paid', { given: firstRefunds, then: isNoMoreThanPaid }),

  notOpenAfter('ticket-refund.refunded-ticket-is-not-open', 'ticket-refund', 'it was refunded'),

  check('ticket-refund.refunded-ticket-is-not-refunded-again', {
    given: (trace) => asked(trace, 'ticket-refund').filter((refund) => isAgain(trace, refund)),
    then: isRefused,
  }),
];
