/** Faults of the void window: how long it is, from when it counts, and what is said when it has passed. */
import { invalidTicketState } from '../avia/refusals.ts';
import { fault } from '../deviation.ts';
import { hoursOld, voiding } from './void-parts.ts';

const hourMs = 60 * 60 * 1000;

const early = ['ticket-cancel.unused-ticket-is-voided-inside-window'] as const;
const late = ['ticket-cancel.late-void-is-expired'] as const;

export const ticketVoidWindowFaults = [
  fault('has-no-void-window', {
    violates: early,
    summary: 'Every void says VOID_TIME_EXPIRED, as soon as the ticket is issued.',
    ...voiding(() => ({ voidWindowMs: 0 })),
  }),
  fault('counts-the-void-window-an-hour-short', {
    violates: early,
    summary: 'The void window closes an hour early.',
    ...voiding(({ voidWindowMs }) => ({ voidWindowMs: voidWindowMs - hourMs })),
  }),
  fault('counts-the-void-window-from-the-booking', {
    violates: early,
    summary: 'The void window counts from the making of the booking, not from the issue of the ticket.',
    ...voiding(() => ({ voidWindowFromMs: ({ booking }) => booking.createdAtMs })),
  }),
  fault('ignores-the-void-window', {
    violates: late,
    summary: 'A ticket is voided however long ago it was issued.',
    ...voiding(() => ({ voidWindowMs: Number.POSITIVE_INFINITY })),
  }),
  fault('counts-the-void-window-an-hour-long', {
    violates: late,
    summary: 'The void window closes an hour late.',
    ...voiding(({ voidWindowMs }) => ({ voidWindowMs: voidWindowMs + hourMs })),
  }),
  fault('keeps-the-void-window-open-for-the-second-passenger', {
    violates: late,
    summary: 'The void window never closes for the ticket of the second passenger.',
    ...voiding(({ voidWindowFromMs }) => ({
      voidWindowFromMs: (subject) =>
        subject.ticket.passenger > 0 ? Number.MAX_SAFE_INTEGER : voidWindowFromMs(subject),
    })),
  }),
  fault('calls-late-voids-a-matter-of-state', {
    violates: late,
    summary: 'A void after the window says INVALID_TICKET_STATE.',
    ...voiding(({ voidStateRefusalOf }) => ({
      voidStateRefusalOf: (subject, world) =>
        voidStateRefusalOf(subject, world) ??
        (hoursOld(subject, world) >= 24 ? invalidTicketState('The ticket is too old.') : undefined),
    })),
  }),
];
