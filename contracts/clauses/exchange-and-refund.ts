/** What exchanging and refunding tickets promises (parts 2.3, 3 and 4.4). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { bound, emptyAnswer, likeNumbers, openTicket, settles } from './avia-readings.ts';

const betweenThem = 'Fares may move between the two, and so it only warns. Two currencies cannot be compared.';

const reported =
  'Nothing to pay is reported as zero: of what is left out nobody can say whether it is owed. The binding may say zero of a service that is known to leave it out.';

const allRefused =
  'One ticket may be refused for a reason of its own: every ticket must be refused, two at least, each with what its calculation reported.';

export const exchangeAndRefundClauses = {
  'ticket-exchange-calculation.exchange-id-is-told': documented('2.3', {
    text: 'The calculation of an exchange returns an exchangeId that is text.',
    reading: 'Its place is open. A calculation that finds nothing to exchange for may leave it out.',
  }),
  'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told': documented('4.4', {
    text: 'The calculation of an exchange reports the offers, the surcharge and the penalty.',
    reading: `${bound} ${reported} There may be no offer.`,
  }),
  'ticket-exchange-calculation.other-partner-sees-nothing': derived('4.4', {
    text: 'What exchanging a ticket of another partner would cost is not shown.',
    reading: emptyAnswer,
  }),
  'ticket-exchange.works-with-a-calculation': reading('3', {
    text: 'An exchange succeeds with the exchangeId of the calculation before it.',
    reading: allRefused,
  }),
  'ticket-exchange.invented-exchange-id-is-refused': documented('3', {
    text: 'No exchange succeeds with an exchangeId that no calculation returned.',
    reading: 'Any refusal is lawful; a lack of rights shows nothing, unless the caller exchanges otherwise.',
  }),
  'ticket-exchange.old-ticket-is-not-open': documented('3', {
    text: 'The old ticket of an exchange is not open any more.',
    reading: `${openTicket} ${settles}`,
  }),
  'ticket-exchange.new-ticket-has-another-number': documented('3', {
    text: 'An exchange issues a ticket with another number than the old one.',
    reading: `${likeNumbers} The new one may be reported beside the old one.`,
  }),
  'ticket-exchange.costs-what-was-calculated': derived('3', {
    text: 'Penalty and surcharge of an exchange are those of its calculation.',
    reading: betweenThem,
  }),
  'ticket-refund-calculation.amount-penalties-and-taxes-are-told': reading('3', {
    text: 'The calculation of a refund reports the amount, the penalties and the taxes.',
    reading: `The amount comes with penalties and taxes: each is reported, and not only what is left. ${bound} ${reported}`,
  }),
  'ticket-refund-calculation.other-partner-sees-nothing': derived('4.4', {
    text: 'What refunding a ticket of another partner would give back is not shown.',
    reading: emptyAnswer,
  }),
  'ticket-refund.works-after-a-calculation': reading('3', {
    text: 'A refund succeeds after its calculation.',
    reading: `${allRefused} That a ticket could be voided is no reason once its refund was calculated.`,
  }),
  'ticket-refund.uncalculated-refund-is-refused': derived('3', {
    text: 'A ticket is not refunded before its refund was calculated.',
    reading:
      'A refund follows its calculation: that a service may calculate by itself is not said, and so it only warns. Judged by a ticket of ours that nothing was calculated for and nothing done to; any refusal is lawful, and a lack of rights shows nothing.',
  }),
  'ticket-refund.amount-is-the-calculated-one': derived('3', {
    text: 'The amount of a refund is the one that was calculated.',
    reading: `So is its penalty, where both are reported. ${betweenThem}`,
  }),
  'ticket-refund.no-more-than-was-paid': derived('3', {
    text: 'A refund gives back no more than the ticket cost.',
    reading: 'The price of a ticket that was exchanged is not judged. Two currencies cannot be compared.',
  }),
  'ticket-refund.refunded-ticket-is-not-open': derived('3', {
    text: 'A refunded ticket is not open any more.',
    reading: `${openTicket} ${settles}`,
  }),
  'ticket-refund.refunded-ticket-is-not-refunded-again': derived('3', {
    text: 'A refunded ticket is not refunded again.',
    reading: 'A success that only repeats the first answer counts as a second refund: nothing tells the two apart.',
  }),
} satisfies Record<string, Clause>;
