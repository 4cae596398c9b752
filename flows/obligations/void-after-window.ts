import { settling } from '../../engine/flow.ts';
import { leavingTicket, ticketOperations, voidLeft } from './left-ticket.ts';

/** Further than clocks may differ. */
const marginMs = 15 * 60_000;

export const beginVoidAfterWindow = leavingTicket(
  'void-after-window',
  'Issue a ticket and leave it, for a later run to find its window over.',
  (endsAt) => ({ from: endsAt + marginMs }),
);

export const voidAfterWindow = settling('void-after-window', {
  story: 'Ask for a void of a ticket that a former run has left behind, once its window is over.',
  phase: 'main',
  operations: ticketOperations,
  exercises: [
    'ticket-cancel.late-void-is-expired',
    'ticket-cancel.refused-void-changes-nothing',
    'ticket-cancel.failure-carries-an-error',
  ],
  run: voidLeft,
});
