import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { hotelOperations } from '../../contracts/operations.ts';
import { bookedRef } from '../../flows/steps/needs.ts';
import { aroundToday, isAtRest, ownBooking } from '../../flows/steps/own-booking.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { guests, guestsOf } from '../../generators/people.ts';
import { bookingFilters, type DrawnFilters, filtersOn } from '../../generators/requests/booking-filters.ts';
import { bookedStay, stayToBook } from '../booked-stay.ts';
import { exploration } from '../exploration.ts';

/** Perhaps, as the time zone of the service is not said. */
const holdsToday = ({ createdFrom, createdTo }: DrawnFilters, nowMs: number): boolean => {
  const today = dayAfter(nowMs, 0);
  return (createdFrom ?? today) <= today && (createdTo ?? today) >= today;
};

/** Lists bookings under filters of any kind, around one of ours, and without a filter before and after. */
export const exploreBookingFilters = exploration('explore-booking-filters', {
  story:
    'Book an offer that can be cancelled free of charge, and list bookings without a filter, with any, and without again.',
  phase: 'main',
  operations: hotelOperations,
  exercises: [
    ...clausesOf(['json', 'booking-status']),
    'create-booking.one-request-books-once',
    'search-bookings.status-is-documented',
    'search-bookings.status-filter-holds',
    'search-bookings.creation-date-filter-holds',
    'search-bookings.filter-adds-nothing',
    'search-bookings.new-booking-is-listed',
  ],
  input: fc.record({
    ...stayToBook,
    guests,
    filters: bookingFilters,
    /** Asks for the status that the booking has, where one was drawn. */
    isAsItIs: fc.boolean(),
  }),
  run: async (session, { guests: drawn, filters, isAsItIs, ...stay }) => {
    const booked = await bookedStay(session, stay, { guestsFor: (chosen) => guestsOf(drawn, chosen) });
    const booking = ownBooking(session, bookedRef(booked));
    const canView = session.target.bindings['view-booking'] !== undefined;
    // A list may take a while to show a new booking, and one of these days is what was looked up when it was made.
    await booking.listUntil({});
    await booking.listUntil(aroundToday(session.targetNowMs()));
    for (const filter of filters) {
      const nowMs = session.targetNowMs();
      const status = canView && filter.status !== undefined ? await booking.statusNow() : undefined;
      const asked = { ...filtersOn(filter, nowMs), ...(isAsItIs && status && { status }) };
      const isFit = asked.status === undefined || asked.status === status;
      if (isFit && holdsToday(asked, nowMs)) await booking.listUntil(asked);
      else await booking.list(asked);
      // It may have moved on meanwhile.
      if (canView && asked.status !== undefined) await booking.statusNow();
    }
    await booking.list({});
    // While it is in work it may lawfully not be cancelled.
    if (canView) await booking.viewUntil(isAtRest);
  },
});
