/** What later answers report of a booking of ours, whatever was done in between to others (parts 2.5 and 3). */
import { type Clause, derived } from '../clause.ts';

const untilCancelled =
  'Judged from the first answer that reports it as completed to the last one before a cancellation of it that was not refused. Only the last counts, because a copy may lag behind; what it shows of another booking of ours is the matter of another clause. Days and guests are held against what was booked, and what a refused cancellation does is the matter of another clause. A supplier may change a booking of its own accord, and so it only warns.';

const onceCancelled =
  'Judged from the first answer after the cancellation that reports it. Only completed contradicts it: it may pass through other states, and be left out.';

export const keptBookingClauses = {
  'view-booking.stays-as-it-was': derived('3', {
    text: 'As long as nobody cancels it, the view of a completed booking reports one status, one price, one hotel and one room.',
    reading: untilCancelled,
  }),
  'search-bookings.stays-as-it-was': derived('3', {
    text: 'As long as nobody cancels it, lists report one price and one stay of a completed booking.',
    reading: `${untilCancelled} Its status is held against that of views by a clause of its own.`,
  }),
  'view-booking.cancelled-stays-cancelled': derived('3', {
    text: 'A booking that was viewed as cancelled is not viewed as completed again.',
    reading: onceCancelled,
  }),
  'search-bookings.cancelled-stays-cancelled': derived('3', {
    text: 'A booking that was listed as cancelled is not listed as completed again.',
    reading: onceCancelled,
  }),
} satisfies Record<string, Clause>;
