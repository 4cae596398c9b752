import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { hotelOperations } from '../../contracts/operations.ts';
import { shownInViews } from '../../flows/steps/choose-offer.ts';
import { bookedRef } from '../../flows/steps/needs.ts';
import { isAtRest, isViewed, ownBooking } from '../../flows/steps/own-booking.ts';
import { viewDetails } from '../../generators/from-schema.ts';
import { guests, guestsOf } from '../../generators/people.ts';
import { bookedStay, stayToBook } from '../booked-stay.ts';
import { exploration } from '../exploration.ts';
import { isSendable } from '../is-sendable.ts';

/** Views one booking of ours with details in any combination and any order. */
export const exploreViewDetails = exploration('explore-view-details', {
  story: 'Book an offer that can be cancelled free of charge, and view it with details in any combination and order.',
  phase: 'main',
  operations: hotelOperations,
  exercises: [
    // It cancels nothing.
    ...shownInViews.filter((id) => id !== 'view-booking.cancelled-stays-cancelled'),
    ...clausesOf(['json']),
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
    'booking-status.former-values-are-gone',
  ],
  input: fc.record({
    ...stayToBook,
    guests,
    details: fc.array(viewDetails, { minLength: 1, maxLength: 5, size: 'max' }),
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
