/** POST /api/hotels/create_booking: books an offer of a search for its guests. */
import { suppliers } from '../data/hotel-trade.ts';
import type { Asking, SalesHandler } from '../handler.ts';
import type { CanonicalReplies, CanonicalRequests } from '../hotels/canonical.ts';
import { noRoomLeft } from '../hotels/refusals.ts';
import type { Wanted } from '../hotels/rules.ts';
import type { Offer, StoredBooking, StoredSearch } from '../hotels/state.ts';
import { answer } from '../reply.ts';
import { sumOf } from '../sales/money.ts';
import { invalidRequest, offerNotFound, searchNotFound, supplierError } from '../sales/refusals.ts';
import type { World } from '../world.ts';
import { searchOf } from './hotel-pricing.ts';

type BookingAsked = CanonicalRequests['create-booking'];

const problemOf = (
  { guests, upsellIds }: BookingAsked,
  { stay, earlyCheckIns, lateCheckOuts }: Offer,
): string | undefined => {
  const fits = stay.rooms.every(
    ({ adults, childrenAges }, room) => guests[room]?.length === adults + childrenAges.length,
  );
  if (guests.length !== stay.rooms.length || !fits) return 'The guests are not as many as were searched for.';
  const known = [...earlyCheckIns, ...lateCheckOuts].map(({ upsellId }) => upsellId);
  return upsellIds.every((id) => known.includes(id)) ? undefined : 'The offer has no such option.';
};

const refusalReason = (wanted: Wanted, world: World) => {
  const { offer, guests } = wanted;
  const selling = suppliers.find(({ code }) => code === offer.supplier);
  const reasons = selling ? guests.flat().map((guest, _, all) => world.rules.refusalOf(guest, selling, all)) : [];
  return reasons.find((reason) => reason !== undefined) ?? world.rules.declines(wanted, world);
};

type Chosen = { readonly offer: Offer; readonly search: StoredSearch; readonly isRefused: boolean };

const booked = (
  asked: BookingAsked,
  { offer, search, isRefused }: Chosen,
  { world, clientId }: Asking,
): StoredBooking => {
  const { rules } = world;
  const number = world.count('hotel bookings');
  const { guests, contact, upsellIds } = asked;
  const upsells = [...offer.earlyCheckIns, ...offer.lateCheckOuts].filter(({ upsellId }) =>
    upsellIds.includes(upsellId),
  );
  const price = rules.priceOf(offer, { operation: 'create-booking', search, world });
  const booking: StoredBooking = {
    bookingId: rules.bookingIdOf(number, world),
    number,
    clientId,
    createdAtMs: world.now(),
    offer,
    preset: search.preset,
    guests,
    contact,
    upsells,
    price: sumOf([price, ...upsells.map((upsell) => upsell.price)]),
    ...(isRefused && { isRefused }),
  };
  world.bookings.put(booking);
  return booking;
};

export const createBooking: SalesHandler<'create-booking'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const search = searchOf(asked.searchId, 'create-booking', asking);
  if (!search) return searchNotFound;
  const offer = search.reported.get(asked.offerId);
  if (!offer) return offerNotFound;
  const problem = problemOf(asked, offer);
  if (problem) return invalidRequest(problem);

  const reason = refusalReason({ offer, guests: asked.guests }, world);
  if (reason !== undefined) {
    if (rules.booksRefused) booked(asked, { offer, search, isRefused: true }, asking);
    return supplierError(reason);
  }
  const bookings = Array.from({ length: rules.bookingsPerRequest }, () =>
    booked(asked, { offer, search, isRefused: false }, asking),
  );
  const [first] = bookings;
  if (!first) return noRoomLeft;
  const { bookingId, price, createdAtMs } = first;
  const body: CanonicalReplies['create-booking'] = {
    bookingId,
    status: rules.statusOf(first, world),
    price,
    createdAtMs,
  };
  return answer(200, body);
};
