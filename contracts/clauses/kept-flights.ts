/** What later answers report of a ticket or a flight of ours, whatever was done to others meanwhile (parts 4.3 and 4.4). */
import { type Clause, derived } from '../clause.ts';

const withinAnHour =
  'Two reports one after the other are compared, an hour apart at most, until something is done that was not refused.';

export const keptFlightClauses = {
  'ticket-info.stays-as-it-was': derived('4.4', {
    text: 'A ticket stays open, with as many coupons, as long as nobody voids, exchanges, refunds or uses it.',
    reading: `${withinAnHour} What is done to other tickets, also of the same booking, is nothing done to it; so is what is calculated or only looked at. A void that was refused is the matter of ticket-cancel.refused-void-changes-nothing, and the end of its booking may be its own. A ticket that is not open may become so, and the words of its coupons may change. A carrier may change a flight of its own accord, and so it only warns.`,
  }),
  'ticket-info.ended-stays-ended': derived('4.4', {
    text: 'A ticket that was voided, exchanged or refunded, and shown so, is not shown as open again.',
    reading:
      'Judged after the first look that does not show it as open, and before the last one: whether it is not open in the end is the matter of other clauses. Where an exchange reports the old number as that of the new ticket, nothing is judged.',
  }),
  'pnr-retrieve.stays-as-it-was': derived('4.3', {
    text: 'A flight booking stays active, at the same price and with the same tickets, as long as nobody changes it.',
    reading: `${withinAnHour} A booking may be given up once one of its tickets has ended; its price is its own again after a repricing or an issue; tickets may come to be shown later. An airline may change it of its own accord, and so it only warns.`,
  }),
  'pnr-retrieve.cancelled-stays-cancelled': derived('4.3', {
    text: 'A flight booking that was cancelled, and shown so, is not shown as active again.',
    reading:
      'Judged after the first retrieval that shows it as not active, and before the last one, which pnr-retrieve.cancelled-booking-is-not-active judges.',
  }),
} satisfies Record<string, Clause>;
