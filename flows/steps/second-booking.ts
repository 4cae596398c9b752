/** Books once more, so that two bookings are open and viewed at a time. */
import type { BookingRef } from '../../contracts/intent-parts.ts';
import { guestsOf } from '../../generators/guests.ts';
import type { BookingRow } from '../../generators/stay-rows.ts';
import { type Drawn, type Made, wantedElsewhere, wishOf } from './book-by-row.ts';
import { chooseOffer } from './choose-offer.ts';
import { isAtRest, isViewed, ownBooking } from './own-booking.ts';
import { asFarAsPossible } from './row-asked.ts';
import { upsellsOf } from './upsells-of.ts';

const bookedBeside = async (
  { own, chosen: { offer } }: Made,
  drawn: Drawn,
  row: BookingRow,
): Promise<BookingRef | undefined> => {
  const [first, ...others] = drawn.stays;
  const stays = first ? [...others, first] : others;
  const wish = wishOf(own, { ...drawn, stays, seed: drawn.seed + 1 }, row);
  const chosen = await chooseOffer(own, { ...wish, otherThan: offer });
  const guests = guestsOf(drawn.guests, chosen.search.stay);
  const upsells = row.hasExtras ? upsellsOf(chosen.offer) : [];
  const booked = await own.book({ ...chosen, guests, contact: drawn.contact, upsells });
  if (!booked.booking) return undefined;
  // While it is in work it may lawfully not be cancelled.
  await ownBooking(own, booked.booking).viewUntil((asked) => isViewed(asked) && isAtRest(asked));
  return booked.booking;
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
