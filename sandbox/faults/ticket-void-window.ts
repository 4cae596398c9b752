/** Faults of the void window: how long it is, from when it counts, and what is said when it has passed. */
import { invalidTicketState } from '../avia/refusals.ts';
import { faultsOf } from '../deviation.ts';
import { hoursOld, voiding } from './void-parts.ts';

const hourMs = 60 * 60 * 1000;

export const ticketVoidWindowFaults = [
  ...faultsOf('ticket-cancel.unused-ticket-is-voided-inside-window', {
    'has-no-void-window': voiding(() => ({ voidWindowMs: 0 })),
    'counts-the-void-window-an-hour-short': voiding(({ voidWindowMs }) => ({ voidWindowMs: voidWindowMs - hourMs })),
    'counts-the-void-window-from-the-booking': voiding(() => ({
      voidWindowFromMs: ({ booking }) => booking.createdAtMs,
    })),
  }),
  ...faultsOf('ticket-cancel.late-void-is-expired', {
    'ignores-the-void-window': voiding(() => ({ voidWindowMs: Number.POSITIVE_INFINITY })),
    'counts-the-void-window-an-hour-long': voiding(({ voidWindowMs }) => ({ voidWindowMs: voidWindowMs + hourMs })),
    'keeps-the-void-window-open-for-the-second-passenger': voiding(({ voidWindowFromMs }) => ({
      voidWindowFromMs: (subject) =>
        subject.ticket.passenger > 0 ? Number.MAX_SAFE_INTEGER : voidWindowFromMs(subject),
    })),
    'calls-late-voids-a-matter-of-state': voiding(({ voidStateRefusalOf }) => ({
      voidStateRefusalOf: (subject, world) =>
        voidStateRefusalOf(subject, world) ??
        (hoursOld(subject, world) >= 24 ? invalidTicketState('The ticket is too old.') : undefined),
    })),
  }),
];
