/** What the view of a hotel booking promises. */

import { inBody, mismatch } from '../check.ts';
import {
  answeredBookings,
  isOfBookedHotel,
  isOnePrice,
  jsonViewsBeforeTheEnd,
  pricesAround,
  showsItsGuest,
  showsItsUpsells,
  showsUpsells,
  stayAsBooked,
  upsellsBooked,
  viewsBeforeTheEnd,
} from '../checks/booked-as-asked.ts';
import { isBookingFound, staysLookedFor } from '../checks/found-again.ts';
import { inViews, onceCancelled, staysCancelled } from '../checks/kept-bookings.ts';
import { isForeign, isTheOneAskedFor, ownBookings } from '../checks/own-bookings.ts';
import { otherPartnerIsRefused, showsNothingToAsker, unknownAsks, unnamedAsks } from '../checks/refused-asks.ts';
import {
  addsUp,
  comesBeforeGoing,
  ofEveryView,
  residencePairs,
  showsEverybody,
  showsFields,
  showsSomewhere,
} from '../checks/view-booking.ts';
import {
  changesNothingElse,
  everyGroupIn,
  groupsOf,
  unlessAsked,
  viewsAsking,
  whenAsked,
} from '../checks/view-comparisons.ts';
import { bookingDimensions, nothingOwn, readDimensions } from '../dimensions.ts';
import { reportsAgree } from '../laws/agreement.ts';
import { echo, stayEchoes } from '../laws/echo.ts';
import { frame } from '../laws/frame.ts';
import { staysShown } from '../laws/sightings.ts';
import { stays } from '../laws/things.ts';
import { isRefusal } from '../outcome.ts';
import { bodyOf, field } from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import { statusIsDocumented } from './booking-status.ts';
import { echoed, emptyAnswer, found, framed, reporting, untilShownCancelled } from './readings.ts';

const shownField = 'Null says that there is none; a response without the field breaks the clause.';

const since = '2026-08-06';

const groups =
  'A group that does not apply may be missing: two of them are enough. Where the binding names no place, groups with a name of their own are looked for, and two of any name show nothing. An ordinary total is lawful anywhere.';

export const viewBookingTopic = topic('view-booking', {
  area: 'hotels',
  severity: 'critical',
  dimensions: [...bookingDimensions, ...readDimensions],
  clauses: {
    'view-booking.finds-each-booking': reading('4.6', {
      text: 'A hotel booking that was made is viewed by its partner.',
      reading: `That it exists is read out of the answer that made it, in no state of refusal, until it is cancelled, for fifteen minutes at most. ${found} Where views with other details alone are answered, nothing is judged.`,
      given: staysLookedFor,
      then: isBookingFound,
    }),

    'view-booking.hotel-is-the-one-booked': derived('4.6', {
      text: 'A view names the hotel of the offer that was booked.',
      reading: 'By hotelId, where offer and view have one; what is no number is not compared with a number.',
      given: (trace) => answeredBookings(trace).flatMap((booking) => viewsBeforeTheEnd(trace, booking)),
      then: isOfBookedHotel,
    }),

    'view-booking.every-guest-is-shown': derived('4.6', {
      text: 'A view shows every guest in the room for which the guest was booked.',
      reading:
        'As far as the binding reads names by room, whatever their case, accents, titles and order, and that of the rooms. Judged of all but the first, and where one view shows such a guest; where no view shows more than the first of each room, the others are not missed. A last name beside another first name, and a name in another script, show nothing.',
      given: (trace) => ownBookings(trace).flatMap((booking) => viewsBeforeTheEnd(trace, booking)),
      then: showsEverybody,
    }),

    'view-booking.upsells-are-those-booked': derived('2.5', {
      text: 'A view shows each upsell that was booked, by its name or at its price.',
      reading:
        'As far as the binding reads them. Another name alone shows nothing: a view may have names of its own. Until it is cancelled.',
      given: (trace) =>
        answeredBookings(trace)
          .filter((booking) => upsellsBooked(booking).length > 0)
          .flatMap((booking) => viewsBeforeTheEnd(trace, booking)),
      then: showsItsUpsells,
    }),

    'view-booking.people-are-as-sent': law('4.6', {
      text: 'Where guests are shown as they were sent, all are.',
      reading: echoed,
      ...echo(stayEchoes),
    }),

    'view-booking.acts-elsewhere-change-nothing': law('3', {
      text: 'Nothing that is done elsewhere changes what views and lists report of a booking.',
      reading: framed,
      ...frame(stays),
    }),

    'view-booking.operations-agree': law('2.5', {
      text: 'What one operation reports of a booking, the others report too.',
      reading: reporting,
      ...reportsAgree(staysShown, 'create-booking', 'view-booking', 'search-bookings'),
    }),

    'view-booking.cancelled-stays-cancelled': derived('3', {
      text: 'A booking that was viewed as cancelled is not viewed as completed again.',
      reading: untilShownCancelled,
      given: onceCancelled(inViews),
      then: staysCancelled,
    }),

    'view-booking.status-is-documented': documented('2.5', {
      severity: 'major',
      since,
      text: 'bookingInfo.status is one of the six documented states.',
      reading: 'A name of before 2026-08-06 breaks a clause of its own.',
      ...statusIsDocumented('view-booking'),
    }),

    'view-booking.booking-id-is-shown': documented('2.5', {
      severity: 'major',
      since,
      text: 'A view reports the bookingId.',
      reading: 'Its place and type are open. Every booking has one: null is the same as absent.',
      ...showsSomewhere(['bookingId'], false),
    }),

    'view-booking.booking-id-is-the-one-asked-for': derived('4.6', {
      since,
      text: 'The bookingId of a view is that of the booking asked for.',
      ...ofEveryView((view) => isTheOneAskedFor(view, view.facts?.booking?.bookingId)),
    }),

    'view-booking.stay-times-are-shown': documented('2.5', {
      severity: 'major',
      since,
      text: 'A view reports checkinTime and checkoutTime.',
      reading: `Their place and form are open: a time of day is as lawful as a moment. ${shownField}`,
      ...showsSomewhere(['checkinTime', 'checkoutTime'], true),
    }),

    'view-booking.check-in-is-before-check-out': derived('2.5', {
      severity: 'minor',
      since,
      text: 'Guests come before they go.',
      reading: 'Judged where both are moments or days; times of day may be reported as moments of one day.',
      ...ofEveryView(comesBeforeGoing),
    }),

    'view-booking.stay-is-the-one-booked': derived('2.5', {
      text: 'A view reports the days of the stay that was booked.',
      reading: 'Of a booking of our own, as far as the binding reads them. Of a moment a day more or less is lawful.',
      given: (trace) => ownBookings(trace).flatMap((booking) => jsonViewsBeforeTheEnd(trace, booking)),
      then: stayAsBooked,
    }),

    'view-booking.guests-are-those-booked': derived('4.6', {
      text: 'A view shows the guest for whom the booking was made.',
      reading:
        'By the last name of the first guest, as far as the binding reads names. Names may be hidden from every view: judged where one view shows a guest of ours, and not in a view with a name in another script.',
      given: (trace) =>
        ownBookings(trace)
          .filter(({ mark }) => mark !== undefined)
          .flatMap((booking) => jsonViewsBeforeTheEnd(trace, booking)),
      then: showsItsGuest,
    }),

    'view-booking.price-is-told-alike': derived('2.5', {
      text: 'A booking has one price, whether it is created, listed or viewed.',
      reading: 'Until it is cancelled, in one currency, and between two views that report the same.',
      given: (trace) => ownBookings(trace).flatMap((booking) => pricesAround(trace, booking)),
      then: isOnePrice,
    }),

    'view-booking.booked-upsells-are-shown': derived('2.5', {
      severity: 'major',
      text: 'A view shows as many upsells as were booked.',
      reading: 'Until it is cancelled; more are lawful, and so is null. The last view counts.',
      dimensions: { without: ['extras'], because: 'without extras it says nothing' },
      given: (trace) =>
        ownBookings(trace)
          .filter((booking) => upsellsBooked(booking).length > 0)
          .flatMap((booking) => jsonViewsBeforeTheEnd(trace, booking).slice(-1)),
      then: showsUpsells,
    }),

    'view-booking.supplier-is-shown': documented('2.5', {
      severity: 'major',
      since,
      text: 'A view has a supplier with subProviderName, invoiceNumber and comment.',
      reading: shownField,
      ...showsFields(['supplier'], ['subProviderName', 'invoiceNumber', 'comment'], true),
    }),

    'view-booking.room-is-shown': documented('2.5', {
      severity: 'major',
      since,
      text: 'A view has hotel.room with rateName and roomId.',
      reading: 'Every booking is of a room and a rate: null is the same as absent.',
      ...showsFields(['hotel', 'room'], ['rateName', 'roomId'], false),
    }),

    'view-booking.preset-names-are-shown': documented('2.5', {
      severity: 'minor',
      since,
      text: 'A view has prices with searchPresetName and pricingPresetName.',
      reading: shownField,
      ...showsFields(['prices'], ['searchPresetName', 'pricingPresetName'], true),
    }),

    'view-booking.upsells-are-a-list': documented('2.5', {
      severity: 'major',
      text: 'A view has its upsells, an array.',
      reading: shownField,
      ...ofEveryView((view) => {
        const upsells = field(bodyOf(view), 'upsells');
        return upsells === null || Array.isArray(upsells)
          ? undefined
          : mismatch(view, [...inBody, 'upsells'], 'an array, or null');
      }),
    }),

    'view-booking.price-details-when-asked-for': reading('4.6', {
      severity: 'major',
      since,
      text: 'With includePriceDetails true, a view has the price detail.',
      reading: groups,
      ...whenAsked('booking'),
    }),

    'view-booking.price-details-have-every-group': derived('2.5', {
      severity: 'major',
      since,
      text: 'Where a view has the price detail, each of its eight groups is there: total, discount, markup, serviceFee, commission, supplier, vat and deposit.',
      reading:
        'That a group which does not apply may be missing is as likely a reading, and so it only warns. Zero and null are there. A group may stand anywhere in the view but among the upsells, under its own name; the supplier of the booking, at the top, is none.',
      given: (trace) => viewsAsking(trace, true),
      then: everyGroupIn,
    }),

    'view-booking.no-price-details-unless-asked-for': reading('2.5', {
      severity: 'minor',
      since,
      text: 'With includePriceDetails false, a view has no price detail.',
      reading: groups,
      ...unlessAsked('booking'),
    }),

    'view-booking.upsells-have-price-details-when-asked-for': reading('4.6', {
      severity: 'major',
      since,
      text: 'With includePriceDetails true, every upsell has a price detail.',
      reading: groups,
      dimensions: { without: ['extras'], because: 'without extras it says nothing' },
      ...whenAsked('upsell'),
    }),

    'view-booking.upsells-have-no-price-details-unless-asked-for': reading('2.5', {
      severity: 'minor',
      since,
      text: 'With includePriceDetails false, no upsell has a price detail.',
      reading: groups,
      dimensions: { without: ['extras'], because: 'without extras it says nothing' },
      ...unlessAsked('upsell'),
    }),

    'view-booking.price-details-change-nothing-else': derived('4.6', {
      severity: 'major',
      since,
      text: 'Asking for price details changes nothing else of a view.',
      reading:
        'Two views with them stand between two without, or the other way round; what differs between views that ask alike is left out. More members, another order, the request repeated, and a price that moves into its detail are lawful.',
      given: groupsOf,
      then: changesNothingElse,
    }),

    'view-booking.residence-details-are-accepted': documented('4.6', {
      severity: 'major',
      since,
      text: 'A view is answered whether includeResidenceDetails is true or false.',
      reading: 'Judged where a view that differs in it alone was answered.',
      given: residencePairs,
      then: ({ exchanges: [, view] }) =>
        isRefusal(view)
          ? mismatch(view, ['response', 'status'], 'a view, as with the other value of includeResidenceDetails')
          : undefined,
    }),

    'view-booking.price-parts-add-up': derived('2.5', {
      text: 'The parts of the price of a booking add up to it.',
      reading: 'To the hundredth for each part.',
      ...ofEveryView(addsUp),
    }),

    'view-booking.unknown-booking-is-refused': derived('4.6', {
      severity: 'major',
      text: 'Viewing a booking that does not exist does not succeed.',
      reading: emptyAnswer,
      dimensions: nothingOwn,
      given: (trace) => unknownAsks(trace, 'view-booking'),
      then: showsNothingToAsker,
    }),

    'view-booking.unnamed-booking-is-refused': law('4.6', {
      severity: 'major',
      text: 'A view that names no booking shows none.',
      reading: `Its id is left out, null or an empty text. ${emptyAnswer}`,
      dimensions: nothingOwn,
      given: (trace) => unnamedAsks(trace, 'view-booking'),
      then: showsNothingToAsker,
    }),

    'view-booking.other-partner-sees-nothing': derived('4.6', {
      text: 'Viewing a booking of another partner does not succeed.',
      reading: emptyAnswer,
      ...otherPartnerIsRefused('view-booking', isForeign),
    }),
  },
});
