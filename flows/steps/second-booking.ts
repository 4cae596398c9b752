/** Books once more, so that two bookings are open and viewed at a time. */
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { BookingRow } from '../../generators/stay-rows.ts';
import { bookedWith, type Drawn, type Made, wantedElsewhere } from './book-by-row.ts';
import { isAtRest, isViewed, ownBooking } from './own-booking.ts';
import { asFarAsPossible } from './row-asked.ts';

const bookedBeside = async (
  { own, chosen: { offer } }: Made,
  drawn: Drawn,
  row: BookingRow,
): Promise<BookingRef | undefined> => {
  const [first, ...others] = drawn.stays;
  const stays = first ? [...others, first] : others;
  const asked = { ...drawn, stays, seed: drawn.seed + 1 };
  const suppliersMax = (await own.bookingsLeft()) > wantedElsewhere(own.target) + 1 ? 2 : 1;
  const { name } = await bookedWith(own, asked, row, { offersMax: 1, suppliersMax, otherThan: offer });
  // While it is in work it may lawfully not be cancelled.
  await ownBooking(own, name).viewUntil((asked) => isViewed(asked) && isAtRest(asked));
  return name;
};

/** The second booking, and what was missing where there is none. */
export type Second = { readonly name?: BookingRef | undefined; readonly lacking?: string };

/**
 * Books beside a booking that is open, in another hotel where there is one, and views what was booked. The story goes on
 * where that cannot be; what the budget lacks for it is given back.
 */
export const bookSecond = async (made: Made, drawn: Drawn, row: BookingRow): Promise<Second> => {
  const { target, isAsked, bookingsLeft } = made.own;
  if (!made.isAnswered || !isAsked('view-booking') || !target.bindings['view-booking']) return {};
  if ((await bookingsLeft()) <= wantedElsewhere(target)) {
    return { lacking: 'more of may.books, for two bookings at a time,' };
  }
  return { name: await asFarAsPossible(() => bookedBeside(made, drawn, row)) };
};
