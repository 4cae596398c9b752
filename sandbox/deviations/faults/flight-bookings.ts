/** Faults of flight bookings: another one than was asked for, or one that does not stay as it was. */
import type { CanonicalTicket, CouponStatus } from '../../avia/canonical.ts';
import { closed } from '../../avia/reported.ts';
import type { StoredPnr } from '../../avia/state.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import { invalidBookingState } from '../../refusals.ts';
import { answer } from '../../reply.ts';
import { euro, hourMs } from '../../sales.ts';
import type { World } from '../../world.ts';
import { answers, counts, grantedToAll, hoursOld, listOf, pnrAsked, refusals, without, written } from '../changes.ts';

const otherId = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

const notNow = invalidBookingState('The booking cannot be cancelled.');

const refusesToCancel = (isMeant: (booking: StoredPnr) => boolean) =>
  ruled(
    ['pnr-cancel', 'pnr-retrieve'],
    'pnrCancelRefusalOf',
    (before, booking, world) => before(booking, world) ?? (isMeant(booking) ? notNow : undefined),
  );

const writesId = (write: (id: string, number: number) => string) =>
  ruled(['pnr-create'], 'flightBookingIdOf', (before, number, world) => write(before(number, world), number));

/** Every second, so that the others show where the price would be. */
const isSecond = (count: number): boolean => count % 2 === 0;

export const flightBookingFaults = [
  ...faultsOf('pnr-create.booking-id-is-uuid', {
    'counts-flight-bookings': writesId((_, number) => `pnr-${String(number).padStart(8, '0')}`),
    'leaves-hyphens-out-of-ids-of-flights': writesId((id) => id.replaceAll('-', '')),
    'writes-every-second-id-of-flights-in-braces': writesId((id, number) => (number % 2 === 0 ? `{${id}}` : id)),
    'cuts-ids-of-flights-short': writesId((id) => id.slice(0, -1)),
  }),
  ...faultsOf('pnr-retrieve.answers-the-booking-asked-for', {
    'retrieves-another-flight': answers('pnr-retrieve', (body) => ({ ...body, bookingId: otherId(body.bookingId) })),
    'retrieves-another-flight-the-second-time': answers('pnr-retrieve', (body, { world }) =>
      world.count(`retrievals of ${body.bookingId}`) > 1 ? { ...body, bookingId: otherId(body.bookingId) } : body,
    ),
    'retrieves-cancelled-flights-as-another': answers('pnr-retrieve', (body) =>
      body.status === 'cancelled' ? { ...body, bookingId: otherId(body.bookingId) } : body,
    ),
  }),
  ...faultsOf('pnr-retrieve.cancelled-booking-is-not-active', {
    'cancels-no-flights': { touches: ['pnr-cancel', 'pnr-retrieve'], rules: { cancelsPnr: () => false } },
    'cancels-no-flights-that-had-tickets': ruled(
      ['pnr-cancel', 'pnr-retrieve', 'ticket-issue'],
      'cancelsPnr',
      (before, booking, world) => booking.tickets.length === 0 && before(booking, world),
    ),
    'shows-cancelled-flights-as-booked': answers('pnr-retrieve', (body) =>
      body.status === 'cancelled' ? { ...body, status: 'booked' } : body,
    ),
    'shows-cancellations-of-flights-an-hour-late': ruled(['pnr-retrieve'], 'pnrStatusOf', (before, booking, within) => {
      const { cancelledAtMs } = booking;
      const isRecent = cancelledAtMs !== undefined && within.world.now() < cancelledAtMs + hourMs;
      return within.operation === 'pnr-retrieve' && isRecent ? 'booked' : before(booking, within);
    }),
  }),
  ...faultsOf('pnr-cancel.works-on-own-booking', {
    'refuses-to-cancel-flights': refusesToCancel(() => true),
    'refuses-to-cancel-flights-without-tickets': refusesToCancel(({ tickets }) => tickets.length === 0),
  }),
  ...faultsOf('pnr-retrieve.other-partner-sees-nothing', {
    'shows-flights-to-every-partner': grantedToAll('pnr-retrieve'),
    'shows-flights-to-every-partner-once-priced-anew': {
      ...grantedToAll('pnr-retrieve', ({ bookingId }, world) => world.counted(`prices of ${bookingId}`) > 0),
      touches: ['pnr-retrieve', 'pnr-reprice'],
      reply: counts('pnr-reprice', (_, { bookingId }) => `prices of ${bookingId}`),
    },
    'tells-other-partners-the-status-of-flights': refusals('pnr-retrieve', (reply, { asked, world }) => {
      const booking = pnrAsked(asked, world);
      if (!booking) return reply;
      return answer(200, { status: world.rules.pnrStatusOf(booking, { operation: 'pnr-retrieve', world }) });
    }),
  }),
  ...faultsOf('pnr-reprice.price-is-told', {
    'tells-no-price-of-every-second-repricing': answers('pnr-reprice', (body, { world }) =>
      isSecond(world.count('prices anew')) ? without('price', body) : body,
    ),
    'nulls-the-price-of-every-second-flight': answers('pnr-reprice', (body, { world }) =>
      isSecond(world.flights.pnrs.find(body.bookingId)?.number ?? 1) ? { ...body, price: null } : body,
    ),
  }),
];

const isOpen = ({ coupons }: StoredPnr['tickets'][number]): boolean => coupons.every(({ status }) => status === 'open');

const endsAll = (bookingId: string, status: 'void' | 'exchanged' | 'refunded', world: World): void => {
  const { pnrs } = world.flights;
  const first = pnrs.find(bookingId.toLowerCase());
  let booking = first;
  for (const ticket of first?.tickets ?? []) {
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
        const booking = pnrAsked(asked, world);
        const [ticket] = booking?.tickets ?? [];
        if (asked && booking && ticket && hoursOld({ ticket, booking }, world) < 1)
          endsAll(asked.bookingId, 'void', world);
        return body;
      }),
    },
    'refunds-the-ticket-of-a-child-with-that-of-the-adult': {
      touches: ['ticket-refund', 'ticket-info'],
      reply: answers('ticket-refund', (body, { asked, world }) => {
        const booking = pnrAsked(asked, world);
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

const bookingOf = (bookingId: string, { flights }: World): StoredPnr | undefined =>
  flights.pnrs.find(bookingId.toLowerCase());

const isReturn = ({ offer }: StoredPnr): boolean => offer.flights.length > 1;

/** The booking that its partner made before. */
const former = ({ clientId, number }: StoredPnr, { flights }: World): StoredPnr | undefined =>
  flights.pnrs.all().findLast((one) => one.clientId === clientId && one.number === number - 1);

const isLater = (ticket: CanonicalTicket): CanonicalTicket => ({ ...ticket, issuedAtMs: ticket.issuedAtMs + hourMs });

const retrievesOnly = (isMeant: (booking: StoredPnr) => boolean) =>
  ruled(['pnr-create', 'pnr-retrieve'], 'findsFlightBooking', (before, bookingId, within) => {
    const found = before(bookingId, within);
    return within.operation === 'pnr-retrieve' && found && !isMeant(found) ? undefined : found;
  });

export const bookedFlightFaults = [
  ...faultsOf('pnr-retrieve.passengers-are-those-booked', {
    'retrieves-the-passengers-of-the-flight-before': answers('pnr-retrieve', (body, { world }) => {
      const booking = bookingOf(body.bookingId, world);
      const passengers = booking && former(booking, world)?.passengers;
      return passengers ? { ...body, passengers } : body;
    }),
    'retrieves-children-as-their-parents': answers('pnr-retrieve', (body) => {
      const [first] = listOf(body.passengers);
      const named = (one: typeof first) => (one?.isChild && first ? { ...one, lastName: first.lastName } : one);
      return { ...body, passengers: listOf(body.passengers).map(named) };
    }),
  }),
  ...faultsOf('pnr-retrieve.finds-each-booking', {
    'retrieves-every-other-flight-alone': retrievesOnly(({ number }) => number % 2 === 1),
    'retrieves-no-flights-of-families': retrievesOnly(({ offer }) => offer.party.children === 0),
  }),
  ...faultsOf('pnr-retrieve.flights-are-those-chosen', {
    'retrieves-the-way-there-for-the-way-back': written('pnr-retrieve', 'flights', (flights) =>
      listOf(flights).map(() => flights[0]),
    ),
  }),
  ...faultsOf('pnr-create.price-is-the-verified-one', {
    'books-ways-back-a-little-dearer-than-verified': ruled(
      ['pnr-create', 'avia-offer-price', 'pnr-retrieve', 'ticket-issue'],
      'flightPriceOf',
      (before, offer, within) => {
        const price = before(offer, within);
        return within.operation === 'pnr-create' && offer.flights.length > 1 ? euro(price.minor + 100) : price;
      },
    ),
  }),
  ...faultsOf('pnr-retrieve.price-is-the-last-told', {
    'retrieves-flights-without-their-taxes': {
      touches: ['pnr-retrieve', 'pnr-create'],
      reply: answers('pnr-retrieve', (body, { world }) => {
        const taxes = bookingOf(body.bookingId, world)?.fares.reduce((sum, fare) => sum + fare.taxes, 0) ?? 0;
        return { ...body, price: euro((body.price?.minor ?? 0) - taxes) };
      }),
    },
  }),
  ...faultsOf('pnr-create.created-at-is-the-moment-of-the-booking', {
    'tells-the-making-of-a-flight-an-hour-early': written(
      'pnr-create',
      'createdAtMs',
      (createdAtMs) => createdAtMs - hourMs,
    ),
    'retrieves-a-flight-as-made-when-its-tickets-can-be-issued-no-more': written(
      'pnr-retrieve',
      'createdAtMs',
      (_, body) => body.ticketBeforeMs,
    ),
  }),
  ...faultsOf('ticket-issue.each-passenger-has-a-ticket', {
    'issues-no-tickets-for-children': {
      touches: ['ticket-issue', 'pnr-retrieve', 'ticket-info'],
      reply: answers('ticket-issue', (body, { world }) => {
        const booking = bookingOf(body.bookingId, world);
        if (!booking) return body;
        const tickets = booking.tickets.filter(({ passenger }) => !booking.passengers[passenger]?.isChild);
        world.flights.pnrs.put({ ...booking, tickets });
        const isKept = ({ ticketNumber }: CanonicalTicket) => tickets.some((one) => one.ticketNumber === ticketNumber);
        return { ...body, tickets: listOf(body.tickets).filter(isKept) };
      }),
    },
  }),
  ...faultsOf('ticket-issue.issued-at-is-the-moment-of-the-issue', {
    'tells-the-issue-of-ways-back-an-hour-late': answers('ticket-issue', (body, { world }) => {
      const booking = bookingOf(body.bookingId, world);
      return booking && isReturn(booking) ? { ...body, tickets: listOf(body.tickets).map(isLater) } : body;
    }),
    'shows-tickets-as-issued-when-their-booking-was-made': {
      touches: ['ticket-info', 'ticket-issue', 'ticket-cancel', 'pnr-reprice'],
      reply: answers('ticket-info', (body, { asked, world }) => {
        const booking = asked && bookingOf(asked.bookingId, world);
        return booking && body.ticket ? { ticket: { ...body.ticket, issuedAtMs: booking.createdAtMs } } : body;
      }),
    },
  }),
  ...faultsOf('ticket-info.each-leg-has-a-coupon', {
    'shows-no-coupon-of-the-way-back': answers('ticket-info', (body) =>
      body.ticket ? { ticket: { ...body.ticket, coupons: listOf(body.ticket.coupons).slice(0, 1) } } : body,
    ),
  }),
  ...faultsOf('ticket-info.finds-each-issued-ticket', {
    'finds-no-tickets-of-exchanges': ruled(
      ['ticket-info', 'ticket-exchange'],
      'findsTicket',
      (before, booking, asked, within) => {
        const found = before(booking, asked, within);
        const isOfExchange = booking.tickets.some((one) => {
          const isOver = one.passenger === found?.passenger && one.ticketNumber !== found.ticketNumber;
          return isOver && one.coupons.every(({ status }) => status === 'exchanged');
        });
        return isOfExchange && within.operation === 'ticket-info' ? undefined : found;
      },
    ),
    'finds-no-tickets-of-children': ruled(
      ['ticket-info', 'ticket-cancel'],
      'findsTicket',
      (before, booking, asked, within) => {
        const found = before(booking, asked, within);
        const isLost = found && within.operation === 'ticket-info' && booking.passengers[found.passenger]?.isChild;
        return isLost ? undefined : found;
      },
    ),
  }),
];
