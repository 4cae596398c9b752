/** Faults of the list of bookings: its filters, and whose bookings it holds. */
import type { BookingStatus } from '../../contracts/facts.ts';
import { answers, listOf } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalRequests } from '../hotels/canonical.ts';
import type { HotelRules, HotelWorld } from '../hotels/rules.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { dateOf, dayMs } from '../sales/days.ts';

type Asked = CanonicalRequests['search-bookings'];
type Matches = (booking: StoredBooking, asked: Asked, world: HotelWorld) => boolean;

const touches = ['search-bookings'] as const;

const isDated = ({ createdFrom, createdTo }: Asked): boolean => createdFrom !== undefined || createdTo !== undefined;

/** Lets bookings into a list that its filter keeps out. */
const alsoMatches = (filter: 'matchesStatus' | 'matchesDates', lets: Matches) => ({
  touches,
  rules: (before: HotelRules): Partial<HotelRules> => ({
    [filter]: (booking: StoredBooking, asked: Asked, world: HotelWorld) =>
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

const statusFaults = [
  fault('ignores-the-status-filter-beside-dates', {
    violates: ['search-bookings.status-filter-holds'],
    summary: 'A list filtered by status and dates holds bookings of every status.',
    ...alsoMatches('matchesStatus', (_, asked) => isDated(asked)),
  }),
  fault('lists-cancelled-bookings-among-completed-ones', {
    violates: ['search-bookings.status-filter-holds'],
    summary: 'A list of completed bookings holds cancelled ones too.',
    ...alsoMatches(
      'matchesStatus',
      (booking, { status }, world) => status === 'completed' && isIn(booking, world, 'cancelled'),
    ),
  }),
  fault('lists-completed-bookings-among-cancelled-ones', {
    violates: ['search-bookings.status-filter-holds'],
    summary: 'A list of cancelled bookings holds completed ones too.',
    ...alsoMatches(
      'matchesStatus',
      (booking, { status }, world) => status === 'cancelled' && isIn(booking, world, 'completed'),
    ),
  }),
  fault('lists-all-where-no-booking-has-the-status', {
    violates: ['search-bookings.status-filter-holds'],
    summary: 'A status that no booking has is no filter at all.',
    ...alsoMatches(
      'matchesStatus',
      (_, { status }, world) =>
        status !== undefined && !world.bookings.all().some((booking) => isIn(booking, world, status)),
    ),
  }),
];

const dateFaults = [
  fault('ignores-creation-dates', {
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list filtered by creation dates holds bookings of any day.',
    ...alsoMatches('matchesDates', () => true),
  }),
  fault('ignores-the-last-creation-date', {
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list filtered by creation dates goes on to the present.',
    ...alsoMatches('matchesDates', ({ createdAtMs }, { createdFrom = '' }) => dateOf(createdAtMs) >= createdFrom),
  }),
  fault('ignores-the-first-creation-date', {
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list filtered by creation dates begins with the first booking ever.',
    ...alsoMatches('matchesDates', ({ createdAtMs }, { createdTo = '9999' }) => dateOf(createdAtMs) <= createdTo),
  }),
  fault('ignores-creation-dates-beside-a-status', {
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list filtered by status and dates holds bookings of any day.',
    ...alsoMatches('matchesDates', (_, { status }) => status !== undefined),
  }),
  fault('widens-creation-dates-by-a-week', {
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list filtered by creation dates holds bookings of the week before and of the week after.',
    ...alsoMatches('matchesDates', ({ createdAtMs }, { createdFrom = '', createdTo = '9999' }) => {
      const [earlier, later] = [dateOf(createdAtMs - 7 * dayMs), dateOf(createdAtMs + 7 * dayMs)];
      return later >= createdFrom && earlier <= createdTo;
    }),
  }),
];

const hourMs = 3_600_000;

const isNew = ({ createdAtMs }: StoredBooking, world: HotelWorld): boolean => world.now() < createdAtMs + hourMs;

const newFaults = [
  fault('lists-new-bookings-an-hour-late', {
    violates: ['search-bookings.new-booking-is-listed'],
    summary: 'A booking is in no list in its first hour.',
    ...hides((booking, _, world) => isNew(booking, world)),
  }),
  fault('lists-new-bookings-under-no-status', {
    violates: ['search-bookings.new-booking-is-listed'],
    summary: 'A list filtered by status lacks bookings of the last hour.',
    ...hides((booking, { status }, world) => status !== undefined && isNew(booking, world)),
  }),
  fault('lists-new-bookings-under-no-date', {
    violates: ['search-bookings.new-booking-is-listed'],
    summary: 'A list filtered by creation dates lacks bookings of the last hour.',
    ...hides((booking, asked, world) => isDated(asked) && isNew(booking, world)),
  }),
  fault('lists-new-bookings-under-filters-only', {
    violates: ['search-bookings.new-booking-is-listed'],
    summary: 'A list without any filter lacks bookings of the last hour.',
    ...hides((booking, asked, world) => asked.status === undefined && !isDated(asked) && isNew(booking, world)),
  }),
  fault('lists-nothing-under-status-and-dates', {
    violates: ['search-bookings.new-booking-is-listed'],
    summary: 'A list filtered by status and by dates is empty.',
    ...hides((_, asked) => asked.status !== undefined && isDated(asked)),
  }),
  fault('counts-the-days-of-check-in-for-creation-dates', {
    violates: ['search-bookings.new-booking-is-listed'],
    summary: 'A filter by creation dates looks at the day of arrival.',
    touches,
    rules: {
      matchesDates: ({ offer: { stay } }, { createdFrom, createdTo }) =>
        (createdFrom === undefined || stay.checkIn >= createdFrom) &&
        (createdTo === undefined || stay.checkIn <= createdTo),
    },
  }),
];

const ownFaults = [
  fault('lists-bookings-of-every-partner', {
    violates: ['search-bookings.lists-own-bookings-only'],
    summary: 'A list holds the bookings of all partners.',
    touches,
    rules: ({ showsBookingTo }) => ({
      showsBookingTo: (booking, clientId, asked) =>
        asked.operation === 'search-bookings' || showsBookingTo(booking, clientId, asked),
    }),
  }),
  fault('lists-names-of-other-partners-without-ids', {
    violates: ['search-bookings.lists-own-bookings-only'],
    summary: 'A list holds bookings of other partners too, without their ids.',
    reply: answers('search-bookings', (body, { asked, world }) => {
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
];

/** The last booking of a list once more, under an id that nobody has. */
const listsAgain = (isWhen: (asked: Asked) => boolean) =>
  answers('search-bookings', (body, { asked, world }) => {
    const last = listOf(body.bookings).at(-1);
    if (!last || !asked || !isWhen(asked)) return body;
    const again = { ...last, bookingId: world.rules.bookingIdOf(9_000_000, world), guestNames: ['Nemo Nobody'] };
    return { ...body, bookings: [...listOf(body.bookings), again] };
  });

const addingFaults = [
  fault('lists-a-booking-again-under-a-status', {
    violates: ['search-bookings.filter-adds-nothing'],
    summary: 'A list filtered by status holds its last booking once more, under another id.',
    reply: listsAgain(({ status }) => status !== undefined),
  }),
  fault('lists-a-booking-again-under-dates', {
    violates: ['search-bookings.filter-adds-nothing'],
    summary: 'A list filtered by creation dates alone holds its last booking once more, under another id.',
    reply: listsAgain((asked) => isDated(asked) && asked.status === undefined),
  }),
];

export const hotelListFaults = [...statusFaults, ...dateFaults, ...newFaults, ...ownFaults, ...addingFaults];
