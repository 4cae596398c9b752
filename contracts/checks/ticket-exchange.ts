/** Checks of the exchange of a ticket, and of what it was calculated to cost (parts 2.3, 3 and 4.4). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import { valuesUnder } from '../locate/walk.ts';
import { inBody, shown } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { asked, bodyOf, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  calculated,
  calculationOf,
  calculations,
  costsAsCalculated,
  exchangeIdAsked,
  exchangeIdReported,
  tellsAll,
  wasRead,
} from './calculations.ts';
import { isNamingText, readAnswers } from './offers.ts';
import { areSameTicket, isTicketOfAnother, ticketAsked, ticketsReported } from './own-tickets.ts';
import { readFacts, showsNoTickets } from './read-facts.ts';
import { isRefused, otherPartnerIsRefused } from './refused-asks.ts';
import { notOpenAfter } from './ticket-ends.ts';
import { works } from './tried.ts';

const calculation = 'ticket-exchange-calculation';
const idsMax = 100;

/** In the body: a binding may know other words for it, and the documented one must be there. */
const tellsExchangeId = (exchange: Exchange): Opinion => {
  const ids = [...valuesUnder(bodyOf(exchange), 'exchangeId').take(idsMax)];
  if (ids.some(isNamingText)) return undefined;
  const first = ids.find((id) => id !== null);
  if (first === undefined && exchange.facts?.exchange?.offers?.length === 0) {
    return unshown('there is nothing to exchange the ticket for');
  }
  return { exchange, path: [...inBody, 'exchangeId'], expected: 'text that is not empty', actual: shown(first) };
};

const parts = { offers: 'offers', surcharge: 'surcharge', penalty: 'penalty' } as const;

const tellsParts = (exchange: Exchange, trace: Trace): Opinion => {
  const reported = readFacts(exchange).exchange;
  const isRead = wasRead(trace, calculation, ({ exchange: facts }) =>
    [facts?.offers, facts?.surcharge, facts?.penalty].some((part) => part !== undefined),
  );
  return tellsAll(exchange, reported, { of: parts, whole: 'exchange', isRead });
};

const isInvented = (trace: Trace, exchange: Exchange): boolean => {
  const exchangeId = exchangeIdAsked(exchange);
  if (exchangeId === undefined) return false;
  return !asked(trace, calculation).some(
    (each) => each.index < exchange.index && exchangeIdReported(each) === exchangeId,
  );
};

/** A lack of rights shows nothing, unless the caller was let in with another exchangeId. */
const inventedExchanges = (trace: Trace): Exchange[] => {
  const all = asked(trace, 'ticket-exchange');
  const isLetIn = ({ bearer }: Exchange) => all.some((each) => each.bearer === bearer && succeeded(each));
  return all.filter((each) => isInvented(trace, each) && (!isAboutRights(each) || isLetIn(each)));
};

/** Exchanges that succeeded with what a calculation reported, and trouble in place of them. */
const performed = (trace: Trace): Exchange[] =>
  readAnswers(trace, 'ticket-exchange').filter((exchange) => !isInvented(trace, exchange));

/** A number that was found by its name alone may be an echo of what was asked. */
const isMoreThanAName = ({ at, ticketNumber, ...rest }: ReturnType<typeof ticketsReported>[number]): boolean =>
  Object.keys(rest).length > 0;

const tellsNewTicket = (exchange: Exchange): Opinion => {
  readFacts(exchange);
  const old = ticketAsked(exchange);
  const reported = ticketsReported(exchange).map((ticket) => ({ ticket, isOld: areSameTicket(ticket, old) }));
  if (reported.some(({ isOld }) => isOld === false)) return undefined;
  const again = reported.find(({ ticket, isOld }) => isOld && isMoreThanAName(ticket) && ticket.isOpen !== false);
  if (!again) return showsNoTickets(exchange, 'the tickets');
  const { at, ticketNumber } = again.ticket;
  const expected = 'another number than that of the old ticket';
  return { exchange, path: [...inBody, ...at, 'ticketNumber'], expected, actual: shown(ticketNumber) };
};

const costs = (exchange: Exchange, trace: Trace): Opinion => {
  const before = calculationOf(trace, exchange, 'exchange');
  if (!before) return unshown('no calculation of this exchange was answered');
  const [wanted, reported] = [readFacts(before).exchange, readFacts(exchange).exchange];
  return costsAsCalculated(exchange, [
    ['penalty', wanted?.penalty, reported?.penalty],
    ['surcharge', wanted?.surcharge, reported?.surcharge],
  ]);
};

export const ticketExchangeChecks: readonly Check[] = [
  check('ticket-exchange-calculation.exchange-id-is-told', {
    given: (trace) => calculations(trace, calculation),
    then: tellsExchangeId,
  }),

  check('ticket-exchange-calculation.offers-surcharge-and-penalty-are-told', {
    given: (trace) => calculations(trace, calculation),
    then: tellsParts,
  }),

  otherPartnerIsRefused('ticket-exchange-calculation.other-partner-sees-nothing', calculation, isTicketOfAnother),

  works(
    'ticket-exchange.works-with-a-calculation',
    (trace) => calculated(trace, 'exchange'),
    'exchanging a ticket as it was calculated',
  ),

  check('ticket-exchange.invented-exchange-id-is-refused', { given: inventedExchanges, then: isRefused }),

  notOpenAfter('ticket-exchange.old-ticket-is-not-open', 'ticket-exchange', 'it was exchanged'),

  check('ticket-exchange.new-ticket-has-another-number', { given: performed, then: tellsNewTicket }),

  check('ticket-exchange.costs-what-was-calculated', { given: performed, then: costs }),
];
