import fc from 'fast-check';
import { guests, guestsOf } from '../../generators/guests.ts';
import { viewDetails } from '../../generators/requests/view-details.ts';
import { bookedRef } from '../booking/need-bookings.ts';
import { isAtRest, isViewed, ownBooking } from '../booking/own-booking.ts';
import { bookedStay, stayToBook } from './booked-stay.ts';
import { exploration } from './exploration.ts';
import { isSendable } from './is-sendable.ts';

/** Views one booking of ours with details in any combination and any order. */
export const exploreViewDetails = exploration('explore-view-details', {
  story: 'Book an offer that can be cancelled free of charge, and view it with details in any combination and order.',
  phase: 'main',
  operations: [
    'hotel-search',
    'hotel-pricing',
    'offer-pricing',
    'create-booking',
    'view-booking',
    'search-bookings',
    'cancel-booking',
  ],
  exercises: [
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
    'view-booking.status-is-documented',
    'view-booking.booking-id-is-shown',
    'view-booking.booking-id-is-the-one-asked-for',
    'view-booking.stay-times-are-shown',
    'view-booking.check-in-is-before-check-out',
    'view-booking.stay-is-the-one-booked',
    'view-booking.guests-are-those-booked',
    'view-booking.price-is-told-alike',
    'view-booking.booked-upsells-are-shown',
    'view-booking.supplier-is-shown',
    'view-booking.room-is-shown',
    'view-booking.preset-names-are-shown',
    'view-booking.upsells-are-a-list',
    'view-booking.price-details-when-asked-for',
    'view-booking.no-price-details-unless-asked-for',
    'view-booking.upsells-have-price-details-when-asked-for',
    'view-booking.upsells-have-no-price-details-unless-asked-for',
    'view-booking.residence-details-are-accepted',
    'view-booking.price-parts-add-up',
    'booking-status.former-values-are-gone',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  input: fc.record({
    ...stayToBook,
    guests,
    details: fc.array(viewDetails, { minLength: 1, maxLength: 8, size: 'max' }),
  }),
  run: async (session, { guests: drawn, details, ...stay }) => {
    const booked = await bookedStay(session, stay, { guestsFor: (chosen) => guestsOf(drawn, chosen) });
    const booking = ownBooking(session, bookedRef(booked));
    await booking.viewUntil(isViewed);
    // While it is in work it may lawfully not be cancelled.
    await booking.viewUntil(isAtRest);
    for (const each of details) {
      if (isSendable(session, 'view-booking', { details: each })) await booking.view(each);
    }
  },
});
