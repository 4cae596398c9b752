/** What faults of voids share. */
import type { CouponStatus } from '../avia/canonical.ts';
import type { FlightRules, FlightWorld, TicketOf } from '../avia/rules.ts';

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
