import { settling } from '../../engine/flow.ts';
import { leavingTicket, ticketOperations, voidLeft } from './left-ticket.ts';

const minuteMs = 60_000;
/** Nearer than any window that is an hour short; and a window may be short itself. */
const dueForMs = (windowMs: number): number => Math.min(50 * minuteMs, windowMs / 2);
/** Further than clocks may differ. */
const marginMs = 10 * minuteMs;

export const beginVoidAsWindowEnds = leavingTicket(
  'void-as-window-ends',
  'Issue a ticket and leave it, for a later run to void as its window ends.',
  (endsAt, windowMs) => ({ from: endsAt - dueForMs(windowMs), until: endsAt - marginMs }),
);

export const voidAsWindowEnds = settling('void-as-window-ends', {
  story: 'Void a ticket that a former run has left behind, shortly before its window ends.',
  phase: 'main',
  operations: ticketOperations,
  exercises: [
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'ticket-cancel.success-is-empty-or-tells-when',
    'ticket-cancel.voided-at-is-the-moment-of-the-void',
    'ticket-cancel.voided-ticket-is-not-open',
  ],
  run: voidLeft,
});
