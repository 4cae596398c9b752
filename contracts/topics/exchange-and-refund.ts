/** What exchanging and refunding tickets promises (parts 2.3, 3 and 4.4). */

import { mismatchAt, type Opinion, shown, unshown } from '../check.ts';
import {
  calculated,
  calculationOf,
  calculations,
  costsAsCalculated,
  exchangeIdAsked,
  exchangeIdReported,
  paidFor,
  reportsAll,
  wasRead,
} from '../checks/calculations.ts';
import { byAnotherCalculation, exchangesNothing, once } from '../checks/flight-booking.ts';
import { isNamingText, readAnswers } from '../checks/offers.ts';
import {
  areSameTicket,
  changesOf,
  endings,
  isTicketOfAnother,
  notOpenAfter,
  ownTicketAsked,
  ticketAsked,
  ticketsReported,
} from '../checks/own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts, showsNoTickets } from '../checks/reads.ts';
import { isRefused, otherPartnerIsRefused } from '../checks/refused-asks.ts';
import { works } from '../checks/tried.ts';
import { ofEnded } from '../checks/void-refusals.ts';
import { actDimensions, nothingOwn, readDimensions, ticketDimensions } from '../dimensions.ts';
import { incompleteIsRefused } from '../laws/lacking.ts';
import { eachCarriesItsKey } from '../laws/unique.ts';
import { valuesUnder } from '../locate/walk.ts';
import { succeeded } from '../outcome.ts';
import { asked, bodyOf, isAboutRights } from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  anyRefusal,
  askedWithPermission,
  bound,
  emptyAnswer,
  keyed,
  likeNumbers,
  openTicket,
  settles,
} from './readings.ts';

const betweenThem = 'Fares may move between the two, and so it only warns. Two currencies cannot be compared.';

const reported =
  'Nothing to pay is reported as zero: what is left out may be owed or not. The binding may say zero of a service that is known to leave it out.';

const allRefused =
  'One ticket may be refused for a reason of its own: every ticket must be refused, two at least, each with what its calculation reported.';

const calculation = 'ticket-exchange-calculation';

const idsMax = 100;

const nothingOffered = unshown('there is nothing to exchange the ticket for');

/** In the body: a binding may know other words for it, and the documented one must be there. */
const reportsExchangeId = (exchange: Exchange): Opinion => {
  const ids = [...valuesUnder(bodyOf(exchange), 'exchangeId').take(idsMax)];
  if (ids.some(isNamingText)) return undefined;
  const first = ids.find((id) => id !== null);
  if (first === undefined && exchange.facts?.exchange?.offers?.length === 0) {
    return nothingOffered;
  }
  return mismatchAt(exchange, ['exchangeId'], { expected: 'text that is not empty', actual: shown(first) });
};

const parts = { offers: 'offers', surcharge: 'surcharge', penalty: 'penalty' } as const;

const reportsParts = (exchange: Exchange, trace: Trace): Opinion => {
  const reported = readFacts(exchange).exchange;
  const isUnpriced = (reported?.surcharge ?? reported?.penalty) === undefined;
  if (reported?.offers?.length === 0 && isUnpriced) return nothingOffered;
  const isRead = wasRead(trace, calculation, ({ exchange: facts }) =>
    [facts?.offers, facts?.surcharge, facts?.penalty].some((part) => part !== undefined),
  );
  return reportsAll(exchange, reported, { of: parts, whole: 'exchange', isRead });
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

const reportsNewTicket = (exchange: Exchange): Opinion => {
  readFacts(exchange);
  const old = ticketAsked(exchange);
  const reported = ticketsReported(exchange).map((ticket) => ({ ticket, isOld: areSameTicket(ticket, old) }));
  if (reported.some(({ isOld }) => isOld === false)) return undefined;
  const again = reported.find(({ ticket, isOld }) => isOld && isMoreThanAName(ticket) && ticket.isOpen !== false);
  if (!again) return showsNoTickets(exchange, 'the tickets');
  const { at, ticketNumber } = again.ticket;
  const expected = 'another number than that of the old ticket';
  return mismatchAt(exchange, [...at, 'ticketNumber'], { expected, actual: shown(ticketNumber) });
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

const refundCalculation = 'ticket-refund-calculation';

const refundParts = { amount: 'amount', penalty: 'penalties', taxes: 'taxes' } as const;

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
  return costsAsCalculated(refund, [
    amount,
    ['penalty', wanted.penalty, reported.penalty],
    ['taxes', wanted.taxes, reported.taxes],
  ]);
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
  return mismatchAt(refund, [], { expected, actual: moneyText(amount) });
};

/** By a calculation that was answered well before the ticket had ended by another operation. */
const ofEndedOtherwise = (trace: Trace, operation: 'ticket-exchange' | 'ticket-refund'): Exchange[] => {
  const asks = asked(trace, operation).filter((each) => !isAboutRights(each) && !isTicketOfAnother(trace, each));
  const others = endings.filter((each) => each !== operation);
  return ofEnded(trace, asks, others).filter((each) =>
    calculationOf(trace, each, operation === 'ticket-exchange' ? 'exchange' : 'refund'),
  );
};

const afterItsEnd = `${anyRefusal} Where an exchange reports the old number as that of the new ticket, nothing is judged. ${askedWithPermission}`;

/** Refunds of our tickets before anything was calculated for them, or done to them. */
const uncalculated = (trace: Trace): Exchange[] =>
  asked(trace, 'ticket-refund').filter((refund) => {
    const ticket = ownTicketAsked(trace, refund);
    if (ticket?.partner !== refund.bearer || isAboutRights(refund)) return false;
    const isBefore = ({ index }: Exchange): boolean => index < refund.index;
    const isCalculated = asked(trace, refundCalculation).some(
      (each) => isBefore(each) && areSameTicket(ticketAsked(each), ticketAsked(refund)) !== false,
    );
    return !isCalculated && !changesOf(trace, ticket).some(isBefore);
  });

export const ticketExchangeCalculationTopic = topic('ticket-exchange-calculation', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...ticketDimensions, ...readDimensions],
  clauses: {
    'ticket-exchange-calculation.exchange-id-is-told': documented('2.3', {
      severity: 'major',
      text: 'The calculation of an exchange returns an exchangeId that is text.',
      reading: 'Its place is open. A calculation that finds nothing to exchange for may leave it out.',
      given: (trace) => calculations(trace, calculation),
      then: reportsExchangeId,
    }),

    'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told': documented('4.4', {
      text: 'The calculation of an exchange reports the offers, the surcharge and the penalty.',
      reading: `${bound} ${reported} There may be no offer, and then nothing that it costs.`,
      given: (trace) => calculations(trace, calculation),
      then: reportsParts,
    }),

    'ticket-exchange-calculation.each-offer-carries-its-key': law('4.4', {
      severity: 'minor',
      text: 'Where the offers of an exchange carry what later requests name them by, each of them does.',
      reading: keyed,
      ...eachCarriesItsKey(calculation, ({ exchange }) =>
        (exchange?.offers ?? []).map(({ at, reference }) => ({ at, key: reference })),
      ),
    }),

    'ticket-exchange-calculation.other-partner-sees-nothing': derived('4.4', {
      text: 'What exchanging a ticket of another partner would cost is not shown.',
      reading: emptyAnswer,
      ...otherPartnerIsRefused(calculation, isTicketOfAnother),
    }),
  },
});

export const ticketExchangeTopic = topic('ticket-exchange', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...ticketDimensions, ...actDimensions],
  clauses: {
    'ticket-exchange.works-with-a-calculation': reading('3', {
      text: 'An exchange succeeds with the exchangeId of the calculation before it.',
      reading: allRefused,
      ...works((trace) => calculated(trace, 'exchange'), 'exchanging a ticket as it was calculated'),
    }),

    'ticket-exchange.invented-exchange-id-is-refused': documented('3', {
      text: 'No exchange succeeds with an exchangeId that no calculation returned.',
      reading: 'Any refusal is lawful; a lack of rights shows nothing, unless the caller exchanges otherwise.',
      dimensions: nothingOwn,
      given: inventedExchanges,
      then: isRefused,
    }),

    'ticket-exchange.exchange-without-an-id-is-refused': documented('3', {
      text: 'No exchange succeeds without the exchangeId of a calculation.',
      reading: 'It is left out, null or an empty text. Any refusal is lawful; a lack of rights shows nothing.',
      ...incompleteIsRefused({ 'ticket-exchange': ['exchangeId'] }),
    }),

    'ticket-exchange.old-ticket-is-not-open': documented('3', {
      text: 'The old ticket of an exchange is not open any more.',
      reading: `${openTicket} ${settles}`,
      ...notOpenAfter('ticket-exchange', 'it was exchanged'),
    }),

    'ticket-exchange.new-ticket-has-another-number': documented('3', {
      text: 'An exchange issues a ticket with another number than the old one.',
      reading: `${likeNumbers} The new one may be reported beside the old one.`,
      given: performed,
      then: reportsNewTicket,
    }),

    'ticket-exchange.costs-what-was-calculated': derived('3', {
      text: 'Penalty and surcharge of an exchange are those of its calculation.',
      reading: betweenThem,
      given: performed,
      then: costs,
    }),

    'ticket-exchange.other-partner-is-refused': derived('4.4', {
      text: 'A ticket of another partner is not exchanged.',
      reading: `${anyRefusal} Asked with the exchangeId that its owner was told. ${askedWithPermission}`,
      ...otherPartnerIsRefused('ticket-exchange', isTicketOfAnother),
    }),

    'ticket-exchange.calculation-of-another-ticket-is-refused': derived('3', {
      text: 'A ticket is not exchanged by the exchangeId that was calculated for another one.',
      reading: `${anyRefusal} One exchange may be for all passengers of a booking, and so it only warns. A lack of rights shows nothing. ${askedWithPermission}`,
      given: byAnotherCalculation,
      then: isRefused,
    }),

    'ticket-exchange.ended-ticket-is-refused': derived('3', {
      text: 'A ticket that was voided or refunded is not exchanged by what was calculated before.',
      reading: afterItsEnd,
      given: (trace) => ofEndedOtherwise(trace, 'ticket-exchange'),
      then: isRefused,
    }),

    'ticket-exchange.calculation-serves-once': derived('3', {
      text: 'The exchangeId by which a ticket was exchanged does not exchange it once more.',
      reading: `${anyRefusal} So is an answer that reports the new ticket of the first time, or none. ${askedWithPermission}`,
      given: once,
      then: exchangesNothing,
    }),
  },
});

export const ticketRefundCalculationTopic = topic('ticket-refund-calculation', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...ticketDimensions, ...readDimensions],
  clauses: {
    'ticket-refund-calculation.amount-penalties-and-taxes-are-told': reading('3', {
      text: 'The calculation of a refund reports the amount, the penalties and the taxes.',
      reading: `The amount comes with penalties and taxes: each is reported, and not only what is left. ${bound} ${reported}`,
      given: (trace) => calculations(trace, refundCalculation),
      then: (exchange, trace) =>
        reportsAll(exchange, readFacts(exchange).refund, {
          of: refundParts,
          whole: 'refund',
          isRead: wasRead(trace, refundCalculation, ({ refund }) => refund !== undefined),
        }),
    }),

    'ticket-refund-calculation.other-partner-sees-nothing': derived('4.4', {
      text: 'What refunding a ticket of another partner would give back is not shown.',
      reading: emptyAnswer,
      ...otherPartnerIsRefused(refundCalculation, isTicketOfAnother),
    }),
  },
});

export const ticketRefundTopic = topic('ticket-refund', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...ticketDimensions, ...actDimensions],
  clauses: {
    'ticket-refund.works-after-a-calculation': reading('3', {
      text: 'A refund succeeds after its calculation.',
      reading: `${allRefused} That a ticket could be voided is no reason once its refund was calculated.`,
      ...works((trace) => calculated(trace, 'refund'), 'refunding a ticket as it was calculated'),
    }),

    'ticket-refund.uncalculated-refund-is-refused': derived('3', {
      text: 'A ticket is not refunded before its refund was calculated.',
      reading:
        'A refund follows its calculation: that a service may calculate by itself is not said, and so it only warns. Judged by a ticket of ours that nothing was calculated for and nothing done to; any refusal is lawful, and a lack of rights shows nothing.',
      given: uncalculated,
      then: isRefused,
    }),

    'ticket-refund.amount-is-the-calculated-one': derived('3', {
      text: 'The amount of a refund is the one that was calculated.',
      reading: `So are its penalty and its taxes, where both are reported. ${betweenThem}`,
      given: firstRefunds,
      then: isTheCalculated,
    }),

    'ticket-refund.no-more-than-was-paid': derived('3', {
      text: 'A refund gives back no more than the ticket cost.',
      reading: 'The price of a ticket that was exchanged is not judged. Two currencies cannot be compared.',
      given: firstRefunds,
      then: isNoMoreThanPaid,
    }),

    'ticket-refund.refunded-ticket-is-not-open': derived('3', {
      text: 'A refunded ticket is not open any more.',
      reading: `${openTicket} ${settles}`,
      ...notOpenAfter('ticket-refund', 'it was refunded'),
    }),

    'ticket-refund.ended-ticket-is-refused': derived('3', {
      text: 'A ticket that was voided or exchanged is not refunded by what was calculated before.',
      reading: afterItsEnd,
      given: (trace) => ofEndedOtherwise(trace, 'ticket-refund'),
      then: isRefused,
    }),

    'ticket-refund.refunded-ticket-is-not-refunded-again': derived('3', {
      text: 'A refunded ticket is not refunded again.',
      reading: 'A success that only repeats the first answer counts as a second refund: nothing tells the two apart.',
      given: (trace) => asked(trace, 'ticket-refund').filter((refund) => isAgain(trace, refund)),
      then: isRefused,
    }),

    'ticket-refund.other-partner-is-refused': derived('4.4', {
      text: 'A ticket of another partner is not refunded.',
      reading: `${anyRefusal} Asked once its owner has calculated the refund. ${askedWithPermission}`,
      ...otherPartnerIsRefused('ticket-refund', isTicketOfAnother),
    }),
  },
});
