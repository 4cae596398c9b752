/** What creating, listing and cancelling hotel bookings promises (parts 2.5, 3, 4.6, 7 and 9). */
import { type Clause, derived, documented, reading } from '../clause.ts';

const statusSince = '2026-08-06';
const guestsSince = '2026-08-31';

const former = 'A name of before 2026-08-06 breaks a clause of its own.';
const otherCode =
  'Another code breaks it where the same offer is accepted with complete guests; else the refusal may be about something else. A supplier may answer late: a booking that was taken in as inWork or unknown, and was not seen completed, shows nothing.';

const waited = 'The change may take its time: it is looked for until limits.settleMs of the target have passed.';
const overBefore = 'What was last seen rejected or failed before is another matter: transitions are not shown.';

export const hotelBookingClauses = {
  'create-booking.status-is-documented': documented('2.5', statusSince, {
    text: 'A booking is created with one of the six documented states.',
    reading: `The place of status is open: where several fields have that name, one with a documented state counts. ${former}`,
  }),
  'create-booking.guest-without-citizenship-is-refused': documented('7', guestsSince, {
    text: 'The supplier that requires it refuses a guest without citizenship, with SUPPLIER_ERROR.',
    reading: otherCode,
  }),
  'create-booking.guest-without-gender-is-refused': documented('7', guestsSince, {
    text: 'The supplier that requires it refuses a guest without gender, with SUPPLIER_ERROR.',
    reading: otherCode,
  }),
  'create-booking.supplier-error-says-why': documented('7', {
    text: 'A SUPPLIER_ERROR carries the reason of the supplier in its message.',
  }),
  'create-booking.refused-booking-does-not-exist': derived('7', {
    text: 'After a refusal no booking with these guests is in work or completed.',
    reading: 'A record of it in any other state is lawful, and the last answer that reports it counts.',
  }),
  'create-booking.complete-guests-are-accepted': derived('7', guestsSince, {
    text: 'The supplier that requires citizenship and gender accepts the same guests with both.',
    reading: 'Any other reason to refuse is lawful and shows nothing; only the same SUPPLIER_ERROR again breaks it.',
  }),
  'create-booking.one-request-books-once': derived('4.6', {
    text: 'One request creates one booking at most, also when its answer is lost.',
    reading: 'What stands under one id on two pages is one booking.',
  }),
  'search-bookings.status-is-documented': documented('2.5', statusSince, {
    text: 'Every booking of the list has one of the six documented states.',
    reading: `A list without any record may lack its bookings. ${former}`,
  }),
  'search-bookings.status-filter-holds': documented('4.6', {
    text: 'A list filtered by status holds bookings of that status only.',
    reading:
      'A filter that is refused shows nothing, and a booking without a documented status is the matter of another clause.',
  }),
  'search-bookings.creation-date-filter-holds': reading('4.6', {
    text: 'A list filtered by creation dates holds bookings created between them only.',
    reading:
      'Time zones are not said: a day before and a day after are lawful. Of bookings of our own we know when they were made; of others the binding tells. A range that ends before it begins may be refused, hold nothing, or be read from its end.',
  }),
  'search-bookings.new-booking-is-listed': derived('4.6', {
    text: 'A booking just made is listed without a filter, under its status, under today, and under both.',
    reading: `${waited} Time zones are not said: today is from yesterday to tomorrow. Page sizes are not shown: without a nextPage of the binding, a long list shows nothing.`,
  }),
  'search-bookings.lists-own-bookings-only': reading('4.6', {
    text: 'A list holds no booking of another partner.',
    reading: 'Judged by a booking of our own, which the second partner of the target must not see.',
  }),
  'search-bookings.filter-adds-nothing': derived('4.6', {
    text: 'A list with a filter shows no booking that the list without it, read before and after, does not show.',
    reading:
      'A list without a filter may leave out a status, or old bookings: judged of a status that it shows, and between the first and the last creation that it shows.',
  }),
  'cancel-booking.penalties-and-refund-are-told': documented('4.6', {
    text: 'A cancellation reports the penalties and the refund.',
    reading:
      'Their places and forms are what the binding says; nothing to pay is reported as zero by the binding, whatever the service writes for it. An empty answer reports neither. Of a second cancellation nothing is said, nor of one of a booking that was seen rejected or failed.',
  }),
  'cancel-booking.penalty-and-refund-are-the-price': derived('4.6', {
    text: 'Penalties and refund together are what the booking cost.',
  }),
  'cancel-booking.free-cancellation-costs-nothing': derived('4.6', {
    text: 'A booking cancelled while its offer promised that to be free has no penalty.',
  }),
  'cancel-booking.view-shows-cancelled': derived('3', {
    text: 'A cancelled booking is viewed as cancelled.',
    reading: `${waited} ${overBefore}`,
  }),
  'cancel-booking.list-shows-cancelled': derived('3', {
    text: 'A cancelled booking is listed as cancelled.',
    reading: `${waited} ${overBefore} It may be left out of lists, but of one filtered by cancelled only if no status ever found it.`,
  }),
  'cancel-booking.refused-cancellation-changes-nothing': derived('3', {
    text: 'After a refused cancellation a booking is not cancelled.',
    reading: 'Whoever asked for it. Judged by the last view before any that was not refused.',
  }),
  'cancel-booking.other-partner-is-refused': derived('4.6', {
    text: 'Cancelling a booking of another partner does not succeed.',
    reading: 'Asked only where a view has just refused that booking to the second partner.',
  }),
  'cancel-booking.unknown-booking-is-refused': derived('4.6', {
    text: 'Cancelling a booking that does not exist does not succeed.',
  }),
  'booking-status.operations-agree': derived('3', {
    text: 'View and list report one status of one booking.',
    reading: `A booking may be moving: the last list between two equal views counts, before it is cancelled. ${waited}`,
  }),
  'booking-status.former-values-are-gone': documented('9', statusSince, {
    text: 'No operation reports a status by its name of before 2026-08-06, such as Booked or Inwork.',
  }),
} satisfies Record<string, Clause>;
