/** Payloads of ticket_cancel (part 4.4), the one operation on tickets whose bodies are shown. */
import { z } from 'zod';
import { formed } from './sensitivity.ts';

export const voidRequest = z
  .looseObject({
    bookingId: z.uuid(),
    // Both forms are shown: {vendor}-{number}, and 13 digits.
    ticketNumber: formed('ticket')(z.string()),
  })
  .meta({ id: 'VoidRequest', description: 'Which ticket of which booking to void.' });

/** Any value may stand here; what it must be is a clause of its own. */
const open = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();

export const voidAnswer = z
  .looseObject({ success: open, voidedAt: formed('moment')(open) })
  .meta({ id: 'VoidAnswer', description: 'Nothing at all, or whether and when the ticket was voided.' });
