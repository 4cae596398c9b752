/** What creating, retrieving, repricing and cancelling flight bookings promises (parts 2.3 and 4.3). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { bound, emptyAnswer, settles } from './avia-readings.ts';

export const flightBookingClauses = {
  'pnr-create.booking-id-is-uuid': documented('2.3', {
    text: 'A flight booking is created with a bookingId that is a UUID.',
    reading:
      'Its place is open, and so are the version of the UUID and the case of its letters. Every later request names the booking by it, so that pnr_create has to report it. A supplier may have a bookingId of its own beside it.',
  }),
  'pnr-retrieve.answers-the-booking-asked-for': derived('4.3', {
    text: 'The flight booking that is retrieved is the one asked for.',
    reading: 'Judged by bookingId, which may be left out of the answer.',
  }),
  'pnr-retrieve.cancelled-booking-is-not-active': derived('4.3', {
    text: 'A cancelled flight booking is not active any more.',
    reading: `${settles} Its states are not shown: the binding says whether it is active. A booking that cannot be retrieved any more is lawful, and so is one that stays active until its tickets are closed.`,
  }),
  'pnr-retrieve.other-partner-sees-nothing': derived('4.3', {
    text: 'Retrieving a flight booking of another partner does not succeed.',
    reading: emptyAnswer,
  }),
  'pnr-cancel.works-on-own-booking': reading('4.3', {
    text: 'A booking of the partner without tickets is cancelled.',
    reading:
      'One booking may be refused for a reason of its own: every booking must be refused, two at least. A booking that had tickets is not judged.',
  }),
  'pnr-cancel.other-partner-is-refused': derived('4.3', {
    text: 'Cancelling a flight booking of another partner does not succeed.',
    reading:
      'Any refusal is lawful. A plain flow asks only where a retrieval has just told the second partner nothing of that booking.',
  }),
  'pnr-reprice.price-is-told': reading('4.3', {
    text: 'Repricing a flight booking reports its price.',
    reading: `To refresh a price is to report it, changed or not. ${bound}`,
  }),
  'avia-booking.unknown-booking-is-refused': derived('4.3', {
    text: 'No operation on a flight booking or its tickets succeeds for a booking that does not exist.',
    reading: `ticket_issue and ticket_cancel have clauses of their own. Of ticket_exchange and ticket_refund it is not asked. ${emptyAnswer}`,
  }),
  'avia-booking.malformed-booking-id-is-refused': derived('2.3', {
    text: 'No operation on a flight booking or its tickets succeeds for a bookingId that is no UUID.',
    reading: emptyAnswer,
  }),
} satisfies Record<string, Clause>;
