/** Books under other circumstances, looks at the booking in most ways, cancels it, and searches the same again. */
import type { Details } from '../../contracts/intents.ts';
import type { Session } from '../../engine/session.ts';
import { guestsOf } from '../../generators/guests.ts';
import type { BookingRow } from '../../generators/stay-rows.ts';
import { bookedByRow, type Drawn, type Made, wantedElsewhere } from './book-by-row.ts';
import { incomplete } from './incomplete-guests.ts';
import { aroundToday } from './listed-bookings.ts';
import { lookAsOther } from './look-as-other.ts';
import { isAtRest, isViewed, ownBooking } from './own-booking.ts';
import { asFarAsPossible } from './row-asked.ts';

const priced: Details = { includePriceDetails: true, includeResidenceDetails: false };
const plain: Details = { includePriceDetails: false, includeResidenceDetails: false };

/** Around two without price details stand two with them, and one differs in residence details alone. */
const details: readonly Details[] = [
  priced,
  priced,
  plain,
  { includePriceDetails: false, includeResidenceDetails: true },
];

/** Besides what other stories need at least. */
const reserved = 12;

/** The offer just booked once more, for guests of whom something is missing: a refusal changes nothing of what is booked. */
const askIncomplete = async ({ own, chosen }: Made, { guests, contact }: Drawn): Promise<void> => {
  if (chosen.offer.supplier === undefined || chosen.offer.supplier !== own.target.known.strictSupplier) return;
  const rooms = incomplete(guestsOf(guests, chosen.search.stay), { lacks: 'citizenship', of: 'last' });
  await own.book({ ...chosen, guests: rooms, contact, upsells: [] });
};

const lookAndCancel = async (made: Made, drawn: Drawn): Promise<void> => {
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
  await booking.view(plain);
  await own.cancel(name);
  const isCancelled = (reported: unknown): boolean => reported === 'cancelled';
  await booking.viewUntil(({ facts }) => isCancelled(facts.booking?.status));
  await booking.listUntil(today, ({ status: listed }) => isCancelled(listed));
  await booking.listUntil({ ...today, status: 'cancelled' });
  await own.ask('hotel-search', chosen.search);
};

/** As far as the budget leaves other stories theirs. */
export const bookOthers = async (session: Session, drawn: Drawn, rows: readonly BookingRow[]): Promise<void> => {
  for (const [i, row] of rows.entries()) {
    if ((await session.bookingsLeft()) <= wantedElsewhere(session.target) + reserved) return;
    const own = { ...drawn, seed: drawn.seed + 2 * i };
    await asFarAsPossible(async () => lookAndCancel(await bookedByRow(session, own, row), own));
  }
};
