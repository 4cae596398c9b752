/** The law of unique: no page of a list shows a booking twice (part 4.6). */
import { inBody, type Mismatch, type Opinion, shown, unshown } from '../check.ts';
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
