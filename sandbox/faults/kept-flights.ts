/** Faults that change a ticket or a flight when something is done to another, or open again what has ended. */
import { answers, listOf } from '../altering/sold.ts';
import type { CanonicalTicket, CouponStatus } from '../avia/canonical.ts';
import type { StoredPnr } from '../avia/state.ts';
import { closed } from '../avia/telling.ts';
import { faultsOf } from '../deviation.ts';
import type { World } from '../world.ts';
import { hoursOld } from './flight-parts.ts';

const isOpen = ({ coupons }: StoredPnr['tickets'][number]): boolean => coupons.every(({ status }) => status === 'open');

/** Ends every ticket of a booking that is still open. */
const endsAll = (bookingId: string, status: 'void' | 'exchanged' | 'refunded', world: World): void => {
  const { pnrs } = world.flights;
  const first = pnrs.find(bookingId.toLowerCase());
  let booking = first;
  for (const ticket of first?.tickets.slice(0, first.offer.party.adults + first.offer.party.children) ?? []) {
    if (booking && isOpen(ticket)) booking = closed({ ticket, booking }, status, world);
  }
};

const hasStatus = ({ coupons }: CanonicalTicket, wanted: CouponStatus): boolean =>
  listOf(coupons).some(({ status }) => status === wanted);

/** Shows tickets of one status as open whenever they are looked at a second time. */
const openAgain = (status: CouponStatus, isMeant: (ticket: CanonicalTicket, world: World) => boolean = () => true) =>
  answers('ticket-info', (body, { world }) => {
    const { ticket } = body;
    if (!ticket || !hasStatus(ticket, status) || !isMeant(ticket, world)) return body;
    const looks = world.count(`looks at ${ticket.ticketNumber}, ${status}`);
    const coupons = ticket.coupons.map((coupon) => ({ ...coupon, status: 'open' }));
    return looks % 2 === 0 ? { ticket: { ...ticket, coupons } } : body;
  });

const isOfSecond = ({ ticketNumber }: CanonicalTicket, { flights }: World): boolean =>
  flights.pnrs
    .all()
    .some(({ tickets }) => tickets.some((one) => one.ticketNumber === ticketNumber && one.passenger > 0));

export const keptFlightFaults = [
  ...faultsOf('ticket-info.stays-as-it-was', {
    'voids-the-tickets-of-all-who-fly-together-in-their-first-hour': {
      summary: 'A void soon after the issue ends all tickets of a booking, and not the one alone that it names.',
      touches: ['ticket-cancel', 'ticket-info'],
      reply: answers('ticket-cancel', (body, { asked, world }) => {
        const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
        const [ticket] = booking?.tickets ?? [];
        if (asked && booking && ticket && hoursOld({ ticket, booking }, world) < 1)
          endsAll(asked.bookingId, 'void', world);
        return body;
      }),
    },
    'refunds-the-ticket-of-a-child-with-that-of-the-adult': {
      touches: ['ticket-refund', 'ticket-info'],
      reply: answers('ticket-refund', (body, { asked, world }) => {
        const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
        if (asked && booking && booking.offer.party.children > 0) endsAll(asked.bookingId, 'refunded', world);
        return body;
      }),
    },
  }),
  ...faultsOf('ticket-info.ended-stays-ended', {
    'shows-voided-tickets-as-open-at-every-second-look': {
      touches: ['ticket-info', 'ticket-cancel'],
      reply: openAgain('void'),
    },
    'shows-refunded-tickets-of-others-as-open-at-every-second-look': {
      touches: ['ticket-info', 'ticket-refund'],
      reply: openAgain('refunded', isOfSecond),
    },
  }),
  ...faultsOf('pnr-retrieve.stays-as-it-was', {
    'cancels-the-next-flight-of-the-partner-too': {
      touches: ['pnr-cancel', 'pnr-retrieve'],
      reply: answers('pnr-cancel', (body, { asked, world }) => {
        const { pnrs } = world.flights;
        const booking = pnrs.find(asked?.bookingId.toLowerCase() ?? '');
        const next = pnrs
          .all()
          .find(
            ({ clientId, number, tickets, cancelledAtMs }) =>
              booking && clientId === booking.clientId && number > booking.number && !tickets[0] && !cancelledAtMs,
          );
        if (next) pnrs.put({ ...next, cancelledAtMs: world.now() });
        return body;
      }),
    },
  }),
  ...faultsOf('pnr-retrieve.cancelled-stays-cancelled', {
    'shows-cancelled-flights-as-booked-every-second-time': {
      touches: ['pnr-retrieve', 'pnr-cancel'],
      reply: answers('pnr-retrieve', (body, { world }) =>
        body.status === 'cancelled' && world.count(`looks at ${body.bookingId}, cancelled`) % 2 === 0
          ? { ...body, status: 'booked' }
          : body,
      ),
    },
  }),
];
