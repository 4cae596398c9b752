/** POST /api/hotels/view_booking: one booking of the partner in full. */
import { suppliers } from '../data/hotel-trade.ts';
import type { Asking, SalesHandler } from '../handler.ts';
import type { CanonicalReplies, CanonicalUpsell, HotelOperation, Id } from '../hotels/canonical.ts';
import { priceDetailOf } from '../hotels/price-detail.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import { bookingNotFound } from '../sales/refusals.ts';

/** The booking of this id, when the caller may see it. */
export const bookingOf = (
  bookingId: Id,
  operation: HotelOperation,
  { world, clientId }: Asking,
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
