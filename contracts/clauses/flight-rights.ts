/** Who may do what with a flight, a ticket and a calculation (parts 3 and 4.2 to 4.4), and with which of them it can be mixed up. */
import { type Clause, derived } from '../clause.ts';

const othersSearch =
  'Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns.';

const anyRefusal = 'Any refusal is lawful.';

const asked = 'Asked with the permission to issue tickets: a faulty service may do it.';

export const flightRightsClauses = {
  'avia-offer-price.other-partner-sees-nothing': derived('4.2', {
    text: 'The price of an offer of a search of another partner is not told.',
    reading: othersSearch,
  }),
  'fare-rules.other-partner-sees-nothing': derived('4.2', {
    text: 'The rules of an offer of a search of another partner are not told.',
    reading: `${othersSearch} Rules of a fare may be public.`,
  }),
  'pnr-reprice.other-partner-is-refused': derived('4.3', {
    text: 'Repricing a flight booking of another partner does not succeed.',
    reading: 'An answer with nothing in it is as lawful as a refusal.',
  }),
  'ticket-issue.other-partner-is-refused': derived('4.4', {
    text: 'No ticket is issued for a flight booking of another partner.',
    reading: `${anyRefusal} ${asked}`,
  }),
  'ticket-exchange.other-partner-is-refused': derived('4.4', {
    text: 'A ticket of another partner is not exchanged.',
    reading: `${anyRefusal} Asked with the exchangeId that its owner was told. ${asked}`,
  }),
  'ticket-exchange.calculation-of-another-ticket-is-refused': derived('3', {
    text: 'A ticket is not exchanged by the exchangeId that was calculated for another one.',
    reading: `${anyRefusal} One exchange may be for all passengers of a booking, and so it only warns. A lack of rights shows nothing. ${asked}`,
  }),
  'ticket-exchange.calculation-serves-once': derived('3', {
    text: 'The exchangeId by which a ticket was exchanged does not exchange it once more.',
    reading: `${anyRefusal} So is an answer that reports the new ticket of the first time, or none. ${asked}`,
  }),
  'ticket-refund.other-partner-is-refused': derived('4.4', {
    text: 'A ticket of another partner is not refunded.',
    reading: `${anyRefusal} Asked once its owner has calculated the refund. ${asked}`,
  }),
  'ticket-cancel.ticket-of-another-booking-is-refused': derived('7', {
    text: 'A ticket is not voided in another booking than the one it was issued for.',
    reading: `Both are of the partner who asks. TICKET_NOT_FOUND suits it best; ${anyRefusal.toLowerCase()} What an exchange issued may stand in another booking, and is not judged. ${asked}`,
  }),
} satisfies Record<string, Clause>;
