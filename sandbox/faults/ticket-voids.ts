/** Faults of voids that should work, or must not for the state of the ticket or whose it is: the state machine of a void. */

import { refusals } from '../altering/sold.ts';
import type { CouponStatus } from '../avia/canonical.ts';
import { accessDenied, invalidTicketState, ticketNotFound, ticketUsed } from '../avia/refusals.ts';
import type { Access, FlightRules, TicketOf } from '../avia/rules.ts';
import type { StoredTicket } from '../avia/state.ts';
import { closed } from '../avia/telling.ts';
import { faultsOf } from '../deviation.ts';
import { bookingNotFound } from '../sales/refusals.ts';
import { hasStatus, hoursOld, voiding } from './void-parts.ts';

type StateRefusal = FlightRules['voidStateRefusalOf'];

const byState = (refusalOf: (before: StateRefusal) => StateRefusal) =>
  voiding(({ voidStateRefusalOf }) => ({ voidStateRefusalOf: refusalOf(voidStateRefusalOf) }));

/** Voids tickets of one status as if they were open. */
const voidsThoseThatAre = (status: CouponStatus, fits: (subject: TicketOf) => boolean = () => true) =>
  byState(
    (before) => (subject, world) => (hasStatus(subject, status) && fits(subject) ? undefined : before(subject, world)),
  );

/** Voids that answer as they should: what became of the ticket shows when it is looked at. */
const afterwards = (rules: Parameters<typeof voiding>[0]) => ({
  ...voiding(rules),
  touches: ['ticket-cancel', 'ticket-info'] as const,
});

/** Gives partners another access, for a void alone. */
const access = (accessOf: (before: Access) => Access) =>
  voiding(({ flightAccessOf }) => ({
    flightAccessOf: (booking, clientId, within) => {
      const before = flightAccessOf(booking, clientId, within);
      return within.operation === 'ticket-cancel' ? accessOf(before) : before;
    },
  }));

export const ticketVoidFaults = [
  ...faultsOf('ticket-cancel.unused-ticket-is-voided-inside-window', {
    'calls-every-ticket-used': {
      summary: 'A void of an unused ticket says TICKET_USED while the window is open.',
      ...byState(
        (before) => (subject, world) =>
          before(subject, world) ?? (hoursOld(subject, world) < 24 ? ticketUsed : undefined),
      ),
    },
    'refuses-the-first-void-of-each-ticket': byState(
      (before) => (subject, world) =>
        before(subject, world) ??
        (hoursOld(subject, world) < 24 && world.count(`voids of ${subject.ticket.ticketNumber}`) === 1
          ? invalidTicketState('The ticket is being printed.')
          : undefined),
    ),
    'voids-no-ticket-of-a-booking-for-two': {
      summary: 'Where a booking has two tickets, none of them is found to be voided while the window is open.',
      ...byState(
        (before) => (subject, world) =>
          before(subject, world) ??
          (subject.booking.tickets.length > 1 && hoursOld(subject, world) < 24 ? ticketNotFound : undefined),
      ),
    },
  }),
  ...faultsOf(['ticket-cancel.voided-ticket-is-not-open', 'ticket-cancel.second-void-is-refused'], {
    'answers-voids-and-voids-nothing': afterwards(() => ({ voids: () => false })),
  }),
  ...faultsOf('ticket-cancel.voided-ticket-is-not-open', {
    'voids-nothing-in-the-last-hour-of-the-window': afterwards(() => ({
      voids: (subject, world) => hoursOld(subject, world) < 23,
    })),
    'shows-voided-tickets-as-open': {
      summary: 'A voided ticket is shown with open coupons, though it is not voided again.',
      touches: ['ticket-info'],
      rules: ({ couponStatusOf }: FlightRules) => ({
        couponStatusOf: (coupon, ticket, within) => {
          const status = couponStatusOf(coupon, ticket, within);
          return status === 'void' && within.operation === 'ticket-info' ? 'open' : status;
        },
      }),
    },
  }),
  ...faultsOf('ticket-cancel.ended-ticket-is-refused', {
    'voids-exchanged-tickets': { ...voidsThoseThatAre('exchanged'), touches: ['ticket-cancel', 'ticket-exchange'] },
    'voids-refunded-tickets': { ...voidsThoseThatAre('refunded'), touches: ['ticket-cancel', 'ticket-refund'] },
    'calls-refunded-tickets-refunded': {
      ...byState((before) => (subject, world) => {
        const refused = before(subject, world);
        return refused && hasStatus(subject, 'refunded') ? { ...refused, code: 'TICKET_REFUNDED' } : refused;
      }),
      touches: ['ticket-cancel', 'ticket-refund'],
    },
  }),
  ...faultsOf('ticket-cancel.second-void-is-refused', {
    'voids-a-second-time': voidsThoseThatAre('void'),
    'calls-voided-tickets-already-voided': byState((before) => (subject, world) => {
      const refused = before(subject, world);
      return refused && hasStatus(subject, 'void') ? { ...refused, code: 'ALREADY_VOIDED' } : refused;
    }),
  }),
  ...faultsOf('ticket-cancel.used-ticket-is-refused', {
    'voids-used-tickets': voidsThoseThatAre('used'),
    'finds-no-used-tickets': byState(
      (before) => (subject, world) => (hasStatus(subject, 'used') ? ticketNotFound : before(subject, world)),
    ),
  }),
  ...faultsOf('ticket-cancel.other-partner-is-refused', {
    'voids-tickets-of-other-partners': access((before) => (before === 'hidden' ? 'granted' : before)),
    'tells-other-partners-the-state-of-a-ticket': refusals('ticket-cancel', (reply, { asked, world }) => {
      const { code } = bookingNotFound;
      const isThere = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '') !== undefined;
      const told = Object(Object(reply.body).error).code;
      if (!isThere || told !== code) return reply;
      return world.rules.voidRefusalReply(invalidTicketState('The ticket is not yours.'), world);
    }),
  }),
  ...faultsOf('ticket-cancel.lack-of-rights-is-access-denied', {
    'voids-without-rights': {
      summary: 'A head office voids the tickets of its agency, which it may only look at.',
      ...access((before) => (before === 'denied' ? 'granted' : before)),
    },
    'calls-lack-of-rights-forbidden': voiding(({ voidRefusalReply }) => ({
      voidRefusalReply: (refused, world) =>
        voidRefusalReply(refused.code === accessDenied.code ? { ...refused, code: 'FORBIDDEN' } : refused, world),
    })),
    'hides-what-a-head-office-may-not-void': {
      summary: 'A void without rights says BOOKING_NOT_FOUND, though the booking can be looked at.',
      ...access((before) => (before === 'denied' ? 'hidden' : before)),
    },
  }),
  ...faultsOf('ticket-cancel.refused-void-changes-nothing', {
    'voids-what-it-refuses-to-void': afterwards(() => ({ voidsRefused: () => true })),
    'voids-for-other-partners-though-it-refuses': afterwards(() => ({
      voidsRefused: ({ code }) => code === bookingNotFound.code,
    })),
    'voids-late-tickets-though-it-refuses': afterwards(() => ({
      voidsRefused: ({ code }) => code === 'VOID_TIME_EXPIRED',
    })),
    'voids-the-first-ticket-when-it-finds-none': {
      reply: refusals('ticket-cancel', (reply, { asked, world }) => {
        const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
        const [ticket]: readonly StoredTicket[] = booking?.tickets ?? [];
        const isUnknown = Object(Object(reply.body).error).code === ticketNotFound.code;
        if (booking && ticket && isUnknown) closed({ booking, ticket }, 'void', world);
        return reply;
      }),
      touches: ['ticket-cancel', 'ticket-info'],
    },
  }),
];
