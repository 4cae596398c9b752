/** The law of unique and complete: no key is given twice, and what one list showed, later ones show (parts 2.3 and 4.6). */
import { inBody, type Mismatch, type Opinion, shown, unshown } from '../check.ts';
import { isWhole, type ListRead, listReads } from '../checks/booking-lists.ts';
import { endOf, entriesOf, isDocumented, type OwnBooking, ownBookings, recognizingIn } from '../checks/own-bookings.ts';
import type { BookingFact } from '../facts.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** A key as an answer gives it, and what it is given to. */
export type GivenKey = {
  readonly id: Json | undefined;
  readonly of: string;
  readonly at: readonly (string | number)[];
};

/** Two answers of a making may give one key to one thing, and never to two. */
export const keysAreNew = (operation: OperationId, keysIn: (exchange: Exchange) => readonly GivenKey[]) => ({
  given: (trace: Trace): Exchange[] => asked(trace, operation).filter((each) => !isRefusal(each)),
  then: (exchange: Exchange, trace: Trace): Opinion => {
    const own = keysIn(exchange).flatMap(({ id, ...rest }) => {
      const text = idText(id);
      return text === undefined ? [] : [{ id: text, ...rest }];
    });
    if (own.length === 0) return unshown('no key is read of the answer');
    const earlier = new Map(
      asked(trace, operation)
        .filter((each) => each.index < exchange.index && each.bearer === exchange.bearer && succeeded(each))
        .flatMap((each) => keysIn(each).map(({ id, of }) => [idText(id), { of, index: each.index }] as const)),
    );
    return own.flatMap(({ id, of, at }): Mismatch[] => {
      const before = earlier.get(id);
      if (!before || before.of === of) return [];
      const expected = `another than in exchange ${before.index}, which is given to something else`;
      return [{ exchange, path: [...inBody, ...at], expected, actual: shown(id) }];
    });
  },
});

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

/** A list that showed a booking of ours, and the last two before its end. */
type Relisted = {
  readonly exchanges: readonly Exchange[];
  readonly booking: OwnBooking;
  readonly before: ListRead | undefined;
  readonly last: ListRead;
};

const isUnfiltered = ({ exchanges: [{ intent }] }: ListRead): boolean => JSON.stringify(intent ?? {}) === '{}';

export const relisted = (trace: Trace): Relisted[] => {
  const by = recognizingIn(trace);
  const reads = listReads(trace).filter(
    (read) => isUnfiltered(read) && read.exchanges.every((page) => !isRefusal(page)),
  );
  return ownBookings(trace).flatMap((booking): Relisted[] => {
    const end = endOf(trace, booking);
    const own = reads.filter(
      ({ exchanges: [first, ...more] }) =>
        first.bearer === booking.partner && [first, ...more].every(({ index }) => index < end),
    );
    const shows = ({ exchanges }: ListRead): boolean =>
      exchanges.some((page) => entriesOf(page, booking, by).some(({ status }) => isDocumented(status)));
    const shownAt = own.findIndex(shows);
    const last = own.at(-1);
    if (shownAt < 0 || !last || own.indexOf(last) <= shownAt) return [];
    const before = own.slice(shownAt + 1).at(-2);
    const exchanges = [own[shownAt], before, last].flatMap((read) => read?.exchanges ?? []);
    return [{ exchanges, booking, before, last }];
  });
};

const isIn = (trace: Trace, booking: OwnBooking, { exchanges }: ListRead): boolean =>
  exchanges.some((page) => entriesOf(page, booking, recognizingIn(trace)).length > 0);

export const isListedStill = ({ booking, before, last }: Relisted, trace: Trace): Opinion => {
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
