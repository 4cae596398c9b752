/** The handlers that create, view, list and cancel hotel bookings. */
import type { SaleContext, SalesHandler } from '../asked.ts';
import { suppliers } from '../data/hotels.ts';
import type {
  CanonicalReplies,
  CanonicalRequests,
  CanonicalUpsell,
  HotelOperation,
  Id,
  ListedBooking,
} from '../hotels/canonical.ts';
import { priceDetailOf } from '../hotels/offers.ts';
import type { WantedBooking } from '../hotels/rules.ts';
import type { Offer, StoredBooking, StoredSearch } from '../hotels/state.ts';
import {
  bookingNotFound,
  invalidRequest,
  noRoomLeft,
  offerNotFound,
  searchNotFound,
  supplierError,
} from '../refusals.ts';
import { answer } from '../reply.ts';
import { euro, sumOf } from '../sales.ts';
import type { World } from '../world.ts';
import { searchOf } from './hotel-offers.ts';

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

const refusalReason = (wanted: WantedBooking, world: World) => {
  const { offer, guests } = wanted;
  const selling = suppliers.find(({ code }) => code === offer.supplier);
  const reasons = selling ? guests.flat().map((guest, _, all) => world.rules.refusalOf(guest, selling, all)) : [];
  return reasons.find((reason) => reason !== undefined) ?? world.rules.declines(wanted, world);
};

type OfferToBook = { readonly offer: Offer; readonly search: StoredSearch; readonly isRefused: boolean };

const booked = (
  asked: BookingAsked,
  { offer, search, isRefused }: OfferToBook,
  { world, clientId }: SaleContext,
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

/** POST /api/hotels/create_booking: books an offer of a search for its guests. */
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

/** The booking of this id, when the caller may see it. */
const bookingOf = (
  bookingId: Id,
  operation: HotelOperation,
  { world, clientId }: SaleContext,
): StoredBooking | undefined => {
  const booking = world.bookings.find(bookingId);
  return booking && world.rules.showsBookingTo(booking, clientId, { operation, world }) ? booking : undefined;
};

const usualCheckIn = '14:00';
const usualCheckOut = '12:00';

const residence = { registrationRequired: true, note: 'Guests from abroad are registered by the hotel.' };

export const viewBooking: SalesHandler<'view-booking'> = ({ bookingId, details }, asking) => {
  const { world } = asking;
  const booking = bookingOf(bookingId, 'view-booking', asking);
  if (!booking) return bookingNotFound;
  const { offer, upsells, guests, preset, price, createdAtMs, number } = booking;
  const { checkIn, checkOut } = offer.stay;
  const { tax, fee } = offer.parts;
  const timeOf = (kind: CanonicalUpsell['kind']) => upsells.find((upsell) => upsell.kind === kind)?.time;
  const body: CanonicalReplies['view-booking'] = {
    bookingId: booking.bookingId,
    checkinTime: `${checkIn}T${timeOf('early-check-in') ?? usualCheckIn}`,
    checkoutTime: `${checkOut}T${timeOf('late-check-out') ?? usualCheckOut}`,
    checkIn,
    checkOut,
    createdAtMs,
    bookingInfo: { status: world.rules.statusOf(booking, world) },
    supplier: {
      subProviderName: suppliers.find(({ code }) => code === offer.supplier)?.name ?? offer.supplier,
      invoiceNumber: `${offer.supplier}-${String(number).padStart(6, '0')}`,
      comment: number % 2 === 0 ? 'Please bring the voucher.' : null,
    },
    hotel: {
      hotelId: offer.hotelId,
      name: world.hotelOf(offer.hotelId)?.name.en ?? '',
      room: { roomId: offer.roomId, rateName: offer.rateName, roomName: offer.roomName },
    },
    guests,
    prices: { searchPresetName: preset.name, pricingPresetName: preset.name },
    price,
    // Options count as base: tax and fee are those of the room.
    parts: { base: euro(price.minor - tax.minor - fee.minor), tax, fee },
    ...(details.includePriceDetails && { priceDetail: priceDetailOf(price) }),
    upsells: upsells.map((upsell) => ({
      ...upsell,
      ...(details.includePriceDetails && { priceDetail: priceDetailOf(upsell.price) }),
    })),
    ...(details.includeResidenceDetails && { residence }),
  };
  return answer(200, body);
};

const listed = (booking: StoredBooking, world: World): ListedBooking => {
  const { bookingId, createdAtMs, offer, price, guests } = booking;
  const { checkIn, checkOut } = offer.stay;
  return {
    bookingId,
    status: world.rules.statusOf(booking, world),
    createdAtMs,
    checkIn,
    checkOut,
    hotelName: world.hotelOf(offer.hotelId)?.name.en ?? '',
    price,
    guestNames: guests.flat().map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  };
};

/** POST /api/hotels/search_bookings: the bookings of the partner, the newest first, page by page. */
export const searchBookings: SalesHandler<'search-bookings'> = (asked, { world, clientId }) => {
  const { rules, bookings } = world;
  const { page = Number.POSITIVE_INFINITY } = asked;
  const matching = bookings
    .all()
    .filter(({ number }) => number < page)
    .filter((booking) => rules.showsBookingTo(booking, clientId, { operation: 'search-bookings', world }))
    .filter((booking) => rules.matchesStatus(booking, asked, world) && rules.matchesDates(booking, asked, world));
  const shown = matching.slice(0, rules.pageSize);
  const last = shown.at(-1);
  const body: CanonicalReplies['search-bookings'] = {
    bookings: shown.map((booking) => listed(booking, world)),
    ...(last && matching.length > shown.length && { nextPage: last.number }),
  };
  return answer(200, body);
};

/** POST /api/hotels/cancel_booking: cancels a booking of the partner; cancelling again gives the same answer. */
export const cancelBooking: SalesHandler<'cancel-booking'> = ({ bookingId }, asking) => {
  const { world } = asking;
  const { rules, bookings } = world;
  const booking = bookingOf(bookingId, 'cancel-booking', asking);
  if (!booking) return bookingNotFound;
  const { price } = booking;
  const penalty = booking.penalty ?? { ...price, minor: rules.penaltyOf(booking, world) };
  if (booking.cancelledAtMs === undefined && rules.cancels(booking, world)) {
    bookings.put({ ...booking, cancelledAtMs: world.now(), penalty });
  }
  const refund = { ...price, minor: price.minor - penalty.minor };
  return answer(200, { bookingId: booking.bookingId, penalty, refund } satisfies CanonicalReplies['cancel-booking']);
};
