/** What issuing, looking at and voiding tickets promises (parts 3, 4.4, 5, 7 and 8). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { bound, emptyAnswer, likeNumbers, openTicket, settles, twoReasons } from './avia-readings.ts';

const nearTheEnd =
  'The window is voidWindowMs of the target, one for all its tickets, as the interface says only how long it usually is; it counts from the issue as its clock or an answer tells. Within five minutes of its end nothing is judged.';

const inVain =
  'A ticket that the target file names, and that neither a look nor the void finds, may be wrong in that file.';

export const ticketsClauses = {
  'ticket-issue.works-on-created-booking': documented('3', {
    text: 'Tickets are issued for a booking that pnr_create made.',
    reading:
      'One booking may be refused for a reason of its own, such as a fare that is gone: every booking must be refused, two at least. A cancelled booking is another matter.',
  }),
  'ticket-issue.unknown-booking-is-refused': derived('3', {
    text: 'No ticket is issued for a booking that does not exist.',
  }),
  'ticket-issue.cancelled-booking-is-refused': derived('3', {
    text: 'No ticket is issued for a cancelled booking.',
    reading: 'Judged once a retrieval has shown it as not active, or not at all.',
  }),
  'ticket-issue.ticket-numbers-have-a-documented-form': documented('4.4', {
    text: 'A ticket number is 13 digits, or a vendor and a number with a hyphen between them.',
    reading:
      'Both forms are lawful, in one answer too. The part before the hyphen is open; the part after it is digits. Judged where tickets are issued: by ticket_issue, and by ticket_exchange.',
  }),
  'ticket-info.coupon-status-is-told': documented('4.4', {
    text: 'The information about a ticket reports the status of its coupons.',
    reading: `${bound} One status at least, of whatever words. A ticket that was voided, exchanged or refunded may have no coupons any more, and one just issued may not be shown yet.`,
  }),
  'ticket-info.answers-the-ticket-asked-for': derived('4.4', {
    text: 'The information about a ticket is about the one asked for.',
    reading: `${likeNumbers} Where several tickets are answered, it is enough that the one asked for is among them.`,
  }),
  'ticket-info.other-partner-sees-nothing': derived('4.4', {
    text: 'Information about a ticket of another partner is not given.',
    reading: emptyAnswer,
  }),
  'ticket-cancel.unused-ticket-is-voided-inside-window': documented('3', {
    text: 'An unused ticket is voided while its window is open.',
    reading: `${nearTheEnd} VOID_TIME_EXPIRED and TICKET_USED break it; so do INVALID_TICKET_STATE, TICKET_NOT_FOUND and BOOKING_NOT_FOUND once the ticket was shown as open, as it may take its time. A supplier may refuse one ticket: any other reason breaks it where every ticket tried is refused, two at least. A number written in the form that the service has not shown may be refused for that.`,
  }),
  'ticket-cancel.success-is-empty-or-tells-when': documented('4.4', {
    text: 'A void that succeeds answers 200 with an empty object, or success true with voidedAt, an ISO 8601 time in UTC.',
    reading: 'Both are lawful; null says nothing, and beside success true further fields are lawful.',
  }),
  'ticket-cancel.voided-at-is-the-moment-of-the-void': derived('4.4', {
    text: 'voidedAt lies between the request and its answer.',
    reading: 'On the clock of the target, with a minute for clocks.',
  }),
  'ticket-cancel.success-carries-no-error': documented('4.4', {
    text: 'With success true there is no error.',
    reading: 'Null is none. An answer without success shows nothing.',
  }),
  'ticket-cancel.failure-carries-an-error': documented('4.4', {
    text: 'With success false there is an error with a code and a message, both text.',
    reading: 'A refusal without success shows nothing.',
  }),
  'ticket-cancel.voided-ticket-is-not-open': derived('4.4', {
    text: 'A voided ticket is not open any more.',
    reading: `${openTicket} ${settles}`,
  }),
  'ticket-cancel.late-void-is-expired': documented('7', {
    text: 'A void after the window does not succeed, and says VOID_TIME_EXPIRED.',
    reading: `${nearTheEnd} Being late is no state of the ticket: INVALID_TICKET_STATE alone is not lawful. ${twoReasons}`,
  }),
  'ticket-cancel.unknown-ticket-is-not-found': documented('7', {
    text: 'A void of a ticket that does not exist says TICKET_NOT_FOUND.',
    reading: `${likeNumbers} ${twoReasons} In the form that the service has not shown it may be refused with any code.`,
  }),
  'ticket-cancel.incomplete-request-is-refused': reading('4.4', {
    text: 'A void without bookingId or without ticketNumber does not succeed.',
    reading: 'Both are required; with which code and status their lack is refused is not said, so any is lawful.',
  }),
  'ticket-cancel.used-ticket-is-refused': documented('7', {
    text: 'A void of a used ticket does not succeed, and says TICKET_USED.',
    reading: `Part 3 names INVALID_TICKET_STATE beside it, which is as lawful. ${twoReasons} ${inVain}`,
  }),
  'ticket-cancel.unknown-booking-is-not-found': documented('7', {
    text: 'A void in a booking that does not exist says BOOKING_NOT_FOUND.',
    reading: `Without the booking its ticket is not found either: TICKET_NOT_FOUND is lawful. ${twoReasons}`,
  }),
  'ticket-cancel.unknown-booking-is-named': derived('7', {
    text: 'A void of a ticket of ours in a booking that does not exist says BOOKING_NOT_FOUND, not TICKET_NOT_FOUND.',
    reading:
      'The ticket is there, and only the booking is not. Whoever looks for the ticket in that booking finds none either, and so it only warns. Any other code is the matter of ticket-cancel.unknown-booking-is-not-found.',
  }),
  'ticket-cancel.second-void-is-refused': reading('3', {
    text: 'A ticket that was voided is not voided again.',
    reading:
      'What counts as unused is not said: a voided ticket is taken not to. INVALID_TICKET_STATE suits it best; any other documented code of ticket_cancel is lawful, as a voided ticket may not be found any more.',
  }),
  'ticket-cancel.ended-ticket-is-refused': reading('3', {
    text: 'A ticket that was exchanged or refunded is not voided.',
    reading:
      'INVALID_TICKET_STATE suits it best; any other documented code of ticket_cancel is lawful, as such a ticket may not be found any more. Where an exchange reports the old number as that of the new ticket, nothing is judged.',
  }),
  'ticket-cancel.other-partner-is-refused': reading('5', {
    text: 'A ticket of another partner is not voided.',
    reading:
      'ACCESS_DENIED, BOOKING_NOT_FOUND and TICKET_NOT_FOUND are lawful: whether the ticket exists need not be said. So is 401 or 403.',
  }),
  'ticket-cancel.lack-of-rights-is-access-denied': documented('5', {
    text: 'A void without rights does not succeed, and says ACCESS_DENIED.',
    reading: `Asked only about the ticket that known.withoutRights of the target names. ${inVain}`,
  }),
  'ticket-cancel.refused-void-changes-nothing': derived('4.4', {
    text: 'A ticket whose void was refused is as open as before.',
    reading:
      'Judged by a ticket that was open, between two looks with nothing else before or between them that could change it.',
  }),
} satisfies Record<string, Clause>;
