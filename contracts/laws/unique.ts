/** The law of unique and complete: no list shows a booking twice, and what one list showed, later ones show (parts 2.3 and 4.6). */
import { inBody, type Mismatch, type Opinion, shown, unshown } from '../check.ts';
import { filterOf, isWhole, type ListRead, listReads } from '../checks/booking-lists.ts';
import { endOf, entriesOf, type OwnBooking, ownBookings, recognizingIn } from '../checks/own-bookings.ts';
import type { BookingFact } from '../facts.ts';
import { isRefusal } from '../outcome.ts';
import { asked, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** One page: a booking that is made meanwhile moves others to the next. */
export const noBookingTwice = {
  given: (trace: Trace): Exchange[] => asked(trace, 'search-bookings').filter((each) => !isRefusal(each)),
  then: (page: Exchange): Opinion => {
    const entries: readonly BookingFact[] = page.facts?.bookings ?? [];
    const ids = entries.map(({ bookingId }) => idText(bookingId)?.toLowerCase());
    if (ids.every((id) => id === undefined)) return unshown('no entry has an id');
    return entries.flatMap(({ at, bookingId }, i): Mismatch[] =>
      ids[i] === undefined || ids.indexOf(ids[i]) === i
        ? []
        : [{ exchange: page, path: [...inBody, ...at], expected: 'each booking once', actual: shown(bookingId) }],
    );
  },
};

/** A list that showed an own booking, and the last two before its end. */
type ListedAgain = {
  readonly exchanges: readonly Exchange[];
  readonly booking: OwnBooking;
  readonly before: ListRead | undefined;
  readonly last: ListRead;
};

/** Lists that ask the same, by whatever but a status, which may change. */
const questionOf = ({ exchanges: [list] }: ListRead): string | undefined =>
  filterOf(list, 'status') === undefined ? JSON.stringify([list.bearer, list.intent ?? null]) : undefined;

const isIn = (trace: Trace, booking: OwnBooking, { exchanges }: ListRead): boolean =>
  exchanges.some((page) => entriesOf(page, booking, recognizingIn(trace)).length > 0);

export const relisted = (trace: Trace): ListedAgain[] => {
  const reads = listReads(trace).filter(({ exchanges }) => exchanges.every((page) => !isRefusal(page)));
  return ownBookings(trace).flatMap((booking) => {
    const end = endOf(trace, booking);
    const own = reads.filter(
      ({ exchanges }) => exchanges[0].bearer === booking.partner && exchanges.every(({ index }) => index < end),
    );
    return [...Map.groupBy(own, questionOf)].flatMap(([question, alike]): ListedAgain[] => {
      const shownAt = alike.findIndex((read) => isIn(trace, booking, read));
      const last = alike.at(-1);
      if (question === undefined || shownAt < 0 || !last || alike.indexOf(last) <= shownAt) return [];
      const before = alike.slice(shownAt + 1).at(-2);
      const exchanges = [alike[shownAt], before, last].flatMap((read) => read?.exchanges ?? []);
      return [{ exchanges, booking, before, last }];
    });
  });
};

export const isListedStill = ({ booking, before, last }: ListedAgain, trace: Trace): Opinion => {
  const [page] = last.exchanges;
  if (![before ?? last, last].every((read) => isWhole(trace, read)))
    return unshown('there are more pages than were asked for');
  if (isIn(trace, booking, last)) return undefined;
  // One copy may lag behind: only what lasts counts.
  if (!before || isIn(trace, booking, before)) return unshown('one list alone does not show it');
  const entries = last.exchanges.flatMap(({ facts }) => facts?.bookings ?? []);
  return {
    exchange: page,
    path: inBody,
    expected: 'a list with the booking that an earlier list showed',
    actual: `${entries.length} others`,
  };
};
