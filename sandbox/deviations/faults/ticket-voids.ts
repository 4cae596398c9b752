/** Faults of voids: when they work, and what they answer. */
import type { CouponStatus } from '../../avia/canonical.ts';
import { closed } from '../../avia/reported.ts';
import type { Access, FlightRules, FlightWorld, TicketOf } from '../../avia/rules.ts';
import type { StoredTicket } from '../../avia/state.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import {
  accessDenied,
  bookingNotFound,
  invalidTicketState,
  type Refused,
  ticketNotFound,
  ticketUsed,
} from '../../refusals.ts';
import { answer, codeOf, fieldsIn, isOfToken } from '../../reply.ts';
import { hourMs, minuteMs } from '../../sales.ts';
import type { World } from '../../world.ts';
import { hasStatus, hoursOld, pnrAsked, refusals, shownAsOpen, successes, voiding } from '../changes.ts';

/** Another refusal for the state of a ticket, or none, than a healthy world has. */
const byState = (
  refusalOf: (healthy: Refused | undefined, subject: TicketOf, world: FlightWorld) => Refused | undefined,
) =>
  ruled(['ticket-cancel'], 'voidStateRefusalOf', (before, subject, world) =>
    refusalOf(before(subject, world), subject, world),
  );

/** Refuses what could be voided, while the window is open. */
const refusesInWindow = (refused: Refused, isMeant: (subject: TicketOf, world: FlightWorld) => boolean = () => true) =>
  byState(
    (healthy, subject, world) =>
      healthy ?? (hoursOld(subject, world) < 24 && isMeant(subject, world) ? refused : undefined),
  );

const voidsThoseThatAre = (status: CouponStatus) =>
  byState((healthy, subject) => (hasStatus(subject, status) ? undefined : healthy));

const callsThoseThatAre = (status: CouponStatus, code: string) =>
  byState((healthy, subject) => (healthy && hasStatus(subject, status) ? { ...healthy, code } : healthy));

/** Voids that answer as they should: what became of the ticket shows when it is looked at. */
const afterwards = (rules: Parameters<typeof voiding>[0]) => ({
  ...voiding(rules),
  touches: ['ticket-cancel', 'ticket-info'] as const,
});

const access = (accessOf: (before: Access) => Access) =>
  ruled(['ticket-cancel'], 'flightAccessOf', (flightAccessOf, booking, clientId, within) => {
    const before = flightAccessOf(booking, clientId, within);
    return within.operation === 'ticket-cancel' ? accessOf(before) : before;
  });

const firstTicketOf = (bookingId: unknown, world: FlightWorld): TicketOf | undefined => {
  const booking = world.rules.findsFlightBooking(String(bookingId), { operation: 'ticket-cancel', world });
  const ticket = booking?.tickets[0];
  return booking && ticket && { booking, ticket };
};

export const ticketVoidFaults = [
  ...faultsOf('ticket-cancel.unused-ticket-is-voided-inside-window', {
    'calls-every-ticket-used': {
      summary: 'A void of an unused ticket says TICKET_USED while the window is open.',
      ...refusesInWindow(ticketUsed),
    },
    'refuses-the-first-void-of-each-ticket': refusesInWindow(
      invalidTicketState('The ticket is being printed.'),
      ({ ticket }, world) => world.count(`voids of ${ticket.ticketNumber}`) === 1,
    ),
    'voids-no-ticket-of-a-booking-for-two': {
      summary: 'Where a booking has two tickets, none of them is found to be voided while the window is open.',
      ...refusesInWindow(ticketNotFound, ({ booking }) => booking.tickets.length > 1),
    },
    'has-no-void-window': voiding({ voidWindowMs: 0 }),
    'counts-the-void-window-an-hour-short': voiding(({ voidWindowMs }) => ({ voidWindowMs: voidWindowMs - hourMs })),
    'counts-the-void-window-from-the-booking': voiding({
      voidWindowFromMs: ({ booking }) => booking.createdAtMs,
    }),
  }),
  ...faultsOf('ticket-cancel.late-void-is-expired', {
    'ignores-the-void-window': voiding({ voidWindowMs: Number.POSITIVE_INFINITY }),
    'counts-the-void-window-an-hour-long': voiding(({ voidWindowMs }) => ({ voidWindowMs: voidWindowMs + hourMs })),
    'keeps-the-void-window-open-for-the-second-passenger': ruled(
      ['ticket-cancel'],
      'voidWindowFromMs',
      (before, subject) => (subject.ticket.passenger > 0 ? Number.MAX_SAFE_INTEGER : before(subject)),
    ),
    'calls-late-voids-a-matter-of-state': byState(
      (healthy, subject, world) =>
        healthy ?? (hoursOld(subject, world) >= 24 ? invalidTicketState('The ticket is too old.') : undefined),
    ),
  }),
  ...faultsOf('ticket-cancel.incomplete-request-is-refused', {
    'voids-the-first-ticket-where-none-is-named': {
      'ticket-cancel': (reply, request, world) => {
        const { bookingId, ticketNumber } = fieldsIn(request) ?? {};
        const subject = ticketNumber === undefined ? firstTicketOf(bookingId, world) : undefined;
        if (!subject || world.rules.voidRefusalOf(subject, world)) return reply;
        closed(subject, 'void', world);
        return answer(200, world.rules.voidAnswerOf(world.now(), subject, world));
      },
    },
    'does-nothing-to-voids-without-a-booking-and-says-done': {
      'ticket-cancel': (reply, request) =>
        fieldsIn(request)?.bookingId === undefined && !isOfToken(reply) ? answer(200, {}) : reply,
    },
    'does-nothing-to-voids-with-an-empty-booking-and-says-done': {
      'ticket-cancel': (reply, request) =>
        fieldsIn(request)?.bookingId === '' && !isOfToken(reply) ? answer(200, {}) : reply,
    },
  }),
  ...faultsOf(['ticket-cancel.voided-ticket-is-not-open', 'ticket-cancel.second-void-is-refused'], {
    'answers-voids-and-voids-nothing': afterwards({ voids: () => false }),
  }),
  ...faultsOf('ticket-cancel.voided-ticket-is-not-open', {
    'voids-nothing-in-the-last-hour-of-the-window': afterwards({
      voids: (subject, world) => hoursOld(subject, world) < 23,
    }),
    'shows-voided-tickets-as-open': {
      summary: 'A voided ticket is shown with open coupons, though it is not voided again.',
      ...shownAsOpen('void', (_, { operation }) => operation === 'ticket-info'),
    },
  }),
  ...faultsOf('ticket-cancel.ended-ticket-is-refused', {
    'voids-exchanged-tickets': { ...voidsThoseThatAre('exchanged'), touches: ['ticket-cancel', 'ticket-exchange'] },
    'voids-refunded-tickets': { ...voidsThoseThatAre('refunded'), touches: ['ticket-cancel', 'ticket-refund'] },
    'calls-refunded-tickets-refunded': {
      ...callsThoseThatAre('refunded', 'TICKET_REFUNDED'),
      touches: ['ticket-cancel', 'ticket-refund'],
    },
  }),
  ...faultsOf('ticket-cancel.second-void-is-refused', {
    'voids-a-second-time': voidsThoseThatAre('void'),
    'calls-voided-tickets-already-voided': callsThoseThatAre('void', 'ALREADY_VOIDED'),
  }),
  ...faultsOf('ticket-cancel.used-ticket-is-refused', {
    'voids-used-tickets': voidsThoseThatAre('used'),
    'finds-no-used-tickets': byState((healthy, subject) => (hasStatus(subject, 'used') ? ticketNotFound : healthy)),
  }),
  ...faultsOf('ticket-cancel.other-partner-is-refused', {
    'voids-tickets-of-other-partners': access((before) => (before === 'hidden' ? 'granted' : before)),
    'tells-other-partners-the-state-of-a-ticket': refusals('ticket-cancel', (reply, { asked, world }) => {
      const { code } = bookingNotFound;
      const isThere = pnrAsked(asked, world) !== undefined;
      const reported = codeOf(reply);
      if (!isThere || reported !== code) return reply;
      return world.rules.voidRefusalReply(invalidTicketState('The ticket is not yours.'), world);
    }),
  }),
  ...faultsOf('ticket-cancel.lack-of-rights-is-access-denied', {
    'voids-without-rights': {
      summary: 'A head office voids the tickets of its agency, which it may only look at.',
      ...access((before) => (before === 'denied' ? 'granted' : before)),
    },
    'calls-lack-of-rights-forbidden': ruled(['ticket-cancel'], 'voidRefusalReply', (before, refused, world) =>
      before(refused.code === accessDenied.code ? { ...refused, code: 'FORBIDDEN' } : refused, world),
    ),
    'hides-what-a-head-office-may-not-void': {
      summary: 'A void without rights says BOOKING_NOT_FOUND, though the booking can be looked at.',
      ...access((before) => (before === 'denied' ? 'hidden' : before)),
    },
  }),
  ...faultsOf('ticket-cancel.refused-void-changes-nothing', {
    'voids-what-it-refuses-to-void': afterwards({ voidsRefused: () => true }),
    'voids-for-other-partners-though-it-refuses': afterwards({
      voidsRefused: ({ code }) => code === bookingNotFound.code,
    }),
    'voids-late-tickets-though-it-refuses': afterwards({
      voidsRefused: ({ code }) => code === 'VOID_TIME_EXPIRED',
    }),
    'voids-the-first-ticket-when-it-finds-none': {
      reply: refusals('ticket-cancel', (reply, { asked, world }) => {
        const booking = pnrAsked(asked, world);
        const [ticket]: readonly StoredTicket[] = booking?.tickets ?? [];
        const isUnknown = codeOf(reply) === ticketNotFound.code;
        if (booking && ticket && isUnknown) closed({ booking, ticket }, 'void', world);
        return reply;
      }),
      touches: ['ticket-cancel', 'ticket-info'],
    },
  }),
];

const iso = (ms: number): string => new Date(ms).toISOString();

/** Another body of success, in any form of the dialect. */
const done = (answerOf: FlightRules['voidAnswerOf']) => voiding({ voidAnswerOf: answerOf });

const reported = (voidedAt: unknown) => ({ success: true, voidedAt });

/** In a zone three hours east of UTC. */
const local = (ms: number): string => iso(ms + 3 * hourMs).replace('Z', '+03:00');
const withoutZone = (ms: number): string => iso(ms).replace('Z', '');

/** Another moment, in the form that has a moment. */
const moment = (momentOf: (ms: number, subject: TicketOf) => number) =>
  done((ms, subject) => reported(iso(momentOf(ms, subject))));

const isOfState = ({ code }: Refused): boolean => code === 'INVALID_TICKET_STATE';

/** Of a ticket that was voided, and not of one that was exchanged or refunded. */
const isOfVoid = (refused: Refused): boolean => isOfState(refused) && / void\./.test(refused.message);

/** Other refusals, where the condition holds. */
const failed = (holds: (refused: Refused) => boolean, bodyOf: (refused: Refused) => unknown) =>
  ruled(['ticket-cancel'], 'voidRefusalReply', (before, refused, world) =>
    holds(refused) ? answer(200, bodyOf(refused)) : before(refused, world),
  );

const isAnyTicket = (number = '', { flights }: World): boolean =>
  flights.pnrs.all().some(({ tickets }) => tickets.some(({ ticketNumber }) => ticketNumber === number));

export const ticketVoidAnswerFaults = [
  ...faultsOf('ticket-cancel.success-is-empty-or-tells-when', {
    'answers-voids-with-201': successes('ticket-cancel', () => answer(201, {})),
    'tells-success-of-a-void-and-not-when': done(() => ({ success: true })),
    'tells-the-moment-of-a-void-in-local-time': done((ms) => reported(local(ms))),
    'tells-the-moment-of-a-void-without-zone': done((ms) => reported(withoutZone(ms))),
    'tells-the-moment-of-a-void-in-milliseconds': done((ms) => reported(ms)),
    'tells-the-moment-of-the-last-voids-of-a-window-without-zone': done((ms, subject, world) =>
      reported(hoursOld(subject, world) < 23 ? iso(ms) : withoutZone(ms)),
    ),
  }),
  ...faultsOf('ticket-cancel.voided-at-is-the-moment-of-the-void', {
    'tells-the-issue-as-the-moment-of-a-void': moment((_, { ticket }) => ticket.issuedAtMs),
    'writes-local-time-of-a-void-as-utc': moment((ms) => ms + 3 * hourMs),
    'tells-the-moment-of-a-void-ninety-seconds-ahead': moment((ms) => ms + 1.5 * minuteMs),
  }),
  ...faultsOf('ticket-cancel.success-carries-no-error', {
    'tells-an-error-beside-success': done((ms) => ({
      ...reported(iso(ms)),
      error: { code: 'OK', message: 'The ticket is void.' },
    })),
    'tells-success-beside-the-error-of-a-second-void': failed(isOfState, ({ code, message }) => ({
      success: true,
      error: { code, message },
    })),
  }),
  ...faultsOf('avia-refusal.success-is-a-boolean', {
    'writes-the-success-of-failed-voids-as-text': failed(
      () => true,
      ({ code, message }) => ({ success: 'false', error: { code, message } }),
    ),
    'writes-the-success-of-second-voids-as-zero': failed(isOfState, ({ code, message }) => ({
      success: 0,
      error: { code, message },
    })),
  }),
  ...faultsOf(['ticket-cancel.failure-carries-an-error', 'ticket-cancel.second-void-is-refused'], {
    'fails-second-voids-without-an-error': failed(isOfVoid, () => ({ success: false })),
    'fails-second-voids-without-a-code': failed(isOfVoid, ({ message }) => ({ success: false, error: { message } })),
  }),
  ...faultsOf('ticket-cancel.failure-carries-an-error', {
    'fails-voids-of-unknown-tickets-without-a-message': failed(
      ({ code }) => code === ticketNotFound.code,
      ({ code }) => ({ success: false, error: { code } }),
    ),
  }),
  ...faultsOf(['ticket-cancel.unknown-ticket-is-not-found', 'ticket-cancel.unknown-booking-is-named'], {
    // Of an unknown booking both codes are true: it has no such ticket either.
    'swaps-the-codes-of-unknown-bookings-and-tickets': {
      summary: 'A void says BOOKING_NOT_FOUND of an unknown ticket, and TICKET_NOT_FOUND of an unknown booking.',
      ...ruled(['ticket-cancel'], 'voidRefusalReply', (before, refused, world) => {
        const swapped = refused === ticketNotFound ? bookingNotFound : ticketNotFound;
        return before([ticketNotFound, bookingNotFound].includes(refused) ? swapped : refused, world);
      }),
    },
  }),
  ...faultsOf('ticket-cancel.unknown-ticket-is-not-found', {
    'voids-another-ticket-for-an-unknown-one': ruled(
      ['ticket-cancel'],
      'findsTicket',
      (before, booking, asked, within) =>
        before(booking, asked, within) ?? (within.operation === 'ticket-cancel' ? booking.tickets[0] : undefined),
    ),
    'answers-voids-of-unknown-tickets-as-done': refusals('ticket-cancel', (reply, { asked, world }) => {
      const isNotFound = codeOf(reply) === ticketNotFound.code;
      return isNotFound && !isAnyTicket(asked?.ticketNumber, world) ? answer(200, {}) : reply;
    }),
  }),
  ...faultsOf('ticket-cancel.unknown-booking-is-named', {
    'finds-no-ticket-where-there-is-no-booking': refusals('ticket-cancel', (reply, { asked, world }) => {
      const isUnknown = asked && !pnrAsked(asked, world);
      return isUnknown ? world.rules.voidRefusalReply(ticketNotFound, world) : reply;
    }),
  }),
  ...faultsOf('ticket-cancel.unknown-booking-is-not-found', {
    'calls-unknown-bookings-a-matter-of-state': refusals('ticket-cancel', (reply, { asked, world }) => {
      const isUnknown = asked && !pnrAsked(asked, world);
      return isUnknown ? world.rules.voidRefusalReply(invalidTicketState('No such booking.'), world) : reply;
    }),
    'voids-a-ticket-whatever-booking-is-named': {
      summary: 'A void finds the ticket by its number alone: a booking that does not exist makes no difference.',
      ...ruled(['ticket-cancel'], 'asksAbout', (before, asked, within) => {
        const read = before(asked, within);
        const all = within.operation === 'ticket-cancel' ? within.world.flights.pnrs.all() : [];
        const isNamed = typeof read.bookingId === 'string' && read.bookingId !== '';
        if (!isNamed || all.some(({ bookingId }) => bookingId === read.bookingId)) return read;
        const found = all.find(({ tickets }) => tickets.some((each) => each.ticketNumber === read.ticketNumber));
        return found ? { ...read, bookingId: found.bookingId } : read;
      }),
    },
  }),
];
