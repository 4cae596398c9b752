/** Faults of what ticket_info tells: whose ticket, and the status of its coupons. */
import { answers, listOf, type Met, refusals, without } from '../altering/sold.ts';
import type { CanonicalCoupon, CanonicalTicket, CouponStatus } from '../avia/canonical.ts';
import type { FlightRules } from '../avia/rules.ts';
import type { StoredTicket } from '../avia/state.ts';
import { faultsOf } from '../deviation.ts';
import { answer } from '../reply.ts';
import { grantedToAll } from './flight-parts.ts';

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

export const ticketInfoFaults = [
  ...faultsOf('ticket-info.coupon-status-is-told', {
    'tells-no-status-of-open-coupons': {
      summary: 'A coupon has a status once it was voided, exchanged or refunded, and none while it is open.',
      reply: shown(statusless('open')),
    },
    'tells-coupon-status-at-the-first-look-alone': shown((ticket, { world }) =>
      world.count(`looks at ${ticket.ticketNumber}`) > 1 ? withoutStatuses(ticket) : ticket,
    ),
  }),
  ...faultsOf('ticket-info.coupon-status-is-told', {
    'tells-no-coupons-after-a-refused-void': {
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
    },
  }),
  ...faultsOf('ticket-info.answers-the-ticket-asked-for', {
    'shows-the-next-ticket-number': shown((ticket) => ({
      ...ticket,
      ticketNumber: ticket.ticketNumber.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    })),
    'shows-the-new-ticket-for-the-exchanged-one': showsInstead(({ coupons: [first] }, all) =>
      first?.status === 'exchanged' ? all.at(-1) : undefined,
    ),
    'shows-the-first-passenger-for-the-second': showsInstead(({ passenger }, all) =>
      passenger > 0 ? all[0] : undefined,
    ),
  }),
  ...faultsOf('ticket-info.other-partner-sees-nothing', {
    'shows-tickets-to-every-partner': grantedToAll('ticket-info'),
    'tells-other-partners-the-numbers-of-tickets': refusals('ticket-info', (reply, { asked, world }) => {
      const tickets = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '')?.tickets ?? [];
      const one = tickets.find(({ ticketNumber }) => ticketNumber === asked?.ticketNumber);
      return one ? answer(200, { exists: true }) : reply;
    }),
  }),
];
