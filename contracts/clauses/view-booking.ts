/** What the full view of a hotel booking promises (parts 2.5 and 4.6). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { shownField } from './hotel-readings.ts';

const since = '2026-08-06';

const groups =
  'A group that does not apply may be missing: two of them are enough. Where the binding names no place, groups with a name of their own are looked for, and two of any name show nothing. An ordinary total is lawful anywhere.';

export const viewBookingClauses = {
  'view-booking.status-is-documented': documented('2.5', since, {
    text: 'bookingInfo.status is one of the six documented states.',
    reading: 'A name of before 2026-08-06 breaks a clause of its own.',
  }),
  'view-booking.booking-id-is-shown': documented('2.5', since, {
    text: 'A view reports the bookingId.',
    reading: 'Its place and type are open. Every booking has one: null is the same as absent.',
  }),
  'view-booking.booking-id-is-the-one-asked-for': derived('4.6', since, {
    text: 'The bookingId of a view is that of the booking asked for.',
  }),
  'view-booking.stay-times-are-shown': documented('2.5', since, {
    text: 'A view reports checkinTime and checkoutTime.',
    reading: `Their place and form are open: a time of day is as lawful as a moment. ${shownField}`,
  }),
  'view-booking.check-in-is-before-check-out': derived('2.5', since, {
    text: 'Guests come before they go.',
    reading: 'Judged where both are moments or days; times of day may be reported as moments of one day.',
  }),
  'view-booking.stay-is-the-one-booked': derived('2.5', {
    text: 'A view reports the days of the stay that was booked.',
    reading: 'Of a booking of our own, as far as the binding reads them. Of a moment a day more or less is lawful.',
  }),
  'view-booking.guests-are-those-booked': derived('4.6', {
    text: 'A view shows the guest for whom the booking was made.',
    reading:
      'By the last name of the first guest, as far as the binding reads names. Names may be hidden from every view: judged where one view shows a guest of ours, and not in a view with a name in another script.',
  }),
  'view-booking.each-of-two-bookings-is-its-own': derived('4.6', {
    text: 'While two bookings are open at a time, the view of each reports nothing of the other.',
    reading:
      'Of two bookings of our own, by what tells them apart: guest, hotel, stay and price as far as they are read, and the room as the view reported it while there was one booking. What they share may be reported of both. Another bookingId than that asked for breaks a clause of its own.',
  }),
  'view-booking.price-is-told-alike': derived('2.5', {
    text: 'A booking has one price, whether it is created, listed or viewed.',
    reading: 'Until it is cancelled, in one currency, and between two views that report the same.',
  }),
  'view-booking.booked-upsells-are-shown': derived('2.5', {
    text: 'A view shows as many upsells as were booked.',
    reading: 'Until it is cancelled; more are lawful, and so is null. The last view counts.',
  }),
  'view-booking.supplier-is-shown': documented('2.5', since, {
    text: 'A view has a supplier with subProviderName, invoiceNumber and comment.',
    reading: shownField,
  }),
  'view-booking.room-is-shown': documented('2.5', since, {
    text: 'A view has hotel.room with rateName and roomId.',
    reading: 'Every booking is of a room and a rate: null is the same as absent.',
  }),
  'view-booking.preset-names-are-shown': documented('2.5', since, {
    text: 'A view has prices with searchPresetName and pricingPresetName.',
    reading: shownField,
  }),
  'view-booking.upsells-are-a-list': documented('2.5', {
    text: 'A view has its upsells, an array.',
    reading: shownField,
  }),
  'view-booking.price-details-when-asked-for': reading('4.6', since, {
    text: 'With includePriceDetails true, a view has the price detail.',
    reading: groups,
  }),
  'view-booking.price-details-have-every-group': derived('2.5', since, {
    text: 'Where a view has the price detail, each of its eight groups is there: total, discount, markup, serviceFee, commission, supplier, vat and deposit.',
    reading:
      'That a group which does not apply may be missing is as likely a reading, and so it only warns. Zero and null are there. A group may stand anywhere in the view but among the upsells, under its own name; the supplier of the booking, at the top, is none.',
  }),
  'view-booking.no-price-details-unless-asked-for': reading('2.5', since, {
    text: 'With includePriceDetails false, a view has no price detail.',
    reading: groups,
  }),
  'view-booking.upsells-have-price-details-when-asked-for': reading('4.6', since, {
    text: 'With includePriceDetails true, every upsell has a price detail.',
    reading: groups,
  }),
  'view-booking.upsells-have-no-price-details-unless-asked-for': reading('2.5', since, {
    text: 'With includePriceDetails false, no upsell has a price detail.',
    reading: groups,
  }),
  'view-booking.price-details-change-nothing-else': derived('4.6', since, {
    text: 'Asking for price details changes nothing else of a view.',
    reading:
      'Two views with them stand between two without, or the other way round; what differs between views that ask alike is left out. More members, another order, the request repeated, and a price that moves into its detail are lawful.',
  }),
  'view-booking.residence-details-are-accepted': documented('4.6', since, {
    text: 'A view is answered whether includeResidenceDetails is true or false.',
    reading: 'Judged where a view that differs in it alone was answered.',
  }),
  'view-booking.price-parts-add-up': derived('2.5', {
    text: 'The parts of the price of a booking add up to it.',
    reading: 'To the hundredth for each part.',
  }),
  'view-booking.unknown-booking-is-refused': derived('4.6', {
    text: 'Viewing a booking that does not exist does not succeed.',
  }),
  'view-booking.other-partner-sees-nothing': derived('4.6', {
    text: 'Viewing a booking of another partner does not succeed.',
    reading: 'An answer with nothing in it is as lawful as a refusal.',
  }),
} satisfies Record<string, Clause>;
