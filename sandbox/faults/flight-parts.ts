/** What faults of flights and tickets share. */
import { answers } from '../altering/sold.ts';
import type { SoldReplies, SoldRequests } from '../asked.ts';
import type { AviaOperation, CouponStatus } from '../avia/canonical.ts';
import type { FlightRules, FlightWorld, TicketOf, Within } from '../avia/rules.ts';
import type { StoredPnr, StoredTicket } from '../avia/state.ts';

const hourMs = 60 * 60 * 1000;

/** Replaces rules of ticket_cancel; what it does to a ticket shows in ticket_info. */
export const voiding = (rules: (before: FlightRules) => Partial<FlightRules>) => ({
  touches: ['ticket-cancel'] as const,
  rules,
});

export const hasStatus = ({ ticket }: TicketOf, wanted: CouponStatus): boolean =>
  ticket.coupons.some(({ status }) => status === wanted);

/** Since its issue. */
export const hoursOld = ({ ticket }: TicketOf, world: FlightWorld): number =>
  (world.now() - ticket.issuedAtMs) / hourMs;

/** Tells that coupons of one status are open. */
export const shownAsOpen = (
  status: CouponStatus,
  isMeant: (ticket: StoredTicket, within: Within) => boolean = () => true,
) => ({
  touches: ['ticket-info'] as const,
  rules: ({ couponStatusOf }: FlightRules): Partial<FlightRules> => ({
    couponStatusOf: (coupon, ticket, within) => {
      const reported = couponStatusOf(coupon, ticket, within);
      return reported === status && isMeant(ticket, within) ? 'open' : reported;
    },
  }),
});

/** Grants everybody one operation on bookings that fit. */
export const grantedToAll = (
  operation: AviaOperation,
  fits: (booking: StoredPnr, world: FlightWorld) => boolean = () => true,
) => ({
  touches: [operation] as const,
  rules: ({ flightAccessOf }: FlightRules): Partial<FlightRules> => ({
    flightAccessOf: (booking, clientId, within) =>
      within.operation === operation && fits(booking, within.world)
        ? 'granted'
        : flightAccessOf(booking, clientId, within),
  }),
});

/** Counts the successes of an operation by name, and changes none. */
export const counts = <Operation extends AviaOperation>(
  operation: Operation,
  nameOf: (asked: SoldRequests[Operation] | undefined, body: SoldReplies[Operation]) => string,
) =>
  answers(operation, (body, { asked, world }) => {
    world.count(nameOf(asked, body));
    return body;
  });
