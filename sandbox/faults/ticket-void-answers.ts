/** Faults of what a void answers: its two forms, its moment, and the error that comes with a failure and with nothing else. */
import { refusals, successes } from '../altering/sold.ts';
import { invalidTicketState, ticketNotFound } from '../avia/refusals.ts';
import type { FlightRules, TicketOf } from '../avia/rules.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { bookingNotFound, type Refused } from '../sales/refusals.ts';
import { hoursOld, voiding } from './void-parts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Another body of success, whatever the form of the dialect. */
const done = (answerOf: FlightRules['voidAnswerOf']) => voiding(() => ({ voidAnswerOf: answerOf }));

const told = (voidedAt: unknown) => ({ success: true, voidedAt });

/** In a zone three hours east of UTC. */
const local = (ms: number): string => iso(ms + 3 * hourMs).replace('Z', '+03:00');
const withoutZone = (ms: number): string => iso(ms).replace('Z', '');

const formFaults = [
  fault('answers-voids-with-201', {
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'A void answers 201 with an empty object.',
    reply: successes('ticket-cancel', () => answer(201, {})),
  }),
  fault('tells-success-of-a-void-and-not-when', {
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'A void answers success true and nothing else.',
    ...done(() => ({ success: true })),
  }),
  fault('tells-the-moment-of-a-void-in-local-time', {
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'voidedAt is the right moment in a zone three hours east of UTC.',
    ...done((ms) => told(local(ms))),
  }),
  fault('tells-the-moment-of-a-void-without-zone', {
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'voidedAt has no zone.',
    ...done((ms) => told(withoutZone(ms))),
  }),
  fault('tells-the-moment-of-a-void-in-milliseconds', {
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'voidedAt is a number of milliseconds.',
    ...done((ms) => told(ms)),
  }),
  fault('tells-the-moment-of-the-last-voids-of-a-window-without-zone', {
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'voidedAt has no zone in the last hour of the window, and is right before.',
    ...done((ms, subject, world) => told(hoursOld(subject, world) < 23 ? iso(ms) : withoutZone(ms))),
  }),
];

/** Another moment, in the form that tells one. */
const moment = (momentOf: (ms: number, subject: TicketOf) => number) =>
  done((ms, subject) => told(iso(momentOf(ms, subject))));

const momentFaults = [
  fault('tells-the-issue-as-the-moment-of-a-void', {
    violates: ['ticket-cancel.voided-at-is-the-moment-of-the-void'],
    summary: 'voidedAt is the moment in which the ticket was issued.',
    ...moment((_, { ticket }) => ticket.issuedAtMs),
  }),
  fault('writes-local-time-of-a-void-as-utc', {
    violates: ['ticket-cancel.voided-at-is-the-moment-of-the-void'],
    summary: 'voidedAt is the time of a zone three hours east of UTC, marked as UTC.',
    ...moment((ms) => ms + 3 * hourMs),
  }),
  fault('tells-the-moment-of-a-void-ninety-seconds-ahead', {
    violates: ['ticket-cancel.voided-at-is-the-moment-of-the-void'],
    summary: 'voidedAt is ninety seconds ahead.',
    ...moment((ms) => ms + 1.5 * minuteMs),
  }),
];

const isOfState = ({ code }: Refused): boolean => code === 'INVALID_TICKET_STATE';

/** Other refusals, where the condition holds. */
const failed = (holds: (refused: Refused) => boolean, bodyOf: (refused: Refused) => unknown) =>
  voiding(({ voidRefusalReply }) => ({
    voidRefusalReply: (refused, world) =>
      holds(refused) ? answer(200, bodyOf(refused)) : voidRefusalReply(refused, world),
  }));

const errorFaults = [
  fault('tells-an-error-beside-success', {
    violates: ['ticket-cancel.success-carries-no-error'],
    summary: 'A void that succeeds has success true, and an error that says OK.',
    ...done((ms) => ({ ...told(iso(ms)), error: { code: 'OK', message: 'The ticket is void.' } })),
  }),
  fault('tells-success-beside-the-error-of-a-second-void', {
    violates: ['ticket-cancel.success-carries-no-error'],
    summary: 'A second void is refused with INVALID_TICKET_STATE, and has success true all the same.',
    ...failed(isOfState, ({ code, message }) => ({ success: true, error: { code, message } })),
  }),
  fault('writes-the-success-of-failed-voids-as-text', {
    violates: ['avia-refusal.success-is-a-boolean'],
    summary: 'A void that fails has success "false", a text, beside its error.',
    ...failed(
      () => true,
      ({ code, message }) => ({ success: 'false', error: { code, message } }),
    ),
  }),
  fault('writes-the-success-of-second-voids-as-zero', {
    violates: ['avia-refusal.success-is-a-boolean'],
    summary: 'A second void has success 0, a number, beside its error.',
    ...failed(isOfState, ({ code, message }) => ({ success: 0, error: { code, message } })),
  }),
  fault('fails-second-voids-without-an-error', {
    violates: ['ticket-cancel.failure-carries-an-error', 'ticket-cancel.second-void-is-refused'],
    summary: 'A second void has success false and no error.',
    ...failed(isOfState, () => ({ success: false })),
  }),
  fault('fails-second-voids-without-a-code', {
    violates: ['ticket-cancel.failure-carries-an-error', 'ticket-cancel.second-void-is-refused'],
    summary: 'The error of a second void has a message and no code.',
    ...failed(isOfState, ({ message }) => ({ success: false, error: { message } })),
  }),
  fault('fails-voids-of-unknown-tickets-without-a-message', {
    violates: ['ticket-cancel.failure-carries-an-error'],
    summary: 'The error of a void of an unknown ticket has a code and an empty message.',
    ...failed(
      ({ code }) => code === ticketNotFound.code,
      ({ code }) => ({ success: false, error: { code, message: '' } }),
    ),
  }),
];

const foundFaults = [
  fault('swaps-the-codes-of-unknown-bookings-and-tickets', {
    // Of an unknown booking both may be said: it has no such ticket either.
    violates: ['ticket-cancel.unknown-ticket-is-not-found', 'ticket-cancel.unknown-booking-is-named'],
    summary: 'A void says BOOKING_NOT_FOUND of an unknown ticket, and TICKET_NOT_FOUND of an unknown booking.',
    ...voiding(({ voidRefusalReply }) => ({
      voidRefusalReply: (refused, world) => {
        const swapped = refused === ticketNotFound ? bookingNotFound : ticketNotFound;
        return voidRefusalReply([ticketNotFound, bookingNotFound].includes(refused) ? swapped : refused, world);
      },
    })),
  }),
  fault('voids-another-ticket-for-an-unknown-one', {
    violates: ['ticket-cancel.unknown-ticket-is-not-found'],
    summary: 'A void of an unknown ticket succeeds, and voids the first ticket of the booking.',
    ...voiding(({ findsTicket }) => ({
      findsTicket: (booking, asked, within) =>
        findsTicket(booking, asked, within) ?? (within.operation === 'ticket-cancel' ? booking.tickets[0] : undefined),
    })),
  }),
  fault('answers-voids-of-unknown-tickets-as-done', {
    violates: ['ticket-cancel.unknown-ticket-is-not-found'],
    summary: 'A void of an unknown ticket answers with an empty object, and does nothing.',
    reply: refusals('ticket-cancel', (reply) =>
      Object(Object(reply.body).error).code === ticketNotFound.code ? answer(200, {}) : reply,
    ),
  }),
  fault('finds-no-ticket-where-there-is-no-booking', {
    violates: ['ticket-cancel.unknown-booking-is-named'],
    summary: 'A void in a booking that does not exist says TICKET_NOT_FOUND.',
    reply: refusals('ticket-cancel', (reply, { asked, world }) => {
      const isUnknown = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase()) === undefined;
      return isUnknown ? world.rules.voidRefusalReply(ticketNotFound, world) : reply;
    }),
  }),
  fault('calls-unknown-bookings-a-matter-of-state', {
    violates: ['ticket-cancel.unknown-booking-is-not-found'],
    summary: 'A void in a booking that does not exist says INVALID_TICKET_STATE.',
    reply: refusals('ticket-cancel', (reply, { asked, world }) => {
      const isUnknown = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase()) === undefined;
      return isUnknown ? world.rules.voidRefusalReply(invalidTicketState('No such booking.'), world) : reply;
    }),
  }),
  fault('voids-a-ticket-whatever-booking-is-named', {
    violates: ['ticket-cancel.unknown-booking-is-not-found'],
    summary: 'A void finds the ticket by its number alone: a booking that does not exist makes no difference.',
    ...voiding(({ findsFlightBooking, findsTicket }) => ({
      findsFlightBooking: (bookingId, within) => {
        const found = findsFlightBooking(bookingId, within);
        // The newest booking is the one that a ticket was issued for last.
        return found ?? (within.operation === 'ticket-cancel' ? within.world.flights.pnrs.all()[0] : undefined);
      },
      findsTicket,
    })),
  }),
];

export const ticketVoidAnswerFaults = [...formFaults, ...momentFaults, ...errorFaults, ...foundFaults];
