/** What creating, retrieving, repricing and cancelling flight bookings promises (parts 2.3 and 4.3). */
import type { Clause } from '../clause.ts';
import { bound, emptyAnswer, settles } from './avia-readings.ts';

export const flightBookingClauses = {
  'pnr-create.booking-id-is-uuid': {
    section: '2.3',
    basis: 'documented',
    text: 'A flight booking is created with a bookingId that is a UUID.',
    reading:
      'Its place is open, and so are the version of the UUID and the case of its letters. Every later request names the booking by it, so that pnr_create has to tell it. A supplier may have a bookingId of its own beside it.',
  },
  'pnr-retrieve.answers-the-booking-asked-for': {
    section: '4.3',
    basis: 'derived',
    text: 'The flight booking that is retrieved is the one asked for.',
    reading: 'Judged by bookingId, which may be left out of the answer.',
  },
  'pnr-retrieve.cancelled-booking-is-not-active': {
    section: '4.3',
    basis: 'derived',
    text: 'A cancelled flight booking is not active any more.',
    reading: `${settles} Its states are not shown: the binding says whether it is active. A booking that cannot be retrieved any more is lawful, and so is one that stays active until its tickets are closed.`,
  },
  'pnr-retrieve.other-partner-sees-nothing': {
    section: '4.3',
    basis: 'derived',
    text: 'Retrieving a flight booking of another partner does not succeed.',
    reading: emptyAnswer,
  },
  'pnr-cancel.works-on-own-booking': {
    section: '4.3',
    basis: 'reading',
    text: 'A booking of the partner without tickets is cancelled.',
    reading:
      'One booking may be refused for a reason of its own: every booking must be refused, two at least. A booking that had tickets is not judged.',
  },
  'pnr-cancel.other-partner-is-refused': {
    section: '4.3',
    basis: 'derived',
    text: 'Cancelling a flight booking of another partner does not succeed.',
    reading:
      'Any refusal is lawful. A plain flow asks only where a retrieval has just told the second partner nothing of that booking.',
  },
  'pnr-reprice.price-is-told': {
    section: '4.3',
    basis: 'reading',
    text: 'Repricing a flight booking tells its price.',
    reading: `To refresh a price is to tell it, changed or not. ${bound}`,
  },
  'avia-booking.unknown-booking-is-refused': {
    section: '4.3',
    basis: 'derived',
    text: 'No operation on a flight booking or its tickets succeeds for a booking that does not exist.',
    reading: `ticket_issue and ticket_cancel have clauses of their own. Of ticket_exchange and ticket_refund it is not asked. ${emptyAnswer}`,
  },
  'avia-booking.malformed-booking-id-is-refused': {
    section: '2.3',
    basis: 'derived',
    text: 'No operation on a flight booking or its tickets succeeds for a bookingId that is no UUID.',
    reading: emptyAnswer,
  },
} as const satisfies Record<string, Clause>;
