/** Faults of issuing tickets and of what ticket_info reports. */
import type { CanonicalCoupon, CanonicalTicket, CouponStatus, FlightReplies } from '../../avia/canonical.ts';
import type { FlightRules, FlightWorld } from '../../avia/rules.ts';
import type { StoredPnr, StoredTicket } from '../../avia/state.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import { invalidBookingState } from '../../refusals.ts';
import { answer, type Reply } from '../../reply.ts';
import { euro } from '../../sales.ts';
import { answers, counts, grantedToAll, lacking, listOf, type Met, pnrAsked, refusals, without } from '../changes.ts';

const notNow = invalidBookingState('The booking cannot be ticketed.');

const refusesToIssue = (isMeant: (booking: StoredPnr, world: FlightWorld) => boolean) =>
  ruled(
    ['ticket-issue'],
    'issueRefusalOf',
    (before, booking, world) => before(booking, world) ?? (isMeant(booking, world) ? notNow : undefined),
  );

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const repricings = (bookingId: string): string => `repricings of ${bookingId}`;
const retrievals = (bookingId: string): string => `retrievals of ${bookingId.toLowerCase()}`;

const isUnknown = ({ asked, world }: Met<'ticket-issue'>): boolean =>
  asked !== undefined &&
  uuid.test(asked.bookingId) &&
  world.flights.pnrs.find(asked.bookingId.toLowerCase()) === undefined;

const answersForUnknown = (ticketsOf: (world: FlightWorld) => FlightReplies['ticket-issue']['tickets']) =>
  refusals('ticket-issue', (reply, met): Reply => {
    if (!isUnknown(met)) return reply;
    return answer(200, { bookingId: met.asked?.bookingId, status: 'ticketed', tickets: ticketsOf(met.world) });
  });

const isCancelled = ({ cancelledAtMs }: StoredPnr): boolean => cancelledAtMs !== undefined;

const forCancelled = (fits: (booking: StoredPnr) => boolean) =>
  ruled(['ticket-issue'], 'issueRefusalOf', (before, booking, world) =>
    isCancelled(booking) && fits(booking) ? undefined : before(booking, world),
  );

const digitsAtEnd = 10;
const lastDigits = (number: string): string => number.replaceAll(/\D/g, '').slice(-digitsAtEnd);

/** Finds tickets by their last digits alone, too. */
const found =
  (findsTicket: FlightRules['findsTicket']): FlightRules['findsTicket'] =>
  (booking, asked, within) =>
    findsTicket(booking, asked, within) ??
    booking.tickets.find(({ ticketNumber }) => lastDigits(ticketNumber) === lastDigits(asked));

/** Numbers tickets in another form, by which they are found again. */
const numbered = (form: (number: string, serial: number) => string) => ({
  touches: ['ticket-issue', 'ticket-info'] as const,
  rules: ({ ticketNumberOf, findsTicket }: FlightRules): Partial<FlightRules> => ({
    ticketNumberOf: (serial, carrier, world) => form(ticketNumberOf(serial, carrier, world), serial),
    findsTicket: found(findsTicket),
  }),
});

/** The number with three digits of an airline before it, in the form of every dialect. */
const thirteen = (number: string): string => `421${lastDigits(number)}`;

export const ticketIssueFaults = [
  ...faultsOf(['avia-flow.typical-flow-can-be-walked', 'ticket-issue.works-on-created-booking'], {
    'issues-no-tickets': refusesToIssue(() => true),
    'issues-tickets-on-the-second-request': refusesToIssue(
      ({ bookingId }, world) => world.count(`issues of ${bookingId}`) === 1,
    ),
    'issues-no-tickets-once-a-booking-is-priced-anew': {
      ...refusesToIssue(({ bookingId }, world) => world.counted(repricings(bookingId)) > 0),
      reply: counts('pnr-reprice', (_, { bookingId }) => repricings(bookingId)),
      touches: ['pnr-reprice', 'ticket-issue'],
    },
  }),
  ...faultsOf('ticket-issue.works-on-created-booking', {
    // Most bookings are retrieved first; that of a refund is not.
    'issues-tickets-for-retrieved-bookings-alone': {
      ...refusesToIssue(({ bookingId }, world) => world.counted(retrievals(bookingId)) === 0),
      reply: counts('pnr-retrieve', (_, { bookingId }) => retrievals(bookingId)),
      touches: ['pnr-retrieve', 'ticket-issue', 'ticket-refund'],
    },
  }),
  ...faultsOf('ticket-issue.unknown-booking-is-refused', {
    'issues-tickets-for-unknown-bookings': answersForUnknown((world) => [
      {
        ticketNumber: world.rules.ticketNumberOf(world.count('tickets'), 'NV', world),
        passengerName: 'Nobody Nowhere',
        issuedAtMs: world.now(),
        price: euro(10_000),
        parts: { base: euro(8_000), taxes: euro(2_000) },
        coupons: [{ flightNumber: 'NV 201', date: '2027-01-01', status: 'open' }],
      },
    ]),
    'answers-unknown-bookings-without-tickets': answersForUnknown(() => []),
  }),
  ...faultsOf('ticket-issue.cancelled-booking-is-refused', {
    'issues-tickets-for-cancelled-bookings': forCancelled(() => true),
    'issues-tickets-again-for-cancelled-bookings': forCancelled(({ tickets }) => tickets.length > 0),
  }),
  ...faultsOf('ticket-issue.ticket-numbers-have-a-documented-form', {
    'numbers-tickets-with-twelve-digits': numbered((number) => thirteen(number).slice(1)),
    'writes-a-blank-into-ticket-numbers': numbered((number) => thirteen(number).replace(/^\d{3}/, '$& ')),
    'numbers-tickets-of-exchanges-with-twelve-digits': {
      touches: ['ticket-exchange', 'ticket-info'],
      rules: ({ exchangedNumberOf, findsTicket }: FlightRules): Partial<FlightRules> => ({
        exchangedNumberOf: (subject, world) => thirteen(exchangedNumberOf(subject, world)).slice(1),
        findsTicket: found(findsTicket),
      }),
    },
    'numbers-the-ticket-of-the-second-passenger-with-fourteen-digits': {
      summary:
        'Where two tickets are issued, the number of the second ends in a check digit, which makes it 14 digits.',
      ...numbered((number) => number),
      reply: {
        'ticket-issue': (reply) => {
          const { tickets } = Object(reply.body) as Partial<FlightReplies['ticket-issue']>;
          const reported = listOf(tickets).map((ticket, at) =>
            at === 1 ? { ...ticket, ticketNumber: `0${thirteen(ticket.ticketNumber)}` } : ticket,
          );
          return tickets ? { ...reply, body: { ...Object(reply.body), tickets: reported } } : reply;
        },
      },
    },
  }),
];

const shown = (bend: (ticket: CanonicalTicket, met: Met<'ticket-info'>) => unknown) =>
  answers('ticket-info', (body, met) => (body.ticket ? { ...body, ticket: bend(body.ticket, met) } : body));

const coupons = (bend: (coupon: CanonicalCoupon) => unknown) => (ticket: CanonicalTicket) => ({
  ...ticket,
  coupons: listOf(ticket.coupons).map(bend),
});

const withoutStatuses = coupons(lacking('status'));

/** Of coupons of one status; the others show that there is something to report. */
const statusless = (status: CouponStatus) =>
  coupons((coupon) => (coupon.status === status ? without('status', coupon) : coupon));

const refusedVoids = (bookingId = ''): string => `refused voids in ${bookingId.toLowerCase()}`;

const showsInstead = (other: (ticket: StoredTicket, all: readonly StoredTicket[]) => StoredTicket | undefined) =>
  ruled(['ticket-info', 'ticket-exchange'], 'findsTicket', (before, booking, asked, within) => {
    const found = before(booking, asked, within);
    return found && within.operation === 'ticket-info' ? (other(found, booking.tickets) ?? found) : found;
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
      const tickets = pnrAsked(asked, world)?.tickets ?? [];
      const one = tickets.find(({ ticketNumber }) => ticketNumber === asked?.ticketNumber);
      return one ? answer(200, { exists: true }) : reply;
    }),
  }),
];
