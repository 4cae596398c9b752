/** Faults of the list of bookings, and of a cancellation: its money, and the booking afterwards. */
import type { BookingStatus } from '../../../contracts/facts.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import type { CanonicalReplies, CanonicalRequests } from '../../hotels/canonical.ts';
import type { HotelWorld } from '../../hotels/rules.ts';
import type { StoredBooking } from '../../hotels/state.ts';
import { answer } from '../../reply.ts';
import { type Amount, dateOf, dayMs, euro, hourMs, percentOf } from '../../sales.ts';
import { answers, bookingAsked, eachOf, lacking, listOf, type Met, refusals, shownToAll } from '../changes.ts';

type AskedList = CanonicalRequests['search-bookings'];
type Matches = (booking: StoredBooking, asked: AskedList, world: HotelWorld) => boolean;

const touches = ['search-bookings'] as const;

const isDated = ({ createdFrom, createdTo }: AskedList): boolean =>
  createdFrom !== undefined || createdTo !== undefined;

/** Lets bookings into a list that its filter keeps out. */
const alsoMatches = (filter: 'matchesStatus' | 'matchesDates', lets: Matches) =>
  ruled(
    touches,
    filter,
    (before, booking, asked, world) => before(booking, asked, world) || lets(booking, asked, world),
  );

/** Keeps bookings out of a list that its filters let in. */
const hides = (isHidden: Matches) =>
  ruled(
    touches,
    'matchesDates',
    (before, booking, asked, world) => before(booking, asked, world) && !isHidden(booking, asked, world),
  );

const isIn = (booking: StoredBooking, world: HotelWorld, ...statuses: readonly BookingStatus[]): boolean =>
  statuses.includes(world.rules.statusOf(booking, world));

const isNew = ({ createdAtMs }: StoredBooking, world: HotelWorld): boolean => world.now() < createdAtMs + hourMs;

/** The last booking of a list once more, under an id that no booking has. */
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
      ...ruled(
        touches,
        'matchesDates',
        (_, { offer: { stay } }, { createdFrom, createdTo }) =>
          (createdFrom === undefined || stay.checkIn >= createdFrom) &&
          (createdTo === undefined || stay.checkIn <= createdTo),
      ),
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

type CancelReply = CanonicalReplies['cancel-booking'];

const cancels = (bend: (body: CancelReply, met: Met<'cancel-booking'>) => unknown) => answers('cancel-booking', bend);

const more = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor + by, currency });

const penalty = (penaltyOf: (booking: StoredBooking, before: number) => number) =>
  ruled(['cancel-booking'], 'penaltyOf', (before, booking, world) => penaltyOf(booking, before(booking, world)));

const viewsCancelledAs = (status: BookingStatus) =>
  answers('view-booking', (body) =>
    body.bookingInfo.status === 'cancelled' ? { ...body, bookingInfo: { status } } : body,
  );

/** A list that ignores cancellations: under every filter it takes cancelled bookings for what they were before. */
const listsCancelledAs = (reported: BookingStatus) => ({
  ...ruled(
    ['search-bookings'],
    'matchesStatus',
    (before, booking: StoredBooking, asked: AskedList, world: HotelWorld) =>
      asked.status !== undefined && booking.cancelledAtMs !== undefined
        ? asked.status === reported
        : before(booking, asked, world),
  ),
  reply: eachOf('search-bookings', 'bookings', (booking) =>
    booking.status === 'cancelled' ? { ...booking, status: reported } : booking,
  ),
});

const everywhere = ['view-booking', 'search-bookings'] as const;

const isKnown = ({ asked, world }: Met<'cancel-booking'>): boolean => bookingAsked(asked, world) !== undefined;

/** Answers a refused cancellation, where the request was understood, as one that cost nothing. */
const saysDone = (isMeant: (met: Met<'cancel-booking'>) => boolean) =>
  refusals('cancel-booking', (reply, met) =>
    met.asked && isMeant(met)
      ? answer(200, { bookingId: met.asked.bookingId, penalty: euro(0), refund: euro(0) })
      : reply,
  );

const paidForUpsells = ({ upsells }: StoredBooking): number => upsells.reduce((sum, { price }) => sum + price.minor, 0);

/** Gives back less of what was paid. */
const keepsBack = (of: (booking: StoredBooking) => number) =>
  cancels((body, { asked, world }) => {
    const booking = bookingAsked(asked, world);
    return { ...body, refund: more(body.refund, booking ? -of(booking) : 0) };
  });

/** A list that reports another status of what is not cancelled than views do, under every filter but a status. */
const staleList = (reported: BookingStatus) =>
  eachOf('search-bookings', 'bookings', (booking, { asked }) =>
    asked?.status === undefined && booking.status === 'completed' ? { ...booking, status: reported } : booking,
  );

export const hotelCancellationFaults = [
  ...faultsOf('cancel-booking.other-partner-is-refused', {
    'lets-every-partner-cancel': shownToAll('cancel-booking'),
    'says-success-to-other-partners-who-cancel': {
      summary: 'Another partner who cancels a booking is answered with success, and nothing happens.',
      reply: saysDone(isKnown),
    },
  }),
  ...faultsOf('view-booking.acts-elsewhere-change-nothing', {
    'cancels-what-it-refuses-to-cancel': {
      touches: ['cancel-booking', 'view-booking'],
      reply: refusals('cancel-booking', (reply, { asked, world }) => {
        const booking = bookingAsked(asked, world);
        if (booking)
          world.bookings.put({ ...booking, cancelledAtMs: world.now(), penalty: { ...booking.price, minor: 0 } });
        return reply;
      }),
    },
  }),
  ...faultsOf('cancel-booking.penalties-and-refund-are-told', {
    'tells-no-refund': cancels(lacking('refund')),
    'tells-neither-penalty-nor-refund': cancels(({ bookingId }) => ({ bookingId })),
    'answers-cancellations-with-nothing': cancels(() => ({})),
    'nulls-the-refund-of-free-cancellations': cancels((body) =>
      body.penalty.minor === 0 ? { ...body, refund: null } : body,
    ),
  }),
  ...faultsOf('cancel-booking.penalty-and-refund-are-the-price', {
    'refunds-a-cent-too-little': cancels((body) => ({ ...body, refund: more(body.refund, -1) })),
    'refunds-the-price-without-its-fee': {
      summary: 'The refund leaves out the fee, which is reported as no penalty.',
      reply: keepsBack(({ offer }) => offer.parts.fee.minor),
    },
    'refunds-no-upsells': {
      summary: 'The refund leaves out what was paid for early check-in and late check-out.',
      reply: keepsBack(paidForUpsells),
    },
  }),
  ...faultsOf('cancel-booking.free-cancellation-costs-nothing', {
    'charges-for-free-cancellations': penalty(({ price, offer }) => percentOf(price.minor, offer.latePenaltyPercent)),
    'charges-a-cent-for-free-cancellations': penalty((_, before) => (before === 0 ? 1 : before)),
    'keeps-the-fee-of-free-cancellations': penalty(({ offer }, before) =>
      before === 0 ? offer.parts.fee.minor : before,
    ),
  }),
  ...faultsOf('cancel-booking.view-shows-cancelled', {
    'views-cancelled-bookings-as-completed': viewsCancelledAs('completed'),
  }),
  ...faultsOf('cancel-booking.list-shows-cancelled', {
    'lists-cancelled-bookings-as-completed': listsCancelledAs('completed'),
  }),
  ...faultsOf(['cancel-booking.view-shows-cancelled', 'cancel-booking.list-shows-cancelled'], {
    'cancels-nothing': { touches: everywhere, rules: { cancels: () => false } },
    'calls-cancelled-bookings-failed': ruled(everywhere, 'statusOf', (before, booking, world) =>
      booking.cancelledAtMs === undefined ? before(booking, world) : 'failed',
    ),
  }),
  ...faultsOf('cancel-booking.unknown-booking-is-refused', {
    'cancels-unknown-bookings': saysDone((met) => !isKnown(met)),
  }),
  ...faultsOf('booking-status.operations-agree', {
    'lists-completed-bookings-as-in-work': staleList('inWork'),
  }),
];
