/** Uses a coupon, as if its passenger had flown: no operation does so. */
import type { FlightWorld } from './rules.ts';
import { withTicket } from './telling.ts';

/** Uses the first coupon of a ticket that is open; false when there is none. */
export const useCoupon = (bookingId: string, ticketNumber: string, world: FlightWorld): boolean => {
  const booking = world.flights.pnrs.find(bookingId.toLowerCase());
  const ticket = booking && world.rules.findsTicket(booking, ticketNumber, { operation: 'ticket-info', world });
  const first = ticket?.coupons.findIndex(({ status }) => status === 'open') ?? -1;
  if (!booking || !ticket || first < 0) return false;
  const coupons = ticket.coupons.map((coupon, at) => (at === first ? { ...coupon, status: 'used' as const } : coupon));
  world.flights.pnrs.put(withTicket(booking, { ...ticket, coupons }));
  return true;
};
