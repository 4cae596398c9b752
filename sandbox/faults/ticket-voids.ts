/** Faults of voids that should work, or must not for the state of the ticket or whose it is: the state machine of a void. */
import { refusals } from '../altering/sold.ts';
import type { CouponStatus } from '../avia/canonical.ts';
import { accessDenied, invalidTicketState, ticketNotFound, ticketUsed } from '../avia/refusals.ts';
import type { Access, FlightRules, TicketOf } from '../avia/rules.ts';
import type { StoredTicket } from '../avia/state.ts';
import { closed } from '../avia/telling.ts';
import { fault } from '../deviation.ts';
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

const workFaults = [
  fault('calls-every-ticket-used', {
    violates: ['ticket-cancel.unused-ticket-is-voided-inside-window'],
    summary: 'A void of an unused ticket says TICKET_USED while the window is open.',
    ...byState(
      (before) => (subject, world) =>
        before(subject, world) ?? (hoursOld(subject, world) < 24 ? ticketUsed : undefined),
    ),
  }),
  fault('refuses-the-first-void-of-each-ticket', {
    violates: ['ticket-cancel.unused-ticket-is-voided-inside-window'],
    summary: 'The first void of an open ticket says INVALID_TICKET_STATE; asked again, it is voided.',
    ...byState(
      (before) => (subject, world) =>
        before(subject, world) ??
        (hoursOld(subject, world) < 24 && world.count(`voids of ${subject.ticket.ticketNumber}`) === 1
          ? invalidTicketState('The ticket is being printed.')
          : undefined),
    ),
  }),
  fault('voids-no-ticket-of-a-booking-for-two', {
    violates: ['ticket-cancel.unused-ticket-is-voided-inside-window'],
    summary: 'Where a booking has two tickets, none of them is found to be voided while the window is open.',
    ...byState(
      (before) => (subject, world) =>
        before(subject, world) ??
        (subject.booking.tickets.length > 1 && hoursOld(subject, world) < 24 ? ticketNotFound : undefined),
    ),
  }),
];

/** Voids that answer as they should: what became of the ticket shows when it is looked at. */
const afterwards = (rules: Parameters<typeof voiding>[0]) => ({
  ...voiding(rules),
  touches: ['ticket-cancel', 'ticket-info'] as const,
});

const effectFaults = [
  fault('answers-voids-and-voids-nothing', {
    violates: ['ticket-cancel.voided-ticket-is-not-open', 'ticket-cancel.second-void-is-refused'],
    summary: 'A void answers with success, and the ticket stays open.',
    ...afterwards(() => ({ voids: () => false })),
  }),
  fault('voids-nothing-in-the-last-hour-of-the-window', {
    violates: ['ticket-cancel.voided-ticket-is-not-open'],
    summary: 'In the last hour of the window a void answers with success, and the ticket stays open.',
    ...afterwards(() => ({ voids: (subject, world) => hoursOld(subject, world) < 23 })),
  }),
  fault('shows-voided-tickets-as-open', {
    violates: ['ticket-cancel.voided-ticket-is-not-open'],
    summary: 'A voided ticket is shown with open coupons, though it is not voided again.',
    touches: ['ticket-info'],
    rules: ({ couponStatusOf }: FlightRules) => ({
      couponStatusOf: (coupon, ticket, within) => {
        const status = couponStatusOf(coupon, ticket, within);
        return status === 'void' && within.operation === 'ticket-info' ? 'open' : status;
      },
    }),
  }),
];

const endedFaults = [
  fault('voids-exchanged-tickets', {
    violates: ['ticket-cancel.ended-ticket-is-refused'],
    summary: 'A ticket that was exchanged is voided besides, with success.',
    ...voidsThoseThatAre('exchanged'),
    touches: ['ticket-cancel', 'ticket-exchange'],
  }),
  fault('voids-refunded-tickets', {
    violates: ['ticket-cancel.ended-ticket-is-refused'],
    summary: 'A refunded ticket is voided besides, with success.',
    ...voidsThoseThatAre('refunded'),
    touches: ['ticket-cancel', 'ticket-refund'],
  }),
  fault('calls-refunded-tickets-refunded', {
    violates: ['ticket-cancel.ended-ticket-is-refused'],
    summary: 'The void of a refunded ticket is refused with TICKET_REFUNDED, which is no code.',
    ...byState((before) => (subject, world) => {
      const refused = before(subject, world);
      return refused && hasStatus(subject, 'refunded') ? { ...refused, code: 'TICKET_REFUNDED' } : refused;
    }),
    touches: ['ticket-cancel', 'ticket-refund'],
  }),
];

const againFaults = [
  fault('voids-a-second-time', {
    violates: ['ticket-cancel.second-void-is-refused'],
    summary: 'A voided ticket is voided again, with success.',
    ...voidsThoseThatAre('void'),
  }),
  fault('calls-voided-tickets-already-voided', {
    violates: ['ticket-cancel.second-void-is-refused'],
    summary: 'A second void is refused with ALREADY_VOIDED, which is no code.',
    ...byState((before) => (subject, world) => {
      const refused = before(subject, world);
      return refused && hasStatus(subject, 'void') ? { ...refused, code: 'ALREADY_VOIDED' } : refused;
    }),
  }),
];

const usedFaults = [
  fault('voids-used-tickets', {
    violates: ['ticket-cancel.used-ticket-is-refused'],
    summary: 'A used ticket is voided.',
    ...voidsThoseThatAre('used'),
  }),
  fault('finds-no-used-tickets', {
    violates: ['ticket-cancel.used-ticket-is-refused'],
    summary: 'A void of a used ticket says TICKET_NOT_FOUND.',
    ...byState((before) => (subject, world) => (hasStatus(subject, 'used') ? ticketNotFound : before(subject, world))),
  }),
];

/** Gives partners another access, for a void alone. */
const access = (accessOf: (before: Access) => Access) =>
  voiding(({ flightAccessOf }) => ({
    flightAccessOf: (booking, clientId, within) => {
      const before = flightAccessOf(booking, clientId, within);
      return within.operation === 'ticket-cancel' ? accessOf(before) : before;
    },
  }));

const rightsFaults = [
  fault('voids-tickets-of-other-partners', {
    violates: ['ticket-cancel.other-partner-is-refused'],
    summary: 'A partner who must not see a booking voids its tickets.',
    ...access((before) => (before === 'hidden' ? 'granted' : before)),
  }),
  fault('tells-other-partners-the-state-of-a-ticket', {
    violates: ['ticket-cancel.other-partner-is-refused'],
    summary: 'A void of a ticket of another partner says INVALID_TICKET_STATE.',
    reply: refusals('ticket-cancel', (reply, { asked, world }) => {
      const { code } = bookingNotFound;
      const isThere = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '') !== undefined;
      const told = Object(Object(reply.body).error).code;
      if (!isThere || told !== code) return reply;
      return world.rules.voidRefusalReply(invalidTicketState('The ticket is not yours.'), world);
    }),
  }),
  fault('voids-without-rights', {
    violates: ['ticket-cancel.lack-of-rights-is-access-denied'],
    summary: 'A head office voids the tickets of its agency, which it may only look at.',
    ...access((before) => (before === 'denied' ? 'granted' : before)),
  }),
  fault('calls-lack-of-rights-forbidden', {
    violates: ['ticket-cancel.lack-of-rights-is-access-denied'],
    summary: 'A void without rights is refused with FORBIDDEN.',
    ...voiding(({ voidRefusalReply }) => ({
      voidRefusalReply: (refused, world) =>
        voidRefusalReply(refused.code === accessDenied.code ? { ...refused, code: 'FORBIDDEN' } : refused, world),
    })),
  }),
  fault('hides-what-a-head-office-may-not-void', {
    violates: ['ticket-cancel.lack-of-rights-is-access-denied'],
    summary: 'A void without rights says BOOKING_NOT_FOUND, though the booking can be looked at.',
    ...access((before) => (before === 'denied' ? 'hidden' : before)),
  }),
];

const refusedFaults = [
  fault('voids-what-it-refuses-to-void', {
    violates: ['ticket-cancel.refused-void-changes-nothing'],
    summary: 'A void that is refused voids all the same.',
    ...afterwards(() => ({ voidsRefused: () => true })),
  }),
  fault('voids-for-other-partners-though-it-refuses', {
    violates: ['ticket-cancel.refused-void-changes-nothing'],
    summary: 'A void by another partner says BOOKING_NOT_FOUND, and voids the ticket.',
    ...afterwards(() => ({ voidsRefused: ({ code }) => code === bookingNotFound.code })),
  }),
  fault('voids-late-tickets-though-it-refuses', {
    violates: ['ticket-cancel.refused-void-changes-nothing'],
    summary: 'A void after the window says VOID_TIME_EXPIRED, and voids the ticket.',
    ...afterwards(() => ({ voidsRefused: ({ code }) => code === 'VOID_TIME_EXPIRED' })),
  }),
  fault('voids-the-first-ticket-when-it-finds-none', {
    violates: ['ticket-cancel.refused-void-changes-nothing'],
    summary: 'A void of an unknown ticket says TICKET_NOT_FOUND, and voids the first ticket of the booking.',
    reply: refusals('ticket-cancel', (reply, { asked, world }) => {
      const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
      const [ticket]: readonly StoredTicket[] = booking?.tickets ?? [];
      const isUnknown = Object(Object(reply.body).error).code === ticketNotFound.code;
      if (booking && ticket && isUnknown) closed({ booking, ticket }, 'void', world);
      return reply;
    }),
    touches: ['ticket-cancel', 'ticket-info'],
  }),
];

export const ticketVoidFaults = [
  ...workFaults,
  ...effectFaults,
  ...endedFaults,
  ...againFaults,
  ...usedFaults,
  ...rightsFaults,
  ...refusedFaults,
];
