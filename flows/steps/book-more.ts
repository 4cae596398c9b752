/** More bookings of one run: one beside a booking that is open, and others one after another. */
import type { BookingRef } from '../../contracts/intents.ts';
import type { Session } from '../../engine/session.ts';
import { guestsOf } from '../../generators/people.ts';
import type { BookingRow } from '../../generators/stays.ts';
import {
  type BookedByRow,
  bookedByRow,
  bookedWith,
  incomplete,
  rotated,
  type StaysDrawn,
  wantedElsewhere,
} from './book-by-row.ts';
import { asFarAsPossible } from './find-hotels.ts';
import {
  aroundToday,
  inBrief,
  isAtRest,
  isViewed,
  lookAsOther,
  ownBooking,
  withPrices,
  withResidence,
} from './own-booking.ts';

/** The same offer once more for other guests: what shares its hotel and its offer is the likeliest to be mixed up. */
const bookedAgain = async (
  { own, chosen }: BookedByRow,
  { guests: drawn, contact }: StaysDrawn,
): Promise<BookingRef | undefined> => {
  const guests = guestsOf(rotated(drawn), chosen.search.stay);
  return (await own.book({ ...chosen, guests, contact, upsells: [] })).booking;
};

const bookedElsewhere = async (
  { own, chosen: { offer } }: BookedByRow,
  drawn: StaysDrawn,
  row: BookingRow,
): Promise<BookingRef> => {
  const asked = { ...drawn, stays: rotated(drawn.stays), seed: drawn.seed + 1 };
  const suppliersMax = (await own.bookingsLeft()) > wantedElsewhere(own.target) + 1 ? 2 : 1;
  return (await bookedWith(own, asked, row, { offersMax: 1, suppliersMax, otherThan: offer })).name;
};

const bookedBeside = async (made: BookedByRow, drawn: StaysDrawn, row: BookingRow): Promise<BookingRef> => {
  const { own } = made;
  const places = own.sample.some(['the same offer', 'another hotel'], { standard: 1 });
  const again = places.includes('the same offer') ? await bookedAgain(made, drawn) : undefined;
  const mayBookMore = places.includes('another hotel') && (await own.bookingsLeft()) > wantedElsewhere(own.target);
  const name = again === undefined || mayBookMore ? await bookedElsewhere(made, drawn, row) : again;
  // While it is in work it may lawfully not be cancelled.
  await ownBooking(own, name).viewUntil((asked) => isViewed(asked) && isAtRest(asked));
  return name;
};

/** The second booking, and what was missing where there is none. */
type Second = { readonly name?: BookingRef | undefined; readonly lacking?: string };

/**
 * Books beside a booking that is open, and views what was booked: the same offer, or of another hotel where there is one.
 * The story goes on where that cannot be; what the budget lacks for it is given back.
 */
export const bookSecond = async (made: BookedByRow, drawn: StaysDrawn, row: BookingRow): Promise<Second> => {
  const { target, isAsked, bookingsLeft } = made.own;
  if (!made.isAnswered || !isAsked('view-booking') || !target.bindings['view-booking']) return {};
  if ((await bookingsLeft()) <= wantedElsewhere(target)) {
    return { lacking: 'more of may.books, for two bookings at a time,' };
  }
  return { name: await asFarAsPossible(() => bookedBeside(made, drawn, row)) };
};

/** Around two without price details stand two with them, and one differs in residence details alone. */
const details = [withPrices, withPrices, inBrief, withResidence];

/** Besides what other stories need at least. */
const reserved = 12;

/** The offer just booked once more, for guests with something missing: a refusal changes nothing that is booked. */
const askIncomplete = async ({ own, chosen }: BookedByRow, { guests, contact }: StaysDrawn): Promise<void> => {
  if (chosen.offer.supplier === undefined || chosen.offer.supplier !== own.target.known.strictSupplier) return;
  const rooms = incomplete(guestsOf(guests, chosen.search.stay), { lacks: 'citizenship', of: 'last' });
  await own.book({ ...chosen, guests: rooms, contact, upsells: [] });
};

const lookAndCancel = async (made: BookedByRow, drawn: StaysDrawn): Promise<void> => {
  const { own, other, name, chosen } = made;
  const booking = ownBooking(own, name);
  await booking.viewUntil((asked) => isViewed(asked) && isAtRest(asked));
  for (const each of details) await booking.view(each);
  const today = aroundToday(own.targetNowMs());
  await booking.listUntil(today);
  const status = await booking.statusNow();
  if (status !== undefined) await booking.list({ ...today, status });
  await asFarAsPossible(() => askIncomplete(made, drawn));
  if (other) await lookAsOther(other, name);
  await booking.view(inBrief);
  await own.cancel(name);
  const isCancelled = (reported: unknown): boolean => reported === 'cancelled';
  await booking.viewUntil(({ facts }) => isCancelled(facts.booking?.status));
  await booking.listUntil(today, ({ status: listed }) => isCancelled(listed));
  await booking.listUntil({ ...today, status: 'cancelled' });
  await own.ask('hotel-search', chosen.search);
};

/** As far as the budget leaves other stories theirs. */
export const bookOthers = async (session: Session, drawn: StaysDrawn, rows: readonly BookingRow[]): Promise<void> => {
  for (const [i, row] of rows.entries()) {
    if ((await session.bookingsLeft()) <= wantedElsewhere(session.target) + reserved) return;
    const own = { ...drawn, seed: drawn.seed + 2 * i };
    await asFarAsPossible(async () => lookAndCancel(await bookedByRow(session, own, row), own));
  }
};
