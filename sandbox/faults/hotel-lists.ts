/** Faults of the list of bookings: its filters, and whose bookings it holds. */

import type { BookingStatus } from '../../contracts/facts.ts';
import { answers, listOf } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalRequests } from '../hotels/canonical.ts';
import type { HotelRules, HotelWorld } from '../hotels/rules.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { dateOf, dayMs } from '../sales/days.ts';
import { shownToAll } from './hotel-parts.ts';

type AskedList = CanonicalRequests['search-bookings'];
type Matches = (booking: StoredBooking, asked: AskedList, world: HotelWorld) => boolean;

const touches = ['search-bookings'] as const;

const isDated = ({ createdFrom, createdTo }: AskedList): boolean =>
  createdFrom !== undefined || createdTo !== undefined;

/** Lets bookings into a list that its filter keeps out. */
const alsoMatches = (filter: 'matchesStatus' | 'matchesDates', lets: Matches) => ({
  touches,
  rules: (before: HotelRules): Partial<HotelRules> => ({
    [filter]: (booking: StoredBooking, asked: AskedList, world: HotelWorld) =>
      before[filter](booking, asked, world) || lets(booking, asked, world),
  }),
});

/** Keeps bookings out of a list that its filters let in. */
const hides = (isHidden: Matches) => ({
  touches,
  rules: ({ matchesDates }: HotelRules): Partial<HotelRules> => ({
    matchesDates: (booking, asked, world) => matchesDates(booking, asked, world) && !isHidden(booking, asked, world),
  }),
});

const isIn = (booking: StoredBooking, world: HotelWorld, ...statuses: readonly BookingStatus[]): boolean =>
  statuses.includes(world.rules.statusOf(booking, world));

const hourMs = 3_600_000;

const isNew = ({ createdAtMs }: StoredBooking, world: HotelWorld): boolean => world.now() < createdAtMs + hourMs;

/** The last booking of a list once more, under an id that nobody has. */
const listsAgain = (isWhen: (asked: AskedList) => boolean) =>
  answers('search-bookings', (body, { asked, world }) => {
    const last = listOf(body.bookings).at(-1);
    if (!last || !asked || !isWhen(asked)) return body;
    const again = { ...last, bookingId: world.rules.bookingIdOf(9_000_000, world), guestNames: ['Nemo Nobody'] };
    return { ...body, bookings: [...listOf(body.bookings), again] };
  });

export const hotelListFaults = [
  ...faultsOf('search-bookings.status-filter-holds', {
    'ignores-the-status-filter-beside-dates': alsoMatches('matchesStatus', (_, asked) => isDated(asked)),
    'lists-cancelled-bookings-among-completed-ones': alsoMatches(
      'matchesStatus',
      (booking, { status }, world) => status === 'completed' && isIn(booking, world, 'cancelled'),
    ),
    'lists-completed-bookings-among-cancelled-ones': alsoMatches(
      'matchesStatus',
      (booking, { status }, world) => status === 'cancelled' && isIn(booking, world, 'completed'),
    ),
    'lists-all-where-no-booking-has-the-status': {
      summary: 'A status that no booking has is no filter at all.',
      ...alsoMatches(
        'matchesStatus',
        (_, { status }, world) =>
          status !== undefined && !world.bookings.all().some((booking) => isIn(booking, world, status)),
      ),
    },
  }),
  ...faultsOf('search-bookings.creation-date-filter-holds', {
    'ignores-creation-dates': alsoMatches('matchesDates', () => true),
    'ignores-the-last-creation-date': alsoMatches(
      'matchesDates',
      ({ createdAtMs }, { createdFrom = '' }) => dateOf(createdAtMs) >= createdFrom,
    ),
    'ignores-the-first-creation-date': alsoMatches(
      'matchesDates',
      ({ createdAtMs }, { createdTo = '9999' }) => dateOf(createdAtMs) <= createdTo,
    ),
    'ignores-creation-dates-beside-a-status': alsoMatches('matchesDates', (_, { status }) => status !== undefined),
    'widens-creation-dates-by-a-week': alsoMatches(
      'matchesDates',
      ({ createdAtMs }, { createdFrom = '', createdTo = '9999' }) => {
        const [earlier, later] = [dateOf(createdAtMs - 7 * dayMs), dateOf(createdAtMs + 7 * dayMs)];
        return later >= createdFrom && earlier <= createdTo;
      },
    ),
  }),
  ...faultsOf('search-bookings.new-booking-is-listed', {
    'lists-new-bookings-an-hour-late': hides((booking, _, world) => isNew(booking, world)),
    'lists-new-bookings-under-no-status': hides(
      (booking, { status }, world) => status !== undefined && isNew(booking, world),
    ),
    'lists-new-bookings-under-no-date': hides((booking, asked, world) => isDated(asked) && isNew(booking, world)),
    'lists-new-bookings-under-filters-only': hides(
      (booking, asked, world) => asked.status === undefined && !isDated(asked) && isNew(booking, world),
    ),
    'lists-nothing-under-status-and-dates': hides((_, asked) => asked.status !== undefined && isDated(asked)),
    'counts-the-days-of-check-in-for-creation-dates': {
      summary: 'A filter by creation dates looks at the day of arrival.',
      touches,
      rules: {
        matchesDates: ({ offer: { stay } }, { createdFrom, createdTo }) =>
          (createdFrom === undefined || stay.checkIn >= createdFrom) &&
          (createdTo === undefined || stay.checkIn <= createdTo),
      },
    },
  }),
  ...faultsOf('search-bookings.lists-own-bookings-only', {
    'lists-bookings-of-every-partner': shownToAll('search-bookings'),
    'lists-names-of-other-partners-without-ids': answers('search-bookings', (body, { asked, world }) => {
      const shown = listOf(body.bookings).map(({ bookingId }) => bookingId);
      const others = world.bookings
        .all()
        .filter(({ bookingId }) => !shown.includes(bookingId))
        .filter((booking) => asked !== undefined && world.rules.matchesStatus(booking, asked, world))
        .filter((booking) => asked !== undefined && world.rules.matchesDates(booking, asked, world))
        .map((booking) => ({
          status: world.rules.statusOf(booking, world),
          createdAtMs: booking.createdAtMs,
          guestNames: booking.guests.flat().map(({ firstName, lastName }) => `${firstName} ${lastName}`),
        }));
      return { ...body, bookings: [...listOf(body.bookings), ...others] };
    }),
  }),
  ...faultsOf('search-bookings.filter-adds-nothing', {
    'lists-a-booking-again-under-a-status': listsAgain(({ status }) => status !== undefined),
    'lists-a-booking-again-under-dates': listsAgain((asked) => isDated(asked) && asked.status === undefined),
  }),
];
