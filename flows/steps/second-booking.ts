/** Books once more, so that two bookings are open and viewed at a time. */
import type { Contact } from '../../contracts/intent-parts.ts';
import type { ChosenOffer } from '../../contracts/intents.ts';
import type { Target } from '../../contracts/target.ts';
import type { Session } from '../../engine/session.ts';
import { Stopped } from '../../engine/stop.ts';
import { type GuestDraw, guestsOf } from '../../generators/guests.ts';
import type { StayDraw } from '../../generators/stays.ts';
import { chooseOffer } from './choose-offer.ts';
import { isAtRest, isViewed, ownBooking } from './own-booking.ts';

type Drawn = {
  readonly stays: readonly StayDraw[];
  readonly guests: readonly GuestDraw[];
  readonly contact: Contact;
  readonly seed: number;
};

/** What other stories need at least: that of the strict supplier, and those of flights, each with one. */
const wantedElsewhere = ({ known, bindings, may }: Target): number => {
  const ofFlights = bindings['pnr-create'] && known.route !== undefined ? (may.tickets ? 6 : 2) : 0;
  return (known.strictSupplier === undefined ? 0 : 3) + ofFlights;
};

const bookedBeside = async (session: Session, drawn: Drawn, { offer }: ChosenOffer): Promise<void> => {
  const [first, ...others] = drawn.stays;
  const stays = first ? [...others, first] : others;
  const chosen = await chooseOffer(session, { stays, seed: drawn.seed + 1, otherThan: offer });
  const guests = guestsOf(drawn.guests, chosen.search.stay);
  const booked = await session.book({ ...chosen, guests, contact: drawn.contact, upsells: [] });
  if (!booked.booking) return;
  // While it is in work it may lawfully not be cancelled.
  await ownBooking(session, booked.booking).viewUntil((asked) => isViewed(asked) && isAtRest(asked));
};

/**
 * Books beside a booking that is open, in another hotel where there is one, and views what was booked. The story goes on
 * where that cannot be; what the budget lacks for it is given back.
 */
export const bookSecond = async (session: Session, drawn: Drawn, first: ChosenOffer): Promise<string | undefined> => {
  const { target, isAsked, bookingsLeft } = session;
  if (!isAsked('view-booking') || !target.bindings['view-booking']) return undefined;
  if ((await bookingsLeft()) <= wantedElsewhere(target)) return 'more of may.books, for two bookings at a time,';
  try {
    await bookedBeside(session, drawn, first);
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown;
  }
  return undefined;
};
