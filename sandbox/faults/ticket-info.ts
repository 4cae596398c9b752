/** Faults of what ticket_info tells: whose ticket, and the status of its coupons. */
import { answers, listOf, type Met, refusals, without } from '../altering/sold.ts';
import type { CanonicalCoupon, CanonicalTicket, CouponStatus } from '../avia/canonical.ts';
import type { FlightRules } from '../avia/rules.ts';
import type { StoredTicket } from '../avia/state.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { grantedToAll } from './flight-partners.ts';

const shown = (bend: (ticket: CanonicalTicket, met: Met<'ticket-info'>) => unknown) =>
  answers('ticket-info', (body, met) => (body.ticket ? { ...body, ticket: bend(body.ticket, met) } : body));

const coupons = (bend: (coupon: CanonicalCoupon) => unknown) => (ticket: CanonicalTicket) => ({
  ...ticket,
  coupons: listOf(ticket.coupons).map(bend),
});

const withoutStatuses = coupons((coupon) => without('status', coupon));

/** Of coupons of one status; the others show that there is something to tell. */
const statusless = (status: CouponStatus) =>
  coupons((coupon) => (coupon.status === status ? without('status', coupon) : coupon));

const refusedVoids = (bookingId = ''): string => `refused voids in ${bookingId.toLowerCase()}`;

const statusFaults = [
  fault('tells-no-status-of-open-coupons', {
    violates: ['ticket-info.coupon-status-is-told'],
    summary: 'A coupon has a status once it was voided, exchanged or refunded, and none while it is open.',
    reply: shown(statusless('open')),
  }),
  fault('tells-no-coupons-after-a-refused-void', {
    violates: ['ticket-info.coupon-status-is-told'],
    summary: 'Once a void was refused, the tickets of its booking have no coupons.',
    touches: ['ticket-info', 'ticket-cancel'],
    reply: {
      ...refusals('ticket-cancel', (reply, { asked, world }) => {
        world.count(refusedVoids(asked?.bookingId));
        return reply;
      }),
      ...shown((ticket, { asked, world }) =>
        world.counted(refusedVoids(asked?.bookingId)) > 0 ? { ...ticket, coupons: [] } : ticket,
      ),
    },
  }),
  fault('tells-coupon-status-at-the-first-look-alone', {
    violates: ['ticket-info.coupon-status-is-told'],
    summary: 'Only the first look at a ticket tells the status of its coupons.',
    reply: shown((ticket, { world }) =>
      world.count(`looks at ${ticket.ticketNumber}`) > 1 ? withoutStatuses(ticket) : ticket,
    ),
  }),
];

/** Shows another ticket of the booking in place of the one asked for. */
const showsInstead = (other: (ticket: StoredTicket, all: readonly StoredTicket[]) => StoredTicket | undefined) => ({
  touches: ['ticket-info', 'ticket-exchange'] as const,
  rules: ({ findsTicket }: FlightRules): Partial<FlightRules> => ({
    findsTicket: (booking, asked, within) => {
      const found = findsTicket(booking, asked, within);
      return found && within.operation === 'ticket-info' ? (other(found, booking.tickets) ?? found) : found;
    },
  }),
});

const askedFaults = [
  fault('shows-the-next-ticket-number', {
    violates: ['ticket-info.answers-the-ticket-asked-for'],
    summary: 'The number of the ticket that is shown is one higher than the one asked for.',
    reply: shown((ticket) => ({
      ...ticket,
      ticketNumber: ticket.ticketNumber.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    })),
  }),
  fault('shows-the-new-ticket-for-the-exchanged-one', {
    violates: ['ticket-info.answers-the-ticket-asked-for'],
    summary: 'Asked for a ticket that was exchanged, it shows the one that was issued for it.',
    ...showsInstead(({ coupons: [first] }, all) => (first?.status === 'exchanged' ? all.at(-1) : undefined)),
  }),
  fault('shows-the-first-passenger-for-the-second', {
    violates: ['ticket-info.answers-the-ticket-asked-for'],
    summary: 'Asked for the ticket of the second passenger, it shows that of the first.',
    ...showsInstead(({ passenger }, all) => (passenger > 0 ? all[0] : undefined)),
  }),
];

const seesNothing = 'ticket-info.other-partner-sees-nothing';

const otherPartnerFaults = [
  fault('shows-tickets-to-every-partner', {
    violates: [seesNothing],
    summary: 'ticket_info shows a ticket to whoever knows its number and its booking.',
    ...grantedToAll('ticket-info'),
  }),
  fault('tells-other-partners-the-numbers-of-tickets', {
    violates: [seesNothing],
    summary: 'ticket_info tells another partner that there is a ticket of this number, and nothing else.',
    reply: refusals('ticket-info', (reply, { asked, world }) => {
      const tickets = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '')?.tickets ?? [];
      const one = tickets.find(({ ticketNumber }) => ticketNumber === asked?.ticketNumber);
      return one ? answer(200, { exists: true }) : reply;
    }),
  }),
];

export const ticketInfoFaults = [...statusFaults, ...askedFaults, ...otherPartnerFaults];
