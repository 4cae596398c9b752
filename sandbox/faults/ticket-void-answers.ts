/** Faults of what a void answers: its two forms, its moment, and the error that comes with a failure and with nothing else. */
import { refusals, successes } from '../altering/sold.ts';
import { invalidTicketState, ticketNotFound } from '../avia/refusals.ts';
import type { FlightRules, TicketOf } from '../avia/rules.ts';
import { faultsOf } from '../deviation.ts';
import { answer } from '../reply.ts';
import { bookingNotFound, type Refused } from '../sales/refusals.ts';
import type { World } from '../world.ts';
import { hoursOld, voiding } from './flight-parts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Another body of success, whatever the form of the dialect. */
const done = (answerOf: FlightRules['voidAnswerOf']) => voiding(() => ({ voidAnswerOf: answerOf }));

const reported = (voidedAt: unknown) => ({ success: true, voidedAt });

/** In a zone three hours east of UTC. */
const local = (ms: number): string => iso(ms + 3 * hourMs).replace('Z', '+03:00');
const withoutZone = (ms: number): string => iso(ms).replace('Z', '');

/** Another moment, in the form that tells one. */
const moment = (momentOf: (ms: number, subject: TicketOf) => number) =>
  done((ms, subject) => reported(iso(momentOf(ms, subject))));

const isOfState = ({ code }: Refused): boolean => code === 'INVALID_TICKET_STATE';

/** Other refusals, where the condition holds. */
const failed = (holds: (refused: Refused) => boolean, bodyOf: (refused: Refused) => unknown) =>
  voiding(({ voidRefusalReply }) => ({
    voidRefusalReply: (refused, world) =>
      holds(refused) ? answer(200, bodyOf(refused)) : voidRefusalReply(refused, world),
  }));

/** Of whatever booking. */
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
    'fails-second-voids-without-an-error': failed(isOfState, () => ({ success: false })),
    'fails-second-voids-without-a-code': failed(isOfState, ({ message }) => ({ success: false, error: { message } })),
  }),
  ...faultsOf('ticket-cancel.failure-carries-an-error', {
    'fails-voids-of-unknown-tickets-without-a-message': failed(
      ({ code }) => code === ticketNotFound.code,
      ({ code }) => ({ success: false, error: { code, message: '' } }),
    ),
  }),
  ...faultsOf(['ticket-cancel.unknown-ticket-is-not-found', 'ticket-cancel.unknown-booking-is-named'], {
    // Of an unknown booking both may be said: it has no such ticket either.
    'swaps-the-codes-of-unknown-bookings-and-tickets': {
      summary: 'A void says BOOKING_NOT_FOUND of an unknown ticket, and TICKET_NOT_FOUND of an unknown booking.',
      ...voiding(({ voidRefusalReply }) => ({
        voidRefusalReply: (refused, world) => {
          const swapped = refused === ticketNotFound ? bookingNotFound : ticketNotFound;
          return voidRefusalReply([ticketNotFound, bookingNotFound].includes(refused) ? swapped : refused, world);
        },
      })),
    },
  }),
  ...faultsOf('ticket-cancel.unknown-ticket-is-not-found', {
    'voids-another-ticket-for-an-unknown-one': voiding(({ findsTicket }) => ({
      findsTicket: (booking, asked, within) =>
        findsTicket(booking, asked, within) ?? (within.operation === 'ticket-cancel' ? booking.tickets[0] : undefined),
    })),
    'answers-voids-of-unknown-tickets-as-done': refusals('ticket-cancel', (reply, { asked, world }) => {
      const isNotFound = Object(Object(reply.body).error).code === ticketNotFound.code;
      return isNotFound && !isAnyTicket(asked?.ticketNumber, world) ? answer(200, {}) : reply;
    }),
  }),
  ...faultsOf('ticket-cancel.unknown-booking-is-named', {
    'finds-no-ticket-where-there-is-no-booking': refusals('ticket-cancel', (reply, { asked, world }) => {
      const isUnknown = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase()) === undefined;
      return isUnknown ? world.rules.voidRefusalReply(ticketNotFound, world) : reply;
    }),
  }),
  ...faultsOf('ticket-cancel.unknown-booking-is-not-found', {
    'calls-unknown-bookings-a-matter-of-state': refusals('ticket-cancel', (reply, { asked, world }) => {
      const isUnknown = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase()) === undefined;
      return isUnknown ? world.rules.voidRefusalReply(invalidTicketState('No such booking.'), world) : reply;
    }),
    'voids-a-ticket-whatever-booking-is-named': {
      summary: 'A void finds the ticket by its number alone: a booking that does not exist makes no difference.',
      ...voiding(({ findsFlightBooking, findsTicket }) => ({
        findsFlightBooking: (bookingId, within) => {
          const found = findsFlightBooking(bookingId, within);
          // The newest booking is the one that a ticket was issued for last.
          return found ?? (within.operation === 'ticket-cancel' ? within.world.flights.pnrs.all()[0] : undefined);
        },
        findsTicket,
      })),
    },
  }),
];
