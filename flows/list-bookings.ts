import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { bookingStatuses } from '../contracts/facts.ts';
import { flow } from '../engine/flow.ts';
import { dayAfter } from '../generators/calendar.ts';
import { type Filters, listedBookings, notToday } from './steps/listed-bookings.ts';

/** Lists whatever bookings there are, by every status and by creation dates. */
export const listBookings = flow('list-bookings', {
  story: 'List the bookings there are, by every status, and created of late, long ago, and in days to come.',
  phase: 'main',
  operations: ['search-bookings'],
  exercises: [
    ...clausesOf(['json']),
    'search-bookings.status-is-documented',
    'search-bookings.status-filter-holds',
    'search-bookings.creation-date-filter-holds',
    'search-bookings.filter-adds-nothing',
    'booking-status.former-values-are-gone',
    'hotel-bearer.issued-token-is-accepted',
  ],
  input: fc.record({ daysBack: fc.integer({ min: 3, max: 14 }) }),
  run: async (session, { daysBack }) => {
    await listedBookings(session, {});
    const now = session.targetNowMs();
    const ranges: Filters[] = [
      { createdFrom: dayAfter(now, -daysBack), createdTo: dayAfter(now, 0) },
      // Nothing is created in days to come, so that whatever comes back shows a bound that is not held.
      ...notToday(now),
    ];
    const { some } = session.sample;
    for (const status of some(bookingStatuses, { standard: 1 })) await listedBookings(session, { status });
    for (const range of some(ranges, { standard: 1 })) await listedBookings(session, range);
    await listedBookings(session, {});
  },
});
